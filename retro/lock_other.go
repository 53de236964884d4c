//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package retro

import (
	"os"
	"os/exec"
)

// lockDir does nothing on systems without flock: what killed builds have left stays.
func lockDir(string, func()) (unlock func(), err error) { return func() {}, nil }

// lockAlone locks nothing here: no directory is used by one build only.
func lockAlone(string) (unlock func(), ok bool, err error) { return nil, false, nil }

// detachProcess does nothing: a started process goes on by itself.
func detachProcess(*exec.Cmd) {}

// filesLock says whether lockFile does. Without locks a build that was killed looks as if
// it were running.
const filesLock = false

// lockFile does nothing.
func lockFile(*os.File) bool { return true }

//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package background

import (
	"os"
	"os/exec"
	"syscall"
)

// detachProcess lets a process go on when the terminal is closed.
func detachProcess(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// filesLock says whether lockFile does.
const filesLock = true

// lockFile locks an open file, and reports whether nobody else has. The lock is held as
// long as a process has this open file, or one that it got from another process.
func lockFile(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != syscall.EWOULDBLOCK
}

//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package retro

// lockDir does nothing on systems without flock: what killed builds have left stays.
func lockDir(string, func()) (unlock func(), err error) { return func() {}, nil }

// lockAlone locks nothing here: no directory is used by one build only.
func lockAlone(string) (unlock func(), ok bool, err error) { return nil, false, nil }

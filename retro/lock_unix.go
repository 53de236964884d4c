//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package retro

import (
	"os"
	"syscall"
)

// lockDir notes that a build is at work in a directory, until the returned
// function is called. If it is the only one, clean is called: what other builds
// have left there belongs to nobody.
func lockDir(dir string, clean func()) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		clean()
	}
	// Where locks are not to be had, nothing is cleaned, ever.
	_ = syscall.Flock(int(d.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	return func() { d.Close() }, nil
}

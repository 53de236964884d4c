//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package retro

import (
	"os"
	"syscall"
)

// lockDir locks a directory for a build, until the returned function is called.
// Several builds may hold the lock. If there is no other one, clean is called first,
// for what killed builds have left.
func lockDir(dir string, clean func()) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		clean()
	}
	// A file system without locks is accepted: nothing is ever cleaned there.
	_ = syscall.Flock(int(d.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	return func() { d.Close() }, nil
}

// lockAlone locks a directory until the returned function is called; ok is false if another process has it,
// or if the file system has no locks.
func lockAlone(dir string) (unlock func(), ok bool) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, false
	}
	if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		d.Close()
		return nil, false
	}
	return func() { d.Close() }, true
}

//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package batch

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file or a folder until the returned function is called, or the
// process ends. The error is ErrLocked if another has the lock, or it
// wraps errors.ErrUnsupported where locks are not to be had.
func tryLock(name string) (unlock func(), err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case err == nil:
		return func() { f.Close() }, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		f.Close()
		return nil, ErrLocked
	default:
		f.Close()
		return nil, errors.Join(errors.ErrUnsupported, err)
	}
}

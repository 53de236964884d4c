//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lockFolder keeps other runs out of a folder until the returned function is called,
// or the process ends in whatever way. Where locks are not to be had, it lets all in.
func lockFolder(dir string) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, withCode(exitIO, err)
	}
	if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		d.Close()
		return nil, withCode(exitIO, fmt.Errorf("%s: another run is at work there", dir))
	}
	return func() { d.Close() }, nil
}

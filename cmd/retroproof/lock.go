package main

import (
	"errors"
	"fmt"
)

// errLocked is the error about a file or folder that another run has locked.
var errLocked = errors.New("another run is at work there")

// lockFolder keeps other runs out of a folder until the returned function is called,
// or the process ends in whatever way. Where locks are not to be had, it lets all in:
// two runs in a folder must be kept apart by whoever starts them.
func lockFolder(dir string) (unlock func(), err error) {
	unlock, err = tryLock(dir)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return func() {}, nil
	case errors.Is(err, errLocked):
		err = fmt.Errorf("%s: %w", dir, err)
	}
	return unlock, withCode(exitIO, err)
}

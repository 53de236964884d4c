package batch

import (
	"errors"
	"fmt"
)

// ErrLocked is wrapped by errors about a file or folder that another run has locked.
var ErrLocked = errors.New("another run is at work there")

// Lock keeps other runs out of a folder until the returned function is called, or the process ends.
// Where the system has no locks, runs are not kept out: starting two in one folder is then a mistake.
func Lock(dir string) (unlock func(), err error) {
	unlock, err = tryLock(dir)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return func() {}, nil
	case errors.Is(err, ErrLocked):
		err = fmt.Errorf("%s: %w", dir, err)
	}
	return unlock, err
}

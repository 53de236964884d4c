package batch

import (
	"errors"
	"fmt"
	"os"
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

// LockPart keeps other runs from an unfinished file, which it creates if need be, as Lock does for folders.
func LockPart(name string) (unlock func(), err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unlock, err = Lock(name)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !opened.Mode().IsRegular() {
		err = fmt.Errorf("%s is %w, and answers of an earlier run are read there", name, ErrNoPlainFile)
	}
	if err != nil {
		unlock()
		return nil, err
	}
	// The run that had the lock may have given the file its final name in between: then the lock is on a finished file.
	if now, err := os.Stat(name); err != nil || !os.SameFile(opened, now) {
		unlock()
		return nil, fmt.Errorf("%s: %w", name, ErrLocked)
	}
	return unlock, nil
}

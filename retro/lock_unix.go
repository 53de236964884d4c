//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package retro

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"syscall"
	"time"
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
	// Another build may have it alone for a moment, as above. A file system without locks is accepted: nothing is
	// ever cleaned there.
	for range 100 {
		if !errors.Is(syscall.Flock(int(d.Fd()), syscall.LOCK_SH|syscall.LOCK_NB), syscall.EWOULDBLOCK) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return func() { d.Close() }, nil
}

// lockAlone makes a directory, if there is none, and locks it until the returned function is called; ok is false if
// another process has it, or if the file system has no locks. Only who has the lock may remove the directory.
func lockAlone(dir string) (unlock func(), ok bool, err error) {
	for range 1000 { // as builds remove the directory and make it again
		if err := os.MkdirAll(dir, 0o777); err != nil {
			if there, e := os.Lstat(dir); errors.Is(err, fs.ErrExist) && (e != nil || there.IsDir()) {
				continue
			}
			return nil, false, err
		}
		d, err := os.Open(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed by the build that had it
		}
		if err != nil {
			return nil, false, err
		}
		if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			if !errors.Is(err, syscall.EWOULDBLOCK) {
				_ = os.Remove(dir) // if it is empty
			}
			d.Close()
			return nil, false, nil
		}
		locked, err := d.Stat()
		if err == nil {
			if now, err := os.Stat(dir); err == nil && os.SameFile(locked, now) {
				return func() { d.Close() }, true, nil
			}
		}
		d.Close()
		if err != nil {
			return nil, false, err
		}
	}
	return nil, false, nil
}

// detachProcess lets a process go on when the terminal is closed.
func detachProcess(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// filesLock says whether lockFile does.
const filesLock = true

// lockFile locks an open file, and reports whether nobody else has. The lock is held as
// long as a process has this open file, or one that it got from another process.
func lockFile(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != syscall.EWOULDBLOCK
}

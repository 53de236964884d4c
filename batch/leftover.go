package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// A file in the making has a temporary name until it is complete; see Create. A
// process that is killed leaves it behind; its lock goes with the process, and so
// the next run that writes the same file removes it.

// tempName returns a temporary name for a file. The dot hides it.
func tempName(target string) string {
	return filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%016x.tmp", filepath.Base(target), rand.Uint64()))
}

// isTempName reports whether a name is one that tempName gives for a file.
func isTempName(name, target string) bool {
	unique, ok := strings.CutPrefix(filepath.Base(name), "."+filepath.Base(target)+".")
	unique, ok2 := strings.CutSuffix(unique, ".tmp")
	return ok && ok2 && len(unique) == 16 && strings.Trim(unique, "0123456789abcdef") == ""
}

// createTemp makes the temporary file of a target and locks it, where that can be done.
func createTemp(target string) (f *os.File, unlock func(), err error) {
	for {
		// Unlike os.CreateTemp this leaves the mode to the umask.
		f, err = os.OpenFile(tempName(target), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return nil, nil, err
		}
		unlock, err = tryLock(f.Name())
		if err == nil {
			_, err = os.Stat(f.Name())
		}
		switch {
		case err == nil:
			return f, unlock, nil
		case !errors.Is(err, ErrLocked) && !errors.Is(err, fs.ErrNotExist):
			return f, func() {}, nil
		}
		// Between its creation and the lock another process took it for a leftover.
		f.Close()
	}
}

// sweepLeftovers removes the temporary files of a target that no process has locked.
// Where locks are not to be had, they stay.
func sweepLeftovers(target string) {
	entries, _ := os.ReadDir(filepath.Dir(target)) // what cannot be read cannot be swept
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(target), e.Name())
		if !isTempName(name, target) || !e.Type().IsRegular() {
			continue
		}
		if unlock, err := tryLock(name); err == nil {
			os.Remove(name)
			unlock()
		}
	}
}

//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package retro

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"retroproof/internal/expect"
)

// TestLockAlone: a directory that one build has is not removed by another that wants it, and is there as long as
// the one has it; nor do two have directories of the same name after one was removed.
func TestLockAlone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "part")
	unlock, ok, err := lockAlone(dir)
	if err != nil || !ok {
		t.Skipf("no locks here: %v", err)
	}
	if _, ok, err := lockAlone(dir); ok || err != nil {
		t.Errorf("locked twice: %v, %v", ok, err)
	}
	expect.Succeeds(t, expect.Err(os.Stat(dir)), "os.Stat")
	unlock()

	var having, had atomic.Int32
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 500 {
				unlock, ok, err := lockAlone(dir)
				expect.Succeeds(t, err, "one of the locks")
				if !ok {
					continue
				}
				had.Add(1)
				if having.Add(1) > 1 {
					t.Error("two have the directory")
				}
				expect.Succeeds(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o666), "os.WriteFile")
				having.Add(-1) // once it is removed, another one may make it anew
				expect.Succeeds(t, os.RemoveAll(dir), "os.RemoveAll")
				unlock()
			}
		})
	}
	all.Wait()
	if had.Load() < 4 {
		t.Errorf("locked %d times", had.Load())
	}
}

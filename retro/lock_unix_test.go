//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package retro

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
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
	if _, err := os.Stat(dir); err != nil {
		t.Error(err)
	}
	unlock()

	var having, had atomic.Int32
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 500 {
				unlock, ok, err := lockAlone(dir)
				if err != nil {
					t.Error(err)
				}
				if !ok {
					continue
				}
				had.Add(1)
				if having.Add(1) > 1 {
					t.Error("two have the directory")
				}
				if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
					t.Error(err)
				}
				having.Add(-1) // once it is removed, another one may make it anew
				if err := os.RemoveAll(dir); err != nil {
					t.Error(err)
				}
				unlock()
			}
		})
	}
	all.Wait()
	if had.Load() < 4 {
		t.Errorf("locked %d times", had.Load())
	}
}

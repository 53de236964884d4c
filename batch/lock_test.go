package batch

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestLock(t *testing.T) {
	dir := t.TempDir()
	first, err := tryLock(dir)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("there are no locks here")
	}
	if err != nil {
		t.Fatal(err)
	}
	first()
	unlock, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(dir); !errors.Is(err, ErrLocked) || err.Error() != dir+": another run is at work there" {
		t.Error(err)
	}
	unlock()
	again, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	again()
}

// TestCPURecord: the time is the larger one of two totals, and more once work was done; what is damaged does not count.
func TestCPURecord(t *testing.T) {
	name := filepath.Join(t.TempDir(), "cpu")
	for _, text := range []string{"", "rubbish", "Inf", "NaN", "-5", "7"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if r, err := OpenCPURecord(name, 9); err != nil || r.earlier != 9 {
			t.Errorf("%q: %+v, %v, want 9 seconds", text, r, err)
		}
	}
	r, err := OpenCPURecord(name, 5)
	if err != nil || r.earlier != 7 {
		t.Fatalf("%+v, %v, want 7 seconds", r, err)
	}
	for range 2 {
		if err := r.Write(); err != nil {
			t.Fatal(err)
		}
	}
	r.Close()
	again, err := OpenCPURecord(name, 0)
	if err != nil || again.earlier < 7 || again.earlier > r.Total()+0.001 {
		t.Errorf("%+v, %v after %v", again, err, r.Total())
	}
	for range 2 {
		if err := again.Remove(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

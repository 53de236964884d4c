package batch

import (
	"errors"
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

//go:build unix

package verb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"retroproof/proofs/folder"
)

// TestOpenPipe: a pipe to which nobody writes can be left, though the system goes on opening it.
func TestOpenPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&Env{}).Open(ctx, name); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	// What waits in the background ends.
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// TestOpenInput: a device is refused; a pipe that nobody opens is left with the context; /dev/null is an empty list.
func TestOpenInput(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := openFile(ctx, "/dev/zero"); !errors.Is(err, folder.ErrFile) {
		t.Errorf("/dev/zero: %v", err)
	}
	f, err := openFile(ctx, os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	cancel()
}

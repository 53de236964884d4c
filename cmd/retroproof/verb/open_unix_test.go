//go:build unix

package verb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/folder"
)

// TestOpenPipe: a pipe to which nobody writes can be left, though the system goes on opening it.
func TestOpenPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	expect.NoError(t, syscall.Mkfifo(name, 0o666))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&Env{}).Open(ctx, name); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	// What waits in the background ends.
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	expect.NoError(t, err)
	f.Close()
}

// TestOpenInput: a device is refused; a pipe that nobody opens is left with the context; /dev/null is an empty list.
func TestOpenInput(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := openFile(ctx, "/dev/zero"); !errors.Is(err, folder.ErrFile) {
		t.Errorf("/dev/zero: %v", err)
	}
	f, err := openFile(ctx, os.DevNull)
	expect.NoError(t, err)
	f.Close()
	cancel()
}

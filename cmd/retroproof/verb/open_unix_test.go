//go:build unix

package verb

import (
	"context"
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
	expect.ErrorIs(t, expect.Err((&Env{}).Open(ctx, name)), context.Canceled, "an interrupted pipe")
	// What waits in the background ends.
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	expect.NoError(t, err)
	f.Close()
}

// TestOpenInput: a device is refused; a pipe that nobody opens is left with the context; /dev/null is an empty list.
func TestOpenInput(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	expect.ErrorIs(t, expect.Err(openFile(ctx, "/dev/zero")), folder.ErrFile, "/dev/zero")
	f, err := openFile(ctx, os.DevNull)
	expect.NoError(t, err)
	f.Close()
	cancel()
}

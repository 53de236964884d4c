//go:build unix

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"retroproof/cmd/retroproof/verb"
)

// TestOpenPipe: a pipe to which nobody writes can be left, though the system goes on opening it.
func TestOpenPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&verb.Env{}).Open(ctx, name); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	// What waits in the background ends.
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

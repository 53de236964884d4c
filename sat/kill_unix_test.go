//go:build unix

package sat

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"retroproof/internal/expect"
)

// TestExternalHangs: a program that hangs, and ignores polite signals, is killed together with its children.
func TestExternalHangs(t *testing.T) {
	emptyTemp(t)
	dir := t.TempDir()
	pids, survived := filepath.Join(dir, "pids"), filepath.Join(dir, "survived")
	s := fake(t, "kissat", "trap '' TERM INT; echo s UNSATISFIABLE; (sleep 600; echo >"+survived+") & echo $$ $! >"+pids+"; wait")
	load(t, s, [][]int{{1}})
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for {
			if text, _ := os.ReadFile(pids); len(text) > 0 && text[len(text)-1] == '\n' {
				cancel()
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	wantStop(t, ctx, s, context.Canceled)
	text, _ := os.ReadFile(pids)
	var parent, child int
	expect.NoError(t, expect.Err(fmt.Sscan(string(text), &parent, &child)))
	for _, pid := range []int{parent, child} {
		for alive(pid) {
			time.Sleep(10 * time.Millisecond)
		}
	}
	expect.Fails(t, expect.Err(os.Stat(survived)), "the child of the program that was killed")
}

// alive tells whether a process is running. A killed orphan whose new parent does not collect it stays a zombie.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return !errors.Is(err, os.ErrNotExist)
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}

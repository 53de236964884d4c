package batch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

func TestLock(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, err := tryLock(dir)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("there are no locks here")
	}
	expect.NoError(t, err)
	first()
	unlock, err := Lock(dir)
	expect.NoError(t, err)
	if _, err := Lock(dir); !errors.Is(err, ErrLocked) || err.Error() != dir+": another run is at work there" {
		t.Error(err)
	}
	unlock()
	again, err := Lock(dir)
	expect.NoError(t, err)
	again()
}

// TestTwoRuns: a second run that makes the same file is refused, and leaves the first one's file alone.
func TestTwoRuns(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "answers")
	if unlock, err := tryLock(filepath.Dir(name)); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("there are no locks here")
	} else if err == nil {
		unlock()
	}
	list := numbers(10)
	refused := 0
	first := squares(list, 1, 1)
	answer := first.Answer
	first.Answer = func(ctx context.Context, line Line) string {
		err := squares(list, 1, 1).ToFile(ctx, File{Name: name, Same: sameSquare})
		if errors.Is(err, ErrLocked) && err.Error() == name+PartSuffix+": another run is at work there" {
			refused++
		}
		return answer(ctx, line)
	}
	if err := first.ToFile(t.Context(), File{Name: name, Same: sameSquare}); err != nil || refused != 10 {
		t.Errorf("%v, %d of 10 runs refused", err, refused)
	}
	if text, err := os.ReadFile(name); string(text) != strings.ReplaceAll(list, "\n", "!\n") || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	expect.Succeeds(t, squares(list, 1, 1).ToFile(t.Context(), File{Name: name, Same: sameSquare}),
		"after the first run")
}

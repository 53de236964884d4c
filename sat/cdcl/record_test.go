package cdcl

import (
	"os"
	"runtime"
	"slices"
	"testing"

	"retroproof/internal/expect"
)

// TestSpill keeps next to nothing of a proof in memory: what is in the temporary file
// is the same when it is read again, and the file has no name by which a process that
// is killed would leave it behind.
func TestSpill(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir) // on Unix
	r := NewRecorder(1)
	defer r.Close()
	lits := make([]int32, 10_000)
	for i := range lits {
		lits[i] = int32(i * 1000)
	}
	r.Input(1, lits)
	for id := int64(2); r.spilled < 2; id++ {
		r.Add(id, lits, []int64{1})
	}
	expect.NoError(t, r.Err())
	left, err := os.ReadDir(dir)
	if err != nil || runtime.GOOS != "windows" && len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	for i, c := range r.chunks[:r.spilled] {
		data, _, err := r.load(c, nil)
		if err != nil || len(data) != c.size {
			t.Fatalf("chunk %d: %d bytes, want %d, %v", i, len(data), c.size, err)
		}
		var s step
		for at, last := 0, c.base; at < len(data); last = s.id {
			if at = s.read(data, at, last); !slices.Equal(s.lits, lits) || s.hints[0] != 1 {
				t.Fatalf("chunk %d: step %d is another", i, s.id)
			}
		}
	}
	expect.Succeeds(t, r.Close(), "r.Close")
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left after Close: %v, %v", left, err)
	}
}

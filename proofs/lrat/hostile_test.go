package lrat_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	"retroproof/proofs/lrat/gunzip"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// endless repeats a text for so many bytes.
type endless struct {
	text string
	left int
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(p) && e.left > 0 {
		k := copy(p[n:min(len(p), n+e.left)], e.text[e.at:])
		e.at = (e.at + k) % len(e.text)
		n += k
		e.left -= k
	}
	return n, nil
}

// counting makes steps until there are enough.
type counting struct {
	step func(n int) string
	n    int
	last int
	rest string
}

func (c *counting) Read(p []byte) (int, error) {
	for c.rest == "" {
		if c.n == c.last {
			return 0, io.EOF
		}
		c.rest = c.step(c.n)
		c.n++
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// memory returns how much the heap is larger after f than before, at least.
func memory(f func()) int64 {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.Sys) - int64(before.Sys) + int64(before.HeapIdle-before.HeapReleased)
}

func TestHostileProofs(t *testing.T) {
	const unsat = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
	const wide = "p cnf 2147483647 2\n1 2 0\n1 -2 0\n"
	zipped := func(r io.Reader) io.Reader {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		io.Copy(w, r)
		w.Close()
		return &b
	}
	size := 16 << 20
	switch {
	case testing.Short():
		size = 4 << 20
	case expect.Long:
		size = 40 << 20
	}
	for _, test := range []struct {
		name, cnf string
		check     check
		proof     io.Reader
		want      error
	}{
		{"endless clause", unsat, lratOf, io.MultiReader(strings.NewReader("5 "), &endless{text: "1 ", left: size}), lrat.ErrTruncated},
		{"endless hints", unsat, lratOf, io.MultiReader(strings.NewReader("5 1 0 "), &endless{text: "1 2 ", left: size}), lrat.ErrTruncated},
		{"endless deletions", unsat, lratOf, io.MultiReader(strings.NewReader("5 d "), &endless{text: "4 ", left: size}), lrat.ErrUnknownDeletion},
		{"endless number", unsat, lratOf, io.MultiReader(strings.NewReader("5 "), &endless{text: "1", left: size}), lrat.ErrOverflow},
		{"endless zeros", unsat, lratOf, io.MultiReader(strings.NewReader("5 "), &endless{text: "0", left: size}), lrat.ErrOverflow},
		{"endless word", unsat, lratOf, &endless{text: "x", left: size}, lrat.ErrNotNumber},
		{"endless comment", unsat, lratOf, &endless{text: "c", left: size}, lrat.ErrNoEmptyClause},
		{"endless blank", unsat, lratOf, &endless{text: " \t\r", left: size}, lrat.ErrNoEmptyClause},
		{"endless lines", unsat, lratOf, &endless{text: "\n", left: size}, lrat.ErrNoEmptyClause},
		{"endless binary clause", unsat, lratOf, io.MultiReader(strings.NewReader("a\x0a"), &endless{text: "\x02", left: size}), lrat.ErrTruncated},
		{"gzip bomb", unsat, lratOf, zipped(io.MultiReader(strings.NewReader("5 "), &endless{text: "1 ", left: size})), lrat.ErrTruncated},
		{"distant ids", unsat, lratOf, &counting{last: 200_000, step: func(n int) string { return fmt.Sprintf("%d 1 0 1 2 0\n", int64(n+1)*1_000_003) }}, lrat.ErrMemory},
		{"live clauses", unsat, lratOf, &counting{last: 2_000_000, step: func(n int) string { return fmt.Sprintf("%d 1 0 1 2 0\n", n+5) }}, lrat.ErrMemory},
		{"dead clauses", unsat, lratOf, &counting{last: size / 40, step: func(n int) string {
			return fmt.Sprintf("%d 1 0 1 2 0\n%[1]d d %[1]d 0\n", (n+1)*1000)
		}}, lrat.ErrNoEmptyClause},
		{"huge variable", wide, lratOf, strings.NewReader("3 -2147483647 1 0 1 2 0\n"), lrat.ErrMemory},
		{"huge header", wide, lratOf, strings.NewReader("3 1 0 1 2 0\n"), lrat.ErrNoEmptyClause},
		{"huge header", wide, rupOf, strings.NewReader("1 0\n"), lrat.ErrMemory},
		{"endless clause", unsat, rupOf, &endless{text: "1 ", left: size / 8}, lrat.ErrTruncated},
		{"too long a clause", unsat, rupOf, &endless{text: "1 ", left: 2*lrat.LongestClause + 2}, lrat.ErrTooLong},
		{"live clauses", unsat, rupOf, &endless{text: "1 0\n", left: 4 << 20}, lrat.ErrMemory},
		{"dead clauses", unsat, rupOf, &endless{text: "1 2 0\nd 1 2 0\n", left: 14 * (size / 160)}, lrat.ErrNoEmptyClause},
		{"endless deletion", unsat, rupOf, io.MultiReader(strings.NewReader("1 0\nd "), &endless{text: "1 ", left: size / 8}), lrat.ErrTruncated},
	} {
		t.Run(test.name, func(t *testing.T) {
			const limit = 8 << 20
			f := parse(t, test.cnf)
			used := memory(func() {
				_, err := test.check(context.Background(), f, limit, test.proof, "hostile")
				expect.ErrorIs(t, err, test.want, "LRAT")
			})
			if used > 128<<20 { // an endless clause of DRUP may take 16 megabytes, its growing several times as much until the garbage is collected; all else a few times the limit
				t.Errorf("used %d megabytes", used>>20)
			}
		})
	}
}

func TestHostileFormulas(t *testing.T) {
	t.Parallel()
	scan := func(r io.Reader, limit int64) (*lrat.Checker, error) {
		var c *lrat.Checker
		err := lrat.ScanDIMACS(r, "hostile", func(variables int, _ int64) error {
			c = lrat.NewChecker(variables, limit)
			return nil
		}, func(clause []int32) error { return c.AddClause(clause) })
		return c, err
	}
	for _, test := range []struct {
		name, head, text string
		want             error
	}{
		{"clauses", "p cnf 3 1000000000\n", "1 2 3 0\n", lrat.ErrMemory},
		{"empty clauses", "p cnf 3 1000000000\n", "0 ", lrat.ErrMemory},
		{"huge variable", "p cnf 2147483647 1000000000\n", "2147483647 0 ", lrat.ErrMemory},
		{"repeated literals", "p cnf 3 1000000000\n1 0 ", "1 1 1 1 ", lrat.ErrTooLong},
	} {
		c, err := scan(io.MultiReader(strings.NewReader(test.head), &endless{text: test.text, left: 20 << 20}), 8<<20)
		expect.ErrorIs(t, err, test.want, "%s", test.name)
		if test.want != lrat.ErrMemory {
			continue
		}
		// A formula that was not read as a whole must not be refuted either.
		expect.ErrorIs(t, c.AddClause(nil), lrat.ErrMemory, "%s: AddClause after a failure", test.name)
		expect.ErrorIs(t, expect.Err(c.LRAT(context.Background(), strings.NewReader(""), "x")), lrat.ErrMemory,
			"%s: LRAT after a failure", test.name)
	}
	long := &endless{text: "1 ", left: 2*lrat.LongestClause + 10}
	if _, err := scan(io.MultiReader(strings.NewReader("p cnf 3 1\n"), long), lrat.DefaultMemory); !errors.Is(err, lrat.ErrTooLong) {
		t.Errorf("endless clause: %v", err)
	}
}

func TestCheckerIsUsedOnce(t *testing.T) {
	t.Parallel()
	f := parse(t, "p cnf 1 2\n1 0\n-1 0\n")
	for range 2 {
		c := checkerFor(t, f)
		expect.Fails(t, expect.Err(c.LRAT(context.Background(), strings.NewReader("3 0 1 2 0\n4 x"), "x")), "a step cut short")
		expect.Equal(t, expect.Err(c.LRAT(context.Background(), strings.NewReader(""), "x")), lrat.ErrUsed, "LRAT after a failure")
		expect.Equal(t, c.AddClause([]int32{1}), lrat.ErrUsed, "AddClause after a failure")
	}
	for _, bad := range [][]int32{{-2}, {0}, {2}} {
		expect.ErrorIs(t, lrat.NewChecker(1, lrat.DefaultMemory).AddClause(bad), lrat.ErrLiteralRange, "%v", bad)
	}
	c := lrat.NewChecker(1, lrat.DefaultMemory)
	for _, bad := range [][]int32{{1, 2}, {1}} { // after a clause that is refused, every clause is
		expect.ErrorIs(t, c.AddClause(bad), lrat.ErrLiteralRange, "%v", bad)
	}
	expect.ErrorIs(t, expect.Err(c.LRAT(context.Background(), strings.NewReader("1 0 0\n"), "x")), lrat.ErrLiteralRange,
		"c.LRAT")
}

func TestProofReadErrors(t *testing.T) {
	t.Parallel()
	f := parse(t, "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
	broken := errors.New("broken disk")
	const hinted, plain = "5 1 0 1 2 0\n6 0 5 3 4 0\n", "d 1 -1 0\n1 0\n0\n"
	for _, in := range []string{hinted, string(toBinary(hinted)), plain} {
		for n := range len(in) + 1 {
			r := io.MultiReader(strings.NewReader(in[:n]), iotest.ErrReader(broken))
			check := lrat.CheckLRAT
			if in == plain {
				check = checkRUP
			}
			expect.ErrorIs(t, expect.Err(check(f, r, "x")), broken, "%q", in[:n])
		}
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, hinted)
	w.Close()
	for n := range b.Len() + 1 {
		r := io.MultiReader(bytes.NewReader(b.Bytes()[:n]), iotest.ErrReader(broken))
		expect.ErrorIs(t, expect.Err(lrat.CheckLRAT(f, gunzip.NewReader(r), "x")), broken, "gzip, %d bytes", n)
	}
	expect.ErrorIs(t, expect.Err(lrat.CheckLRAT(f, stuckReader{}, "x")), io.ErrNoProgress, "stuck reader")
}

func TestCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f := parse(t, "p cnf 1 2\n1 0\n-1 0\n")
	for _, check := range []check{lratOf, rupOf} {
		if _, err := check(ctx, f, lrat.DefaultMemory, strings.NewReader("3 0 1 2 0\n"), "x"); err != context.Canceled {
			t.Errorf("got %v", err)
		}
	}
}

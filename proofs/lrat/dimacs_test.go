package lrat_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// clausesOf lists a formula's clauses.
func clausesOf(f *lrat.Formula) [][]int32 {
	var all [][]int32
	for i := range f.NumClauses() {
		all = append(all, f.Clause(i))
	}
	return all
}

func TestReadDIMACS(t *testing.T) {
	t.Parallel()
	var test struct {
		name, in string
		vars     int
		clauses  [][]int32
	}
	for range expect.Rows(t, "testdata/dimacs.tsv", &test.name, &test.in, &test.vars, &test.clauses) {
		t.Run(test.name, func(t *testing.T) {
			for _, r := range []io.Reader{
				strings.NewReader(test.in),
				iotest.OneByteReader(strings.NewReader(test.in)),
				iotest.DataErrReader(strings.NewReader(test.in)),
			} {
				f, err := lrat.ReadDIMACS(r, "x.cnf")
				expect.NoError(t, err)
				if f.NumVars != test.vars || !slices.EqualFunc(clausesOf(f), test.clauses, slices.Equal) {
					t.Errorf("got %d variables, %v", f.NumVars, clausesOf(f))
				}
			}
		})
	}
}

func TestReadDIMACSRejects(t *testing.T) {
	t.Parallel()
	var test struct {
		name, in, want, token string
		line, column          int
	}
	for range expect.Rows(t, "testdata/dimacs-refused.tsv", &test.name, &test.in, &test.want, &test.line, &test.column,
		&test.token) {
		t.Run(test.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(test.in), iotest.OneByteReader(strings.NewReader(test.in))} {
				f, err := lrat.ReadDIMACS(r, "x.cnf")
				var syntax *lrat.SyntaxError
				if f != nil || !errors.As(err, &syntax) {
					t.Fatalf("got %v, want %s", err, test.want)
				}
				expect.Equal(t, syntax.Err.Error(), test.want, "%v", err)
				if syntax.File != "x.cnf" || syntax.Line != test.line || syntax.Column != test.column {
					t.Errorf("%v: want position %d:%d", err, test.line, test.column)
				}
				if syntax.Expected == "" || syntax.Token != test.token {
					t.Errorf("%v: want token %q and something expected", err, test.token)
				}
				if len(err.Error()) > 300 || strings.ContainsAny(err.Error(), "\n\x00") {
					t.Errorf("unprintable message %q", err)
				}
			}
		})
	}
}

func TestErrorsAboutEndlessWordsAreShort(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]error{"0": lrat.ErrOverflow, "x": lrat.ErrNotNumber} {
		_, err := lrat.ReadDIMACS(strings.NewReader("p cnf 1 1\n"+strings.Repeat(word, 200_000)+" 1 0\n"), "x.cnf")
		expect.ErrorIs(t, err, want, "%s", word)
		if err != nil && len(err.Error()) > 300 {
			t.Errorf("a message of %d bytes", len(err.Error()))
		}
	}
}

func TestSyntaxErrorText(t *testing.T) {
	t.Parallel()
	_, err := lrat.ReadDIMACS(strings.NewReader("p cnf 2 1\n1 3 0\n"), "a.cnf")
	const want = `a.cnf:2:3: literal out of range: found "3", expected a variable of at most 2, as the header says`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	_, err = lrat.ReadDIMACS(strings.NewReader("p cnf 2 7\n1 2 0\n"), "")
	const truncated = `input:3:1: file truncated: fewer clauses than the header says: found the end of the file, expected 7 clauses, read 1`
	if err == nil || err.Error() != truncated {
		t.Errorf("got  %v\nwant %s", err, truncated)
	}
}

// A header is a promise of the file's author; memory must follow what is really there.
func TestHostileHeader(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := lrat.ReadDIMACS(strings.NewReader("p cnf 2000000000 2000000000\n1 -2000000000 0\n"), "hostile.cnf")
	runtime.ReadMemStats(&after)
	expect.ErrorIs(t, err, lrat.ErrTooFewClauses, "a hostile header")
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("allocated %d bytes", used)
	}
}

func TestReadErrorIsPassedOn(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken disk")
	for _, in := range []string{"", "p cnf 2", "p cnf 2 1\n1", "p cnf 2 1\n1 2 0\n", "c comm"} {
		_, err := lrat.ReadDIMACS(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)), "x.cnf")
		var syntax *lrat.SyntaxError
		if !errors.Is(err, broken) && !errors.As(err, &syntax) {
			t.Errorf("%q: got %v", in, err)
		}
		if in == "p cnf 2 1\n1 2 0\n" && !errors.Is(err, broken) {
			t.Errorf("%q: a complete formula before a read error gave %v", in, err)
		}
	}
	_, err := lrat.ReadDIMACS(stuckReader{}, "x.cnf")
	expect.ErrorIs(t, err, io.ErrNoProgress, "stuck reader")
}

type stuckReader struct{}

func (stuckReader) Read([]byte) (int, error) { return 0, nil }

func TestScanStops(t *testing.T) {
	t.Parallel()
	stop := errors.New("enough")
	n := 0
	err := lrat.ScanDIMACS(strings.NewReader("p cnf 2 3\n1 0\n2 0\n-1 0\n"), "x.cnf",
		func(v int, c int64) error {
			if v != 2 || c != 3 {
				t.Errorf("header %d %d", v, c)
			}
			return nil
		},
		func([]int32) error {
			if n++; n == 2 {
				return stop
			}
			return nil
		})
	if err != stop || n != 2 {
		t.Errorf("got %v after %d clauses", err, n)
	}
	err = lrat.ScanDIMACS(strings.NewReader("p cnf 2 3\n"), "", func(int, int64) error { return stop }, nil)
	if err != stop {
		t.Errorf("got %v", err)
	}
}

func TestAddClause(t *testing.T) {
	t.Parallel()
	var f lrat.Formula
	for _, c := range [][]int32{{1, -5}, {}, {2}} {
		expect.NoError(t, f.AddClause(c...))
	}
	for _, c := range [][]int32{{0}, {1, math.MinInt32}, {9, 0}} {
		expect.ErrorIs(t, f.AddClause(c...), lrat.ErrLiteralRange, "%v", c)
	}
	if f.NumVars != 5 || f.NumClauses() != 3 || f.NumLiterals() != 3 || !slices.Equal(f.Clause(0), []int32{1, -5}) || len(f.Clause(1)) != 0 {
		t.Errorf("got %+v", f)
	}
	if c := append(f.Clause(0), 7); f.Clause(2)[0] != 2 {
		t.Errorf("appending to a clause (%v) overwrote the next", c)
	}
}

// writeDIMACS writes a formula in DIMACS CNF.
func writeDIMACS(f *lrat.Formula) []byte {
	text := fmt.Appendf(nil, "p cnf %d %d\n", f.NumVars, f.NumClauses())
	for i := range f.NumClauses() {
		for _, l := range f.Clause(i) {
			text = fmt.Appendf(text, "%d ", l)
		}
		text = append(text, "0\n"...)
	}
	return text
}

// FuzzReadDIMACS checks that the reader never panics, that its errors have positions within the input, and that what
// it accepts survives writing and reading.
func FuzzReadDIMACS(f *testing.F) {
	for _, seed := range []string{
		"p cnf 3 2\n1 -2 0\n3 0\n", "c x\r\np cnf 2 1\r\n1\r\nc y\r\n2 0", "p cnf 2 1\n1 2 0\n%\n0\n", "p cnf 0 1\n0",
		"p cnf 2000000000 2000000000\n", "p cnf 1 1\n1 \x00", "p cnf 1 1\n-0 0", "p cnf 99999999999 1\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		got, err := lrat.ReadDIMACS(bytes.NewReader(in), "fuzz")
		slow, slowErr := lrat.ReadDIMACS(iotest.OneByteReader(bytes.NewReader(in)), "fuzz")
		if fmt.Sprint(err) != fmt.Sprint(slowErr) {
			t.Fatalf("%v, but byte by byte %v", err, slowErr)
		}
		if err != nil {
			var syntax *lrat.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("error without a position: %v", err)
			}
			lines := bytes.Split(in, []byte("\n"))
			if syntax.Line < 1 || syntax.Line > len(lines) || syntax.Column < 1 || syntax.Column > len(lines[syntax.Line-1])+1 {
				t.Fatalf("position outside the input: %v", err)
			}
			return
		}
		again, err := lrat.ReadDIMACS(bytes.NewReader(writeDIMACS(got)), "again")
		expect.NoError(t, err)
		for _, other := range []*lrat.Formula{slow, again} {
			if other.NumVars != got.NumVars || !slices.EqualFunc(clausesOf(other), clausesOf(got), slices.Equal) {
				t.Fatalf("%v and %v", clausesOf(got), clausesOf(other))
			}
		}
	})
}

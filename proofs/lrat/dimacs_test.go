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
	tests := []struct {
		name, in string
		vars     int
		clauses  [][]int32
	}{
		{"plain", "p cnf 3 2\n1 -2 0\n3 0\n", 3, [][]int32{{1, -2}, {3}}},
		{"comments before and after the header", "c one\nc\ncc p cnf 1 1\np cnf 2 2\nc two\n1 0\nc three 0\n2 0\nc end", 2, [][]int32{{1}, {2}}},
		{"comment within a clause", "p cnf 2 1\n1\nc here\n2 0\n", 2, [][]int32{{1, 2}}},
		{"indented comment", " c x\np cnf 1 1\n\tc y\n 1 0\n", 1, [][]int32{{1}}},
		{"CRLF", "c a\r\np cnf 2 1\r\n1 2 0\r\n", 2, [][]int32{{1, 2}}},
		{"blank lines", "\n\np cnf 2 1\n\n1\n\n2\n0\n\n\n", 2, [][]int32{{1, 2}}},
		{"no final newline", "p cnf 2 1\n1 2 0", 2, [][]int32{{1, 2}}},
		{"several clauses a line", "p cnf 2 3\n1 0 2 0 -1 -2 0", 2, [][]int32{{1}, {2}, {-1, -2}}},
		{"empty clauses", "p cnf 1 2\n0 0\n", 1, [][]int32{{}, {}}},
		{"no clauses", "p cnf 5 0\n", 5, nil},
		{"nothing at all", "p cnf 0 0", 0, nil},
		{"header with blanks", "  p \t cnf  2\t1  \r\n1 0", 2, [][]int32{{1}}},
		{"repeated and opposite literals", "p cnf 1 1\n1 1 -1 0\n", 1, [][]int32{{1, 1, -1}}},
		{"largest variable", "p cnf 2147483647 1\n-2147483647 2147483647 0\n", math.MaxInt32, [][]int32{{-math.MaxInt32, math.MaxInt32}}},
		{"SATLIB's end", "p cnf 2 1\n 1 2 0\n%\n0\n\n", 2, [][]int32{{1, 2}}},
		{"SATLIB's end with blanks", "p cnf 2 1\n1 2 0\n % \r\nanything", 2, [][]int32{{1, 2}}},
		{"leading zeros", "p cnf 2 1\n01 -002 0\n", 2, [][]int32{{1, -2}}},
	}
	for _, test := range tests {
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
	tests := []struct {
		name, in     string
		kind         error
		line, column int
		token        string
	}{
		{"empty file", "", lrat.ErrNoHeader, 1, 1, ""},
		{"only comments", "c p cnf 1 1\n", lrat.ErrNoHeader, 2, 1, ""},
		{"clause before the header", "c\n1 2 0\np cnf 2 1\n", lrat.ErrNoHeader, 2, 1, "1"},
		{"percent before the header", "%\n", lrat.ErrNoHeader, 1, 1, "%"},
		{"header of another format", "p wcnf 1 1\n1 0", lrat.ErrHeader, 1, 3, "wcnf"},
		{"header without p's blank", "pcnf 1 1\n1 0", lrat.ErrHeader, 1, 1, "pcnf"},
		{"header without clauses", "p cnf 1\n1 0", lrat.ErrHeader, 1, 8, "\n"},
		{"header cut off", "p cnf 1", lrat.ErrHeader, 1, 8, ""},
		{"header with a third number", "p cnf 1 1 1\n1 0", lrat.ErrHeader, 1, 11, "1"},
		{"negative header", "p cnf -1 1\n1 0", lrat.ErrHeader, 1, 7, "-1"},
		{"header with text", "p cnf 1 one\n1 0", lrat.ErrHeader, 1, 9, "one"},
		{"too many variables", "p cnf 2147483648 1\n1 0", lrat.ErrOverflow, 1, 7, "2147483648"},
		{"clause count overflow", "p cnf 1 9223372036854775808\n1 0", lrat.ErrOverflow, 1, 9, "9223372036854775808"},
		{"second header", "p cnf 1 1\n1 0\np cnf 1 1\n", lrat.ErrSecondHeader, 3, 1, "p"},
		{"literal out of range", "p cnf 2 1\n1 3 0\n", lrat.ErrLiteralRange, 2, 3, "3"},
		{"negative literal out of range", "p cnf 2 2\n1 0\n  -3 0\n", lrat.ErrLiteralRange, 3, 3, "-3"},
		{"word", "p cnf 2 1\n1 x 0\n", lrat.ErrNotNumber, 2, 3, "x"},
		{"number with a tail", "p cnf 20 1\n1x 0\n", lrat.ErrNotNumber, 2, 1, "1x"},
		{"minus alone", "p cnf 2 1\n1 - 2 0\n", lrat.ErrNotNumber, 2, 3, "-"},
		{"minus zero", "p cnf 2 1\n1 -0\n", lrat.ErrNotNumber, 2, 3, "-0"},
		{"plus", "p cnf 2 1\n+1 0\n", lrat.ErrNotNumber, 2, 1, "+1"},
		{"decimal point", "p cnf 2 1\n1.0 0\n", lrat.ErrNotNumber, 2, 1, "1.0"},
		{"comment after a literal", "p cnf 2 1\n1 c 0\n", lrat.ErrNotNumber, 2, 3, "c"},
		{"overflow", "p cnf 2 1\n1 99999999999999999999999 0\n", lrat.ErrOverflow, 2, 3, "99999999999999999999999"},
		{"overflow of 32 bits", "p cnf 2 1\n-2147483648 0\n", lrat.ErrOverflow, 2, 1, "-2147483648"},
		{"overflow to 1", "p cnf 2 1\n18446744073709551617 0\n", lrat.ErrOverflow, 2, 1, "18446744073709551617"},
		{"too few clauses", "p cnf 2 3\n1 0\n2 0\n", lrat.ErrTooFewClauses, 4, 1, ""},
		{"too few because of percent", "p cnf 2 2\n1 0\n%\n2 0\n", lrat.ErrTooFewClauses, 3, 2, ""},
		{"too many clauses", "p cnf 2 1\n1 0\n2 0\n", lrat.ErrTooManyClauses, 3, 1, "2"},
		{"one more 0", "p cnf 2 1\n1 0 0\n", lrat.ErrTooManyClauses, 2, 5, "0"},
		{"last clause not ended", "p cnf 2 1\n1 2", lrat.ErrUnterminated, 2, 4, ""},
		{"not ended before percent", "p cnf 2 1\n1 2\n%\n0\n", lrat.ErrUnterminated, 3, 2, ""},
		{"trailing text", "p cnf 2 1\n1 2 0\nend\n", lrat.ErrTrailing, 3, 1, "end"},
		{"percent with a tail", "p cnf 2 1\n1 2 0\n% 0\n", lrat.ErrNotNumber, 3, 3, "0"},
		{"percents", "p cnf 2 1\n1 2 0\n%%\n", lrat.ErrNotNumber, 3, 1, "%%"},
		{"percent after a literal", "p cnf 2 1\n1 % 0\n", lrat.ErrNotNumber, 2, 3, "%"},
		{"NUL", "p cnf 2 1\n1 \x00 0\n", lrat.ErrNUL, 2, 3, "\x00"},
		{"NUL within a number", "p cnf 20 1\n1\x002 0\n", lrat.ErrNUL, 2, 2, "\x00"},
		{"NUL in a comment", "c a\x00b\np cnf 1 1\n1 0\n", lrat.ErrNUL, 1, 4, "\x00"},
		{"NUL in the header", "p cnf 1\x00 1\n1 0\n", lrat.ErrNUL, 1, 8, "\x00"},
		{"NUL at the end", "p cnf 1 1\n1 0\n\x00", lrat.ErrNUL, 3, 1, "\x00"},
		{"form feed", "p cnf 1 1\n1\f0\n", lrat.ErrNotNumber, 2, 1, "1\f0"},
		{"endless number", "p cnf 1 1\n" + strings.Repeat("0", 10_000) + "1 0\n", lrat.ErrOverflow, 2, 1, ""},
		{"endless word", "p cnf 1 1\n" + strings.Repeat("x", 200_000) + " 0\n", lrat.ErrNotNumber, 2, 1, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(test.in), iotest.OneByteReader(strings.NewReader(test.in))} {
				f, err := lrat.ReadDIMACS(r, "x.cnf")
				var syntax *lrat.SyntaxError
				if f != nil || !errors.Is(err, test.kind) || !errors.As(err, &syntax) {
					t.Fatalf("got %v, want %v", err, test.kind)
				}
				if syntax.File != "x.cnf" || syntax.Line != test.line || syntax.Column != test.column {
					t.Errorf("%v: want position %d:%d", err, test.line, test.column)
				}
				if syntax.Expected == "" || syntax.Token != test.token && !strings.HasPrefix(test.name, "endless") {
					t.Errorf("%v: want token %q and something expected", err, test.token)
				}
				if len(err.Error()) > 300 || strings.ContainsAny(err.Error(), "\n\x00") {
					t.Errorf("unprintable message %q", err)
				}
			}
		})
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

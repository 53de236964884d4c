package ursa_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/ursa"
)

// What is said about wrong programs, with line and column.
func TestMistakes(t *testing.T) {
	refused := func(src, want string) {
		t.Helper()
		_, err := ursa.Parse("t.urs", src, 0, false)
		if err == nil || !strings.Contains(diagnostics(err), want) {
			t.Errorf("%.60s\n%.300v\nwant %s", src, err, want)
		}
	}
	var src, want string
	for range expect.Rows(t, "testdata/mistakes.tsv", &src, &want) {
		refused(src, want)
	}
	for _, c := range [][2]string{
		{"nx = \xff;", `t.urs:1:6: unexpected character "\xff"`},
		{"n\x00x\x00", `t.urs:1:2: unexpected character "\x00": text is UTF-8 or ASCII; UTF-16 is refused`},
		{"nx = " + strings.Repeat("(", 5000), "nested more than 2000 deep"},
		{strings.Repeat("{", 5000), "nested more than 2000 deep"},
		{strings.Repeat("if (true) ", 5000), "nested more than 2000 deep"},
		{"nx = " + strings.Repeat("-", 5000) + "1;", `a value expected, found "--"`},
		{"b = " + strings.Repeat("!", 5000) + "b1;", "nested more than 2000 deep"},
		{"nx = " + strings.Repeat("9", 3000) + ";", "a constant of 3000 digits, want at most 2000"},
	} {
		refused(c[0], c[1])
	}
}

// TestMemoryOfMistakes: what is refused is refused while it is read, before a tree or a list of all words is made of
// it.
func TestMemoryOfMistakes(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"b = " + strings.Repeat("!", 1_000_000), "t.urs:1:2004: nested more than 2000 deep"},
		{strings.Repeat("{", 1_000_000), "t.urs:1:1001: nested more than 2000 deep"},
		{"b = " + strings.Repeat("!", 4_100_000), "t.urs:1:1048580: the program has more than 1048576 words and signs"},
		{strings.Repeat("n+", 2_000_000), "t.urs:1:1048578: the program has more than 1048576 words and signs"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ursa.Parse("t.urs", c.src, 0, false)
		runtime.ReadMemStats(&after)
		if err == nil || diagnostics(err) != c.want {
			t.Errorf("%.60s\n%.300v\nwant %s", c.src, err, c.want)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 3*uint64(len(c.src)) {
			t.Errorf("%.60s: %d bytes allocated for a program of %d", c.src, n, len(c.src))
		}
	}
}

// A constant that is too large for a comparison, where reducing it would change what it means, is a mistake; not in the
// original's dialect.
func TestTooLargeConstants(t *testing.T) {
	for _, src := range []string{
		"assert(nx > 256);", "assert(256 != nx);", "b = nx < (0x100);", "minimize(nx,1,256); assert(true);",
		"maximize(nx,256,3); assert(true);",
	} {
		_, err := ursa.Parse("t.urs", src, 8, false)
		if err == nil || !strings.Contains(diagnostics(err), "does not fit 8 bits, and") || strings.Contains(diagnostics(err), "warning") {
			t.Errorf("%s: %v", src, err)
		}
		expect.Succeeds(t, expect.Err(ursa.Parse("t.urs", src, 9, false)), "%s", src)
		if p, err := ursa.Parse("t.urs", src, 8, true); err != nil || len(p.Warnings()) != 1 {
			t.Errorf("strictly, %s: %v", src, err)
		}
	}
}

// All mistakes are told, not only the first one.
func TestManyMistakes(t *testing.T) {
	_, err := ursa.Parse("t.urs", "nx = ;\nb = 1;\nif (nx) { ny = b; }\ncall P(nz);\n", 0, false)
	var lines []string
	for line := range strings.Lines(diagnostics(err)) {
		lines = append(lines, strings.Join(strings.SplitN(line, ":", 4)[1:3], ":"))
	}
	expect.Equal(t, strings.Join(lines, " "), "1:6 2:5 3:5 3:16 4:1", "mistakes at")
}

// What is said about programs that go wrong when they run.
func TestRunningMistakes(t *testing.T) {
	var c struct {
		src, want string
		budget    bool
	}
	for range expect.Rows(t, "testdata/running-mistakes.tsv", &c.src, &c.want, &c.budget) {
		bits := 8
		if c.budget {
			bits = 32
		}
		p, err := ursa.Parse("t.urs", c.src, bits, false)
		if err == nil {
			_, err = runWith(p, ursa.Options{Steps: 1_000_000, Gates: 100_000})
		}
		if err == nil || !strings.Contains(diagnostics(err), c.want) || errors.Is(err, ursa.ErrBudget) != c.budget {
			t.Errorf("%s\n%v\nwant %s", c.src, err, c.want)
		}
	}
}

// Statements and expressions may be long, if they are not deep.
func TestLongPrograms(t *testing.T) {
	sum := "nx = 0" + strings.Repeat("+1", 100_000) + "; assert(nx == 160); "
	and := "b = true" + strings.Repeat("&&true", 100_000) + "; assert(b); "
	chain := "nx = 7; " + strings.Repeat("if (nx == 1) ny = 1; else ", 5_000) + "ny = 2; assert(ny == 2); "
	expect.Equal(t, mustRun(t, sum+and+chain, 8).counts(), "yes yes yes", "answers")
	empty := "if (true) ; else ; if (false) ; for (ni = 0; ni < 3; ni++) ; while (ni < 5) { ni++; ; } ; assert(ni == 5);"
	expect.Equal(t, mustRun(t, empty, 8).counts(), "yes", "answers")
	recursion := "procedure P(nx,ny) { if (nx > 0) { call P(nx-1,ny); ny++; } } nx = 9000; ny = 0; call P(nx,ny); assert(ny == 9000);"
	expect.Equal(t, mustRun(t, recursion, 16).counts(), "yes", "answers")
}

// The dialect of the original, which --strict keeps to.
func TestStrict(t *testing.T) {
	var c struct{ src, want string }
	for range expect.Rows(t, "testdata/strict.tsv", &c.src, &c.want) {
		_, err := ursa.Parse("t.urs", c.src, 0, true)
		if err == nil || !strings.Contains(diagnostics(err), c.want) {
			t.Errorf("%s\n%v\nwant %s", c.src, err, c.want)
		}
		p, err := ursa.Parse("t.urs", c.src, 0, false)
		if err == nil {
			_, err = runWith(p, ursa.Options{})
		}
		expect.Succeeds(t, err, "%s", c.src)
	}
	p, err := ursa.Parse("t.urs", "nx = 3; nx = nx << ny;", 0, true)
	if err == nil {
		_, err = runWith(p, ursa.Options{})
	}
	if want := "t.urs:1:20: the shift amount depends on ny, which is symbolic: --strict refuses that"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A ^ between comparisons is ^^ in all places where that was meant, and nowhere else.
func TestXorBetweenComparisons(t *testing.T) {
	var c struct {
		src, same string
		warnings  int
	}
	for range expect.Rows(t, "testdata/xor-between-comparisons.tsv", &c.src, &c.same, &c.warnings) {
		out := mustRun(t, fmt.Sprintf("assert((%s) ^^ (%s));", c.src, c.same), 3)
		if out.counts() != "0" && out.counts() != "no" || len(out.warnings) != c.warnings {
			t.Errorf("%s: %s, warnings %q", c.src, out.counts(), out.warnings)
		}
	}
	expect.Fails(t, expect.Err(run("b = nx==1 ^ ny^2 == 3;", 3)), "nx==1 ^ ny^2 == 3, read in two ways")
	// Many of them take no time; at some number it is enough.
	long := "nx==1" + strings.Repeat(" ^ ny==2", 5000)
	expect.Fails(t, expect.Err(run("b = "+long+";", 3)), "five thousand misprints")
}

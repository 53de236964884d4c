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
	for _, c := range []struct{ src, want string }{
		{"nx = 1\nny = 2;", `t.urs:2:1: ; expected after a statement, found the number ny`},
		{"nx = 7/2;", "t.urs:1:7: URSA has no division"},
		{"nx = 7%2;", "t.urs:1:7: URSA has no remainder"},
		{"nx /= 2;", "t.urs:1:4: URSA has no division"},
		{"b = b1==b2;", "t.urs:1:7: ==: numbers expected; for Booleans use ^^ (differs) or !(a^^b)"},
		{"b = b1 ^ b2;", "t.urs:1:8: ^: numbers expected; for Booleans use ^^"},
		{"nx = b1 + 2;", "t.urs:1:6: numbers expected on both sides of +, and a Boolean is on the left; bool2num(...) makes it 0 or 1"},
		{"b = nx && b1;", "t.urs:1:5: Booleans expected on both sides of &&, and a number is on the left; num2bool(...) tells whether it is not 0"},
		{"b = b1 & b2;", "t.urs:1:5: numbers expected on both sides of &, and a Boolean is on the left; for Booleans use &&"},
		{"nx = b;", "t.urs:1:6: the value of nx is a Boolean, want a number; bool2num"},
		{"b = 1;", "t.urs:1:5: the value of b is a number, want a Boolean; num2bool"},
		{"assert(nx);", "t.urs:1:8: a constraint is a number, want a Boolean"},
		{"if (nx) ;", "t.urs:1:5: the condition of if is a number, want a Boolean"},
		{"b = 1 < nx < 3;", "t.urs:1:12: a comparison has no third operand"},
		{"b = !nx;", "t.urs:1:6: a Boolean expected behind !, found a number; for numbers use ~"},
		{"nx = ~b;", "t.urs:1:7: a number expected behind ~, found a Boolean; for Booleans use !"},
		{"nx = -b;", "t.urs:1:7: a number expected behind -, found a Boolean; bool2num"},
		{"nx = ite(b, 1, b);", "t.urs:1:6: ite: one value is a number, the other a Boolean"},
		{"nx = ite(nb, 1, 2);", "t.urs:1:10: the condition of ite is a number"},
		{"nx = ite(b, 1);", "t.urs:1:6: ite takes 3 arguments, found 2"},
		{"nx = sgn(b);", "t.urs:1:10: the argument of sgn is a Boolean, want a number"},
		{"b = num2bool(b);", "t.urs:1:14: the argument of num2bool is a Boolean"},
		{"nx = bool2num(3);", "t.urs:1:15: the argument of bool2num is a number"},
		{"nx += ;", "t.urs:1:7: a value expected, found \";\""},
		{"nx &&= 1;", "t.urs:1:4: &&= is for Booleans, and nx is a number"},
		{"b += 1;", "t.urs:1:3: += is for numbers, and b is a Boolean"},
		{"b++;", "t.urs:1:2: ++ is for numbers, and b is a Boolean"},
		{"nx == 3;", `t.urs:1:4: an assignment expected, found "==" behind nx`},
		{"b = nx = 3;", "t.urs:1:5: the value of b is a number"},
		{"b = (= 3);", "t.urs:1:6: = is an assignment; a comparison is =="},
		{"foo(nx);", "t.urs:1:1: a procedure is called by: call foo(...)"},
		{"nx = foo(3);", "t.urs:1:6: foo is no function: a procedure gives its results in its arguments, call foo(...);"},
		{"x = 3;", "t.urs:1:1: x is no variable: names of numbers begin with n, of Booleans with b"},
		{"nx = y;", "t.urs:1:6: y is no variable"},
		{"call foo(nx);", "t.urs:1:1: there is no procedure foo"},
		{"call nfoo(nx);", "t.urs:1:6: the name of a procedure expected after call, found the number nfoo"},
		{"procedure nfoo(nx) { nx = 1; }", "t.urs:1:11: nfoo is a variable: names of procedures begin with another letter than n and b"},
		{"procedure P(nx) { nx = 1; }\ncall P(nx, ny);", "t.urs:2:1: procedure P, in line 1, has 1 parameter, the call 2 arguments"},
		{"procedure P(nx, ny) { nx = 1; }\ncall P(nx);", "t.urs:2:1: procedure P, in line 1, has 2 parameters, the call 1 argument"},
		{"procedure Double(nx) { nx = 2*nx; }\ncall double(na);", "t.urs:2:1: there is no procedure double; capital and small letters differ: Double"},
		{"assert(nx = 3);", "t.urs:1:11: = is an assignment; a comparison is =="},
		{"assert(b; nx = 3);", "t.urs:1:14: = is an assignment; a comparison is =="},
		{"if (nx = 3) ny = 1;", "t.urs:1:8: = is an assignment; a comparison is =="},
		{"while (nx = 3) ny = 1;", "t.urs:1:11: = is an assignment; a comparison is =="},
		{"for (ni = 0; ni = 3; ni++) ny = 1;", "t.urs:1:17: = is an assignment; a comparison is =="},
		{"assert((nx = 3));", `t.urs:1:12: ) expected behind an expression in parentheses, found "="; a comparison is ==`},
		{"assert(nx == 3 and ny == 2);", `t.urs:1:16: ) expected after the constraint, found the name and; "and" is &&`},
		{"b = b1 OR b2;", `t.urs:1:8: ; expected after a statement, found the name OR; "or" is ||`},
		{"print \"x;", `t.urs:1:7: unexpected character "\"": there are no texts`},
		{"procedure P(nx) { nx = 1; } call P(b);", "t.urs:1:36: argument 1 of P: a number expected for the parameter nx, found a Boolean"},
		{"procedure P(nx, nx) { nx = 1; }", "t.urs:1:17: parameter nx is there twice"},
		{"procedure P(nx[2]) { nx = 1; }", "t.urs:1:13: parameter nx: arrays are no parameters; pass the elements"},
		{"procedure P(x) { nx = 1; }", "t.urs:1:13: the name of a parameter, beginning with n or b, expected, found the name x"},
		{"procedure P(nx) { nx = 1; } procedure P(ny) { ny = 1; }", "t.urs:1:39: procedure P is there already, in line 1"},
		{"if (true) { procedure P(nx) { nx = 1; } }", "t.urs:1:13: a procedure in braces"},
		{"nx = 12ab;", `t.urs:1:6: "12ab" is no number`},
		{"nx = 0b12;", `t.urs:1:6: "0b12" is no number`},
		{"nx = 0x;", `t.urs:1:6: "0x" is no number`},
		{"nx = 1_000;", `t.urs:1:6: "1_000" is no number`},
		{"nx = $;", `t.urs:1:6: unexpected character "$"`},
		{"nx = ü;", `t.urs:1:6: unexpected character "ü"`},
		{"nx = \xff;", `t.urs:1:6: unexpected character "\xff"`},
		{"nx = b ? 1 : 2;", `unexpected character "?": a choice is written ite(condition, value, value)`},
		{"_n = 2;", `unexpected character "_": names begin with a letter`},
		{"nx = 1; /* never\n ends", "t.urs:1:9: the comment that begins here has no end: */ is missing"},
		{"{ nx = 1;", "t.urs:1:1: the { here has no }"},
		{"nx = 1; }", "t.urs:1:9: a } without its {"},
		{"else nx = 1;", "t.urs:1:1: an else without its if"},
		{"while nx < 3 nx++;", "t.urs:1:7: ( expected after while, found the number nx"},
		{"minimize(n[1],1,2); assert(true);", "t.urs:1:10: minimize takes the name of a number, not an element"},
		{"minimize(bx,1,2); assert(true);", "t.urs:1:10: the name of a number expected, found the Boolean bx"},
		{"n[1][2][3] = 4;", "t.urs:1:1: n has three indices, want two at most"},
		{"n[b] = 4;", "t.urs:1:3: an index is a Boolean, want a number"},
		{"printx b1;", "t.urs:1:8: what printx prints is a Boolean, want a number"},
		{"n\x00x\x00", `t.urs:1:2: unexpected character "\x00": text is UTF-8 or ASCII; UTF-16 is refused`},
		{"/* bits: abc */ nx = 1;", "t.urs:1:1: a first comment that begins so sets the width of numbers: want /* bits: N */"},
		{"\n/* bits = 17 */ nx = 1;", "t.urs:2:1: a first comment that begins so sets the width of numbers: want /* bits: N */"},
		{"/* bits: 5000 */ nx = 1;", "t.urs:1:1: bits: 5000, want a width of numbers from 1 to 1024"},
		{"nx = " + strings.Repeat("(", 5000), "nested more than 2000 deep"},
		{strings.Repeat("{", 5000), "nested more than 2000 deep"},
		{strings.Repeat("if (true) ", 5000), "nested more than 2000 deep"},
		{"nx = " + strings.Repeat("-", 5000) + "1;", `a value expected, found "--"`},
		{"b = " + strings.Repeat("!", 5000) + "b1;", "nested more than 2000 deep"},
		{"nx = " + strings.Repeat("9", 3000) + ";", "a constant of 3000 digits, want at most 2000"},
	} {
		_, err := ursa.Parse("t.urs", c.src, 0, false)
		if err == nil || !strings.Contains(diagnostics(err), c.want) {
			t.Errorf("%.60s\n%.300v\nwant %s", c.src, err, c.want)
		}
	}
}

// TestMemoryOfMistakes: what is refused is refused while it is read, before a tree or a list of all words is made of it.
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
		if _, err := ursa.Parse("t.urs", src, 9, false); err != nil {
			t.Errorf("%s: %v", src, err)
		}
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
	if got := mustRun(t, sum+and+chain, 8).counts(); got != "yes yes yes" {
		t.Error(got)
	}
	empty := "if (true) ; else ; if (false) ; for (ni = 0; ni < 3; ni++) ; while (ni < 5) { ni++; ; } ; assert(ni == 5);"
	if got := mustRun(t, empty, 8).counts(); got != "yes" {
		t.Error(got)
	}
	recursion := "procedure P(nx,ny) { if (nx > 0) { call P(nx-1,ny); ny++; } } nx = 9000; ny = 0; call P(nx,ny); assert(ny == 9000);"
	if got := mustRun(t, recursion, 16).counts(); got != "yes" {
		t.Error(got)
	}
}

// The dialect of the original, which --strict keeps to.
func TestStrict(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"nx = 1; // one", "1:9: a comment after // is an extension"},
		{"if (true) { }", "1:11: an empty pair of braces is an extension, which --strict refuses"},
		{";", "1:1: an empty statement is an extension"},
		{"procedure P() { nx = 1; }", "1:13: an empty list of parameters is an extension"},
		{"nx = 1; procedure P(nx) { nx = 1; }", "1:9: a procedure after a statement is an extension"},
		{"procedure P(nx) { nx = 1; } call P(n[1]);", "1:36: an element of an array as an argument is an extension"},
		{"b = (nx == 1 ^ ny == 2) && !bz;", "a comparison has no third operand"},
	} {
		_, err := ursa.Parse("t.urs", c.src, 0, true)
		if err == nil || !strings.Contains(diagnostics(err), c.want) {
			t.Errorf("%s\n%v\nwant %s", c.src, err, c.want)
		}
		p, err := ursa.Parse("t.urs", c.src, 0, false)
		if err == nil {
			_, err = runWith(p, ursa.Options{})
		}
		if err != nil {
			t.Errorf("%s\n%v", c.src, err)
		}
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
	for _, c := range []struct {
		src, same string
		warnings  int
	}{
		{"nx==1 ^ ny==2", "nx==1 ^^ ny==2", 1},
		{"nx==1 ^ ny==2 ^ nz==3", "nx==1 ^^ ny==2 ^^ nz==3", 2},
		{"nx==1 ^ ny==2 && bz", "nx==1 ^^ ny==2 && bz", 1},
		{"(nx==1 ^ ny==2) && (nx>3 ^ ny<=2)", "(nx==1 ^^ ny==2) && (nx>3 ^^ ny<=2)", 2},
		{"!(nx+1==1 ^ ny*2==2)", "!(nx+1==1 ^^ ny*2==2)", 1},
		{"(nx^1)==2 || nx==(ny^3)", "(nx^1)==2 || nx==(ny^3)", 0},
		{"nx^1==ny^2", "(nx^1)==(ny^2)", 0},
	} {
		out := mustRun(t, fmt.Sprintf("assert((%s) ^^ (%s));", c.src, c.same), 3)
		if out.counts() != "0" && out.counts() != "no" || len(out.warnings) != c.warnings {
			t.Errorf("%s: %s, warnings %q", c.src, out.counts(), out.warnings)
		}
	}
	if _, err := run("b = nx==1 ^ ny^2 == 3;", 3); err == nil {
		t.Error("nx==1 ^ ny^2 == 3 can be read in two ways")
	}
	// Many of them take no time; at some number it is enough.
	long := "nx==1" + strings.Repeat(" ^ ny==2", 5000)
	if _, err := run("b = "+long+";", 3); err == nil {
		t.Error("five thousand misprints are no misprints")
	}
}

package ursa_test

import (
	"strings"
	"testing"
)

// Values, procedures and statements as the reference describes them: counts of solutions, or yes and no, and what is printed.
func TestSemantics(t *testing.T) {
	for _, c := range []struct {
		name, src, counts, rest string // solutions of the last assertion, or what is printed
	}{
		{"assigning later", "ny = nx + 1; nx = 5; assert_all(ny == 3); print nx;", "1", "nx = 5 (ground)"},
		{"names with indices", "n = 1; n[1] = 2; n[1][1] = 3; n[01] += 4; assert(n == 1 && n[1] == 6 && n[1][1] == 3);", "yes", ""},
		{"both branches are read", "nx = ite(true, 1, ny); assert_all(ny == 2 && nx == 1);", "1", "ny=2"},
		{"both sides are read", "b = false && bx; print bx; assert(!b);", "yes", "bx (symbolic, independent)"},
		{"increment reads", "nx++; assert_all(nx == 3);", "1", "nx=2"},
		{"copied in and out", "procedure P(nx, ny) { nx = nx + 1; ny = nx; } na = 3; call P(na, nb); assert(na == 4 && nb == 4);", "yes", ""},
		{"globals are invisible", "procedure P(nx) { nx = ng; } ng = 7; call P(na); assert_all(na == 7 && ng == 7);", "1", "P.ng=7"},
		{"locals vanish", "procedure P(nx) { nl = 3; nx = nl; } nl = 1; call P(na); assert(nl == 1 && na == 3);", "yes", ""},
		{"the caller's name", "procedure P(nx, by) { by = nx < 3; } call P(na, bz); assert_all(bz);", "3", "na=0; na=1; na=2"},
		{"through two calls", "procedure Q(nx, by) { by = nx == 3; } procedure P(nx, by) { call Q(nx, by); } call P(na, bz); assert_all(bz);", "1", "na=3"},
		{"an element as an argument", "procedure P(nx) { nx = nx & 1; } call P(n[3]); assert_all(n[3] == 1);", "128", ""},
		{"an untouched parameter", "procedure P(nx, ny) { nx = 1; } call P(na, nb); assert_all(nb == 2); print nb;", "1", "nb (symbolic, independent)"},
		{"the first parameter wins", "procedure P(nx, ny) { nx = 1; ny = nx + 5; } call P(nz, nz); assert(nz == 1);", "yes", ""},
		{"in parentheses", "procedure P(nx) { nx = 1; } nz = 3; call P((nz)); assert(nz == 3);", "yes", ""},
		{"an expression defines first", "procedure P(nx, ny) { nx = ny - nx; } call P(na, na + 1); assert(na == 1);", "1", ""},
		{"factorial", "procedure F(nx, nf) { if (nx == 0) nf = 1; else { call F(nx - 1, nf); nf *= nx; } } call F(5, nf); assert(nf == 120);", "yes", ""},
		{"a local that is read twice", "procedure P(nx) { nx = nw; } call P(na); call P(nb); assert_all(na < 2 && nb < 3);", "6", ""},
		{"symbolic shifts", "assert_all(1 << nx == 4 && 200 >> ny == 3);", "1", "nx=2 ny=6"},
		{"shifts by too much", "assert_all(nx << ny != 0 && ny > 7);", "0", ""},
		{"several constraints", "assert_all(nx < 9; nx > 6; nx != 8);", "1", "nx=7"},
		{"a decided formula", "assert_all(nz == nz);", "256", ""},
		{"a dangling else", "if (true) if (false) nx = 1; else nx = 2; assert(nx == 2);", "yes", ""},
		{"a loop without statements around", "for (ni = 0; ni < 10; ni += 3) nj = ni; assert(ni == 12 && nj == 9);", "yes", ""},
		{"halt in a procedure", "procedure P(nx) { halt; } call P(na); assert(true);", "", ""},
		{"clear", "nx = 3; clear; assert_all(nx < 2); clear; assert_all(nx < 3);", "2 3", "nx=0; nx=1; nx=2"},
		{"clear in a procedure", "procedure P(nx) { clear; nx = nx + ny; } na = 4; call P(na); nb = na; assert(nb == 4); ", "1", ""},
		{"width 1", "/* bits: 1 */ assert_all(nx + ny == 1);", "2", "nx=0 ny=1; nx=1 ny=0"},
		{"width 70", "/* bits: 70 */ nx = 1 << 69; assert(nx + nx == 0 && nx - 1 < nx && nx >> 69 == 1 && ny * 3 == nx * 2 + 3);", "1", "ny=1"},
		{"width 64", "/* bits: 64 */ nx = 0 - 1; assert(nx == 18446744073709551615 && nx * nx == 1 && nx > 5); printx nx;", "yes", "nx = 0xffffffffffffffff (ground)"},
		{"print", "nx = 5; printb nx + 1; print nx > 4;", "", "nx > 4 = true (ground)"},
		{"a procedure behind its call", "call P(nx); assert(nx == 3); procedure P(nx) { nx = 3; }", "yes", ""},
	} {
		out, err := run(c.src, 0)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		rest := ""
		if n := len(out.printed); n > 0 {
			rest = out.printed[n-1]
		} else if n := len(out.answers); n > 0 && len(out.answers[n-1].solutions) < 5 {
			rest = strings.Join(out.answers[n-1].solutions, "; ")
		}
		if got := out.counts(); got != c.counts || c.rest != "" && rest != c.rest {
			t.Errorf("%s: %s, %s; want %s, %s", c.name, got, rest, c.counts, c.rest)
		}
	}
}

// What is done without a model of the program's own making is warned of.
func TestWarnings(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"nx = 300;", "t.urs:1:6: warning: 300 does not fit 8 bits and is reduced to 44"},
		{"procedure P(nx, ny) { nx = ny; } call P(nz, nz);", "t.urs:1:45: warning: nz is passed twice: after the call it has the value of the first parameter"},
		{"assert(300 == 44);", "t.urs:1:8: warning: 300 does not fit 8 bits and is reduced to 44"},
		{"assert(nx == 1 + 300);", "t.urs:1:18: warning: 300 does not fit 8 bits and is reduced to 44"},
		{"minimize(nx,1,10); nx=3; assert(nx==5);", "t.urs:1:22: warning: this overwrites nx, to which minimize or maximize gives its values"},
		{"minimize(nx,1,10);\nnx++; assert(nx==5);", "t.urs:2:3: warning: this overwrites nx, to which minimize or maximize gives its values"},
		{"maximize(nx,1,10); call P(nx); assert(nx<=5); procedure P(ny) { ny = ny + nz; }",
			"t.urs:1:20: warning: this overwrites nx, to which minimize or maximize gives its values"},
		{"minimize(nx,1,10); call P(nx); assert(nx==5); nx = 1; procedure P(ny) { nx = 3; ny = ny; }", ""},
		{"nx = 9; minimize(nx,1,10); assert(nx==5);", ""},
		{"minimize(nx,1,20); clear; assert(ny < 3);", "t.urs:1:20: warning: this overwrites nx, to which minimize or maximize gives its values"},
		{"minimize(nx,1,2); maximize(ny,1,2); assert(true);", "t.urs:1:19: warning: only the first minimize or maximize counts"},
	} {
		out := mustRun(t, c.src, 8)
		if strings.Join(out.warnings, "\n") != c.want {
			t.Errorf("%s: %q, want %s", c.src, out.warnings, c.want)
		}
	}
}

// The least and the greatest value, by both ways to search.
func TestOptima(t *testing.T) {
	for _, c := range []struct {
		src  string
		want int64 // -1: none
	}{
		{"minimize(nx,1,20); assert(nx>=7);", 7},
		{"maximize(nx,1,20); assert(nx<=7);", 7},
		{"minimize(nx,1,6); assert(nx>=7);", -1},
		{"minimize(nx,250,255); assert(nx==255);", 255},
		{"maximize(nx,0,3); assert(nx==0);", 0},
		{"minimize(nx,5,4); assert(true);", -1},
		{"nx = 9; minimize(nx,1,20); assert_all(nx*ny==36 && ny<12);", 4},
		{"assert(true); minimize(nx,1,20); if (nx > 4) assert(ny<nx && ny==6); else assert(false);", 7},
		{"if (false) minimize(nx,1,20); assert(true);", -2},
		{"minimize(nx,1,20); clear; assert(ny < 3);", 1},
	} {
		out := mustRun(t, c.src, 8)
		switch o := out.optimum; {
		case c.want == -2:
			if o != nil {
				t.Errorf("%s: %+v", c.src, o)
			}
		case o == nil || o.Found != (c.want >= 0) || o.Found && o.Value.Int64() != c.want:
			t.Errorf("%s: %+v, want %d", c.src, o, c.want)
		}
	}
}

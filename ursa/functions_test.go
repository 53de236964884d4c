package ursa

import (
	"testing"

	"retroproof/internal/expect"
)

// signedOf is a number of four bits with the highest one as sign.
func signedOf(x int) int { return (x ^ 8) - 8 }

// TestFunctions compares the functions that the original has not, of symbolic and of ground numbers, with Go's, for all
// numbers of four bits.
func TestFunctions(t *testing.T) {
	t.Parallel()
	divide := func(x, y int) (int, int) {
		if y == 0 {
			return 15, x
		}
		return x / y, x % y
	}
	signed := func(x, y int) (int, int) {
		x, y = signedOf(x), signedOf(y)
		if y == 0 {
			return map[bool]int{true: 1, false: -1}[x < 0], x
		}
		return x / y, x % y
	}
	truth := map[bool]int{true: 1}
	for name, want := range map[string]func(x, y int) int{
		"div(nx, ny)":                       func(x, y int) int { q, _ := divide(x, y); return q },
		"mod(nx, ny)":                       func(x, y int) int { _, r := divide(x, y); return r },
		"sdiv(nx, ny)":                      func(x, y int) int { q, _ := signed(x, y); return q },
		"smod(nx, ny)":                      func(x, y int) int { _, r := signed(x, y); return r },
		"bool2num(slt(nx, ny))":             func(x, y int) int { return truth[signedOf(x) < signedOf(y)] },
		"bool2num(sle(nx, ny))":             func(x, y int) int { return truth[signedOf(x) <= signedOf(y)] },
		"sum(nx, ny, 3)":                    func(x, y int) int { return x + y + 3 },
		"bool2num(alldifferent(nx, ny, 3))": func(x, y int) int { return truth[x != y && x != 3 && y != 3] },
		"bool2num(7*nx - ny - 3 == 2*ny - (nx << 1))": func(x, y int) int { return truth[(9*x-3*y-3)&15 == 0] },
		"bool2num(-(ny - nx) + nx*ny != ny*nx - 5)":   func(x, y int) int { return truth[(x-y+5)&15 != 0] },
		"bool2num(atmost(1, nx > 3, ny > 5, nx == ny))": func(x, y int) int {
			return truth[truth[x > 3]+truth[y > 5]+truth[x == y] <= 1]
		},
	} {
		p, err := Parse("t.urs", "nz = "+name+"; assert_all(nz == nw);", 4, false)
		expect.NoError(t, err)
		n := 0
		expect.NoError(t, p.Run(t.Context(), Options{}, Handler{Assert: func(a *Assertion) error {
			for s, err := range a.Solutions(t.Context(), "native") {
				expect.NoError(t, err)
				w, x, y := int(s[0].Int64()), int(s[1].Int64()), int(s[2].Int64())
				expect.Equal(t, w, want(x, y)&15, "%s for %d, %d", name, x, y)
				n++
			}
			return nil
		}}))
		expect.Equal(t, n, 256, "%s", name)
	}
}

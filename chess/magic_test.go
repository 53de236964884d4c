package chess

import (
	"fmt"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// slowAttacks walks along the directions until it meets a man.
func slowAttacks(s Square, occupied Bitboard, directions ...step) Bitboard {
	var b Bitboard
	for _, d := range directions {
		for t := MakeSquare(s.File()+d.file, s.Rank()+d.rank); t.Valid(); t = MakeSquare(t.File()+d.file, t.Rank()+d.rank) {
			b |= t.Bit()
			if occupied.Has(t) {
				break
			}
		}
	}
	return b
}

var (
	rookSteps   = []step{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	bishopSteps = []step{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
)

// TestMagicNumbers repeats the search for the magic numbers and compares them
// with those in the source. With -update it writes magicnumbers.go.
func TestMagicNumbers(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("package chess\n\n// Written by: go test ./chess -run TestMagicNumbers -update\n\n")
	random := splitmix64(1)
	for _, kind := range []struct {
		name  string
		steps []step
	}{{"rookNumbers", rookSteps}, {"bishopNumbers", bishopSteps}} {
		fmt.Fprintf(&b, "var %s = [NumSquares]uint64{\n", kind.name)
		for s := range Square(NumSquares) {
			number := findMagic(&random, s, kind.steps)
			lead, end := " ", ""
			if s.File()%4 == 0 {
				lead = "\t"
			}
			if s.File()%4 == 3 {
				end = "\n"
			}
			fmt.Fprintf(&b, "%s0x%016X,%s", lead, number, end)
		}
		b.WriteString("}\n")
		if kind.name == "rookNumbers" {
			b.WriteByte('\n')
		}
	}
	expect.Compare(t, "magicnumbers.go", b.String())
}

// findMagic tries numbers with few bits set, until one sends any two ways to
// occupy the lines through s to different indices, or to the same if they leave
// the same squares attacked.
func findMagic(random *splitmix64, s Square, steps []step) uint64 {
	var mask Bitboard
	for _, d := range steps {
		ray := slowAttacks(s, NoSquares, d)
		for t := range ray.Squares() {
			if MakeSquare(t.File()+d.file, t.Rank()+d.rank).Valid() {
				mask |= t.Bit()
			}
		}
	}
	n := mask.Count()
	var occupied, attacks []Bitboard
	for set := NoSquares; ; {
		occupied = append(occupied, set)
		attacks = append(attacks, slowAttacks(s, set, steps...))
		if set = (set - mask) & mask; set == 0 {
			break
		}
	}
	table := make([]Bitboard, 1<<n)
	stamp := make([]int, 1<<n)
	for try := 1; ; try++ {
		number := random.next()
		number &= random.next()
		number &= random.next()
		good := true
		for i := 0; i < len(occupied) && good; i++ {
			index := uint64(occupied[i]) * number >> (NumSquares - n)
			if stamp[index] != try {
				stamp[index], table[index] = try, attacks[i]
			}
			good = table[index] == attacks[i]
		}
		if good {
			return number
		}
	}
}

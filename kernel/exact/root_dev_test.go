package exact

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"retroproof/chess"
)

func TestDevRoot(t *testing.T) {
	text, _ := os.ReadFile("/work/shared/data/proof-game-problems.tsv")
	for _, line := range strings.Split(string(text), "\n") {
		f := strings.Split(line, "\t")
		if len(f) < 6 || strings.HasPrefix(line, "#") {
			continue
		}
		plies, _ := strconv.Atoi(f[1])
		if plies < 20 || plies > 40 {
			continue
		}
		any := strings.Contains(f[0], "?")
		g, err := chess.ParsePosition(strings.Replace(f[0], "?", "-", 1))
		if err != nil {
			continue
		}
		e := newBound()
		e.goal, e.must, e.may = g, g.Castling(), g.Castling()
		if any {
			e.must, e.may = 0, chess.AllCastling
		}
		e.pos = chess.InitialPosition()
		e.left = movesLeft(0, plies)
		ok := e.look()
		name := strings.Fields(f[4])
		t.Log(plies, name[len(name)-1], ok, "left", e.left, "least", e.sides[0].least, e.sides[1].least, "spare", e.spare, "blocked", e.blocked.Count(), "takes", e.sides[0].takes.Count(), e.sides[1].takes.Count())
	}
}

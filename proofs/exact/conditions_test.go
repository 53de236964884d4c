package exact_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/exact"
)

// moved is a move in a game, or in a series.
type moved struct {
	before, after *chess.Position
	chess.Move
	last bool
}

// captures reports whether a move captures.
func (m *moved) captures() bool { return m.before.Captured(m.Move) != chess.NoMan }

// shades reports whether all men of the side that moves keep to their colour.
func (m *moved) shades() bool {
	dark := func(p *chess.Position) (n int) {
		for sq := range p.Side(m.before.Turn()).Squares() {
			if sq.Dark() {
				n++
			}
		}
		return n
	}
	return dark(m.before) == dark(m.after)
}

// conditions have games and series in which something happens that a condition forbids, and what each move has to be.
var conditions = []struct {
	start, goal string
	plies       int
	series      bool
	is          func(m *moved) bool
}{
	{"2r4k/8/8/8/8/8/8/K1N5 w - - 0 1", "?, still c1", 2, false, func(m *moved) bool {
		return m.From() != chess.Square(2) && m.To() != chess.Square(2)
	}},
	{"7k/8/5n2/3pP3/8/8/8/K7 w - d6 0 1", "?, white no captures", 2, false, func(m *moved) bool {
		return m.before.Turn() == chess.Black || !m.captures()
	}},
	{"7k/8/8/4P1n1/8/5P2/4P3/K7 w - - 0 1", "?, black no captures", 2, false, func(m *moved) bool {
		return m.before.Turn() == chess.White || !m.captures()
	}},
	{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "?, white monochromatic", 2, false, func(m *moved) bool {
		return m.before.Turn() == chess.Black || m.shades()
	}},
	{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "?, black monochromatic", 2, false, func(m *moved) bool {
		return m.before.Turn() == chess.White || m.shades()
	}},
	{"6k1/8/8/8/8/8/8/K6R w - - 0 1", "?, series", 3, true, func(m *moved) bool { return m.last || !m.after.InCheck() }},
	{"7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "?, series, white no captures, last K????????", 2, true, func(m *moved) bool {
		return (m.last || !m.after.InCheck()) && !m.captures() && (!m.last || m.before.At(m.From()) == chess.WhiteKing)
	}},
	{"7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "?, series, last P????????", 2, true, func(m *moved) bool {
		return (m.last || !m.after.InCheck()) && (!m.last || m.before.At(m.From()) == chess.WhitePawn)
	}},
	{"6rk/5rpp/8/6N1/8/8/8/K7 w - - 0 1", "?, last N????R?+#", 1, false, func(m *moved) bool {
		return m.after.IsCheckmate() && m.before.At(m.From()).Kind() == chess.Knight && m.before.Captured(m.Move).Kind() == chess.Rook
	}},
	{"6rk/5rpp/8/6N1/8/8/8/K7 w - - 0 1", "?, last N????????", 3, false, func(m *moved) bool {
		return !m.last || m.before.At(m.From()).Kind() == chess.Knight
	}},
	{"7k/6p1/8/8/8/8/8/K5QR b - - 0 1", "?, last ?????[^0]0+0", 2, false, func(m *moved) bool {
		return !m.last || m.captures() && m.after.InCheck() && m.after.HasLegalMove()
	}},
	{"7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "?, last Q????0?0#", 1, false, func(m *moved) bool {
		return m.before.At(m.From()) == chess.WhiteQueen && m.after.IsStalemate()
	}},
	{"1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "?, last P?????n??", 1, false, func(m *moved) bool { return m.Promotion() == chess.Knight }},
	{"7k/8/5n2/3pP3/8/8/8/K7 w - d6 0 1", "?, last P????Pe??", 1, false, func(m *moved) bool { return m.IsEnPassant() }},
	{"4kn2/8/8/8/8/8/8/3QK3 w - - 0 1", "?, white homebase", 3, false, func(m *moved) bool {
		return !m.last || home(m.after, chess.White)
	}},
	{"1n2k3/8/8/8/8/8/8/Q3K3 b - - 0 1", "?, black homebase, white no captures", 3, false, func(m *moved) bool {
		return (!m.last || home(m.after, chess.Black)) && (m.before.Turn() == chess.Black || !m.captures())
	}},
	{"7k/8/8/8/8/n7/n7/R6K w - - 0 1", "7k/8/8/8/8/R7/8/7K b - - 0 1, series", 2, true, func(m *moved) bool {
		return m.captures() && m.before.At(m.From()) == chess.WhiteRook
	}},
	{"7k/8/8/8/8/8/8/K7 w - - 0 1", "7k/8/8/8/3K4/8/8/8 b - - 0 1, series", 3, true, func(m *moved) bool {
		return !m.last || m.To() == chess.Square(27)
	}},
}

// home reports whether the men of a side stand where men of their kind begin.
func home(p *chess.Position, c chess.Color) bool {
	start := chess.InitialSetup()
	for _, m := range p.Setup().Men() {
		if m.Man.Color() == c && m.Man != start.Board[m.Square] {
			return false
		}
	}
	return true
}

// games counts the games of a length, or the series, whose moves are as they have to be.
func games(p *chess.Position, plies int, series bool, is func(m *moved) bool) (n uint64) {
	if plies == 0 {
		return 1
	}
	for _, m := range p.LegalMoves(nil) {
		after := *p
		after.Make(m)
		if !is(&moved{p, &after, m, plies == 1}) {
			continue
		}
		next := &after
		if series && plies > 1 {
			s := after.Setup()
			s.Turn, s.EnPassant = s.Turn.Other(), chess.NoSquare
			var err error
			if next, err = chess.NewPosition(s); err != nil {
				continue // the side gave check
			}
		}
		n += games(next, plies-1, series, is)
	}
	return n
}

// playedOn checks a claim by the tree in which every position is played on from; tree is what a shorter one ends in.
func playedOn(claim *exact.Claim) error {
	check := func(n int) error {
		_, err := exact.Check(context.Background(), strings.NewReader(claim.String()+strings.Repeat("p", n)+"\n"), exact.Options{})
		return err
	}
	short, long := -1, 1<<12 // trees with too few positions, and with too many
	for long-short > 1 {
		n := (short + long) / 2
		switch err := check(n); {
		case !errors.Is(err, exact.ErrMalformed):
			return err
		case strings.Contains(err.Error(), "follows the tree"):
			long = n
		default:
			short = n
		}
	}
	return errors.New("no tree will do")
}

// TestConditions compares the games that the checker counts with those that another package plays.
func TestConditions(t *testing.T) {
	t.Parallel()
	for _, tt := range conditions {
		name := fmt.Sprintf("%s, %d plies, %s", tt.start, tt.plies, tt.goal)
		p, err := chess.ParsePosition(tt.start)
		expect.NoError(t, err)
		n := games(p, tt.plies, tt.series, tt.is)
		if all := games(p, tt.plies, tt.series, func(*moved) bool { return true }); n == 0 || n == all && !tt.series {
			t.Errorf("%s: %d of %d games", name, n, all)
		}
		claim := &exact.Claim{Start: tt.start, Goal: tt.goal, Plies: tt.plies, Games: n}
		expect.Succeeds(t, playedOn(claim), "%s: %d games", name, n)
		claim.Games++
		expect.ErrorIs(t, playedOn(claim), exact.ErrCount, "%s: %d games", name, n+1)
	}
}

// TestNoArgumentsWithoutDiagram: with any position as the goal nothing is refuted.
func TestNoArgumentsWithoutDiagram(t *testing.T) {
	t.Parallel()
	claim := exact.Claim{Start: "k7/8/8/8/8/8/8/7K w - - 0 1", Goal: "?", Plies: 1}
	_, err := exact.Check(context.Background(), strings.NewReader(claim.String()+"r\x01\x00\x00\n"), exact.Options{})
	if !errors.Is(err, exact.ErrMalformed) || !strings.Contains(err.Error(), "stands for a position") {
		t.Error(err)
	}
}

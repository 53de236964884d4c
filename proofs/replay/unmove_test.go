package replay

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
)

// compareUnmoves compares the un-moves of a position with those that package chess
// generates, and the positions before them.
func compareUnmoves(t *testing.T, q *chess.Position) {
	t.Helper()
	p := expect.Must(ParseFEN(q.FEN()))
	var got, want []string
	for text, before := range p.Unmoves {
		got = append(got, text+": "+before.FEN())
	}
	for _, u := range q.Unmoves(nil, chess.UnmoveOptions{}) {
		captured := "-"
		if u.Captured != chess.NoMan {
			captured = string(rune(u.Captured.Letter()))
		}
		before := q.Before(u)
		s := before.Setup()
		s.HalfmoveClock, s.FullmoveNumber = 0, 1
		want = append(want, fmt.Sprintf("%s %s %s %s: %s", u.Move.UCI(), captured, u.Castling, u.EnPassant, s.FEN()))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s:\n%s\nand with package chess\n%s", q, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// size returns how many positions are compared: of as many as are usual.
func size(usual int) int {
	switch {
	case testing.Short():
		return usual / 10
	case expect.Long:
		return usual * 40
	}
	return usual
}

// TestUnmovesOfGames, of random games from the initial position.
func TestUnmovesOfGames(t *testing.T) {
	t.Parallel()
	most := size(1000)
	n := 0
	randomgames.Play(11, 24*most, func(g *randomgames.Position) bool {
		if n++; n%24 == 0 {
			compareUnmoves(t, g.Pos)
		}
		return true
	})
}

// TestUnmovesOfSmallStarts: castling rights, promoted men, and pawns that have just passed.
func TestUnmovesOfSmallStarts(t *testing.T) {
	t.Parallel()
	most := size(1500)
	r := rand.New(rand.NewPCG(12, 12))
	for range most {
		p := expect.Must(chess.NewPosition(*randomgames.AnySmallStart(r)))
		compareUnmoves(t, p)
		for range r.IntN(4) {
			list := p.LegalMoves(nil)
			if len(list) == 0 {
				break
			}
			p.Make(list[r.IntN(len(list))])
			compareUnmoves(t, p)
		}
	}
}

// TestPass: the other side is to move, and captures nothing en passant.
func TestPass(t *testing.T) {
	t.Parallel()
	p := expect.Must(ParseFEN("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"))
	if got, want := p.Pass().FEN(), "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"; got != want || !p.White() {
		t.Errorf("%s, want %s", got, want)
	}
}

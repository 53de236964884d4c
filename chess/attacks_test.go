package chess

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess/board"
)

// TestAttacksOfBoard compares what men attack with package board, which has no tables of lines.
func TestAttacksOfBoard(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		occupied := Bitboard(r.Uint64() & r.Uint64())
		for s := range Square(NumSquares) {
			for m := range Man(NumMen) {
				if got, want := Attacks(m, s, occupied), board.Attacks(m, s, occupied); got != want {
					t.Fatalf("%s on %s attacks\n%s, and in package board\n%s", m, s, got, want)
				}
			}
			for to := range Square(NumSquares) {
				if Between(s, to) != board.Between(s, to) {
					t.Fatalf("between %s and %s", s, to)
				}
			}
		}
	}
}

// TestAttacksOfLines compares what rooks and bishops attack with package board, for all ways to occupy their lines.
func TestAttacksOfLines(t *testing.T) {
	t.Parallel()
	for s := range Square(NumSquares) {
		for _, m := range []Man{WhiteRook, WhiteBishop} {
			lines := board.Attacks(m, s, NoSquares)
			for occupied := lines; ; occupied = (occupied - 1) & lines {
				if got, want := Attacks(m, s, occupied), board.Attacks(m, s, occupied); got != want {
					t.Fatalf("%s on %s attacks\n%s, and in package board\n%s", m, s, got, want)
				}
				if occupied == 0 {
					break
				}
			}
		}
	}
}

package exact_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/exact"
	"retroproof/proofs/replay"
)

// sparse returns a random position of few men, in which castling is often possible.
func sparse(r *rand.Rand) *chess.Position {
	for {
		var board [64]byte
		put := func(man byte, sq int) bool {
			free := board[sq] == 0
			if free {
				board[sq] = man
			}
			return free
		}
		rights := ""
		for c, right := range []string{"KQ", "kq"} {
			man := [2]string{"KR", "kr"}[c]
			if r.IntN(3) == c || !put(man[0], 4+56*c) {
				put(man[0], r.IntN(64))
				continue
			}
			for i, corner := range []int{7, 0} {
				if r.IntN(2) == 0 && put(man[1], corner+56*c) {
					rights += right[i : i+1]
				}
			}
		}
		for range r.IntN(6) {
			put("QRBNPPqrbnpp"[r.IntN(12)], 8+r.IntN(48))
		}
		var rows []string
		for y := 7; y >= 0; y-- {
			row := strings.ReplaceAll(string(board[8*y:8*y+8]), "\x00", "1")
			for k := 8; k > 1; k-- {
				row = strings.ReplaceAll(row, strings.Repeat("1", k), fmt.Sprint(k))
			}
			rows = append(rows, row)
		}
		if rights == "" {
			rights = "-"
		}
		p, err := chess.ParsePosition(strings.Join(rows, "/") + " " + "wb"[r.IntN(2):][:1] + " " + rights + " - 0 1")
		if err == nil && len(p.LegalMoves(nil)) > 0 {
			return p
		}
	}
}

// loosened returns an argument that holds: the best one, or one with lower numbers.
func loosened(r *rand.Rand, m *exact.Matrix, side int) *exact.Step {
	s := best(m, side)
	if r.IntN(3) == 0 {
		return s
	}
	for i := range m.N {
		s.Men[i] -= int8(r.IntN(5) / 2)
	}
	for j := range m.N {
		s.Places[j] = 100
		for i := range m.N {
			s.Places[j] = min(s.Places[j], m.Cost[i][j]-s.Men[i])
		}
	}
	return s
}

// No argument refutes a position of a game that was played, whatever numbers it has; men that stay do, and men are
// captured on squares that are left.
func TestGamesAreNeverRefuted(t *testing.T) {
	r, games := rand.New(rand.NewPCG(43, 1)), 3000
	if expect.Long {
		games = 300_000
	}
	for range games {
		p := sparse(r)
		var way []chess.Position
		var moves []chess.Move
		for range 1 + r.IntN(9) {
			list := p.LegalMoves(nil)
			if len(list) == 0 {
				break
			}
			m := list[r.IntN(len(list))]
			for _, other := range list { // castling and captures are what can be overlooked
				if r.IntN(4) == 0 && (other.IsCastling() || p.Captured(other) != chess.NoMan) {
					m = other
				}
			}
			way, moves = append(way, *p), append(moves, m)
			p.Make(m)
		}
		target, err := claimOf(way[0].FEN(), p.FEN(), len(way)).Target()
		expect.NoError(t, err)
		bound := exact.NewBound(target.Goal)
		for i := range way {
			holdsFor(t, r, bound, way[i:], moves[i:], p.FEN())
		}
	}
}

// holdsFor applies arguments to the first position of a game to a goal.
func holdsFor(t *testing.T, r *rand.Rand, b *exact.Bound, way []chess.Position, moves []chess.Move, goal string) {
	t.Helper()
	fen := way[0].FEN()
	p, err := replay.ParsePlayable(fen)
	expect.NoError(t, err)
	refuted := !b.Begin(p, len(way))
	for range 6 {
		var m exact.Matrix
		side := r.IntN(2)
		if b.Fill(&m, side); m.N > 0 && !refuted {
			refuted, _ = b.Apply(&m, loosened(r, &m, side))
		}
	}
	if refuted {
		t.Fatalf("%s: refuted, though %v leads to %s", fen, moves, goal)
	}
	for i := range way {
		victims := map[chess.Color]int{chess.White: exact.Black, chess.Black: exact.White}[way[i].Turn()]
		if way[i].Captured(moves[i]) != chess.NoMan && !b.Targets[victims][moves[i].To()] {
			t.Fatalf("%s: nothing is captured on %v, though %v leads to %s", fen, moves[i].To(), moves, goal)
		}
		for sq, stays := range b.Blocked {
			if stays && way[i].At(chess.Square(sq)) != way[0].At(chess.Square(sq)) {
				t.Fatalf("%s: the man on %v stays, though %v leads to %s", fen, chess.Square(sq), moves, goal)
			}
		}
	}
}

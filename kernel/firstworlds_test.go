package kernel_test

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// newCaptures returns a start in which a piece of each side is at home among pawns, and next to it one that has
// captured at the goals, with its first move and its only one; the two pieces are gone then. Kings and rooks with
// rights, and most of the other pawns, have not moved.
func newCaptures(r *rand.Rand) *world {
	for {
		w := &world{start: chess.EmptySetup(), reached: map[uint64]bool{}, steps: map[chess.Square]chess.Square{}}
		s := &w.start
		s.EnPassant, s.FullmoveNumber, s.Turn = chess.NoSquare, 1, chess.Color(r.IntN(2))
		whole := chess.InitialSetup()
		keep := func(sq chess.Square, frozen bool) {
			if s.Board[sq] != chess.NoMan {
				return
			}
			s.Board[sq] = whole.Board[sq]
			if frozen {
				w.frozen |= sq.Bit()
			} else {
				w.free = append(w.free, sq)
			}
		}
		for c := range chess.Color(2) {
			i := 2*int(c) + r.IntN(2)
			for _, home := range chess.CastlingPaths[i].Home {
				keep(home.Square, true)
			}
			w.rights |= 1 << i
			file := []int{0, 2, 2, 2, 5, 5, 5, 7}[r.IntN(8)] // of the piece
			piece := chess.MakeSquare(file, c.RelativeRank(0))
			if s.Board[piece] != chess.NoMan {
				continue // it is the rook that has a right
			}
			from := file + r.IntN(3) - 1
			to := from + 2*r.IntN(2) - 1
			if from < 0 || from > 7 || to < 0 || to > 7 {
				continue
			}
			keep(piece, false)
			w.gone |= piece.Bit()
			pawn := chess.MakeSquare(from, c.RelativeRank(1))
			keep(pawn, false)
			w.steps[pawn] = chess.MakeSquare(to, c.RelativeRank(2))
			for f := max(0, file-2); f <= min(7, file+2); f++ {
				if r.IntN(20) > 0 {
					keep(chess.MakeSquare(f, c.RelativeRank(1)), true)
				}
			}
		}
		keep([]chess.Square{1, 6, 57, 62}[r.IntN(4)], false) // a knight, without which nobody may have a move
		s.Castling = w.rights
		if p, err := chess.NewPosition(*s); err == nil && len(w.steps) == 2 && p.HasLegalMove() {
			return w
		}
	}
}

// TestFirstCaptureWorlds decides positions of such worlds.
func TestFirstCaptureWorlds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*worldSeed, 52))
	starts, most := expect.Size(5, 100)*(*worldGames), expect.Size(*worldCap/4, *worldCap)
	if _, reasons := decideWorlds(t, r, starts, most, func() *world { return newCaptures(r) }); reasons["NoFirstCapture"] == 0 {
		t.Error("NoFirstCapture refutes nothing")
	}
}

package astar

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
)

// crowdedStart returns a start with few men where much can happen at once: pawns about to
// promote beside men that they can capture, rooks with castling rights that bishops,
// knights and promoting pawns attack, rammed pawns, several bishops on squares of one
// colour, cages, and en passant squares.
func crowdedStart(r *rand.Rand) *chess.Setup {
	for {
		s := chess.EmptySetup()
		s.Turn = chess.Color(r.IntN(2))
		put := func(m chess.Man, file, rank int) bool {
			if file < 0 || file > 7 || rank < 0 || rank > 7 || m.Kind() == chess.Pawn && (rank == 0 || rank == 7) {
				return false
			}
			sq := chess.MakeSquare(file, rank)
			if s.Board[sq] != chess.NoMan {
				return false
			}
			s.Board[sq] = m
			return true
		}
		for c := chess.White; c <= chess.Black; c++ {
			home := 7 * int(c)
			king := chess.MakeMan(c, chess.King)
			if r.IntN(3) == 0 {
				for !put(king, r.IntN(8), (home+r.IntN(2)*(1-2*int(c)))&7) {
				}
				continue
			}
			put(king, 4, home)
			for side, file := range []int{7, 0} {
				if r.IntN(4) > 0 && put(chess.MakeMan(c, chess.Rook), file, home) && r.IntN(5) > 0 {
					s.Castling |= 1 << (2*int(c) + side)
				}
			}
		}
		for range 1 + r.IntN(3) {
			c := chess.Color(r.IntN(2))
			own := func(k chess.Kind) chess.Man { return chess.MakeMan(c, k) }
			other := func(k chess.Kind) chess.Man { return chess.MakeMan(c.Other(), k) }
			last, back := 7-7*int(c), -1+2*int(c) // towards its own side
			f := r.IntN(8)
			switch r.IntN(6) {
			case 0: // about to promote, with something to capture
				put(own(chess.Pawn), f, last+back*(1+r.IntN(2)))
				if r.IntN(2) == 0 {
					put(other([]chess.Kind{chess.Knight, chess.Bishop, chess.Rook}[r.IntN(3)]), f+1-2*r.IntN(2), last)
				}
				if r.IntN(3) == 0 {
					put(other(chess.Knight), f, last)
				}
			case 1: // beside a rook at home
				corner := 7 * r.IntN(2)
				put(own(chess.Pawn), corner+1-corner/7*2, last+back)
				put(own(chess.Knight), corner+2-corner/7*4, last+back)
			case 2: // rammed, and a neighbour
				put(chess.WhitePawn, f, 1+r.IntN(4))
				for rank := 1; rank < 6; rank++ {
					if s.Board[chess.MakeSquare(f, rank)] == chess.WhitePawn {
						put(chess.BlackPawn, f, rank+1)
					}
				}
				put(chess.MakeMan(chess.Color(r.IntN(2)), chess.Pawn), f+1-2*r.IntN(2), 1+r.IntN(6))
			case 3: // bishops of one colour of squares
				for range 2 + r.IntN(2) {
					rank := r.IntN(8)
					put(own(chess.Bishop), (f&^1)^(rank&1), rank)
				}
			case 4: // a cage at the other end
				put(own(chess.Bishop), f, last)
				put(other(chess.Pawn), f-1, last+back)
				put(other(chess.Pawn), f+1, last+back)
				put(own(chess.Pawn), f, last+2*back)
			case 5: // a cage at home, and who may capture in it
				put(own(chess.Bishop), f, 7-last)
				put(own(chess.Pawn), f-1, 7-last-back)
				put(own(chess.Pawn), f+1, 7-last-back)
				put(other([]chess.Kind{chess.Knight, chess.Rook}[r.IntN(2)]), r.IntN(8), r.IntN(8))
			}
		}
		if r.IntN(3) == 0 { // a double step, if there is one
			pawn, passed := chess.MakeSquare(r.IntN(8), 4-int(s.Turn)), 5-3*int(s.Turn)
			if m := chess.MakeMan(s.Turn.Other(), chess.Pawn); s.Board[pawn] == chess.NoMan || s.Board[pawn] == m {
				s.Board[pawn] = m
				put(chess.MakeMan(s.Turn, chess.Pawn), pawn.File()+1-2*r.IntN(2), pawn.Rank())
				s.EnPassant = chess.MakeSquare(pawn.File(), passed)
			}
		}
		if p, err := chess.NewPosition(s); err == nil && p.HasLegalMove() && p.Occupied().Count() <= 32 {
			return &s
		}
	}
}

// TestAdmissibleCrowded compares with breadth-first search around such starts, and with
// longer ways from there: bounds are never above them, and blocked squares are never
// touched. Bounds are taken from every position on the ways.
func TestAdmissibleCrowded(t *testing.T) {
	t.Parallel()
	starts := numPairs(20, 150)
	r := rand.New(rand.NewPCG(*seed, 17))
	bounds, tight := 0, 0
	for i := range starts {
		start := crowdedStart(r)
		deep := 0
		if i%2 == 1 {
			deep = 60 + r.IntN(40)
		}
		var all []*randomgames.Reached
		randomgames.Around(r, start, 3000, deep, r.IntN(2)*r.IntN(100), func(g *randomgames.Reached) bool {
			all = append(all, g)
			return true
		})
		for range min(len(all), 150) {
			g := all[r.IntN(len(all))]
			goal := g.Pos.Setup()
			if r.IntN(2) == 0 {
				goal.EnPassant = g.Pos.CapturableEnPassant()
			}
			plies := 0
			for from := g; from != nil; from = from.From {
				s := from.Pos.Setup()
				e := bound(t, &s, &goal)
				bounds++
				if e.Plies == plies {
					tight++
				}
				if !e.Reachable || e.Plies > plies {
					t.Fatalf("%s\n%s\n%d plies away, reachable %t in %d", &s, &goal, plies, e.Reachable, e.Plies)
				}
				if from.From == nil && deep == 0 && e.Blocked&g.Moved != 0 {
					t.Fatalf("%s\n%s\nblocked: %v, but men move on %v", &s, &goal, e.Blocked, g.Moved)
				}
				plies++
			}
		}
	}
	t.Logf("%d bounds, %d of them the number of plies", bounds, tight)
}

package formula

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// randomMen puts so many men of some kinds on free squares of some ranks, White's and
// Black's in turn, as far as there are any.
func randomMen(r *rand.Rand, s *chess.Setup, n int, kinds []chess.Kind, ranks []int) {
	var free []chess.Square
	for _, rank := range ranks {
		for file := range 8 {
			if sq := chess.MakeSquare(file, rank); s.Board[sq] == chess.NoMan {
				free = append(free, sq)
			}
		}
	}
	r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for i := range min(n, len(free)) {
		s.Board[free[i]] = chess.MakeMan(chess.Color(i%2), kinds[r.IntN(len(kinds))])
	}
}

// TestCost: no formula takes more memory than Cost says: neither what is alive in the end, nor a quarter of all that is
// allocated.
func TestCost(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	middle, ends := []int{1, 2, 3, 4, 5, 6}, []int{0, 7}
	pawn, bishop := []chess.Kind{chess.Pawn}, []chess.Kind{chess.Bishop}
	pieces := []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight}
	jams := 0
	for _, test := range []struct {
		pawns, pieces int
		kinds         []chess.Kind
		left, became  int  // of pawns at the goal, and pieces
		closing       bool // with facts about all pawns of the goal
	}{
		{16, 14, pieces, 0, 0, false}, {16, 14, bishop, 4, 12, false}, {2, 60, pieces, 0, 0, false},
		{48, 0, nil, 48, 0, false}, {32, 0, nil, 0, 0, false}, {1, 0, nil, 0, 0, false}, {8, 40, pieces, 4, 2, false},
		{16, 14, pieces, 4, 6, true}, {48, 8, pieces, 24, 2, true}, {40, 10, pieces, 2, 0, true}, {8, 40, pieces, 8, 0, true}, {48, 0, nil, 48, 0, true}, {48, 12, pieces, 40, 0, true},
	} {
		start, goal := chess.EmptySetup(), chess.EmptySetup()
		randomMen(r, &start, test.pawns, pawn, middle)
		randomMen(r, &start, test.pieces, test.kinds, append(ends, middle...))
		randomMen(r, &goal, test.left, pawn, middle)
		randomMen(r, &goal, test.became, append(test.kinds, chess.Queen), ends)
		var given []facts.Fact
		if test.closing {
			var pawns chess.Bitboard
			for sq, m := range goal.Board {
				if m.Kind() == chess.Pawn {
					pawns |= chess.Square(sq).Bit()
				}
			}
			given = append(given, facts.Fact{By: facts.ByClosing, Squares: facts.Squares(pawns)})
			if men := putJams(&start, &goal); men != 0 {
				given = append(given, facts.Fact{By: facts.ByJam, Squares: facts.Squares(men)})
				jams += men.Count()
			}
		}
		a, err := facts.NewAbstraction(&start, &goal, given)
		if err != nil {
			continue
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		cnf := New(a)
		var text bytes.Buffer
		expect.NoError(t, cnf.WriteDIMACS(&text))
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(cnf)
		cost := Cost(a)
		alive, all := int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(after.TotalAlloc-before.TotalAlloc)
		t.Logf("%+v: %d clauses, %d kB of %d alive, %d allocated", test, cnf.clauses, alive>>10, cost>>10, all>>10)
		if alive > cost || all > 4*cost {
			t.Errorf("%+v: %d bytes alive, %d allocated, and the cost is %d", test, alive, all, cost)
		}
	}
	if jams < 5 {
		t.Errorf("%d jams", jams)
	}
}

// putJams puts pieces on the goal wherever they are in a jam, and returns where.
func putJams(start, goal *chess.Setup) (men chess.Bitboard) {
	p := facts.New(start, goal)
	for sq := range chess.Square(chess.NumSquares) {
		if goal.Board[sq] != chess.NoMan {
			continue
		}
		for _, k := range []chess.Kind{chess.Knight, chess.Bishop, chess.Rook} {
			goal.Board[sq] = chess.MakeMan(chess.White, k)
			if _, ok := p.Jam(sq); ok {
				men |= sq.Bit()
				break
			}
			goal.Board[sq] = chess.NoMan
		}
	}
	return men
}

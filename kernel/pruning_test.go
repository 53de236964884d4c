package kernel

import (
	"context"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// smallProblem returns a random start with few men, and something like a later
// position.
func smallProblem(r *rand.Rand, pawns, captures int) (start, goal chess.Setup) {
	start = chess.EmptySetup()
	start.Board[chess.MakeSquare(4, 0)], start.Board[chess.MakeSquare(4, 7)] = chess.WhiteKing, chess.BlackKing
	place := func(s *chess.Setup, m chess.Man, sq chess.Square) bool {
		if sq == chess.NoSquare || s.Board[sq] != chess.NoMan || m.Kind() == chess.Pawn && (sq.Rank() == 0 || sq.Rank() == 7) {
			return false
		}
		s.Board[sq] = m
		return true
	}
	files := r.IntN(5)
	for c := chess.White; c <= chess.Black; c++ {
		for range pawns {
			place(&start, chess.MakeMan(c, chess.Pawn), chess.MakeSquare(files+r.IntN(4), 1+r.IntN(6)))
		}
		for range 1 + r.IntN(2) {
			place(&start, chess.MakeMan(c, []chess.Kind{chess.Bishop, chess.Knight, chess.Bishop}[r.IntN(3)]), chess.Square(r.IntN(64)))
		}
	}
	goal = chess.EmptySetup()
	lost := map[chess.Square]bool{}
	for range 40 {
		sq := chess.Square(r.IntN(64))
		if m := start.Board[sq]; len(lost) < captures && m != chess.NoMan && m.Kind() != chess.King {
			lost[sq] = true
		}
	}
	for sq, m := range start.Board {
		sq := chess.Square(sq)
		switch {
		case m == chess.NoMan || lost[sq]:
		case m.Kind() == chess.Pawn:
			up := 1 - 2*int(m.Color())
			for range 20 {
				aside := 0
				if r.IntN(2) == 0 {
					aside = r.IntN(3) - 1
				}
				on := max(aside, -aside) + r.IntN(3)
				to := chess.MakeSquare(sq.File()+aside, sq.Rank()+up*on)
				if to != chess.NoSquare && (to.Rank() == 0 || to.Rank() == 7) {
					if place(&goal, chess.MakeMan(m.Color(), []chess.Kind{chess.Bishop, chess.Knight}[r.IntN(2)]), to) {
						break
					}
				} else if place(&goal, m, to) {
					break
				}
			}
		case m.Kind() == chess.Bishop:
			for !place(&goal, m, chess.Square(r.IntN(32)*2+int(sq)%2)) {
			}
		default:
			for !place(&goal, m, chess.Square(r.IntN(64))) {
			}
		}
	}
	return start, goal
}

// answers returns whether there are a kernel and an extended kernel, without
// some of the rules.
func answers(t *testing.T, p *problem, off pruning) (kernel, extended Status) {
	t.Helper()
	q := *p
	q.off = off
	found := [2]Status{}
	for i := range found {
		l := newLabels(context.Background(), &q, 3_000_000, i == 1)
		l.visit = func(moves []Move, e *Extended) bool {
			expect.Succeeds(t, replay(p.Start, p.Goal, moves), "replay")
			return true
		}
		n := l.first()
		ok := false
		if off&askColumns != 0 || l.canComplete(&n.state) {
			_, ok = l.run(&n)
		}
		found[i] = l.status(ok)
	}
	return found[0], found[1]
}

// TestPruning: the rules change no answer.
func TestPruning(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	count := map[[2]Status]int{}
	tries := expect.Short(200, 1500)
	for range tries {
		start, goal := smallProblem(r, 2+r.IntN(2), 1+r.IntN(3))
		p, err := newProblem(&start, &goal)
		if err != nil {
			continue
		}
		kernel, extended := answers(t, p, 0)
		count[[2]Status{kernel, extended}]++
		for off := pruning(1); off <= allRules; off <<= 1 {
			if k, e := answers(t, p, off); k != kernel || e != extended {
				t.Fatalf("from %s\nto %s: %s and %s, without rule %b: %s and %s", start.FEN(), goal.FEN(), kernel, extended, off, k, e)
			}
		}
	}
	t.Log(count)
	for _, both := range [][2]Status{{Found, Found}, {Found, Absent}, {Absent, Absent}} {
		if count[both] < 20 && !testing.Short() {
			t.Errorf("only %d problems with %v", count[both], both)
		}
	}
}

// exhaustive tries all kernels by the definition alone.
type exhaustive struct {
	p      *problem
	moves  []Move
	goal   board
	left   [2]int
	kernel bool
	ranks  bool
}

func (e *exhaustive) run(b board) {
	if e.ranks {
		return
	}
	if e.left == [2]int{} {
		if b.endsAt(e.goal) == "" {
			e.kernel = true
			_, e.ranks = e.p.extend(e.moves)
		}
		return
	}
	for c := chess.White; c <= chess.Black; c++ {
		if e.left[c] == 0 {
			continue
		}
		try := func(m Move) {
			next := b
			if next.play(&Step{Move: m}) == "" {
				e.left[c]--
				e.moves = append(e.moves, m)
				e.run(next)
				e.moves = e.moves[:len(e.moves)-1]
				e.left[c]++
			}
		}
		// All that can be captured and is no pawn, by one capture or another.
		pieces := func(m Move) {
			for k := Queen; k <= Knight; k++ {
				m.Takes, m.Origin = k, None
				try(m)
			}
			m.Takes = NoPiece
			for m.Origin = range 8 {
				try(m)
			}
		}
		pieces(Move{Color: c, From: None, To: None})
		for to := range 8 {
			for i := range b.pawns[to] {
				try(Move{Color: c, From: None, Takes: Pawn, Origin: None, To: to, ToIndex: i})
			}
			for _, from := range []int{to - 1, to + 1} {
				if from < 0 || from > 7 {
					continue
				}
				for i := range b.pawns[from] {
					m := Move{Color: c, From: from, FromIndex: i, Origin: None, To: to}
					for m.ToIndex = range len(b.pawns[to]) + 1 {
						m.Takes = Pawn
						if m.ToIndex < len(b.pawns[to]) {
							try(m)
						}
						pieces(m)
					}
					m.ToIndex = 0
					for m.Promotes = Queen; m.Promotes <= Knight; m.Promotes++ {
						pieces(m)
					}
				}
			}
		}
	}
}

// TestExhaustive: the answers are those of trying everything.
func TestExhaustive(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	tries := expect.Short(200, 2000)
	count := map[[2]Status]int{}
	for range tries {
		start, goal := smallProblem(r, 2, 1+r.IntN(2))
		p, err := newProblem(&start, &goal)
		if err != nil || p.Fixed != 0 || p.Captures[0]+p.Captures[1] > 2 {
			continue // the definition knows nothing of blocked squares
		}
		kernel, extended := answers(t, p, 0)
		count[[2]Status{kernel, extended}]++
		x := exhaustive{p: p, goal: boardOf(&goal), left: p.Captures}
		x.run(boardOf(&start))
		if x.kernel != (kernel == Found) || x.ranks != (extended == Found) {
			t.Fatalf("from %s\nto %s: %s and %s, exhaustively %t and %t %s", start.FEN(), goal.FEN(), kernel, extended, x.kernel, x.ranks, FormatMoves(x.moves))
		}
	}
	t.Log(count)
}

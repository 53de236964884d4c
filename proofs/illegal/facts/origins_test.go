package facts_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

var originGames = flag.Int("origin-games", 300, "random games in which men are followed")

// facing makes a start in which pawns face each other on some files, and some pieces can be
// captured or stand in the way.
func facing(r *rand.Rand) (*chess.Position, bool) {
	s := chess.EmptySetup()
	put := func(m chess.Man, sq chess.Square) {
		if s.Board[sq] == chess.NoMan {
			s.Board[sq] = m
		}
	}
	put(chess.MakeMan(chess.White, chess.King), chess.MakeSquare(r.IntN(8), 0))
	put(chess.MakeMan(chess.Black, chess.King), chess.MakeSquare(r.IntN(8), 7))
	for range 2 + r.IntN(4) {
		file := r.IntN(8)
		put(chess.MakeMan(chess.White, chess.Pawn), chess.MakeSquare(file, 1+r.IntN(5)))
		put(chess.MakeMan(chess.Black, chess.Pawn), chess.MakeSquare(file, 6-r.IntN(2)*r.IntN(4)))
	}
	for range 1 + r.IntN(5) {
		kind := [...]chess.Kind{chess.Knight, chess.Bishop, chess.Rook, chess.Knight}[r.IntN(4)]
		put(chess.MakeMan(chess.Color(r.IntN(2)), kind), chess.Square(r.IntN(64)))
	}
	p, err := chess.NewPosition(s)
	return p, err == nil && facts.DiagramReason(&s) == ""
}

// TestOriginsOfGames follows the men of random games in which one side mostly captures with pawns, and the
// other one captures little and promotes. Where they came from, what pawns captured, and how often, is
// never excluded.
func TestOriginsOfGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(uint64(*originGames), 5))
	gone, promoted, taken := 0, 0, 0
	for n := 0; n < *originGames && !t.Failed(); {
		p, ok := facing(r)
		if !ok {
			continue
		}
		n++
		start := p.Setup()
		f := newFollowed()
		quiet, often := chess.Color(r.IntN(2)), 4+r.IntN(5)
		for range 60 {
			var list []chess.Move
			for _, m := range p.LegalMoves(nil) {
				pawn, takes := p.At(m.From()).Kind() == chess.Pawn, p.Captured(m) != chess.NoMan
				times := 1
				switch {
				case takes && p.Turn() == quiet && r.IntN(8) < often:
					times = 0
				case takes && pawn:
					times = 20
				case takes:
					times = 1
				case pawn && p.Turn() == quiet:
					times = 8
				}
				for range times {
					list = append(list, m)
				}
			}
			if len(list) == 0 {
				break
			}
			m := list[r.IntN(len(list))]
			f.follow(p, m)
			p.Make(m)
			if f.became == 0 && r.IntN(8) > 0 {
				continue
			}
			goal := p.Setup()
			for _, list := range [][]facts.Fact{nil, rules.ReachFacts(&start, &goal)} {
				proven := expect.Must(facts.Verify(&start, &goal, list))
				proven.Refresh()
				for pawn := range f.became.Squares() {
					promoted++
					if proven.Gone(pawn)&^proven.Blocked != 0 {
						gone++
					}
				}
				for i, man := range goal.Board {
					sq := chess.Square(i)
					if man == chess.NoMan || man.Kind() == chess.King {
						continue
					}
					o := f.id[sq]
					if sources := proven.Sources(sq); !sources.Has(o) {
						t.Errorf("from %s to %s: the man on %v came from %v", start, goal, sq, o)
					}
					made := f.victims[o].Count()
					if least := proven.LeastCaptures(o, sq); least > made {
						t.Errorf("from %s to %s: the man on %v came from %v with %d captures, not %d", start, goal, sq, o, made, least)
					} else if least == made && least > 0 {
						taken++
					}
					if man.Kind() != chess.Pawn {
						continue
					}
					victims, straight := proven.Victims(sq)
					if f.victims[o]&^victims != 0 || f.victims[o] == 0 && !straight.Has(o) {
						t.Errorf("from %s to %s: the pawn on %v has captured the men of %v", start, goal, sq, facts.Squares(f.victims[o]).Names())
					}
				}
			}
			if why := rules.Reach(&start, &goal); why != nil {
				t.Errorf("from %s to %s: %v", start, goal, why)
			}
		}
	}
	t.Logf("%d promotions, %d after a pawn had come to its square for good; %d times the least number of captures", promoted, gone, taken)
	if taken < *originGames {
		t.Errorf("only %d times the least number of captures", taken)
	}
	if gone < *originGames/3 {
		t.Errorf("only %d promotions after a pawn had come to its square for good", gone)
	}
}

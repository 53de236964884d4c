package formula

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/sat"
)

var closingGames = flag.Int("formula.closing", 2000, "random games for TestClosingGamesSatisfy")

// closingMutants are clauses about closing pawns without one of their literals, as mutants is.
var closingMutants = []mutant{
	{"-there -on -rank rank", 0, "nothing promotes where something will be taken"},
	{"-there -on -rank rank", 1, "nothing promotes on another file"},
	{"-there -on -rank rank", 2, "nothing comes to the file"},
	{"-there -on -rank rank", 3, "nothing has promoted before"},
	{"-there -on -rank rank -role", 0, "what promotes is lost before"},
	{"-there -on -rank rank -role", 1, "what promotes on another file is lost"},
	{"-there -on -rank rank -role", 2, "what has not promoted is lost"},
	{"-there -on -rank rank -role", 3, "what has promoted before is lost"},
	{"-there -on -rank rank -role", 4, "nothing is captured where it promotes"},
	{"-there -on -rank", 1, "pawns that were captured have moved"},
	{"-there -on rank", 0, "pawns that leave a pocket have always left it"},
	{"-goal -role -on", 0, "whatever pawn closes a corner, no bishop has left it"},
	{"-goal -role -on", 1, "no bishop is captured in a corner"},
	{"-goal -role -on", 2, "no bishop comes from elsewhere"},
	{"-goal -role -on again", 3, "no piece promotes in the corner after a bishop"},
}

// closingGoal is the abstraction of a start and a goal with all closing pawns and jams, or nil if there are none
// or the formula is too large.
func closingGoal(t *testing.T, start, goal *chess.Setup) *facts.Abstraction {
	t.Helper()
	found, impossible := rules.Blocked(start, goal)
	if impossible != nil {
		t.Fatalf("%s from %s is called illegal: %v", goal.FEN(), start.FEN(), impossible)
	}
	p, err := facts.Verify(start, goal, found)
	if err != nil {
		t.Fatal(err)
	}
	var pawns, men, pieces chess.Bitboard
	p.Refresh()
	for sq, m := range goal.Board {
		if m.Kind() == chess.Pawn && !p.Blocked.Has(chess.Square(sq)) {
			pawns |= chess.Square(sq).Bit()
		}
		if j, ok := p.Jam(chess.Square(sq)); ok && j.Pawns != 0 {
			men |= chess.Square(sq).Bit()
		}
		if _, ok := p.Made(chess.Square(sq)); ok {
			pieces |= chess.Square(sq).Bit()
		}
	}
	if pawns == 0 {
		return nil
	}
	found = append(found, facts.Fact{By: facts.ByClosing, Squares: facts.Squares(pawns)})
	if men != 0 {
		found = append(found, facts.Fact{By: facts.ByJam, Squares: facts.Squares(men)})
	}
	if pieces != 0 {
		found = append(found, facts.Fact{By: facts.ByMakers, Squares: facts.Squares(pieces)})
	}
	a, err := facts.NewAbstraction(start, goal, found)
	if err != nil {
		t.Fatal(err)
	}
	if a.Captures[0]+a.Captures[1] > *mostSlots {
		return nil
	}
	return a
}

// TestClosingGamesSatisfy is TestGamesSatisfy for formulas with closing pawns: all that may move.
func TestClosingGamesSatisfy(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*gamesSeed, 31))
	caught, checked := caught{}, 0
	check := func(start *chess.Setup, end *chess.Position, g *game) {
		goal := end.Setup()
		if a := closingGoal(t, start, &goal); a != nil {
			caught.see(evaluateGame(t, a, g))
			checked++
		}
	}
	for _, one := range []struct{ start, moves string }{
		{"7k/8/8/8/8/p7/pPP5/7K b - - 0 1", "a2a1b b2b3 a1e5 h1g1 a3a2 g1h1 a2a1n"},
		{"7k/8/8/8/2n5/p7/PPP5/N1N4K b - - 0 1", "a3b2 h1g1 b2a1b c1b3 a1f6 b3a1 c4d2 g1h1 d2b3 a2b3"},
		{"7k/8/8/3b4/8/1N6/pPP5/6K1 b - - 0 1", "a2a1b b3a1 d5c6 b2b3"},
		{"8/8/7k/3n4/4B3/8/PPP5/7K w - - 0 1", "a2a3 h6g5 e4d5 g5h6 d5a2 h6g5 b2b3"},
		{"7k/ppp5/8/4b3/3N4/7K/8/8 b - - 0 1", "a7a6 h3g4 e5d4 g4h3 d4a7 h3g4 b7b6"},
		{"8/8/7k/8/1n2B3/8/PPP5/7K b - - 0 1", "b4a2 e4d5 a2c1 d5a2 h6g5 b2b3"},
		{"7k/ppp5/8/1N2b3/8/7K/8/8 w - - 0 1", "b5a7 e5d4 a7c8 d4a7 h3g4 b7b6"},
		// A capture while a pawn is at home that is gone later, and one when it is one step away.
		{"8/8/7k/8/4B3/7n/PPP3P1/7K w - - 0 1", "g2h3 h6g7 a2a3 g7h8 e4d5 h8h7 d5a2 h7h8 b2b3"},
		{"7k/ppp5/8/4b3/8/6pN/8/7K b - - 0 1", "a7a6 h1g2 e5d4 g2h1 d4a7 h3f2 b7b6 f2d3 h8g8 d3f2 g3f2"},
		// A pawn captures when the corner is taken, and one promotes elsewhere.
		{"8/7k/8/1p6/P7/1N6/1PP4p/5K2 w - - 0 1", "b3a1 h7h6 b2b3 h6h7 a4b5 h2h1q"},
		// A pawn captures twice when the corner is closed, and promotes elsewhere to what is lost there.
		{"7k/8/8/8/6p1/p6N/1PP5/1R5K w - - 0 1", "b2b3 g4h3 b1b2 a3b2 h1h2 b2b1n"},
		// The knight gets out of the corner.
		{"7k/8/8/8/8/8/pPP1N3/6K1 b - - 0 1", "a2a1n e2d4 a1b3 d4f3 b3c5 f3d4 c5e6 d4b3 e6g7 b3a1 g7h5 b2b3"},
		// A bishop promotes on another square than the corner.
		{"7k/8/8/8/8/1Np5/1PPN4/4R1K1 w - - 0 1", "b3a1 c3d2 b2b3 d2e1b"},
	} {
		start := parsed(t, one.start)
		end, g := playUCI(t, start, one.moves)
		check(start, end, g)
	}
	for checked < *closingGames {
		s, stay, near := randomgames.CornerStart(r)
		if r.IntN(8) == 0 {
			s, stay = randomgames.AnySmallStart(r), 0
		}
		p, g := playUCI(t, s, "")
		for range 8 + r.IntN(30) {
			m, ok := randomgames.CornerMove(r, p, stay, near)
			if !ok {
				break
			}
			g.make(p, m)
		}
		check(s, p, g)
	}
	missed := caught.missed(closingMutants)
	if *closingGames >= 2_000 && missed != nil {
		t.Errorf("no game shows that these are wrong: %q", missed)
	}
	t.Logf("%d games; %d of %d mutants are not caught", checked, len(missed), len(closingMutants))
}

// TestClosingRandomGamesSatisfy is TestClosingGamesSatisfy for long games from all kinds of starts.
func TestClosingRandomGamesSatisfy(t *testing.T) {
	t.Parallel()
	checked := 0
	eachGame(t, *gamesSeed+1, func(p *randomgames.Position, start *chess.Setup, g *game, _ *facts.Abstraction) bool {
		goal := p.Pos.Setup()
		a := closingGoal(t, start, &goal)
		if a == nil || !says(a) {
			return true
		}
		evaluateGame(t, a, g)
		checked++
		return checked < (*formulaGames+3)/4
	})
}

// parsed returns the diagram of a FEN.
func parsed(t *testing.T, fen string) *chess.Setup {
	t.Helper()
	s, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

// TestClosingRefutes has a goal for each kind of clause about closing pawns that only it refutes.
func TestClosingRefutes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		what, start, goal string
		want              sat.Status
	}{
		{"after the capture a2xb3 nothing promotes where the knight stands", "6k1/8/8/2n5/8/p7/P1P5/N5K1 b - - 0 1", "6k1/8/7b/8/8/1P6/2P5/N5K1 b - - 0 1", sat.Unsatisfiable},
		{"the bishop promotes by a capture on b1", "6k1/8/8/2n5/8/p7/P1P5/NN4K1 b - - 0 1", "6k1/8/6b1/8/8/1P6/2P5/N5K1 b - - 0 1", sat.Satisfiable},
		{"after the capture a2xb3 no knight leaves the corner", "6k1/8/8/2n5/8/p7/P1P5/6K1 b - - 0 1", "6k1/8/5n2/8/8/1P6/2P5/6K1 b - - 0 1", sat.Unsatisfiable},
		{"a queen does", "6k1/8/8/2n5/8/p7/P1P5/6K1 b - - 0 1", "6k1/8/5q2/8/8/1P6/2P5/6K1 b - - 0 1", sat.Satisfiable},
		{"the pawn from a2 has not moved before a3xb2, which is after b2-b3", "7k/8/8/8/3NB3/p7/PPP5/7K w - - 0 1", "7k/8/8/7q/P7/1P6/B1P5/7K w - - 0 1", sat.Unsatisfiable},
		{"no bishop leaves the corner before the knight is there for good", "7k/8/8/8/8/1N6/pPP5/6K1 b - - 0 1", "7k/8/8/4b3/8/1P6/2P5/N5K1 b - - 0 1", sat.Unsatisfiable},
		{"nothing promoted after the bishop", "7k/8/8/8/pn6/8/pPP5/6K1 b - - 0 1", "7k/8/8/4b3/8/pP6/2P5/n5K1 b - - 0 1", sat.Unsatisfiable},
		{"a knight promoted after the bishop", "7k/8/8/8/p7/8/pPP5/6K1 b - - 0 1", "7k/8/8/4b3/8/1P6/2P5/n5K1 b - - 0 1", sat.Satisfiable},
	} {
		t.Run(tt.what, func(t *testing.T) {
			a := closingGoal(t, parsed(t, tt.start), parsed(t, tt.goal))
			if status := decide(t, New(asked(a)), nil); status != tt.want {
				t.Errorf("with closing pawns the formula is %s", status)
			}
			a.Closings = nil
			if status := decide(t, New(asked(a)), nil); status != sat.Satisfiable {
				t.Errorf("without closing pawns the formula is %s", status)
			}
		})
	}
}

// decide decides a formula with the condition that some literals are true.
func decide(t *testing.T, f *CNF, truths []int) sat.Status {
	t.Helper()
	solver, err := sat.New(sat.Native)
	if err != nil {
		t.Fatal(err)
	}
	defer solver.Close()
	f.Emit(solver)
	for _, l := range truths {
		solver.AddClause([]int{l})
	}
	status, err := solver.Solve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return status
}

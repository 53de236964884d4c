package formula

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/sat"
)

var closingGames = flag.Int("formula.closing", 2000, "random games for TestClosingGamesSatisfy")

// closingGoal is the abstraction of a start and a goal with all closing pawns and jams, or nil if there are none
// or the formula is too large.
func closingGoal(t *testing.T, start, goal *chess.Setup) *facts.Abstraction {
	t.Helper()
	found := blocked(t, start, goal)
	p := expect.Must(facts.Verify(start, goal, found))
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
	a := expect.Must(facts.NewAbstraction(start, goal, found))
	if a.Captures[0]+a.Captures[1] > *mostSlots {
		return nil
	}
	return a
}

// blocked returns the facts about men that never move.
func blocked(t *testing.T, start, goal *chess.Setup) []facts.Fact {
	t.Helper()
	found, impossible := rules.Blocked(start, goal)
	if impossible != nil {
		t.Fatalf("%s from %s is called illegal: %v", goal.FEN(), start.FEN(), impossible)
	}
	return found
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
	var from, moves string
	for range expect.Rows(t, "testdata/closing-games.tsv", &from, &moves) {
		start := parsed(t, from)
		end, g := playUCI(t, start, moves)
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
	missed := caught.missed(t, "closing")
	if *closingGames >= 2_000 && missed != nil {
		t.Errorf("no game shows that these are wrong: %q", missed)
	}
	t.Logf("%d games; %d mutants are not caught", checked, len(missed))
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
	s := expect.Must(chess.ParseFEN(fen))
	return &s
}

// TestRefutes has goals that only closing pawns, jams or makers refute, and ones like them that can be reached.
func TestRefutes(t *testing.T) {
	t.Parallel()
	var by, what, start, goal, want string
	for range expect.Rows(t, "testdata/refutes.tsv", &by, &what, &start, &goal, &want) {
		t.Run(what, func(t *testing.T) {
			a := closingGoal(t, parsed(t, start), parsed(t, goal))
			if a == nil {
				a = made(t, parsed(t, start), parsed(t, goal))
			}
			only := *a
			only.Closings, only.Jams, only.Made = nil, nil, nil
			switch by {
			case "closing":
				only.Closings, only.Made = a.Closings, a.Made
			case "jams":
				only.Jams, only.Made = a.Jams, a.Made
			case "makers":
				only.Made = made(t, a.Start, parsed(t, goal)).Made
			}
			expect.Equal(t, decide(t, New(asked(&only)), nil).String(), want, "with %s the formula", by)
			only.Closings, only.Jams, only.Made = nil, nil, nil
			expect.Equal(t, decide(t, New(asked(&only)), nil), sat.Satisfiable, "without them the formula")
		})
	}
}

// decide decides a formula with the condition that some literals are true.
func decide(t *testing.T, f *CNF, truths []int) sat.Status {
	t.Helper()
	solver := expect.Must(sat.New(sat.Native))
	defer solver.Close()
	f.Emit(solver)
	for _, l := range truths {
		solver.AddClause([]int{l})
	}
	status, err := solver.Solve(context.Background())
	expect.NoError(t, err)
	return status
}

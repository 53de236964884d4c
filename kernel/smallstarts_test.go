package kernel

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/sat"
)

// Positions around small starts, where everything is tight: none may be called illegal,
// and no formula may be unsatisfiable, whatever facts it makes use of.
//
//	go test ./kernel -run SmallStarts -timeout 2h -args -small.starts 10000 -small.seed 7

var (
	smallStarts   = flag.Int("small.starts", expect.Size(10, 26), "starts of TestSmallStarts")
	smallGames    = flag.Int("small.games", expect.Size(400, 1100), "positions of TestGamesWithAllFacts")
	smallSeed     = flag.Uint64("small.seed", 1, "seed of its starts")
	smallEach     = flag.Int("small.each", 1500, "positions around each start, at the most")
	smallFormulas = flag.Int("small.formulas", 60, "formulas around each start, at the most")
	smallDecide   = flag.Int("small.decide", 40, "one of so many positions is decided with an analysis of last moves")
)

// smallFacts returns all facts that a checker accepts, one after the other, in a random order.
func smallFacts(r *rand.Rand, start, goal *chess.Setup) (given []facts.Fact) {
	p := facts.New(start, goal)
	try := func(by facts.FactRule, set facts.Squares) bool {
		f := facts.Fact{By: by, Squares: set}
		if p.Add(f) != nil {
			return false
		}
		given = append(given, f)
		return true
	}
	byRule := []facts.FactRule{facts.ByOnlySource, facts.ByHomePawn, facts.ByCone, facts.ByGoesOn, facts.ByCagedBishop,
		facts.ByDeadBishop, facts.ByCastling, facts.ByDeadlock}
	men := start.Men()
	for again := true; again; {
		again = false
		r.Shuffle(len(men), func(i, j int) { men[i], men[j] = men[j], men[i] })
		for _, m := range men {
			for _, k := range r.Perm(len(byRule)) {
				if !(p.Blocked | p.Dead).Has(m.Square) && try(byRule[k], facts.Squares(m.Square.Bit())) {
					again = true
				}
			}
		}
		if again {
			continue
		}
		// A deadlock of many: what Reach finds.
		for _, f := range rules.ReachFacts(start, goal) {
			if f.By == facts.ByDeadlock && chess.Bitboard(f.Squares)&^p.Blocked != 0 && try(f.By, f.Squares) {
				again = true
			}
		}
	}
	return given
}

type smallRun struct {
	r        *rand.Rand
	seen     map[kernelKey]bool // goals around one start that kernels tell apart
	formulas map[[32]byte]bool
	counts   map[string]int
}

// alarm returns what is wrong with a position that was reached. Package rules looks at static rules, facts and what
// follows from them alone.
func (s *smallRun) alarm(start *chess.Setup, g *randomgames.Reached) string {
	goal := g.Pos.Setup()
	s.counts["positions"]++
	key := kernelKeyOf(&goal, true)
	news := !s.seen[key]
	s.seen[key] = true
	if !news && s.r.IntN(8) > 0 || facts.SameSetup(start, &goal) {
		return ""
	}
	given := smallFacts(s.r, start, &goal)
	for _, f := range given {
		s.counts[string(f.By)]++
	}
	if e := s.formulasOf(start, &goal, given); e != "" {
		return e
	}
	plain, refuted := rules.Blocked(start, &goal)
	if refuted != nil {
		return refuted.Detail
	}
	if e := s.formulasOf(start, &goal, plain); e != "" {
		return e
	}
	s.counts["searches"]++
	if k := ExtendedKernel(context.Background(), start, &goal, 3000); k.Refuted != nil {
		return fmt.Sprintf("the search says %s: %s", k.Refuted.Reason, k.Refuted.Detail)
	}
	if s.r.IntN(*smallDecide) > 0 {
		return ""
	}
	s.counts["decided"]++
	d, err := Decide(context.Background(), &goal, DecideOptions{Start: start, KernelNodes: 3000, LastMovePositions: 60, LastMoveKernelNodes: 500, Time: -1})
	if err != nil {
		return err.Error()
	}
	if d.Verdict == Illegal {
		return fmt.Sprintf("%s: %s", d.Reason, d.Evidence.Words(&d.Start))
	}
	return ""
}

// formulasOf asks a solver about the formulas of a position.
func (s *smallRun) formulasOf(start, goal *chess.Setup, given []facts.Fact) string {
	a, err := facts.NewAbstraction(start, goal, given)
	if err != nil {
		return err.Error()
	}
	if len(a.Specials) > 0 {
		s.counts["specials"]++
	}
	// Of the goal formulas see the pawns only.
	pawns := ""
	for sq, m := range goal.Board {
		if m.Kind() == chess.Pawn {
			pawns += chess.Square(sq).String() + m.String()
		}
	}
	b := *a
	b.Start, b.Goal = nil, nil
	key := sha256.Sum256(fmt.Appendf(nil, "%s %#v %s", pawns, b, start.FEN()))
	if s.formulas[key] {
		return ""
	}
	s.formulas[key] = true
	s.counts["formulas"]++
	solver, err := sat.New(sat.Native)
	if err != nil {
		return err.Error()
	}
	defer solver.Close()
	formula.New(a).Emit(solver)
	status, err := solver.Solve(sat.WithConflictLimit(context.Background(), 20_000))
	if status == sat.Unsatisfiable {
		return fmt.Sprintf("the formula has no model, facts %v", given)
	}
	if status == sat.Unknown && !strings.Contains(err.Error(), sat.ErrConflictLimit.Error()) {
		return err.Error()
	}
	return ""
}

// TestSmallStarts looks at what can be reached from random small starts.
func TestSmallStarts(t *testing.T) {
	t.Parallel()
	s := smallRun{r: rand.New(rand.NewPCG(*smallSeed, 33)), counts: map[string]int{}}
	for range *smallStarts {
		start := randomgames.AnySmallStart(s.r)
		s.formulas, s.seen = map[[32]byte]bool{}, map[kernelKey]bool{}
		s.counts["starts"]++
		var reached []*randomgames.Reached
		randomgames.Around(s.r, start, 50+s.r.IntN(*smallEach), []int{0, 20, 80}[s.r.IntN(3)], []int{0, 50, 90, 97}[s.r.IntN(4)], func(g *randomgames.Reached) bool {
			reached = append(reached, g)
			return true
		})
		s.r.Shuffle(len(reached), func(i, j int) { reached[i], reached[j] = reached[j], reached[i] })
		for _, g := range reached {
			if len(s.formulas) > *smallFormulas || t.Failed() {
				break
			}
			expect.Equal(t, s.alarm(start, g), "",
				"seed %d: %s from %s by %v", *smallSeed, g.Pos.FEN(), start.FEN(), g.Way())
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%v", s.counts)
}

// TestGamesWithAllFacts: formulas that know all facts that a checker accepts have models
// for positions of random games with few captures.
func TestGamesWithAllFacts(t *testing.T) {
	t.Parallel()
	s := smallRun{r: rand.New(rand.NewPCG(*smallSeed, 35)), formulas: map[[32]byte]bool{}, counts: map[string]int{}}
	randomgames.Play(*smallSeed, math.MaxInt, func(p *randomgames.Position) bool {
		if p.Ply == 0 || s.r.IntN(60) > 0 {
			return true
		}
		start, goal := rules.StartOr(p.Start), p.Pos.Setup()
		if start.CountMen()-goal.CountMen() > 7 || facts.SameSetup(start, &goal) {
			return true
		}
		s.counts["positions"]++
		given := smallFacts(s.r, start, &goal)
		for _, f := range given {
			s.counts[string(f.By)]++
		}
		expect.Equal(t, s.formulasOf(start, &goal, given), "", "seed %d: %s from %s", *smallSeed, goal.FEN(), start.FEN())
		return !t.Failed() && s.counts["positions"] < *smallGames
	})
	t.Logf("%v", s.counts)
}

// TestDirectedGames looks at every position of games that lead to where a rule would be wrong if it forgot something.
func TestDirectedGames(t *testing.T) {
	t.Parallel()
	var g struct{ what, start, moves string }
	for range expect.Rows(t, "testdata/directed-games.tsv", &g.what, &g.start, &g.moves) {
		start := expect.Must(chess.ParseFEN(g.start))
		p := expect.Must(chess.NewPosition(start))
		s := smallRun{r: rand.New(rand.NewPCG(1, 36)), formulas: map[[32]byte]bool{}, counts: map[string]int{}}
		at := &randomgames.Reached{Pos: p}
		for _, text := range strings.Fields(g.moves) {
			m := expect.Must(notation.ParseUCI(at.Pos, text))
			at = at.After(m)
			s.seen = map[kernelKey]bool{}
			for range 5 { // in other orders
				clear(s.seen)
				expect.Equal(t, s.alarm(&start, at), "", "%s: %s from %s", g.what, at.Pos.FEN(), g.start)
			}
		}
	}
}

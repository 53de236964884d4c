package formula

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// statements returns all statements about an abstraction.
func statements(a *facts.Abstraction) (list []core.Statement) {
	for sq, m := range a.Start.Board {
		if m.Kind() != chess.Pawn {
			continue
		}
		pawn := chess.Square(sq).String()
		list = append(list, core.Statement{Kind: core.TakenByPiece, Pawn: pawn})
		for to, is := range a.Goal.Board {
			if is == m {
				list = append(list, core.Statement{Kind: core.Stands, Pawn: pawn, At: chess.Square(to).String()})
			}
		}
		for file := range 8 {
			at := fmt.Sprintf("%c", 'a'+file)
			list = append(list, core.Statement{Kind: core.Promoted, Pawn: pawn, At: at}, core.Statement{Kind: core.TakenByPawn, Pawn: pawn, At: at})
		}
	}
	for _, side := range []string{"white", "black"} {
		list = append(list, core.Statement{Kind: core.PieceTook, Side: side})
		for file := range 8 {
			at := fmt.Sprintf("%c", 'a'+file)
			list = append(list, core.Statement{Kind: core.TookNothing, Side: side, At: at})
			for _, man := range core.StatementMen {
				list = append(list, core.Statement{Kind: core.Took, Side: side, Man: man, At: at})
			}
		}
	}
	return list
}

// has reports whether a statement is true of a game, and in which slots what it says is done.
func (g *game) has(a *facts.Abstraction, s *core.Statement) (is bool, slots []int) {
	pawn := -1
	for i, p := range g.pawns {
		if p.at.String() == s.Pawn {
			pawn = i
		}
	}
	byPawns := 0
	for i, e := range g.events {
		by := &g.pawns[e.by]
		man := "pawn"
		switch {
		case e.victim < 0:
			man = kindOf(e.captured, e.to)
		case e.before[e.victim].promoted:
			man = "promoted"
		}
		if by.color.String() == s.Side {
			byPawns++
		}
		here := fmt.Sprintf("%c", 'a'+e.to.File()) == s.At
		switch s.Kind {
		case core.TakenByPawn:
			here = here && e.victim == pawn
		case core.Took:
			here = here && by.color.String() == s.Side && man == s.Man
		case core.TookNothing:
			here = here && by.color.String() == s.Side
		default:
			here = false
		}
		if here {
			slots = append(slots, i)
		}
	}
	switch s.Kind {
	case core.Stands:
		p := &g.pawns[pawn]
		return !p.promoted && p.now.String() == s.At, nil
	case core.Promoted:
		p := &g.pawns[pawn]
		return p.promoted && p.now != chess.NoSquare && fmt.Sprintf("%c", 'a'+p.file) == s.At, nil
	case core.TakenByPiece:
		return g.pawns[pawn].byPiece, nil
	case core.TookNothing:
		return len(slots) == 0, nil
	case core.PieceTook:
		side := chess.White
		if s.Side == "black" {
			side = chess.Black
		}
		return a.Captures[side] > byPawns, nil
	}
	return len(slots) > 0, slots
}

// TestStatements: with a statement that is true of a game, the game is a model of the formula;
// and with one that is not, it is none.
func TestStatements(t *testing.T) {
	t.Parallel()
	games := expect.Size(40, 20_000)
	r := rand.New(rand.NewPCG(18, 17))
	count := map[string]int{}
	n := 0
	eachGame(t, 5, func(p *randomgames.Position, start *chess.Setup, g *game, a *facts.Abstraction) bool {
		if a.Captures[0]+a.Captures[1] > 7 {
			return true
		}
		n++
		var sorted [2][]core.Statement // false, true
		slots := map[core.Statement][]int{}
		for _, s := range statements(a) {
			is, where := g.has(a, &s)
			slots[s] = where
			if is {
				sorted[1] = append(sorted[1], s)
			} else {
				sorted[0] = append(sorted[0], s)
			}
		}
		for truth, list := range sorted {
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			done := map[string]bool{}
			for _, s := range list {
				if done[s.Kind] {
					continue // one of each kind
				}
				done[s.Kind] = true
				if words := g.falseClause(t, a, &s, slots[s]); (words == nil) != (truth == 1) {
					t.Fatalf("%s (%s) from %s: %+v is %t; false clause %q\nevents %+v", a.Goal.FEN(), p.Manner, start.FEN(), s, truth == 1, words, g.events)
				}
				count[fmt.Sprint(s.Kind, " ", truth == 1)]++
			}
		}
		return n < games
	})
	t.Log(count)
	for _, kind := range []string{core.Stands, core.Promoted, core.TakenByPawn, core.TakenByPiece, core.Took, core.TookNothing, core.PieceTook} {
		for _, truth := range []bool{false, true} {
			if count[fmt.Sprint(kind, " ", truth)] < 3 && !(kind == core.Promoted && truth) {
				t.Errorf("%s %t: %d times", kind, truth, count[fmt.Sprint(kind, " ", truth)])
			}
		}
	}
}

// falseClause returns a clause of the formula with a statement that is false of the game, or nil; the
// slots are those of has.
func (g *game) falseClause(t *testing.T, a *facts.Abstraction, s *core.Statement, slots []int) []string {
	t.Helper()
	q := core.New(asked(a))
	expect.NoError(t, q.Assume(s))
	f := NewWith(asked(a), q, s)
	truths := g.truths(a)
	if s.Kind != core.TookNothing {
		for _, i := range slots {
			truths[fmt.Sprintf("here.%d", i)] = true
		}
	}
	e := evaluateCNF(t, a, f, truths)
	e.question = q
	return e.falseClause()
}

// TestStatementsOfGames has games that are rare at random, and compares all statements about them.
func TestStatementsOfGames(t *testing.T) {
	t.Parallel()
	var tt struct{ name, start, moves, is string }
	for range expect.Rows(t, "testdata/statements.tsv", &tt.name, &tt.start, &tt.moves, &tt.is) {
		start := parsed(t, tt.start)
		p, g := playUCI(t, start, tt.moves)
		goal := p.Setup()
		a, refuted := rules.Abstract(start, &goal)
		if refuted != nil {
			t.Fatal(tt.name, refuted)
		}
		var is []string
		for _, s := range statements(a) {
			truth, slots := g.has(a, &s)
			expect.Equal(t, g.falseClause(t, a, &s, slots) == nil, truth, "%s: %+v; false clause", tt.name, s)
			if truth && s.Kind != core.TookNothing {
				is = append(is, strings.Join(strings.Fields(s.Kind+" "+s.Pawn+" "+s.Side+" "+s.Man+" "+s.At), " "))
			}
		}
		for _, s := range strings.Split(tt.is, "; ") {
			if !slices.Contains(is, s) {
				t.Errorf("%s: %q is not among %q", tt.name, s, is)
			}
		}
		for _, s := range is { // nothing else, but for pawns that never moved
			if !slices.Contains(strings.Split(tt.is, "; "), s) && !(strings.HasPrefix(s, core.Stands) && s[len(s)-2:] == s[len(s)-5:len(s)-3]) {
				t.Errorf("%s: %q", tt.name, s)
			}
		}
	}
}

// TestBadStatements: what is no statement about the start and goal is refused.
func TestBadStatements(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN("rnbqkb1r/p1pppppp/8/8/8/2p5/P1PPPPPP/RNBQKBNR w KQkq - 0 1"))
	a := expect.Must(facts.NewAbstraction(&start, &goal, nil))
	var s core.Statement
	for range expect.Rows(t, "testdata/bad-statements.tsv", &s) {
		if core.New(a).Assume(&s) == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
	for _, s := range statements(a) {
		expect.Succeeds(t, core.New(a).Assume(&s), "core.New")
	}
}

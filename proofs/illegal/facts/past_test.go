package facts_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

var pastGames = flag.Int("past-games", 60, "games whose men are compared with walks past certain pawns")

// supposed supposes of a pawn at the end of a game what is true of it, and looks whether the origins of all men remain.
func (g *groupGame) supposed(t *testing.T, p *facts.Proven, to chess.Square) {
	undo := p.Suppose(g.id[to], to)
	defer undo()
	for sq := range chess.Square(chess.NumSquares) {
		if g.p.At(sq) == chess.NoMan {
			continue
		}
		if sources := p.Sources(sq); !sources.Has(g.id[sq]) {
			t.Fatalf("from %s to %s: %s has become %s, and so %s cannot have become %s", g.start.FEN(), g.p.FEN(), g.id[to], to, g.id[sq], sq)
		}
	}
}

// pastPawns compares where pieces have been with where they get past pawns that are certain. It returns how many pieces
// these shut in or out.
func (g *groupGame) pastPawns(t *testing.T, p *facts.Proven, set chess.Bitboard) (hindered int) {
	var free [chess.NumSquares]chess.Bitboard
	expect.NoError(t, p.GoPast(0))
	for sq := range free {
		if g.start.Board[sq] != chess.NoMan && g.start.Board[sq].Kind() != chess.Pawn {
			free[sq], _ = p.Walk(chess.Square(sq))
		}
	}
	expect.NoError(t, p.GoPast(set))
	var pawns, goals []chess.Square
	for to := range set.Squares() {
		from := p.Sources(to)
		pawns, goals = append(pawns, from.First()), append(goals, to)
	}
	for i, m := range g.start.Board {
		sq := chess.Square(i)
		if m == chess.NoMan || m.Kind() == chess.Pawn || p.Blocked.Has(sq) {
			continue
		}
		squares, arrivals := p.Walk(sq)
		if s, a, n := plainWalk(p, sq, pawns, goals); (s != squares || a != arrivals) && n <= 1<<14 && chess.SetOf(pawns...).Count() == len(pawns) {
			t.Fatalf("from %s to %s past %v: %s gets to %v and then %v, not %v and %v", g.start.FEN(), g.p.FEN(), goals, sq,
				facts.Squares(s).Names(), facts.Squares(a).Names(), facts.Squares(squares).Names(), facts.Squares(arrivals).Names())
		}
		if out := (g.visited[sq] | sq.Bit()) &^ squares; out != 0 {
			t.Fatalf("from %s to %s past %v: the man on %s has been on %s", g.start.FEN(), g.p.FEN(), facts.Squares(set).Names(), sq, out.First())
		}
		for at := range chess.Square(chess.NumSquares) {
			if g.p.At(at) != chess.NoMan && g.id[at] == sq && !arrivals.Has(at) {
				t.Fatalf("from %s to %s past %v: the man on %s has come to %s", g.start.FEN(), g.p.FEN(), facts.Squares(set).Names(), sq, at)
			}
		}
		if by := g.by[sq]; g.taken[sq] != chess.NoSquare && g.end(by) == g.start.Board[by] && g.end(by).Kind() == chess.Pawn && !p.Blocked.Has(by) {
			for to := range chess.Square(chess.NumSquares) {
				if victims, _ := p.Victims(to); g.p.At(to) != chess.NoMan && g.id[to] == by && !victims.Has(sq) {
					t.Fatalf("from %s to %s past %v: the pawn on %s has captured the man on %s", g.start.FEN(), g.p.FEN(), facts.Squares(set).Names(), to, sq)
				}
			}
		}
		if squares != free[sq] || arrivals != free[sq] {
			hindered++
		}
	}
	return hindered
}

// TestPastPawnsOfGames plays games, blocks men that do not move in them, and compares the walks of pieces past certain
// pawns, and what is supposed of pawns, with what has happened. No end of a game is refuted.
func TestPastPawnsOfGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(91, 7))
	sets, hindered, supposed := 0, 0, 0
	for range *pastGames {
		start, ok := crowdedStart(r)
		if !ok {
			continue
		}
		g := &groupGame{newFollowed(), start, expect.Must(chess.NewPosition(start)), 0}
		for range 1 + r.IntN(40) {
			if !g.move(r) {
				break
			}
			goal := g.p.Setup()
			p := facts.New(&g.start, &goal)
			for i, m := range start.Board {
				sq := chess.Square(i)
				if m != chess.NoMan && !g.moved.Has(sq) && g.taken[sq] == chess.NoSquare && r.IntN(40) > 0 {
					p.Blocked |= sq.Bit()
				}
			}
			p.Refresh()
			var certain chess.Bitboard
			for sq, m := range goal.Board {
				to := chess.Square(sq)
				if m.Kind() != chess.Pawn || p.Blocked.Has(to) {
					continue
				}
				g.supposed(t, p, to)
				supposed++
				if sources := p.Sources(to); !sources.Several() && r.IntN(2) == 0 && certain.Count() < facts.MostPast {
					certain |= to.Bit()
				}
			}
			if certain != 0 {
				hindered += g.pastPawns(t, p, certain)
				sets++
			}
		}
		goal := g.p.Setup()
		if !facts.SameSetup(&start, &goal) && r.IntN(8) == 0 {
			if refuted := pastPawns(&start, &goal); refuted != nil {
				t.Fatalf("from %s to %s: %v", start.FEN(), goal.FEN(), refuted)
			}
		}
	}
	t.Logf("%d sets of pawns, %d pieces hindered, %d pawns supposed", sets, hindered, supposed)
	if sets < 100 || hindered < 100 || supposed < 100 {
		t.Error("too few")
	}
}

// plainWalk enumerates the places of a piece and of certain pawns one by one, by doc/illegality.md.
func plainWalk(p *facts.Proven, piece chess.Square, pawns, goals []chess.Square) (squares, arrivals chess.Bitboard, states int) {
	type places [1 + facts.MostPast]chess.Square
	first := places{piece}
	copy(first[1:], pawns)
	seen, todo := map[places]bool{first: true}, []places{first}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		squares |= at[0].Bit()
		if slices.Equal(at[1:1+len(pawns)], goals) {
			arrivals |= at[0].Bit()
		}
		taken := p.Blocked | chess.SetOf(at[:1+len(pawns)]...)
		move := func(i int, to chess.Square) {
			next := at
			if next[i] = to; !taken.Has(to) && !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
		for to := range chess.Attacks(p.Start.Board[piece], at[0], taken).Squares() {
			move(0, to)
		}
		for i, from := range pawns {
			c, sq := p.Start.Board[from].Color(), at[1+i]
			for to := range chess.Square(chess.NumSquares) {
				ranks, files := c.RelativeRank(to.Rank())-c.RelativeRank(sq.Rank()), max(to.File()-sq.File(), sq.File()-to.File())
				left := c.RelativeRank(goals[i].Rank()) - c.RelativeRank(to.Rank())
				switch {
				case left < max(goals[i].File()-to.File(), to.File()-goals[i].File()): // out of the cone
				case ranks == 1 && (files == 0 || files == 1 && p.Captures[c] > 0),
					ranks == 2 && files == 0 && c.RelativeRank(sq.Rank()) == 1 && chess.Between(sq, to)&taken == 0:
					move(1+i, to)
				}
			}
		}
	}
	return squares, arrivals, len(seen)
}

// A piece with more states than are followed gets everywhere.
func TestLongWalk(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal := mustFEN(t, "rnbqkbnr/pppppppp/P1P1P1P1/8/8/8/1P1P1P1P/RNBQKBNR w - - 0 1")
	p := facts.New(&start, &goal)
	p.Refresh()
	expect.NoError(t, p.GoPast(chess.SetOf(40, 42, 44, 46)))
	if squares, arrivals := p.Walk(3); squares != chess.AllSquares || arrivals != chess.AllSquares {
		t.Errorf("the queen gets to %v, and then is on %v", facts.Squares(squares).Names(), facts.Squares(arrivals).Names())
	}
}

// TestPastPawns has goals with what refutes them, by pawns that are in the way, and what of that is refused if it is
// changed.
func TestPastPawns(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	tests := []struct {
		name, goal, refused string
		change              func(a *facts.Argument)
	}{
		{"a piece between two ways", "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/RNBQKB2 w Qkq - 0 1", "", func(*facts.Argument) {}},
		{"a victim shut in", "rnbqkbn1/pppppp1p/6p1/8/8/1P6/1PPPPPPP/RNBQKBNR w KQq - 0 1", "", func(*facts.Argument) {}},
		{"a pawn less in the way", "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/RNBQKB2 w Qkq - 0 1", "the men that will do",
			func(a *facts.Argument) { a.Past &^= facts.Squares(chess.SetOf(chess.MakeSquare(4, 5))) }},
		{"none in the way", "rnbqkbn1/pppppp1p/6p1/8/8/1P6/1PPPPPPP/RNBQKBNR w KQq - 0 1", "the men that will do",
			func(a *facts.Argument) { a.Past = 0 }},
		{"two sources", "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/RNBQKB2 w Qkq - 0 1", "on d6 is no pawn of the goal",
			func(a *facts.Argument) { a.Without = nil }},
		{"a pawn that never moves", "rnbqkbn1/pppppp1p/6p1/8/8/1P6/1PPPPPPP/RNBQKBNR w KQq - 0 1", "on f7 is no pawn of the goal",
			func(a *facts.Argument) { a.Past |= facts.Squares(chess.SetOf(chess.MakeSquare(5, 6))) }},
		{"a piece in the way", "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/RNBQKB2 w Qkq - 0 1", "on c8 is no pawn of the goal",
			func(a *facts.Argument) { a.Past |= facts.Squares(chess.SetOf(chess.MakeSquare(2, 7))) }},
		{"more pawns than can be followed", "rnbqkbn1/pppppp1p/6p1/8/8/1P6/1PPPPPPP/RNBQKBNR w KQq - 0 1", "6 pawns, and 4 at most",
			func(a *facts.Argument) { a.Past |= facts.Squares(chess.SetOf(0, 1, 2, 3, 4)) }},
		{"what became the pawn is excluded", "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/RNBQKB2 w Qkq - 0 1", "d7 may have become the pawn on d6",
			func(a *facts.Argument) { a.Without[0].Pawn = "d7" }},
		{"no pawn is excluded", "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/RNBQKB2 w Qkq - 0 1", "no pawn is on e8 at the start",
			func(a *facts.Argument) { a.Without[0].Pawn = "e8" }},
		{"for no pawn", "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/RNBQKB2 w Qkq - 0 1", "no pawn is on e7 at the start and on d7 at the goal",
			func(a *facts.Argument) { a.Without[0].To = "d7" }},
		{"no square", "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/RNBQKB2 w Qkq - 0 1", "no pawn is on e7 at the start and on x at the goal",
			func(a *facts.Argument) { a.Without[0].To = "x" }},
		{"a count of nobody", "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/RNBQKB2 w Qkq - 0 1", "e7 may have become the pawn on d6: no count of men of a side",
			func(a *facts.Argument) { a.Without[0].Count.Side = "green" }},
		{"a price besides", "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/RNBQKB2 w Qkq - 0 1", "e7 may have become the pawn on d6: men are counted, and have no worth or price",
			func(a *facts.Argument) { a.Without[0].Count.Price = map[string]int{"e2": 1} }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			goal := mustFEN(t, tt.goal)
			refuted := pastPawns(&start, &goal)
			if refuted == nil {
				t.Fatal("not refuted")
			}
			a := throughJSON(t, refuted.Argument)
			tt.change(a)
			err := facts.Check(&start, &goal, a)
			if tt.refused == "" {
				expect.NoError(t, err)
			} else if err == nil || !strings.HasPrefix(err.Error(), tt.refused) {
				t.Errorf("got %v, want %s", err, tt.refused)
			}
		})
	}
}

// pastPawns refutes a goal, if need be by pawns that are in the way.
func pastPawns(start, goal *chess.Setup) *rules.Impossible {
	refuted, past := rules.ReachThenPast(start, goal)
	if refuted != nil {
		return refuted
	}
	return past()
}

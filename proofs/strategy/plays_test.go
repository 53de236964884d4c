package strategy_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"retroproof/encode"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
)

// What a formula demands of plays holds for each real play: so a formula that is refuted is about all of them. Steps,
// properties and numbers of its positions are those of the text.
func TestPlaysSatisfyFormulas(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 8))
	for _, name := range []string{"krk2016", "kqk", "kpk"} {
		source, _ := text.Source(name)
		board := rules.Board{Files: 5, Ranks: 5}
		if name == "kpk" {
			board = rules.Board{Files: 8, Ranks: 8}
		}
		c, x := of(t, source, source, board)
		c.Whole = true // the first position is any, not a canonical one
		var legal, black []rules.Position
		for _, p := range x.Least(true) {
			if x.Claims(p) {
				legal = append(legal, p)
			}
		}
		for _, p := range x.Least(false) {
			black = append(black, p)
		}
		for _, l := range append(c.Lemmas(), lemmas.Lemma{Key: "reply", Black: true, Reply: true}) {
			var about *lemmas.Formula
			if l.Long || l.Draws {
				continue
			}
			l.Wrong = func(f *lemmas.Formula) { about = f }
			c.Formula(l)
			for range 30 {
				starts := legal
				if l.Black {
					starts = black
				}
				play, by := randomPlay(x.By, c.Strategy, starts[random.IntN(len(starts))], l, random)
				if play != nil {
					holds(t, name+" "+l.Key, about, c, x.Claims, play, by)
				}
			}
		}
	}
}

// randomPlay returns a play of a lemma's length, and the steps of White's moves; nil if it ends before.
func randomPlay(moves func([]rules.Position, rules.Position) ([]rules.Position, int), s *core.Strategy, p rules.Position,
	l lemmas.Lemma, random *rand.Rand) (play []rules.Position, by []int) {
	play = append(play, p)
	for len(by) < len(l.Moves) || !p.White && l.Reply {
		var list []rules.Position
		if step := 0; p.White {
			list, step = moves(nil, p)
			by = append(by, step)
		} else {
			list = s.Game.Moves(nil, p)
		}
		if len(list) == 0 {
			return nil, nil
		}
		p = list[random.IntN(len(list))]
		play = append(play, p)
	}
	return play, by
}

// holds evaluates a formula for a play.
func holds(t *testing.T, name string, f *lemmas.Formula, c *lemmas.Circuits, claims func(rules.Position) bool,
	play []rules.Position, by []int) {
	t.Helper()
	type output struct {
		what  string
		is    encode.Bool
		wants bool
	}
	list := []output{{"the demands", f.Asserted(), true}}
	for j, p := range play {
		if claimed := claims(p); f.Is("claimed", j) != f.False || p.White {
			list = append(list, output{fmt.Sprint("claimed in ", j), f.Is("claimed", j), claimed})
		}
		for _, n := range c.Notions {
			if !c.Legal(&p) {
				continue
			}
			if n.Expr.Type != 'i' {
				list = append(list, output{fmt.Sprint(n.Name, " in ", j), f.Is(n.Name, j), c.Strategy.Value(n, p) != 0})
				continue
			}
			x, v := f.Number(n.Name, j), c.Strategy.Value(n, p)
			list = append(list, output{fmt.Sprint(n.Name, " in ", j), f.And(f.Ge(x, v), f.Le(x, v)), true})
		}
	}
	for i, step := range by {
		list = append(list, output{fmt.Sprint("step ", i), f.Step(i, step), true})
	}
	e := f.NewEvaluator()
	for j, p := range play {
		men := map[string]rules.Square{"wk": p.WK, "bk": p.BK}
		for i, man := range c.Names {
			men[man] = p.Men[i]
			if p.Men[i] == rules.Off {
				men[man] = p.BK
			}
		}
		for man, at := range men {
			for axis, v := range map[string]int16{"x": at.X, "y": at.Y} {
				for k := 1; k < 8; k++ {
					if in, ok := f.Lookup(fmt.Sprintf("p%d.%s.%s>=%d", j+1, man, axis, k)); ok {
						e.Set(in, -uint64(min(1, max(0, int(v)-k+1))))
					}
				}
			}
		}
	}
	e.Run()
	for _, o := range list {
		if got := e.Get(o.is)&1 == 1; got != o.wants {
			t.Fatalf("%s: %s: %t in %v", name, o.what, got, play)
		}
	}
}

package models_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/reach"
	"retroproof/reach/models"
)

// play evaluates a system of king and rook against king.
type play struct {
	t      *testing.T
	s      *reach.System
	values *encode.Evaluator
	order  bool // numbers are in the order encoding
}

func newPlay(t *testing.T, s *reach.System, order bool) *play {
	return &play{t, s, s.Circuit.NewEvaluator(), order}
}

func (p *play) set(name string, value bool) {
	b, ok := p.s.Circuit.Lookup(name)
	if !ok {
		p.t.Fatalf("no input %s", name)
	}
	lanes := uint64(0)
	if value {
		lanes = 1
	}
	p.values.Set(b, lanes)
}

// square sets the inputs of a man.
func (p *play) square(man string, at rules.Square) {
	for axis, v := range map[string]int{"x": int(at.X), "y": int(at.Y)} {
		if p.order {
			for k := 1; k < 8; k++ {
				p.set(fmt.Sprintf("%s.%s>=%d", man, axis, k), v >= k)
			}
			continue
		}
		for k := range 3 {
			p.set(fmt.Sprintf("%s.%s.%d", man, axis, k), v>>k&1 == 1)
		}
	}
}

// next returns the next values of latches, by name.
func (p *play) next() map[string]bool {
	p.values.Run()
	values := map[string]bool{}
	for _, l := range p.s.Latches {
		values[p.s.Circuit.Name(l.Now)] = p.values.Get(l.Next)&1 == 1
	}
	return values
}

// at reads a man's square from the next values.
func (p *play) at(next map[string]bool, man string) rules.Square {
	read := func(axis string) (v int) {
		for k := range 8 {
			switch {
			case p.order && next[fmt.Sprintf("%s.%s>=%d", man, axis, k)]:
				v++
			case !p.order && next[fmt.Sprintf("%s.%s.%d", man, axis, k)]:
				v |= 1 << k
			}
		}
		return v
	}
	return rules.Square{X: int16(read("x")), Y: int16(read("y"))}
}

// TestKRKSteps compares the steps of the systems with the rules and the strategy's text:
// every move of the strategy with every reply is a step, and squares taken at random that are no move and
// reply are none. Of the ranking, the measure and the number of moves in the window are compared.
func TestKRKSteps(t *testing.T) {
	strategy, err := text.New("krk2013", rules.Board{Files: 8, Ranks: 8})
	expect.NoError(t, err)
	measure := strategy.Notions[slices.IndexFunc(strategy.Notions, func(n *core.Notion) bool { return n.Name == "measure" })]
	binary, order := newPlay(t, models.KRK(models.NotLegal), false), newPlay(t, models.KRKMates(), true)
	random := rand.New(rand.NewPCG(5, 6))
	square := func() rules.Square { return strategy.Square(random.IntN(64)) }
	position := func(wk, bk, r rules.Square) rules.Position {
		return rules.Position{WK: wk, BK: bk, Men: [rules.Most]rules.Square{r}, White: true}
	}
	moves, others, falls := 0, 0, 0
	for range 300 {
		p := position(square(), square(), square())
		if !strategy.Legal(&p) {
			continue
		}
		list, step := strategy.Moves(nil, p)
		name := strategy.Steps[step].Name
		follows := map[rules.Position]bool{}
		for _, q := range list {
			for _, n := range strategy.Game.Moves(nil, q) {
				follows[n] = true
			}
		}
		tries := make([]rules.Position, 0, len(follows)+8)
		for n := range follows {
			tries = append(tries, n)
		}
		for range 4 { // neighbours of what follows, and anything
			tries = append(tries, position(p.WK, rules.Square{X: p.BK.X ^ int16(1+random.IntN(2)), Y: p.BK.Y}, square()))
			tries = append(tries, position(square(), square(), p.Men[0]))
		}
		for _, n := range tries {
			for _, sys := range []*play{binary, order} {
				sys.set("started", true)
				sys.square("p.wk", p.WK)
				sys.square("p.bk", p.BK)
				sys.square("p.r", p.Men[0])
				sys.square("q.wk", n.WK)
				sys.square("q.r", n.Men[0])
				sys.square("n.bk", n.BK)
				next := sys.next()
				to := position(sys.at(next, "p.wk"), sys.at(next, "p.bk"), sys.at(next, "p.r"))
				switch {
				case follows[n] && (to != n || !next["started"]):
					t.Fatalf("%v to %v by %v is no step of the system", p, n, name)
				case !follows[n] && sys == binary && to != p:
					t.Fatalf("%v to %v is a step of the system", p, n)
				case !follows[n] && sys == order && next["started"]:
					t.Fatalf("%v to %v is a step of the system with a ranking", p, n)
				}
				if sys != order || !follows[n] {
					continue
				}
				before, after := strategy.Value(measure, p), strategy.Value(measure, n)
				for k := 1; k <= measure.Greatest; k++ {
					if name := fmt.Sprintf("measure>=%d", k); next[name] != (before >= k) {
						t.Fatalf("%v: measure %d, and %s is %t", p, before, name, next[name])
					}
				}
				breaks := name == "ReadyToMate" || name == "RookHome" || name == "RookSafe"
				if want := !breaks && after >= before; next["made>=1"] != want || next["made>=2"] {
					t.Fatalf("%v to %v by %v, measures %d and %d: the window goes on: %t", p, n, name, before, after, next["made>=1"])
				}
				if after < before {
					falls++
				}
			}
			if follows[n] {
				moves++
			} else {
				others++
			}
		}
	}
	if moves < 300 || others < 300 || falls < 100 {
		t.Errorf("%d moves, %d others, %d with a measure that falls", moves, others, falls)
	}
}

// TestWindow finds a move after which the measure has not fallen; and, with RETROPROOF_LONG, three,
// and proves in a CPU minute that it falls within four moves, and what else termination needs.
func TestWindow(t *testing.T) {
	controls := []int{1}
	if expect.Long {
		controls = []int{1, 2, 3}
	}
	for _, moves := range controls {
		r, err := reach.Decide(context.Background(), models.KRKWindow(moves), reach.Options{Engine: reach.BMC, MaxFrames: moves + 1})
		if err != nil || r.Verdict != reach.Unsafe || r.Depth != moves+1 {
			t.Errorf("%d moves: %+v, %v", moves, r, err)
		}
	}
	if !expect.Long {
		return
	}
	s := models.KRKWindow(4)
	r, err := reach.Decide(context.Background(), s, reach.Options{Engine: reach.Induction, MaxFrames: 4})
	if err != nil || r.Verdict != reach.Safe || r.K != 4 {
		t.Fatalf("%+v, %v", r, err)
	}
	certified(t, "krk-window", s, r)
	s = models.KRKMates()
	s.Bad = append(s.Bad[:1:1], s.Bad[2:]...)
	r, err = reach.Decide(context.Background(), s, reach.Options{Engine: reach.Induction, MaxFrames: 2})
	if err != nil || r.Verdict != reach.Safe || r.K != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	certified(t, "krk-mates", s, r)
}

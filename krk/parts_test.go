package krk

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/sat"
)

var facts = []fact{factReply, factSqueeze, factKing, factKeepRoom, factBetween, factLower, factOrdinary, factSafe, factHome}

// A fact that is proved for moves of one man says nothing of steps that the other man makes.
func TestFactsOfOneMan(t *testing.T) {
	steps := map[movers][]int{
		king: {ReadyToMate, ApproachDiag, ApproachNonDiag, KeepRoomDiag, KeepRoomNonDiag},
		rook: {ImmediateMate, ReadyToMate, Squeeze, RookHome, RookSafe},
	}
	proved := 0
	for _, x := range facts {
		for i, m := range x.moves {
			for other, theirs := range steps {
				if m.men == anybody || m.men == other {
					continue
				}
				for _, s := range theirs {
					w := abstractSteps(encode.Ints{Circuit: encode.NewCircuit()}, len(x.moves))
					for j := range 2*len(x.moves) + 1 {
						name := fmt.Sprintf("p%d", j+1)
						w.parts = append(w.parts, amounts{w.IntInput(name+".room", farRoom), w.IntInput(name+".distance", farthest), w.Input(name + ".far")})
						w.mates, w.holds = append(w.mates, w.Input(name+".mate")), append(w.holds, w.Input(name+".held"))
					}
					for step := range allSteps {
						w.Assert(w.Iff(w.Step(i, step), w.Of(step == s)))
					}
					w.Assert(x.holds(w, 0).Not())
					solver, err := sat.New("")
					expect.NoError(t, err)
					w.CNF(encode.Compact).Emit(solver)
					if status, err := solver.Solve(context.Background()); status != sat.Unsatisfiable {
						t.Errorf("fact %s speaks of step %d as move %d: %v %v", x.key, s, i+1, status, err)
					}
					proved++
				}
			}
		}
	}
	if proved == 0 {
		t.Error("no fact is about one man")
	}
}

// Three full moves of a play are a model of the facts by which Lemma 2 is proved, with their own rooms, distances and
// steps; and there the abstraction's measure is the measure.
func TestPlaysSatisfyFacts(t *testing.T) {
	s, _ := suite(t)
	table, err := s.Table()
	expect.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	a := abstractPlay(encode.Ints{Circuit: encode.NewCircuit()})
	asserted := a.Asserted()
	var measures [4]encode.Int
	for i := range measures {
		measures[i] = a.measureBefore(i)
	}
	e := a.NewEvaluator()
	set := func(b encode.Bool, v bool) {
		word := uint64(0)
		if v {
			word = ^word
		}
		e.Set(b, word)
	}
	square := func() rules.Square { return rules.Square{X: int16(rng.IntN(8)), Y: int16(rng.IntN(8))} }
	value := func(name string, p rules.Position) int { return s.Strategy.Value(s.Notion(name), p) }
	for plays := 0; plays < 150; {
		at, by := []rules.Position{{WK: square(), BK: square(), Men: [rules.Most]rules.Square{square()}, White: true}}, []int(nil)
		if !table.Claims(at[0]) {
			continue
		}
		for len(at) < 7 {
			moves, step := table.By(nil, at[len(at)-1])
			if step == core.NoStep {
				break
			}
			q := moves[rng.IntN(len(moves))]
			replies := s.Game.Moves(nil, q)
			if len(replies) == 0 {
				break
			}
			at, by = append(at, q, replies[rng.IntN(len(replies))]), append(by, step)
		}
		if len(at) < 7 {
			continue
		}
		plays++
		for j, p := range at {
			a.InputValues(a.parts[j].room, value("roominess", p), set)
			a.InputValues(a.parts[j].distance, value("remoteness", p), set)
			set(a.parts[j].far, value("far", p) != 0)
			if j%2 == 1 {
				set(a.mates[j/2], value("mated", p) != 0)
				set(a.holds[j/2], value("held", p) != 0)
				for step := range allSteps {
					set(a.steps[j/2][step], step == by[j/2])
				}
			}
		}
		e.Run()
		if e.Get(asserted)&1 == 0 {
			t.Errorf("a play violates the facts: %v %v", at, by)
		}
		for i, m := range measures {
			got := a.Value(m, func(b encode.Bool) bool { return e.Get(b)&1 == 1 })
			expect.Equal(t, value("measure", at[2*i]), got, "measure")
		}
	}
}

package spec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"retroproof/encode"
	"retroproof/sat"
)

// No part of a lemma has a model. (The example of README.md with --certify proves
// the parts without breaking the symmetry, and the script krk-prove those of Lemma 4.)
func TestParts(t *testing.T) {
	if os.Getenv("RETROPROOF_LONG") == "" {
		t.Skip("takes seconds of SAT: make soundness")
	}
	for _, l := range Lemmas() {
		for _, p := range l.Parts() {
			f := p.Formula(DefaultEncoding(), Default())
			cnf := f.CNF()
			s, err := sat.New("")
			if err != nil {
				t.Fatal(err)
			}
			cnf.Emit(s)
			status, err := s.Solve(context.Background())
			if status != sat.Unsatisfiable {
				t.Errorf("lemma %s, part %s: %v %v", l.Key, p.Key, status, err)
			}
			t.Logf("lemma %s, part %s: %d variables, %d clauses, %d conflicts", l.Key, p.Key, cnf.NumVars, cnf.NumClauses(), s.Stats().Conflicts)
		}
	}
}

var facts = []fact{factReply, factSqueeze, factKing, factKeepRoom, factBetween, factLower, factOrdinary, factSafe, factHome}

// A fact that is proved for moves of one man says nothing of steps that the other man makes.
func TestFactsOfOneMan(t *testing.T) {
	steps := map[string][]Step{
		"K": {ReadyToMate, ApproachDiag, ApproachNonDiag, KeepRoomDiag, KeepRoomNonDiag},
		"R": {ImmediateMate, ReadyToMate, Squeeze, RookHome, RookSafe},
	}
	proved := 0
	for _, x := range facts {
		for i, m := range x.moves {
			for other, theirs := range steps {
				if m.men == "KR" || m.men == other {
					continue
				}
				for _, s := range theirs {
					w := abstractSteps(Encoding{}, Default(), len(x.moves))
					for j := range 2*len(x.moves) + 1 {
						name := fmt.Sprintf("p%d", j+1)
						w.parts = append(w.parts, amounts{w.IntInput(name+".room", FarRoom), w.IntInput(name+".distance", 2*(Size-1)), w.Input(name + ".far")})
						w.mates, w.holds = append(w.mates, w.Input(name+".mate")), append(w.holds, w.Input(name+".held"))
					}
					for step := ImmediateMate; step < NumSteps; step++ {
						w.Assert(w.Iff(w.Step(i, step), w.Of(step == s)))
					}
					w.Assert(x.holds(w, 0).Not())
					solver, err := sat.New("")
					if err != nil {
						t.Fatal(err)
					}
					w.CNF().Emit(solver)
					if status, err := solver.Solve(context.Background()); status != sat.Unsatisfiable {
						t.Errorf("fact %s speaks of %s as move %d: %v %v", x.key, s, i+1, status, err)
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

// ground is a play of ground positions: every circuit over it is a constant.
type ground struct {
	Board
	rng *rand.Rand
}

func (g ground) is(x encode.Bool) bool {
	v, ok := g.Circuit.Ground(x)
	if !ok {
		panic("not ground")
	}
	return v
}

// reply returns a random legal reply of Black at q.
func (g ground) reply(q Position) (Position, bool) {
	var ps []Position
	for t := range Square(Size * Size) {
		p := Pack(q.WK(), t, q.R(), true)
		if g.is(g.BlackMove(g.ground(q), g.ground(p))) {
			ps = append(ps, p)
		}
	}
	if len(ps) == 0 {
		return 0, false
	}
	return ps[g.rng.IntN(len(ps))], true
}

// move returns a random move of the strategy at p, and its step.
func (g ground) move(p Position) (Position, Step) {
	s := g.Strategy(g.ground(p))
	try := func(q Position) (Position, Step) {
		for step, by := range s.Move(g.ground(q)) {
			if g.is(by) {
				return q, Step(step)
			}
		}
		return 0, NoStep
	}
	for _, i := range g.rng.Perm(2 * Size * Size) {
		q := Pack(Square(i%64), p.BK(), p.R(), false)
		if i >= 64 {
			q = Pack(p.WK(), p.BK(), Square(i%64), false)
		}
		if q, step := try(q); step != NoStep {
			return q, step
		}
	}
	return 0, NoStep
}

// Three full moves of a play are a model of the facts by which Lemma 2 is
// proved, with their own rooms, distances and steps; and there the
// abstraction's measure is the measure.
func TestPlaysSatisfyFacts(t *testing.T) {
	g := ground{Board{encode.Ints{Circuit: encode.NewCircuit()}, Default()}, rand.New(rand.NewPCG(1, 2))}
	a := abstractPlay(Encoding{}, Default())
	facts := a.Asserted()
	var measures [4]encode.Int
	for i := range measures {
		measures[i] = a.MeasureBefore(i)
	}
	e := a.NewEvaluator()
	number := func(x encode.Int) int { return g.Value(x, func(encode.Bool) bool { panic("not ground") }) }
	set := func(b encode.Bool, v bool) { e.Set(b, -uint64(b2i(v))) }
	plays := 0
	for plays < 150 {
		p := Position(g.rng.IntN(NumPositions)) | 1<<18
		if !g.is(g.Legal(g.ground(p))) {
			continue
		}
		play, steps := []Position{p}, []Step(nil)
		for len(play) < 7 {
			q, step := g.move(play[len(play)-1])
			p, ok := g.reply(q)
			if !ok {
				break
			}
			play, steps = append(play, q, p), append(steps, step)
		}
		if len(play) < 7 {
			continue
		}
		plays++
		for j, p := range play {
			x := g.ground(p)
			a.InputValues(a.parts[j].room, number(g.Room(x)), set)
			a.InputValues(a.parts[j].distance, number(g.CriticalDistance(x)), set)
			set(a.parts[j].far, g.is(g.far(x)))
			if j%2 == 1 {
				set(a.mates[j/2], g.is(g.Mate(x)))
				set(a.holds[j/2], g.is(g.held(x)))
				for s := ImmediateMate; s < NumSteps; s++ {
					set(a.steps[j/2][s], s == steps[j/2])
				}
			}
		}
		e.Run()
		if e.Get(facts)&1 == 0 {
			t.Errorf("a play violates the facts: %v %v", play, steps)
		}
		for i, m := range measures {
			got := a.Value(m, func(b encode.Bool) bool { return e.Get(b)&1 == 1 })
			if want := number(g.Measure(g.ground(play[2*i]))); got != want {
				t.Errorf("measure %d, want %d", got, want)
			}
		}
	}
}

func b2i(v bool) int {
	if v {
		return 1
	}
	return 0
}

// ground returns a ground position.
func (b Board) ground(p Position) Pos {
	return Pos{b.Square(p.WK()), b.Square(p.BK()), b.Square(p.R()), b.Of(p.White())}
}

package illegal_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/facts"
)

// TestQuestionPointers: an abstraction is told from others by its fields, and
// pointers would only tell where they point to.
func TestQuestionPointers(t *testing.T) {
	t.Parallel()
	pointers := 0
	var look func(typ reflect.Type)
	look = func(typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface, reflect.UnsafePointer:
			pointers++
		case reflect.Array, reflect.Slice:
			look(typ.Elem())
		case reflect.Struct:
			for i := range typ.NumField() {
				look(typ.Field(i).Type)
			}
		}
	}
	look(reflect.TypeFor[facts.Known]())
	expect.Equal(t, pointers, 0, "what is known")
}

// TestQuestionSees: formulas see nothing of the goal that a question leaves out;
// and equal keys are equal formulas.
func TestQuestionSees(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	texts := map[[32]byte]string{}
	checked := 0
	for i, fen := range samples(t) {
		if i%20 > 0 || testing.Short() && i%100 > 0 {
			// Positions that a glance refutes have large formulas.
			continue
		}
		goal := setup(t, fen)
		given, refuted := rules.Blocked(&start, goal)
		if refuted != nil {
			continue
		}
		a, err := facts.NewAbstraction(&start, goal, given)
		if err != nil {
			continue
		}
		q, err := illegal.NewQuestion(&start, goal, given)
		expect.NoError(t, err)
		name := string(hashOf(formula.New(q.Abstraction())))
		expect.Equal(t, name, string(hashOf(formula.New(a))), "%s: the formula sees more of the goal than a question", fen)
		key := q.Key()
		if known, ok := texts[key]; ok && known != name {
			t.Errorf("%s: one key, and two formulas", fen)
		}
		texts[key] = name
		checked++
	}
	t.Logf("%d formulas, %d questions", checked, len(texts))
}

// TestQuestionSeesJams is TestQuestionSees for formulas with jams and closing pawns: here what is said depends on
// pieces of the goal, and their kinds.
func TestQuestionSeesJams(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 7))
	texts := map[[32]byte]string{}
	kinds := map[facts.PieceKind]int{} // of pieces in jams, with makers
	for checked := 0; checked < 300; {
		j := randomgames.NewJam(r)
		p := expect.Must(chess.NewPosition(*j.Start))
		for range 40 {
			m, ok := j.Move(r, p)
			if !ok {
				break
			}
			p.Make(m)
			goal := p.Setup()
			given, refuted := rules.Blocked(j.Start, &goal)
			if refuted != nil {
				t.Fatalf("%s from %s: %s", goal.FEN(), j.Start.FEN(), refuted.Detail)
			}
			known, err := facts.Verify(j.Start, &goal, given)
			expect.NoError(t, err)
			jams := rules.Jams(known)
			if len(jams) == 0 || r.IntN(3) > 0 {
				continue
			}
			var men, pawns chess.Bitboard
			for _, j := range jams {
				men |= j.Man.Bit()
				pawns |= j.Pawns
			}
			given = append(given, facts.Fact{By: facts.ByClosing, Squares: facts.Squares(pawns)}, facts.Fact{By: facts.ByJam, Squares: facts.Squares(men)})
			a, err := facts.NewAbstraction(j.Start, &goal, given)
			expect.NoError(t, err)
			q, err := illegal.NewQuestion(j.Start, &goal, given)
			expect.NoError(t, err)
			name, key := string(hashOf(formula.New(q.Abstraction()))), q.Key()
			if name != string(hashOf(formula.New(a))) {
				t.Fatalf("%s from %s: the formula sees more of the goal than a question has", goal.FEN(), j.Start.FEN())
			}
			if known, ok := texts[key]; ok && known != name {
				t.Errorf("%s from %s: one key, and two formulas", goal.FEN(), j.Start.FEN())
			}
			texts[key] = name
			for _, m := range a.Made {
				kinds[m.Kind]++
			}
			checked++
		}
	}
	if kinds[facts.DarkBishop] == 0 || kinds[facts.LightBishop] == 0 {
		t.Errorf("pieces with makers: %v", kinds)
	}
	t.Logf("%d questions; pieces with makers: %v", len(texts), kinds)
}

func hashOf(f *formula.CNF) []byte {
	hash := f.Hash()
	return hash[:]
}

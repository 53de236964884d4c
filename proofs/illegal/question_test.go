package illegal_test

import (
	"reflect"
	"testing"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/illegal/formula"
)

// TestQuestionPointers: an abstraction is told from others by its fields, and
// pointers would only tell where they point to.
func TestQuestionPointers(t *testing.T) {
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
	look(reflect.TypeFor[facts.Abstraction]())
	if pointers != 2 {
		t.Errorf("an abstraction has %d pointers, want those to start and goal only", pointers)
	}
}

// TestQuestionSees: formulas see nothing of the goal that a question leaves out;
// and equal keys are equal formulas.
func TestQuestionSees(t *testing.T) {
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
		if err != nil {
			t.Fatal(err)
		}
		name := illegal.Name(q.CNF())
		if name != illegal.Name(formula.New(a)) {
			t.Errorf("%s: the formula sees more of the goal than a question has", fen)
		}
		key := q.Key()
		if known, ok := texts[key]; ok && known != name {
			t.Errorf("%s: one key, and two formulas", fen)
		}
		texts[key] = name
		checked++
	}
	t.Logf("%d formulas, %d questions", checked, len(texts))
}

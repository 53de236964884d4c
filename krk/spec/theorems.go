package spec

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The deduction of the three theorems from the lemmas.
//
// A play is p(0) w(0) p(1) w(1) ...: White is to move in p(i), Black in w(i). It begins in a
// legal position and is as long as the rules allow. Statements are clauses over atoms "at move
// i", which are asserted for every i from some number on. An inference is accepted only if its
// claim follows from the clauses that it cites, shifted along the play, by unit propagation; or
// by induction along the play, where base and step are checked in the same way; or by descent
// of the measure, a natural number; or by the symmetry of the board. One also has to believe
// the verdicts on the lemmas, the axioms below, which define a play, and the symmetries that
// CheckRules establishes.
//
// A formula that breaks the symmetry proves its lemma for plays from a canonical position.
// Suppose that a play from another position violates the lemma. Each position has a canonical
// image and moves are symmetric, so some image of the play is a play from a canonical position.
// Everything that the lemma refers to is symmetric, so that play violates the lemma, too: a
// contradiction. (Notions defined by the rules of chess are known to be symmetric in legal
// positions only. The positions of a play are legal by Lemma 1, which refers to legality
// alone.) The parts of a lemma are formulas of the same kind (Formula.Invariant), so each of
// them holds from any position before they are combined.
// of the same kind (Formula.Invariant), and so hold from any position before they are put together.

// atom is a property of the play at move i.
type atom string

// The atoms.
const (
	reached    atom = "reached"   // p(i) is a position of the play
	moved      atom = "moved"     // White moved by the strategy from p(i) to w(i)
	replied    atom = "replied"   // Black moved from w(i) to p(i+1)
	lawful     atom = "legal"     // p(i) is a legal KRK position
	drawn      atom = "drawn"     // in p(i) the rook has been captured
	noMove     atom = "nomove"    // no step of the strategy has a move in p(i)
	stuck      atom = "stuck"     // Black has no legal move in w(i)
	mated      atom = "mated"     // w(i) is mate
	stale      atom = "stale"     // w(i) is stalemate
	readied    atom = "ready"     // White's move i was by ReadyToMate
	rooked     atom = "rook"      // White's move i was by RookHome or RookSafe
	small      atom = "small"     // the measure of p(i) is 24 or less
	fallsLater atom = "falls"     // the measure of p(i+3) is less than that of p(i)
	canonical  atom = "canonical" // p(i) satisfies the condition that breaks the symmetry
)

// speaksOf has, by atom, the notions that it refers to; the other atoms are about moves and
// steps.
var speaksOf = map[atom][]Notion{
	reached: nil, moved: nil, replied: nil, noMove: nil, readied: nil, rooked: nil,
	lawful: {Legal}, drawn: {Draw}, stuck: {BlackCanMove}, mated: {Mate}, stale: {Stalemate},
	small: {Measure}, fallsLater: {Measure},
}

// Literal is an atom at move i + At, or its negation.
type Literal struct {
	atom atom
	at   int
	not  bool
}

func yes(a atom, at int) Literal { return Literal{a, at, false} }
func not(a atom, at int) Literal { return Literal{a, at, true} }

// Clause is a disjunction.
type Clause []Literal

// Fact is a clause that holds at every move i >= From of every play.
type Fact struct {
	Name   string
	from   int
	Clause Clause
}

// Inference derives a fact.
type Inference struct {
	Fact
	Text string // the claim as a sentence
	Rule Rule
	uses []use
}

// use cites a fact, shifted by Shift moves along the play.
type use struct {
	name  string
	shift int
}

// Rule is the way in which an inference is checked.
type Rule string

// The rules.
const (
	propagation Rule = "propagation" // the claim's negation and the cited clauses propagate to a contradiction
	induction   Rule = "induction"   // the same for move 0, with the hypothesis, and from move i to i+1
	descent     Rule = "descent"     // the measure, a natural number, cannot decrease forever
	symmetry    Rule = "symmetry"    // what refers to symmetric notions only and holds from canonical positions holds from all
)

// axioms say what a play is and what mate means.
func axioms() []Fact {
	return []Fact{
		{"a reply leads to the next position", 0, Clause{not(replied, 0), yes(reached, 1)}},
		{"the next position is reached by a reply", 0, Clause{yes(replied, 0), not(reached, 1)}},
		{"White moves from a reached position", 0, Clause{not(moved, 0), yes(reached, 0)}},
		{"Black replies to a move", 0, Clause{not(replied, 0), yes(moved, 0)}},
		{"stuck is without reply", 0, Clause{not(stuck, 0), not(replied, 0)}},
		{"mate is stuck", 0, Clause{not(mated, 0), yes(stuck, 0)}},
		{"White stops only without a move or at a draw", 0,
			Clause{not(reached, 0), yes(moved, 0), yes(noMove, 0), yes(drawn, 0)}},
		{"Black stops only when stuck", 0, Clause{not(moved, 0), yes(replied, 0), yes(stuck, 0)}},
		{"a legal position has its rook", 0, Clause{not(lawful, 0), not(drawn, 0)}},
	}
}

// lemmaFacts states the lemmas as clauses about a play: the negation of each
// conjunct that the lemma's formula asserts.
func lemmaFacts() map[string]Fact {
	fact := func(name string, moves int, c ...Literal) Fact {
		cl := Clause{not(lawful, 0)}
		for i := range moves {
			cl = append(cl, not(replied, i))
		}
		return Fact{"Lemma " + name, 0, append(cl, c...)}
	}
	falls := fact("2", 3)
	for i := range 3 {
		falls.Clause = append(falls.Clause, yes(readied, i), yes(rooked, i))
	}
	falls.Clause = append(falls.Clause, yes(small, 0), yes(fallsLater, 0))
	return map[string]Fact{
		"0":  {Name: "Lemma 0"}, // says what a move is; used by the rule symmetry
		"1":  fact("1", 1, yes(lawful, 1)),
		"2":  falls,
		"3":  fact("3", 1, not(readied, 0), not(moved, 1), yes(mated, 1)),
		"4":  fact("4", 3, not(moved, 3), not(rooked, 3)),
		"5":  fact("5", 7, not(small, 0)),
		"6":  fact("6", 1, not(drawn, 1)),
		"7s": fact("7s", 0, not(reached, 0), not(noMove, 0)),
		"8":  fact("8", 0, not(moved, 0), not(stale, 0)),
		"9":  fact("9", 0, not(moved, 0), not(stuck, 0), yes(mated, 0)),
	}
}

// ofCanonical returns the name of a lemma's fact about plays from canonical positions.
func ofCanonical(f Fact) string { return f.Name + " of canonical plays" }

// bySymmetry returns the inferences from lemmas about plays from canonical positions to lemmas
// about all plays.
func bySymmetry() []Inference {
	var out []Inference
	facts := lemmaFacts()
	for _, key := range slices.Sorted(maps.Keys(facts)) {
		f := facts[key]
		if f.Clause == nil {
			continue
		}
		uses := []use{{"Lemma 0", 0}, {"Lemma 1", 0}, {ofCanonical(f), 0}}
		if key == "1" {
			uses = slices.Delete(uses, 1, 2)
		}
		out = append(out, Inference{f, "What " + f.Name + " says of plays from canonical positions holds of all: each play has such an image.", symmetry, uses})
	}
	return out
}

// inferences returns the deduction, in order, from lemmas about all plays.
func inferences() []Inference {
	horizon := func(c ...Literal) Clause { // ... if Black has a reply to move i+6
		cl := Clause{}
		for i := range 7 {
			cl = append(cl, not(replied, i))
		}
		return append(cl, c...)
	}
	lemmas := func(names ...string) []use {
		var us []use
		for _, n := range names {
			us = append(us, use{"Lemma " + n, 0})
		}
		return us
	}
	early := Inference{Fact{"not early", 3, Clause{not(moved, 0), not(rooked, 0)}},
		"From the fourth move on White uses neither RookHome nor RookSafe.", propagation,
		[]use{{"Lemma 4", -3}, {"always legal", -3}, {"White moves from a reached position", 0}}}
	falls := Inference{Fact{"falls", 3, horizon(yes(fallsLater, 0))},
		"From the fourth move on, the measure falls within three moves, if Black still replies seven times.", propagation,
		[]use{{"Lemma 2", 0}, {"always legal", 0}, {"not small", 0}}}
	for k := -3; k < 0; k++ { // Black's earlier replies lead here
		early.uses = append(early.uses, axiomUses(k)...)
	}
	for k := range 3 {
		falls.uses = append(falls.uses, use{"not ready", k}, use{"not early", k})
	}
	for k := range 4 {
		falls.uses = append(falls.uses, axiomUses(k)...)
	}
	return []Inference{
		{Fact{"always legal", 0, Clause{not(reached, 0), yes(lawful, 0)}},
			"Every position of the play is legal.", induction,
			append(lemmas("1"), use{"the next position is reached by a reply", 0},
				use{"Black replies to a move", 0}, use{"White moves from a reached position", 0})},
		early,
		{Fact{"not ready", 0, Clause{not(replied, 0), not(moved, 1), not(replied, 1), not(readied, 0)}},
			"A move by ReadyToMate is White's last but one.", propagation,
			append(lemmas("3"), use{"always legal", 0}, use{"mate is stuck", 1}, use{"stuck is without reply", 1},
				use{"Black replies to a move", 0}, use{"White moves from a reached position", 0})},
		{Fact{"not small", 0, horizon(not(small, 0))},
			"If Black still replies seven times, the measure is greater than 24.", propagation,
			append(lemmas("5"), use{"always legal", 0},
				use{"Black replies to a move", 0}, use{"White moves from a reached position", 0})},
		falls,
		{Fact{"Theorem 2", 0, nil}, "Termination: every play is finite.", descent,
			[]use{{"falls", 3}, {"not small", 3}}},
		{Fact{"no draw", 0, Clause{not(reached, 0), not(drawn, 0)}},
			"The rook is never captured.", propagation,
			[]use{{"always legal", 0}, {"a legal position has its rook", 0}}},
		{Fact{"no draw by a reply", 0, Clause{not(replied, 0), not(drawn, 1)}},
			"Black's reply never captures the rook (the same from Lemma 6).", propagation,
			append(lemmas("6"), use{"always legal", 0}, use{"Black replies to a move", 0},
				use{"White moves from a reached position", 0})},
		{Fact{"White always moves", 0, Clause{not(reached, 0), yes(moved, 0)}},
			"In every position that is reached White has a move by the strategy, so no play ends with White to move.", propagation,
			append(lemmas("7s"), use{"always legal", 0}, use{"no draw", 0}, use{"White stops only without a move or at a draw", 0})},
		{Fact{"no stalemate", 0, Clause{not(moved, 0), not(stale, 0)}},
			"Black is never stalemated.", propagation,
			append(lemmas("8"), use{"always legal", 0}, use{"White moves from a reached position", 0})},
		{Fact{"Theorem 3", 0, Clause{not(moved, 0), yes(replied, 0), yes(mated, 0)}},
			"Partial correctness: if the play ends, White made the last move and Black is mated.", propagation,
			append(lemmas("9"), use{"always legal", 0}, use{"White moves from a reached position", 0},
				use{"Black stops only when stuck", 0}, use{"White always moves", 0}, use{"no stalemate", 0}, use{"no draw by a reply", 0})},
		{Fact{"Theorem 1", 0, Clause{not(reached, 0), yes(replied, 0), yes(mated, 0)}},
			"Total correctness: from any legal position, White to move, the strategy mates in a finite number of moves.", propagation,
			[]use{{"Theorem 2", 0}, {"Theorem 3", 0}, {"White always moves", 0}}},
	}
}

// axiomUses cites the axioms that connect positions, moves and replies, for one shift.
func axiomUses(shift int) []use {
	return []use{{"the next position is reached by a reply", shift}, {"Black replies to a move", shift},
		{"White moves from a reached position", shift}}
}

// Conclusion is an inference with the outcome of its check.
type Conclusion struct {
	Inference
	Err    error    // nil: the inference is sound and everything that it cites is established
	Lemmas []string // keys of the lemmas that it depends on, directly or indirectly
	Moves  int      // for a descent: an upper bound on the number of White's moves
}

// Basis is what a deduction depends on.
type Basis struct {
	Proved    func(key string) bool // the formulas of the lemma have no model
	Canonical bool                  // the formulas break the symmetry of the board
	Symmetry  Invariance            // what is known about the symmetries
}

// Deduce checks the deduction against the lemmas proved. An
// inference that cites an unproved lemma, or a failed inference, fails.
func Deduce(b Basis) []Conclusion {
	facts := map[string]Fact{}
	rests := map[string][]string{}
	for _, a := range axioms() {
		facts[a.Name] = a
	}
	for key, f := range lemmaFacts() {
		if !b.Proved(key) {
			continue
		}
		if b.Canonical && f.Clause != nil {
			f = Fact{ofCanonical(f), f.from, append(Clause{not(canonical, 0)}, f.Clause...)}
		}
		facts[f.Name] = f
		rests[f.Name] = []string{key}
	}
	all := inferences()
	if b.Canonical {
		all = append(bySymmetry(), all...)
	}
	var out []Conclusion
	for _, inf := range all {
		c := Conclusion{Inference: inf}
		c.check(facts, b.Symmetry)
		for _, u := range inf.uses {
			c.Lemmas = append(c.Lemmas, rests[u.name]...)
		}
		slices.Sort(c.Lemmas)
		c.Lemmas = slices.Compact(c.Lemmas)
		if c.Err == nil {
			facts[inf.Name] = inf.Fact
			rests[inf.Name] = c.Lemmas
		}
		out = append(out, c)
	}
	return out
}

func (c *Conclusion) check(facts map[string]Fact, known Invariance) {
	var cited []Clause
	for _, u := range c.uses {
		f, ok := facts[u.name]
		if !ok {
			c.Err = fmt.Errorf("%q is not established", u.name)
			return
		}
		if c.from+u.shift < f.from {
			c.Err = fmt.Errorf("%q holds from move %d on, but is cited from move %d on", u.name, f.from, c.from+u.shift)
			return
		}
		if f.Clause != nil {
			cited = append(cited, f.Clause.shift(u.shift))
		}
	}
	switch c.Rule {
	case propagation:
		if !refutes(cited, c.Clause) {
			c.Err = errors.New("it does not follow by unit propagation")
		}
	case induction:
		// p(0) is reached and legal: the hypothesis of all three theorems.
		base := []Clause{{yes(reached, 0)}, {yes(lawful, 0)}}
		step := append(slices.Clone(cited), c.Clause)
		if c.from != 0 || !refutes(base, c.Clause) || !refutes(step, c.Clause.shift(1)) {
			c.Err = errors.New("it does not follow by induction")
		}
	case descent:
		c.Moves, c.Err = descend(facts["falls"], facts["not small"])
	case symmetry:
		c.Err = c.bySymmetry(cited, known)
	default:
		c.Err = fmt.Errorf("unknown rule %q", c.Rule)
	}
}

// bySymmetry checks that the last clause cited is the claim with the added hypothesis that p(i)
// is canonical, and that everything that the claim refers to is symmetric.
func (c *Conclusion) bySymmetry(cited []Clause, known Invariance) error {
	if len(cited) == 0 || !slices.Equal(cited[len(cited)-1], append(Clause{not(canonical, 0)}, c.Clause...)) {
		return errors.New("it is not what is cited, freed of one hypothesis")
	}
	if !known.Moves {
		return errors.New("moves are not known to be symmetric")
	}
	for _, l := range c.Clause {
		of, ok := speaksOf[l.atom]
		if !ok {
			return fmt.Errorf("%q is not symmetric", l.atom)
		}
		for _, n := range of {
			if !known.Notions[n] {
				return fmt.Errorf("%q is not known to be symmetric", n)
			}
		}
	}
	return nil
}

func (c Clause) shift(by int) Clause {
	s := slices.Clone(c)
	for i := range s {
		s[i].at += by
	}
	return s
}

// refutes reports whether the clauses and the negation of claim propagate to
// a contradiction.
func refutes(clauses []Clause, claim Clause) bool {
	type key struct {
		atom
		at int
	}
	value := map[key]bool{}
	for _, l := range claim {
		k := key{l.atom, l.at}
		if v, set := value[k]; set && v != l.not {
			return true // the claim is a tautology
		}
		value[k] = l.not
	}
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			open, satisfied := []Literal(nil), false
			for _, l := range c {
				v, set := value[key{l.atom, l.at}]
				switch {
				case !set:
					open = append(open, l)
				case v != l.not:
					satisfied = true
				}
			}
			if satisfied || len(open) > 1 {
				continue
			}
			if len(open) == 0 {
				return true
			}
			value[key{open[0].atom, open[0].at}] = !open[0].not
			changed = true
		}
	}
	return false
}

// descend returns an upper bound on the number of White's moves. By "falls" and "not small", as
// long as Black has a reply to move i+6, the measure of p(i) is greater than 24 and that of
// p(i+3) is less than that of p(i). By its definition, the measure is at most 6 FarRoom + 14.
// So after a bounded number of triples of moves, Black has no reply.
func descend(falls, notSmall Fact) (int, error) {
	want := Clause{}
	for i := range 7 {
		want = append(want, not(replied, i))
	}
	if !slices.Equal(falls.Clause, append(slices.Clone(want), yes(fallsLater, 0))) ||
		!slices.Equal(notSmall.Clause, append(slices.Clone(want), not(small, 0))) || notSmall.from > falls.from {
		return 0, errors.New("the cited facts are not those the descent needs")
	}
	i := falls.from
	for measure := 6*FarRoom + 2*(Size-1); measure > 24; measure-- {
		i += 3
	}
	// Here "not small" is violated at i unless Black has no reply to one of the moves up to
	// i+6; that move, if it is made, is the last.
	return i + 6 + 1, nil
}

// String prints the clause as an implication, for people.
func (c Clause) String() string {
	var from, to []string
	for _, l := range c {
		at := "i"
		if l.at != 0 {
			at = fmt.Sprintf("i%+d", l.at)
		}
		if l.not {
			from = append(from, fmt.Sprintf("%s(%s)", l.atom, at))
		} else {
			to = append(to, fmt.Sprintf("%s(%s)", l.atom, at))
		}
	}
	if len(to) == 0 {
		to = []string{"false"}
	}
	if len(from) == 0 {
		return strings.Join(to, " or ")
	}
	return strings.Join(from, " and ") + " => " + strings.Join(to, " or ")
}

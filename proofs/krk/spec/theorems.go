package spec

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The deduction of the three theorems from the lemmas.
//
// A play is p(0) w(0) p(1) w(1) ...: White to move in p(i), Black in w(i). It
// begins in a legal position and is as long as the rules allow. Statements
// are clauses over atoms "at move i", read: for every i from some number on.
// An inference is accepted only if its claim follows from the clauses it
// cites, shifted along the play, by unit propagation; or by induction along
// the play, base and step checked in the same way; or by descent of the
// measure, a natural number. Nothing else is believed but the lemmas' verdicts
// and the axioms below, which say what a play is.

// Atom is a property of the play at move i.
type Atom string

// The atoms.
const (
	Reached Atom = "reached" // p(i) is a position of the play
	Moved   Atom = "moved"   // White moved by the strategy from p(i) to w(i)
	Replied Atom = "replied" // Black moved from w(i) to p(i+1)
	Lawful  Atom = "legal"   // p(i) is a legal KRK position
	Drawn   Atom = "drawn"   // in p(i) the rook has been captured
	NoMove  Atom = "nomove"  // no step of the strategy has a move in p(i)
	Stuck   Atom = "stuck"   // Black has no legal move in w(i)
	Mated   Atom = "mated"   // w(i) is mate
	Stale   Atom = "stale"   // w(i) is stalemate
	Readied Atom = "ready"   // White's move i was by ReadyToMate
	Rooked  Atom = "rook"    // White's move i was by RookHome or RookSafe
	Small   Atom = "small"   // the measure of p(i) is 24 or less
	Falls   Atom = "falls"   // the measure of p(i+3) is less than that of p(i)
)

// Literal is an atom at move i + At, or its negation.
type Literal struct {
	Atom Atom
	At   int
	Not  bool
}

func yes(a Atom, at int) Literal { return Literal{a, at, false} }
func not(a Atom, at int) Literal { return Literal{a, at, true} }

// Clause is a disjunction.
type Clause []Literal

// Fact is a clause that holds at every move i >= From of every play.
type Fact struct {
	Name   string
	From   int
	Clause Clause
}

// Inference derives a fact.
type Inference struct {
	Fact
	Text string // the claim in words
	Rule Rule
	Uses []Use
}

// Use cites a fact, shifted by Shift moves.
type Use struct {
	Name  string
	Shift int
}

// Rule is how an inference is checked.
type Rule string

// The rules.
const (
	Propagation Rule = "propagation" // the claim's negation and the cited clauses propagate to a contradiction
	Induction   Rule = "induction"   // the same for move 0, with the hypothesis, and from move i to i+1
	Descent     Rule = "descent"     // the measure cannot fall for ever
)

// axioms say what a play is and what mate means.
func axioms() []Fact {
	return []Fact{
		{"a reply leads to the next position", 0, Clause{not(Replied, 0), yes(Reached, 1)}},
		{"the next position is reached by a reply", 0, Clause{yes(Replied, 0), not(Reached, 1)}},
		{"White moves from a reached position", 0, Clause{not(Moved, 0), yes(Reached, 0)}},
		{"Black replies to a move", 0, Clause{not(Replied, 0), yes(Moved, 0)}},
		{"stuck is without reply", 0, Clause{not(Stuck, 0), not(Replied, 0)}},
		{"mate is stuck", 0, Clause{not(Mated, 0), yes(Stuck, 0)}},
		{"White stops only without a move or at a draw", 0,
			Clause{not(Reached, 0), yes(Moved, 0), yes(NoMove, 0), yes(Drawn, 0)}},
		{"Black stops only when stuck", 0, Clause{not(Moved, 0), yes(Replied, 0), yes(Stuck, 0)}},
		{"a legal position has its rook", 0, Clause{not(Lawful, 0), not(Drawn, 0)}},
	}
}

// lemmaFacts states the lemmas as clauses about a play: the negation of each
// conjunct that the lemma's formula asserts.
func lemmaFacts() map[string]Fact {
	fact := func(name string, moves int, c ...Literal) Fact {
		cl := Clause{not(Lawful, 0)}
		for i := range moves {
			cl = append(cl, not(Replied, i))
		}
		return Fact{"Lemma " + name, 0, append(cl, c...)}
	}
	falls := fact("2", 3)
	for i := range 3 {
		falls.Clause = append(falls.Clause, yes(Readied, i), yes(Rooked, i))
	}
	falls.Clause = append(falls.Clause, yes(Small, 0), yes(Falls, 0))
	return map[string]Fact{
		"1":  fact("1", 1, yes(Lawful, 1)),
		"2":  falls,
		"3":  fact("3", 1, not(Readied, 0), not(Moved, 1), yes(Mated, 1)),
		"4":  fact("4", 3, not(Moved, 3), not(Rooked, 3)),
		"5":  fact("5", 7, not(Small, 0)),
		"6":  fact("6", 1, not(Drawn, 1)),
		"7s": fact("7s", 0, not(Reached, 0), not(NoMove, 0)),
		"8":  fact("8", 0, not(Moved, 0), not(Stale, 0)),
		"9":  fact("9", 0, not(Moved, 0), not(Stuck, 0), yes(Mated, 0)),
	}
}

// Inferences returns the deduction, in order.
func Inferences() []Inference {
	horizon := func(c ...Literal) Clause { // ... if Black still replies to move i+6
		cl := Clause{}
		for i := range 7 {
			cl = append(cl, not(Replied, i))
		}
		return append(cl, c...)
	}
	lemmas := func(names ...string) []Use {
		var us []Use
		for _, n := range names {
			us = append(us, Use{"Lemma " + n, 0})
		}
		return us
	}
	early := Inference{Fact{"not early", 3, Clause{not(Moved, 0), not(Rooked, 0)}},
		"From the fourth move on White uses neither RookHome nor RookSafe.", Propagation,
		[]Use{{"Lemma 4", -3}, {"always legal", -3}, {"White moves from a reached position", 0}}}
	falls := Inference{Fact{"falls", 3, horizon(yes(Falls, 0))},
		"From the fourth move on, the measure falls within three moves, if Black still replies seven times.", Propagation,
		[]Use{{"Lemma 2", 0}, {"always legal", 0}, {"not small", 0}}}
	for k := -3; k < 0; k++ { // Black's earlier replies lead here
		early.Uses = append(early.Uses, axiomUses(k)...)
	}
	for k := range 3 {
		falls.Uses = append(falls.Uses, Use{"not ready", k}, Use{"not early", k})
	}
	for k := range 4 {
		falls.Uses = append(falls.Uses, axiomUses(k)...)
	}
	return []Inference{
		{Fact{"always legal", 0, Clause{not(Reached, 0), yes(Lawful, 0)}},
			"Every position of the play is legal.", Induction,
			append(lemmas("1"), Use{"the next position is reached by a reply", 0},
				Use{"Black replies to a move", 0}, Use{"White moves from a reached position", 0})},
		early,
		{Fact{"not ready", 0, Clause{not(Replied, 0), not(Moved, 1), not(Replied, 1), not(Readied, 0)}},
			"A move by ReadyToMate is White's last but one.", Propagation,
			append(lemmas("3"), Use{"always legal", 0}, Use{"mate is stuck", 1}, Use{"stuck is without reply", 1},
				Use{"Black replies to a move", 0}, Use{"White moves from a reached position", 0})},
		{Fact{"not small", 0, horizon(not(Small, 0))},
			"If Black still replies seven times, the measure is greater than 24.", Propagation,
			append(lemmas("5"), Use{"always legal", 0},
				Use{"Black replies to a move", 0}, Use{"White moves from a reached position", 0})},
		falls,
		{Fact{"Theorem 2", 0, nil}, "Termination: every play is finite.", Descent,
			[]Use{{"falls", 3}, {"not small", 3}}},
		{Fact{"no draw", 0, Clause{not(Reached, 0), not(Drawn, 0)}},
			"The rook is never captured.", Propagation,
			[]Use{{"always legal", 0}, {"a legal position has its rook", 0}}},
		{Fact{"no draw by a reply", 0, Clause{not(Replied, 0), not(Drawn, 1)}},
			"Black's reply never captures the rook (the same from Lemma 6).", Propagation,
			append(lemmas("6"), Use{"always legal", 0}, Use{"Black replies to a move", 0},
				Use{"White moves from a reached position", 0})},
		{Fact{"White always moves", 0, Clause{not(Reached, 0), yes(Moved, 0)}},
			"In every position that is reached White has a move by the strategy, so no play ends with White to move.", Propagation,
			append(lemmas("7s"), Use{"always legal", 0}, Use{"no draw", 0}, Use{"White stops only without a move or at a draw", 0})},
		{Fact{"no stalemate", 0, Clause{not(Moved, 0), not(Stale, 0)}},
			"Black is never stalemated.", Propagation,
			append(lemmas("8"), Use{"always legal", 0}, Use{"White moves from a reached position", 0})},
		{Fact{"Theorem 3", 0, Clause{not(Moved, 0), yes(Replied, 0), yes(Mated, 0)}},
			"Partial correctness: if the play ends, White made the last move and Black is mated.", Propagation,
			append(lemmas("9"), Use{"always legal", 0}, Use{"White moves from a reached position", 0},
				Use{"Black stops only when stuck", 0}, Use{"White always moves", 0}, Use{"no stalemate", 0}, Use{"no draw by a reply", 0})},
		{Fact{"Theorem 1", 0, Clause{not(Reached, 0), yes(Replied, 0), yes(Mated, 0)}},
			"Total correctness: from any legal position, White to move, the strategy mates in a finite number of moves.", Propagation,
			[]Use{{"Theorem 2", 0}, {"Theorem 3", 0}, {"White always moves", 0}}},
	}
}

// axiomUses cites what links positions, moves and replies at one shift.
func axiomUses(shift int) []Use {
	return []Use{{"the next position is reached by a reply", shift}, {"Black replies to a move", shift},
		{"White moves from a reached position", shift}}
}

// Conclusion is an inference with the outcome of its check.
type Conclusion struct {
	Inference
	Err    error    // nil: the inference is sound and all it cites is established
	Lemmas []string // keys of the lemmas it rests on, directly or not
	Moves  int      // of a Descent: White makes at most so many moves
}

// Deduce checks the deduction against the lemmas proved, given by key. An
// inference that cites an unproved lemma, or a failed inference, fails.
func Deduce(proved func(key string) bool) []Conclusion {
	facts := map[string]Fact{}
	rests := map[string][]string{}
	for _, a := range axioms() {
		facts[a.Name] = a
	}
	for key, f := range lemmaFacts() {
		if proved(key) {
			facts[f.Name] = f
			rests[f.Name] = []string{key}
		}
	}
	var out []Conclusion
	for _, inf := range Inferences() {
		c := Conclusion{Inference: inf}
		c.check(facts)
		for _, u := range inf.Uses {
			c.Lemmas = append(c.Lemmas, rests[u.Name]...)
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

func (c *Conclusion) check(facts map[string]Fact) {
	var cited []Clause
	for _, u := range c.Uses {
		f, ok := facts[u.Name]
		if !ok {
			c.Err = fmt.Errorf("%q is not established", u.Name)
			return
		}
		if c.From+u.Shift < f.From {
			c.Err = fmt.Errorf("%q holds from move %d on, but is cited from move %d on", u.Name, f.From, c.From+u.Shift)
			return
		}
		if f.Clause != nil {
			cited = append(cited, f.Clause.shift(u.Shift))
		}
	}
	switch c.Rule {
	case Propagation:
		if !refutes(cited, c.Clause) {
			c.Err = errors.New("it does not follow by unit propagation")
		}
	case Induction:
		// p(0) is reached and legal: the hypothesis of all three theorems.
		base := []Clause{{yes(Reached, 0)}, {yes(Lawful, 0)}}
		step := append(slices.Clone(cited), c.Clause)
		if c.From != 0 || !refutes(base, c.Clause) || !refutes(step, c.Clause.shift(1)) {
			c.Err = errors.New("it does not follow by induction")
		}
	case Descent:
		c.Moves, c.Err = descend(facts["falls"], facts["not small"])
	default:
		c.Err = fmt.Errorf("unknown rule %q", c.Rule)
	}
}

func (c Clause) shift(by int) Clause {
	s := slices.Clone(c)
	for i := range s {
		s[i].At += by
	}
	return s
}

// refutes reports whether the clauses and the negation of claim propagate to
// a contradiction.
func refutes(clauses []Clause, claim Clause) bool {
	type key struct {
		Atom
		at int
	}
	value := map[key]bool{}
	for _, l := range claim {
		k := key{l.Atom, l.At}
		if v, set := value[k]; set && v != l.Not {
			return true // the claim is a tautology
		}
		value[k] = l.Not
	}
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			open, satisfied := []Literal(nil), false
			for _, l := range c {
				v, set := value[key{l.Atom, l.At}]
				switch {
				case !set:
					open = append(open, l)
				case v != l.Not:
					satisfied = true
				}
			}
			if satisfied || len(open) > 1 {
				continue
			}
			if len(open) == 0 {
				return true
			}
			value[key{open[0].Atom, open[0].At}] = !open[0].Not
			changed = true
		}
	}
	return false
}

// descend bounds the number of White's moves. By "falls" and "not small", as
// long as Black still replies to move i+6, the measure of p(i) is greater
// than 24 and that of p(i+3) is less; by its definition it is at most
// 6 FarRoom + 14. So after enough threes of moves Black has no reply left.
func descend(falls, notSmall Fact) (int, error) {
	want := Clause{}
	for i := range 7 {
		want = append(want, not(Replied, i))
	}
	if !slices.Equal(falls.Clause, append(slices.Clone(want), yes(Falls, 0))) ||
		!slices.Equal(notSmall.Clause, append(slices.Clone(want), not(Small, 0))) || notSmall.From > falls.From {
		return 0, errors.New("the cited facts are not those the descent needs")
	}
	i := falls.From
	for measure := 6*FarRoom + 2*(Size-1); measure > 24; measure-- {
		i += 3
	}
	// Now "not small" at i is violated unless Black fails to reply to one of
	// the moves up to i+6; that move, if it exists, is the last.
	return i + 6 + 1, nil
}

// String prints the clause as an implication, for people.
func (c Clause) String() string {
	var from, to []string
	for _, l := range c {
		at := "i"
		if l.At != 0 {
			at = fmt.Sprintf("i%+d", l.At)
		}
		if l.Not {
			from = append(from, fmt.Sprintf("%s(%s)", l.Atom, at))
		} else {
			to = append(to, fmt.Sprintf("%s(%s)", l.Atom, at))
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

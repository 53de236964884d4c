package lemmas

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"retroproof/proofs/strategy/core"
)

// The deduction of the theorems from the lemmas is a list of steps, each of which a program can check by itself:
// doc/strategy-certificates.md has the rules, and a script that replays them.
//
// A play is p(0) w(0) p(1) w(1) ...: White is to move in p(i), Black in w(i). It begins in a claimed position; White
// moves by the strategy, Black as he likes, and the play is as long as they can move. A claim is a list of clauses,
// each of which holds for all i from 0 on. Their atoms are
//
//	at        p(i) is reached
//	claimed   p(i) is claimed
//	step      some step has a move in p(i)
//	moved     White moves from p(i), to w(i)
//	early     that move is by an early step; once and run, by one of those lists; last, by the last step
//	stuck     Black has no move in w(i)
//	lost      he has lost, if he has none
//	replied   Black moves from w(i)
//	wins      White wins in p(i)
//
// What a formula refutes is refuted for plays from every claimed position, not only from those that are canonical:
// moves, notions and claimed positions are the same in images, which the checker establishes.
//
// The decision of the other positions is about plays that begin in a legal position that is not claimed, White moves as
// he likes, and Black by what the lemmas "drawn" promise: on, p(i) is reached; open, it is not claimed; any, White
// moves; unkept, w(i) does not have the property that decides; rank-N, the pawn is on rank N; saved, Black is
// stalemated or takes a man; lost as above.

// Step is a step of the deduction.
type Step struct {
	Name     string   `json:"name"`
	Sentence string   `json:"sentence"`
	Claim    string   `json:"claim,omitempty"` // clauses, as "at(i) and early(i+1) => claimed(i); at(i) => moved(i)"
	Falls    *Falls   `json:"falls,omitempty"` // of a lemma about a measure, in place of a claim
	Rule     string   `json:"rule"`
	Cites    []Cite   `json:"cites,omitempty"`
	Descent  *Descent `json:"descent,omitempty"`
	Moves    int      `json:"moves,omitempty"` // the bound on White's moves, if that is claimed
	Err      error    `json:"-"`               // why it does not follow
}

// The rules of steps.
const (
	ByPlay  = "play"  // it holds by what a play is
	ByLemma = "lemma" // it is what the formula of the lemma says
	// The cited claims, each shifted in time, and the claim's negation are refuted by unit propagation
	ByPropagation = "propagation"
	// Likewise the claim for i = 0 by at(0), claimed(0), on(0) and open(0), and for i+1 by what is cited and the claim
	// for i
	ByInduction = "induction"
	ByDescent   = "descent" // no play is longer than the bound (Descent)
	// Every play is finite, White has always a move, and only if Black has lost there is no reply
	ByEnd = "end"
)

// Cite is an earlier step, about times later by Shift.
type Cite struct {
	Name  string `json:"name"`
	Shift int    `json:"shift,omitempty"`
}

// Falls is a lemma: the measure of p(i) in a phase, if it is from Low to High and White's next move by one of Steps,
// falls within so many moves, none of them by an early or the last step, or a later phase begins.
type Falls struct {
	Low   int      `json:"low"`
	High  int      `json:"high"`
	Steps []string `json:"steps"`
	Moves int      `json:"moves"`
}

// Descent is what the rule of this name is about: plays go from a phase to a later one, or its measure falls.
type Descent struct {
	Early  []string `json:"early_steps"` // used in the first moves only, by the first step cited
	Last   []string `json:"last_step"`   // White's last move but one, by the next step cited, if there is one
	Steps  []string `json:"other_steps"`
	Phases []Phase  `json:"phases"`
}

// Phase is a measure from 0 to Greatest of all claimed positions, or of those with a property, in which no later phase
// begins.
type Phase struct {
	Name     string   `json:"name"`
	Property string   `json:"property,omitempty"` // "" for all claimed positions
	Greatest int      `json:"greatest"`
	Lemmas   []string `json:"lemmas"`
}

// literal is an atom, or its negation, about p(i+at).
type literal struct {
	atom string
	at   int
	not  bool
}

type clause []literal

// parse reads the clauses of a claim. An empty side is "true" or "false".
func parse(claim string) (list []clause, err error) {
	for text := range strings.SplitSeq(claim, "; ") {
		from, to, ok := strings.Cut(text, " => ")
		if !ok {
			return nil, fmt.Errorf("%q is no implication", text)
		}
		var c clause
		for i, side := range []string{from, to} {
			if side == []string{"true", "false"}[i] {
				continue
			}
			for word := range strings.SplitSeq(side, []string{" and ", " or "}[i]) {
				l := literal{not: i == 0}
				var at string
				if l.atom, at, ok = strings.Cut(strings.TrimSuffix(word, ")"), "(i"); !ok {
					return nil, fmt.Errorf("%q is no atom", word)
				}
				if at != "" {
					if l.at, err = strconv.Atoi(at[1:]); err != nil || at[0] != '+' || l.at < 0 {
						return nil, fmt.Errorf("%q is no time", at)
					}
				}
				c = append(c, l)
			}
		}
		list = append(list, c)
	}
	return list, nil
}

func (c clause) shift(by int) clause {
	s := slices.Clone(c)
	for i := range s {
		s[i].at += by
	}
	return s
}

// follows reports whether the clauses and the negation of a claim propagate to a contradiction.
func follows(clauses []clause, claim clause) bool {
	value := map[literal]bool{} // by atom and time
	for _, l := range claim {
		value[literal{l.atom, l.at, false}] = l.not
	}
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			var open []literal
			satisfied := false
			for _, l := range c {
				v, set := value[literal{l.atom, l.at, false}]
				if !set {
					open = append(open, l)
				}
				satisfied = satisfied || set && v != l.not
			}
			switch {
			case satisfied || len(open) > 1:
			case len(open) == 0:
				return true
			default:
				value[literal{open[0].atom, open[0].at, false}] = !open[0].not
				changed = true
			}
		}
	}
	return false
}

// allFollow is follows for all clauses of a claim.
func allFollow(clauses, claim []clause, shift int) error {
	for _, c := range claim {
		if !follows(clauses, c.shift(shift)) {
			return errors.New("it does not follow by unit propagation")
		}
	}
	return nil
}

// Replay checks the steps of a deduction about a strategy: each must follow from earlier ones by its rule, and a lemma
// must be proved. It sets Err of each step that does not follow, and of those that cite one.
func Replay(steps []Step, about *core.Strategy, proved func(key string) bool) {
	known := map[string]*Step{}
	for i := range steps {
		s := &steps[i]
		if s.Err = s.check(known, about, proved); s.Err == nil && known[s.Name] != nil {
			s.Err = errors.New("two steps have this name")
		}
		known[s.Name] = s
	}
}

func (s *Step) check(known map[string]*Step, about *core.Strategy, proved func(key string) bool) error {
	// What is cited comes earlier and follows, too. Its clauses hold at any time, so also shifted to a later one.
	var cited []clause
	for _, cite := range s.Cites {
		k := known[cite.Name]
		switch {
		case k == nil:
			return fmt.Errorf("%s is cited, and not known", cite.Name)
		case k.Err != nil:
			return fmt.Errorf("%s: %w", cite.Name, k.Err)
		case cite.Shift < 0:
			return fmt.Errorf("%s is cited for a time before the play", cite.Name)
		case k.Falls == nil:
			list, _ := parse(k.Claim)
			for _, c := range list {
				cited = append(cited, c.shift(cite.Shift))
			}
		}
	}
	falls := s.Falls != nil && s.Rule == ByLemma && s.Claim == ""
	claim, err := parse(s.Claim)
	if err != nil && !falls {
		return err
	}
	switch s.Rule {
	case ByPlay:
		if !slices.ContainsFunc(PlaySteps, func(p Step) bool { return p.Claim == s.Claim }) &&
			s.Claim != onRanks(about.Ranks) {
			return errors.New("it is not by what a play is")
		}
		return nil
	case ByLemma:
		if !proved(s.Name) {
			return errors.New("the lemma is not proved")
		}
		return nil
	case ByPropagation:
		return allFollow(cited, claim, 0)
	case ByInduction:
		// In the first position these hold, whatever the play; then one step further.
		base := []clause{{{atom: "at"}}, {{atom: "claimed"}}, {{atom: "on"}}, {{atom: "open"}}}
		return cmp.Or(allFollow(base, claim, 0), allFollow(append(cited, claim...), claim, 1))
	case ByDescent:
		moves, err := s.bound(known, about)
		if err == nil && (s.Claim != Shorter(moves) || s.Moves != moves) {
			err = fmt.Errorf("the bound is %d moves", moves)
		}
		return err
	case ByEnd:
		cites := func(i int, claim string) bool { return known[s.Cites[i].Name].Claim == claim }
		if len(s.Cites) != 3 || s.Claim != wins || s.Moves == 0 || !cites(0, Shorter(s.Moves)) || !cites(1, canMove) ||
			!cites(2, endsLost) {
			return errors.New("it is not known how plays end")
		}
		return nil
	}
	return fmt.Errorf("unknown rule %q", s.Rule)
}

// Claims that rules compare.
const (
	wins     = "at(i) => wins(i)"
	canMove  = "at(i) => moved(i)"
	endsLost = "moved(i) => replied(i) or lost(i)"
	lastBut  = "last(i) and at(i+2) => false"
)

// Shorter is the claim that a play has at most so many White moves.
func Shorter(moves int) string { return fmt.Sprintf("at(i+%d) => false", moves) }

// bound returns the bound of the rule of descent, which is about all steps of the strategy: the number of early moves;
// and for each phase and each value of its measure as many moves as that takes to fall, whichever step White uses; and
// two by the last step.
func (s *Step) bound(known map[string]*Step, about *core.Strategy) (moves int, err error) {
	d, cites := s.Descent, s.Cites
	for _, step := range about.Steps {
		if !slices.Contains(slices.Concat(d.Early, d.Last, d.Steps), step.Name) {
			return 0, fmt.Errorf("%s is missing", step.Name)
		}
	}
	next := func() (claim string) {
		if len(cites) > 0 {
			claim, cites = known[cites[0].Name].Claim, cites[1:]
		}
		return claim
	}
	if len(d.Early) > 0 {
		if _, err := fmt.Sscanf(next(), "early(i+%d) => false", &moves); err != nil {
			return 0, errors.New("early steps are not known to be")
		}
	}
	if len(d.Last) > 0 {
		if moves += 2; next() != lastBut {
			return 0, errors.New("the last step is not known to be")
		}
	}
	fall, err := d.fall(known)
	if err == nil && (len(d.Phases) == 0 || d.Phases[0].Property != "") {
		err = errors.New("the first phase does not have all claimed positions")
	}
	return moves + fall, err
}

// fall returns how many moves all measures can take to fall, as known lemmas say.
func (d *Descent) fall(known map[string]*Step) (moves int, err error) {
	for _, p := range d.Phases {
		for value := range p.Greatest + 1 {
			most := 0
			for _, step := range d.Steps {
				k := slices.IndexFunc(p.Lemmas, func(name string) bool {
					l := known[name]
					return l != nil && l.Err == nil && l.Falls != nil && l.Falls.Low <= value && value <= l.Falls.High &&
						slices.Contains(l.Falls.Steps, step) && l.Falls.Moves > 0
				})
				if k < 0 {
					return 0, fmt.Errorf("%q has no lemma for %d and %s that is proved", p.Name, value, step)
				}
				most = max(most, known[p.Lemmas[k]].Falls.Moves)
			}
			moves += most
		}
	}
	return moves, nil
}

// PlaySteps are what holds of every play, by its definition.
var PlaySteps = []Step{
	{Name: "play-1", Rule: ByPlay, Claim: "at(i+1) => replied(i); replied(i) => moved(i); moved(i) => at(i)",
		Sentence: "A position follows Black's reply, that White's move."},
	{Name: "play-2", Rule: ByPlay, Claim: "at(i) and step(i) => moved(i)",
		Sentence: "White moves if some step has a move."},
	{Name: "play-3", Rule: ByPlay, Claim: "moved(i) => replied(i) or stuck(i); stuck(i) and replied(i) => false",
		Sentence: "Black replies if he has a move."},
	{Name: "play-4", Rule: ByPlay, Claim: "early(i) => once(i) or run(i); early(i) => moved(i); last(i) => moved(i)",
		Sentence: "A move by an early step is by one of its two kinds."},
	{Name: "play-5", Rule: ByPlay, Claim: "on(i+1) => any(i); any(i) => on(i); on(i+1) and saved(i) => false",
		Sentence: "In a play from a position that is not claimed a position follows White's move, and Black is not saved."},
	{Name: "play-6", Rule: ByPlay, Claim: "open(i) and any(i) => unkept(i)",
		Sentence: "A position is claimed if some move of White's keeps it won."},
}

// onRanks is the claim that a pawn is on one of the ranks from the second.
func onRanks(ranks int) string {
	var list []string
	for r := 2; r <= ranks; r++ {
		list = append(list, fmt.Sprintf("rank-%d(i)", r))
	}
	return "unkept(i) => " + strings.Join(list, " or ")
}

// Deduction returns the steps by which the theorems follow from the lemmas.
func (c *Circuits) Deduction() []Step {
	d := &deduction{Circuits: c}
	if len(c.Steps) > 0 {
		d.total()
	}
	if c.Kept != "" {
		d.decision()
	}
	return d.steps
}

// total adds the theorems about claimed positions.
func (d *deduction) total() {
	d.play(0, 4)
	d.lemma("closed", "claimed(i) and replied(i) => claimed(i+1)")
	d.lemma("moves", "claimed(i) => step(i)")
	d.lemma("stalemate", "claimed(i) and moved(i) and stuck(i) => lost(i)")
	goal, won := "Black is mated", "the strategy mates"
	if d.Goal() == "promotion" {
		goal, won = "the pawn becomes a queen or rook that wins",
			"the strategy promotes the pawn to a queen or rook that wins, by kqk or krk2016,"
	}
	d.add(Step{Name: "Theorem 1", Sentence: "Safety: every position of a play is legal and claimed, and no man of " +
		"White's is ever captured.", Rule: ByInduction,
		Claim: "at(i) => claimed(i)", Cites: Cites("closed", "play-1")})
	d.add(Step{Name: "Moves", Sentence: "White always has a move of the strategy.",
		Rule: ByPropagation, Claim: canMove, Cites: Cites("Theorem 1", "moves", "play-2")})
	d.add(Step{Name: "Theorem 2", Sentence: "Partial correctness: if a play ends, " + goal + ".", Rule: ByPropagation,
		Claim: endsLost,
		Cites: Cites("Theorem 1", "stalemate", "play-1", "play-3")})
	ends := d.descent()
	d.add(Step{Name: "Theorem 4", Sentence: fmt.Sprintf("Total correctness: from every claimed position, White to "+
		"move, %s within %d moves.", won, ends),
		Rule: ByEnd, Claim: wins, Moves: ends, Cites: Cites("Theorem 3", "Moves", "Theorem 2")})
}

// deduction collects steps.
type deduction struct {
	*Circuits
	steps []Step
}

func (d *deduction) add(s Step) { d.steps = append(d.steps, s) }

func (d *deduction) play(from, to int) { d.steps = append(d.steps, PlaySteps[from:to]...) }

// lemma adds the claim of a lemma.
func (d *deduction) lemma(key, claim string) {
	s := Step{Name: key, Rule: ByLemma, Claim: claim}
	for _, l := range d.Lemmas() {
		if l.Key == key {
			s.Sentence = l.Statement
		}
	}
	d.add(s)
}

// Cites cites steps.
func Cites(names ...string) (list []Cite) {
	for _, n := range names {
		list = append(list, Cite{Name: n})
	}
	return list
}

// Shifted cites a step for several times.
func Shifted(list []Cite, name string, from, to int) []Cite {
	for k := from; k <= to; k++ {
		list = append(list, Cite{name, k})
	}
	return list
}

// descent adds the theorem that every play ends, and returns the bound; 0 if the plan has none.
func (d *deduction) descent() int {
	p := &d.Plan
	x := &Descent{Early: []string{}, Last: []string{}}
	var cited []Cite
	early := p.Early.Steps()
	if n := p.Early.Moves; n > 0 && len(early) > 0 {
		d.lemma("early-1", "claimed(i) and replied(i) and early(i+1) => early(i)")
		d.lemma("early-2", "claimed(i) and early(i) and replied(i) and once(i+1) => false")
		runs := "claimed(i) and run(i)"
		for k := 1; k < n; k++ {
			runs += fmt.Sprintf(" and run(i+%d)", k)
		}
		d.lemma("early-3", runs+" => false")
		by := Shifted(nil, "Theorem 1", 0, n)
		for _, name := range []string{"early-1", "early-2"} {
			by = Shifted(by, name, 0, n-1)
		}
		by = append(Shifted(Shifted(by, "play-1", 0, n), "play-4", 0, n), Cite{"early-3", 1})
		d.add(Step{Name: "Early", Sentence: fmt.Sprintf("%s: used in the first %d moves only.", d.names(early), n),
			Rule:  ByPropagation,
			Claim: fmt.Sprintf("early(i+%d) => false", n), Cites: by})
		cited, x.Early = append(cited, Cite{Name: "Early"}), d.StepNames(early)
	}
	if p.Last != core.NoStep {
		d.lemma("last", "claimed(i) and last(i) and moved(i+1) => stuck(i+1)")
		by := Shifted(Shifted(Shifted(Cites("Theorem 1", "last", "play-4"), "play-1", 0, 1), "play-3", 1, 1), "play-1", 2, 2)
		d.add(Step{Name: "Last", Sentence: fmt.Sprintf("%s: White's last move but one.", d.Steps[p.Last].Name),
			Rule: ByPropagation, Claim: lastBut, Cites: by})
		cited, x.Last = append(cited, Cite{Name: "Last"}), []string{d.Steps[p.Last].Name}
	}
	x.Steps = d.StepNames(d.Others(append(early, p.Last)))
	for _, one := range p.Descents {
		phase := Phase{Name: one.Number, Property: one.In, Greatest: d.Notion(one.Number).Greatest}
		for _, k := range one.Cases {
			if k.Control != "" {
				continue
			}
			key := fmt.Sprintf("%s-%d", one.Number, len(phase.Lemmas)+1)
			d.lemma(key, "")
			falls := &Falls{k.Low, k.High, d.StepNames(k.Steps), k.Moves}
			if k.Steps == nil {
				falls.Steps = x.Steps
			}
			d.steps[len(d.steps)-1].Falls = falls
			phase.Lemmas = append(phase.Lemmas, key)
		}
		x.Phases = append(x.Phases, phase)
	}
	known := map[string]*Step{}
	for i := range d.steps {
		known[d.steps[i].Name] = &d.steps[i]
	}
	s := Step{Name: "Theorem 3", Rule: ByDescent, Cites: cited, Descent: x}
	s.Moves, _ = s.bound(known, d.Strategy) // a case that is missing is found when the step is checked
	s.Sentence, s.Claim = fmt.Sprintf("Termination: no play has more than %d moves of White's.", s.Moves), Shorter(s.Moves)
	d.add(s)
	return s.Moves
}

// decision adds the theorem about the positions that are not claimed.
func (d *deduction) decision() {
	d.play(4, 6)
	by, ranks := []Cite{}, false
	for _, l := range d.draws() {
		about := "unkept(i)"
		if l.rank > 0 {
			about += fmt.Sprintf(" and rank-%d(i)", l.rank+1)
			ranks = true
		}
		d.lemma(l.Key, fmt.Sprintf("%s and lost(i) => false; %s => saved(i) or open(i+1)", about, about))
		by = append(by, Cite{Name: l.Key})
	}
	if ranks {
		d.add(Step{Name: "Ranks", Sentence: "The pawn is on one of these ranks.", Rule: ByPlay, Claim: onRanks(d.Ranks)})
		by = append(by, Cite{Name: "Ranks"})
	}
	d.add(Step{Name: "Drawn", Sentence: "Black keeps what is not won.",
		Rule: ByPropagation, Claim: "unkept(i) and lost(i) => false; unkept(i) => saved(i) or open(i+1)", Cites: by})
	d.add(Step{Name: "Open", Sentence: "Black can see to it that no position is claimed.",
		Rule: ByInduction, Claim: "on(i) => open(i)", Cites: Cites("Drawn", "play-5", "play-6")})
	sentence := "Decision: White, to move, wins from the claimed positions, and from no other legal position."
	if len(d.Circuits.Steps) == 0 {
		sentence = "Decision: White, to move, wins from no legal position."
	}
	d.add(Step{Name: "Theorem 5", Sentence: sentence, Rule: ByPropagation,
		Claim: "any(i) and lost(i) => false", Cites: Cites("Open", "Drawn", "play-5", "play-6")})
}

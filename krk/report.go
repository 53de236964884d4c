package krk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"retroproof/chess/notation"
	"retroproof/internal/answer"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/sat"
	"retroproof/strategy"
)

// Output is where a report goes.
type Output struct {
	Print func(answer.Answer) error // answers; those without a text are for JSON, and rows of a table say the same
	// What stands between them for a reader, such as heads of tables; [io.Discard] for JSON
	Text io.Writer
}

// TextTo is the output for a reader.
func TextTo(w io.Writer) Output {
	return Output{Text: w, Print: func(a answer.Answer) error {
		if _, ok := a.(answer.Texter); !ok {
			return nil
		}
		return answer.Write(w, a, 0)
	}}
}

// Proof reports what a proof of lemmas finds, as it finds it.
type Proof struct {
	Output
	Options strategy.Options
	*Suite

	exhausted map[string]int // positions that violate a lemma, by its key
	rows      int            // so far
	disagreed bool           // SAT and exhaustion
}

// Exhaust decides lemmas without SAT, before the solver's CPU time is measured.
func (p *Proof) Exhaust(list []Lemma) error {
	p.exhausted = map[string]int{}
	for _, l := range list {
		n, ok, err := l.Violations()
		if err != nil {
			return err
		}
		if ok {
			p.exhausted[l.Key] = n
		}
	}
	return nil
}

// say prints an answer. A failed write is noticed at the end.
func (p *Proof) say(a answer.Answer) { _ = p.Print(a) }

func (p *Proof) header() {
	fmt.Fprintf(p.Text, "%-13s  %-8s  %9s  %8s  %9s  %8s  %9s    %s\n", "lemma", "verdict", "variables", "clauses",
		"conflicts", "seconds", "exhausted", "the paper: variables, clauses, seconds")
}

// LemmaAnswer is a row of the table.
type LemmaAnswer struct {
	answer.Head    `schema:"retroproof.krk.lemma/1"`
	Lemma          string   `json:"lemma"`
	Name           string   `json:"name"`
	Statement      string   `json:"statement"`
	Control        bool     `json:"control,omitempty"` // must be refuted
	Verdict        string   `json:"verdict"`
	Error          string   `json:"error,omitempty"`
	Variables      int      `json:"variables"`
	Clauses        int      `json:"clauses"`
	Conflicts      *int64   `json:"conflicts,omitempty"`
	BuildSeconds   float64  `json:"build_seconds"`
	Seconds        float64  `json:"seconds"`
	CPUSeconds     float64  `json:"cpu_seconds"`
	Solver         string   `json:"solver"`
	Exhausted      *int     `json:"exhausted,omitempty"` // positions that violate it, found without SAT
	Parts          []string `json:"parts,omitempty"`     // other lemmas on which the verdict rests
	Counterexample []Ply    `json:"counterexample,omitempty"`
	Paper          *Table1  `json:"paper,omitempty"`

	result *Result
}

// Ply is a position of a play, with the move from it.
type Ply struct {
	FEN  string `json:"fen"`
	SAN  string `json:"san,omitempty"`  // the move played here
	Step string `json:"step,omitempty"` // of a move of White
}

// Total is what all lemmas together took.
type Total struct {
	answer.Head `schema:"retroproof.krk.total/1"`
	Seconds     float64 `json:"seconds"` // wall clock
	CPUSeconds  float64 `json:"cpu_seconds"`
	Solver      string  `json:"solver"`
	Jobs        int     `json:"jobs"`

	paper int // seconds
}

// Row prints the row of a lemma, after the header if it is the first.
func (p *Proof) Row(r *Result) {
	if p.rows++; p.rows == 1 {
		p.header()
	}
	var violations *int
	if n, ok := p.exhausted[r.Lemma.Key]; ok {
		violations = &n
		if (n > 0) != (r.Verdict == strategy.Refuted) && r.Verdict != strategy.Undecided {
			p.disagreed = true
		}
	}
	p.say(LemmaOf(r, p.Options.Solver, violations))
}

// Text writes the row of a lemma.
func (l *LemmaAnswer) Text(w io.Writer) error {
	r := l.result
	exhausted, conflicts := "-", "-" // not known for parts
	if l.Exhausted != nil {
		exhausted = fmt.Sprint(*l.Exhausted)
	}
	if l.Conflicts != nil {
		conflicts = fmt.Sprint(*l.Conflicts)
	}
	verdict, variables, clauses := l.Verdict, fmt.Sprint(l.Variables), fmt.Sprint(l.Clauses)
	interrupted := errors.Is(r.Err, context.Canceled)
	switch {
	case l.Control && r.Verdict == strategy.Refuted:
		verdict = "has model"
	case interrupted:
		verdict = "interrupted"
		if l.Clauses == 0 { // before it was begun
			variables, clauses, exhausted = "-", "-", "-"
		}
	}
	published := ""
	if l.Paper != nil {
		published = fmt.Sprintf("%7d  %8d  %5d", l.Paper.Variables, l.Paper.Clauses, l.Paper.Seconds)
	}
	line := fmt.Sprintf("%-13s  %-9s %*s  %8s  %9s  %8.2f  %9s    %s", l.Lemma, verdict, 9-max(0, len(verdict)-9),
		variables, clauses, conflicts, l.CPUSeconds, exhausted, published)
	fmt.Fprintf(w, "%s\n", strings.TrimRight(line, " "))
	if l.Error != "" && !interrupted {
		fmt.Fprintf(w, "               %s\n", l.Error)
	}
	return nil
}

// LemmaOf returns what came of a lemma. violations is the number of positions that
// violate it, nil if that is not known.
func LemmaOf(r *Result, solver string, violations *int) *LemmaAnswer {
	l := r.Lemma
	o := &LemmaAnswer{result: r, Lemma: l.Key, Name: l.Name, Statement: l.Statement, Control: l.Satisfiable,
		Verdict: r.Verdict.String(), Variables: r.Variables, Clauses: r.Clauses, BuildSeconds: r.Build.Seconds(),
		Seconds: r.Solve.Seconds(), CPUSeconds: r.CPU, Solver: solver, Exhausted: violations}
	if r.Err != nil {
		o.Error = sat.NoVerdict(r.Err)
	}
	if r.Conflicts != sat.NotKnown {
		o.Conflicts = &r.Conflicts
	}
	o.Parts = r.Rests
	if l.Paper.Variables > 0 {
		o.Paper = &l.Paper
	}
	for i, q := range r.Counterexample {
		ply := Ply{FEN: strategy.FEN(&l.Game, q)}
		if i+1 < len(r.Counterexample) {
			ply.SAN = strategy.SAN(&l.Game, q, r.Counterexample[i+1])
			if t, err := l.Table(); err == nil && q.White {
				_, step := t.By(nil, q)
				ply.Step = t.Steps[step].Name
			}
		}
		o.Counterexample = append(o.Counterexample, ply)
	}
	return o
}

// move describes move i of the counterexample: its number, the move, and a white move's step.
func (l *LemmaAnswer) move(i int) string {
	switch ply := l.Counterexample[i]; {
	case ply.Step == "":
		return fmt.Sprintf("%d... %s", i/2+1, ply.SAN)
	default:
		return fmt.Sprintf("%d. %s (%s)", i/2+1, ply.SAN, ply.Step)
	}
}

// Footer prints what all of it took: seconds of wall clock and of CPU time.
func (p *Proof) Footer(results []*Result, seconds, cpu float64) {
	paper := 0
	for _, r := range results {
		paper += r.Lemma.Paper.Seconds
	}
	p.say(&Total{Seconds: seconds, CPUSeconds: cpu, Solver: p.Options.Solver, Jobs: p.Options.Jobs, paper: paper})
}

// Text writes the last line of the table.
func (t *Total) Text(w io.Writer) error {
	text := fmt.Sprintf("In all, building included: %.2f CPU s, %.2f s wall clock with %s",
		t.CPUSeconds, t.Seconds, t.Solver)
	if t.paper > 0 {
		text += fmt.Sprintf("; the paper: %d CPU s", t.paper)
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// Counterexample prints a play as boards, FENs and moves.
func (p *Proof) Counterexample(r *Result) {
	if r.Lemma.Satisfiable {
		fmt.Fprintf(p.Text, "\nControl %s has a model, as it must. %s\n", r.Lemma.Key, r.Lemma.Statement)
	} else {
		fmt.Fprintf(p.Text, "\nLemma %s is refuted. %s\nCounterexample:\n", r.Lemma.Key, r.Lemma.Statement)
	}
	fmt.Fprintf(p.Text, "\n")
	a := LemmaOf(r, "", nil)
	var boards []notation.CaptionedSetup
	for i, q := range r.Counterexample {
		caption := "start"
		if i > 0 {
			caption = a.move(i - 1)
		}
		boards = append(boards, notation.CaptionedSetup{Caption: caption, Setup: strategy.Setup(&p.Game, q)})
	}
	fmt.Fprintf(p.Text, "%s\n", notation.Diagrams(boards))
	for i, ply := range a.Counterexample {
		move := ""
		if i+1 < len(r.Counterexample) {
			move = "   " + a.move(i)
		}
		fmt.Fprintf(p.Text, "%-30s%s\n", ply.FEN, move)
	}
}

// Theorems compares the circuits with the rules of chess and the strategy's text, goes back from mate, and prints what
// was found, the deduction and whether the strategy wins. It reports whether all of it holds.
func (p *Proof) Theorems(ctx context.Context, list []Lemma, results []*Result) (bool, error) {
	t, err := p.Table()
	if err != nil {
		return false, err
	}
	if err := checker.Compare(ctx, p.Circuits, t); err != nil {
		return false, err
	}
	figures := t.Figures()
	p.say(strategy.FiguresOf(p.Strategy, figures))
	proved := map[string]bool{}
	for _, r := range results {
		proved[r.Lemma.Key] = r.Verdict == strategy.Proved
	}
	holds := true
	for _, c := range p.Deduction(list, func(key string) bool { return proved[key] }) {
		if holds = holds && c.Holds; c.Rule != lemmas.ByLemma && c.Rule != lemmas.ByPlay {
			p.say(c)
		}
	}
	won := t.Err()
	p.say(strategy.TheoremOf(p.Strategy, lemmas.Step{Name: "Wins", Sentence: figures.Sentence(p.Strategy), Claim: "wins",
		Moves: figures.Longest(), Err: won}))
	return holds && won == nil, nil
}

// Text writes the step if it is a theorem.
func (i *Inference) Text(w io.Writer) (err error) {
	switch list := strings.Join(i.Lemmas, ", "); {
	case !strings.HasPrefix(i.Name, "Theorem"):
	case !i.Holds:
		_, err = fmt.Fprintf(w, "%s is NOT established: %s\n", i.Name, i.Error)
	case i.Moves > 0:
		_, err = fmt.Fprintf(w, "%s holds. %s At most %d moves, by Lemmas %s.\n", i.Name, i.Statement, i.Moves, list)
	default:
		_, err = fmt.Fprintf(w, "%s holds. %s By Lemmas %s.\n", i.Name, i.Statement, list)
	}
	return err
}

// Err returns what is wrong with the proof itself: that two ways to decide a lemma disagree, or an error of a lemma
// that is no budget's.
func (p *Proof) Err(results []*Result) error {
	if p.disagreed {
		return errors.New("a verdict of the solver and the exhaustive check disagree: this is a bug, please report it")
	}
	for _, r := range results {
		if r.Verdict == strategy.Undecided && r.Err != nil && !errors.Is(r.Err, context.DeadlineExceeded) &&
			!errors.Is(r.Err, sat.ErrConflictLimit) && !errors.Is(r.Err, ErrPart) {
			return fmt.Errorf("lemma %s: %w", r.Lemma.Key, r.Err)
		}
	}
	return nil
}

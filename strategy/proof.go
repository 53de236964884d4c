package strategy

import (
	"fmt"
	"io"
	"strings"

	"retroproof/internal/answer"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/sat"
)

// Figures has what the comparison and going back from mate have found.
type Figures struct {
	answer.Head `schema:"retroproof.strategy.figures/1"`
	About
	*wins.Figures

	strategy *core.Strategy
}

// FiguresOf returns the figures of a strategy.
func FiguresOf(s *core.Strategy, f *wins.Figures) *Figures {
	return &Figures{About: AboutOf(s), Figures: f, strategy: s}
}

// Text writes the figures.
func (f *Figures) Text(out io.Writer) error {
	_, own := text.Source(f.strategy.Name)
	_, err := io.WriteString(out, f.Figures.Text(f.strategy, own))
	return err
}

// LemmaAnswer is what came of a lemma.
type LemmaAnswer struct {
	answer.Head `schema:"retroproof.strategy.lemma/1"`
	About
	Lemma          string   `json:"lemma"`
	Statement      string   `json:"statement"`
	Control        bool     `json:"control,omitempty"` // must be refuted
	Verdict        string   `json:"verdict"`
	Error          string   `json:"error,omitempty"`
	Variables      int      `json:"variables"`
	Clauses        int      `json:"clauses"`
	Conflicts      *int64   `json:"conflicts,omitempty"`
	CPUSeconds     float64  `json:"cpu_seconds"`
	Solver         string   `json:"solver"`
	Counterexample []string `json:"counterexample,omitempty"` // FENs

	moves []string // of the counterexample
}

// LemmaOf returns what came of a lemma.
func LemmaOf(s *core.Strategy, r *Result, solver string) *LemmaAnswer {
	l := &r.Lemma
	a := &LemmaAnswer{About: AboutOf(s), Lemma: l.Key, Statement: l.Statement, Control: l.Satisfiable,
		Verdict:   r.Verdict.String(),
		Variables: r.Variables, Clauses: r.Clauses, CPUSeconds: r.CPU, Solver: solver}
	if r.Err != nil {
		a.Error = sat.NoVerdict(r.Err)
	}
	if r.Conflicts != sat.NotKnown {
		a.Conflicts = &r.Conflicts
	}
	for i, q := range r.Counterexample {
		a.Counterexample = append(a.Counterexample, FEN(&s.Game, q))
		move := ""
		if i > 0 {
			move = SAN(&s.Game, r.Counterexample[i-1], q)
		}
		a.moves = append(a.moves, move)
	}
	return a
}

// Text writes a row of the table, and below it a play that violates the lemma.
func (l *LemmaAnswer) Text(out io.Writer) error {
	var b strings.Builder
	verdict, conflicts := l.Verdict, int64(0)
	if l.Control && verdict == Refuted.String() {
		verdict = "has model"
	}
	if l.Conflicts != nil {
		conflicts = *l.Conflicts
	}
	fmt.Fprintf(&b, "%-16s %-9s %7d variables %8d clauses %8d conflicts %8.2f s   %s\n",
		l.Lemma, verdict, l.Variables, l.Clauses, conflicts, l.CPUSeconds, l.Statement)
	if l.Error != "" {
		fmt.Fprintf(&b, "                 %s\n", l.Error)
	}
	for i, fen := range l.Counterexample {
		fmt.Fprintf(&b, "                 %-8s %s\n", l.moves[i], fen)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// Theorem is a theorem.
type Theorem struct {
	answer.Head `schema:"retroproof.strategy.theorem/2"`
	About
	Name     string `json:"name"`
	Sentence string `json:"sentence"`
	Claim    string `json:"claim"`
	Moves    int    `json:"moves,omitempty"` // the bound on White's moves, if that is claimed
	Holds    bool   `json:"holds"`
	Error    string `json:"error,omitempty"`
}

// TheoremOf returns a theorem.
func TheoremOf(s *core.Strategy, t lemmas.Step) *Theorem {
	a := &Theorem{About: AboutOf(s), Name: t.Name, Sentence: t.Sentence, Claim: t.Claim, Moves: t.Moves,
		Holds: t.Err == nil}
	if t.Err != nil {
		a.Error = t.Err.Error()
	}
	return a
}

// Text writes what the theorem says, or why it does not hold.
func (t *Theorem) Text(out io.Writer) (err error) {
	if !t.Holds {
		_, err = fmt.Fprintf(out, "%s is NOT established: %s\n", t.Name, t.Error)
	} else {
		_, err = fmt.Fprintf(out, "%s: %s\n", t.Name, t.Sentence)
	}
	return err
}

// Written is what was written with --certify.
type Written struct {
	answer.Head `schema:"retroproof.strategy.certified/1"`
	About
	Dir    string `json:"dir"`
	Lemmas int    `json:"lemmas"`
	Steps  int64  `json:"proof_steps"`
	Bytes  int64  `json:"bytes"`
}

// WrittenTo returns what was written to a folder.
func WrittenTo(dir string, s *core.Strategy, m *checker.Manifest) *Written {
	a := &Written{About: AboutOf(s), Dir: dir, Lemmas: len(m.Lemmas)}
	for _, l := range m.Lemmas {
		a.Steps, a.Bytes = a.Steps+l.Steps, a.Bytes+l.Proof.Bytes
	}
	return a
}

// Text writes what was written, and how it is checked.
func (w *Written) Text(out io.Writer) error {
	if w.Lemmas == 0 {
		_, err := fmt.Fprintf(out, "Certificate in %s. Check it with: retroproof-check %s\n", w.Dir, w.Dir)
		return err
	}
	_, err := fmt.Fprintf(out, "Certificate in %s: %d proofs of %d steps, %.1f MB in all. Check it with: "+
		"retroproof-check %s\n", w.Dir, w.Lemmas, w.Steps, float64(w.Bytes)/1e6, w.Dir)
	return err
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
	"retroproof/sat"
	"retroproof/strategy"
)

// strategyProve is one run of strategy prove.
type strategyProve struct {
	strategyFlags
	app       *verb.Env
	lemmas    []string
	controls  bool
	solver    string
	given     bool // --solver was
	timeLimit time.Duration
	certify   bool
	out       string

	c      *spec.Circuits
	proved map[string]bool
}

func newStrategyProveCommand(a *verb.Env) *cobra.Command {
	p := &strategyProve{app: a}
	cmd := &cobra.Command{
		Use:   "prove NAME",
		Short: "Prove by SAT that a strategy always mates",
		Long: `Prove by SAT that a strategy mates from every position that it claims; kpk, that it
promotes its pawn, and that all other positions are drawn.

Each lemma is turned around: a formula says that a play violates it, and the solver
shows that the formula has no model. The theorems follow from the verdicts. Before
that, the circuits of the formulas are compared with the rules of chess and with the
strategy's text on all placements of the men and for all moves; and going back from mate
through all positions finds, without any lemma, which are won, and in how many moves.

If a lemma is refuted, a play that violates it is printed; if positions are not won, a
game that is not; and the exit code is 1; 4 if a lemma stays undecided.

--certify writes evidence that can be checked: the proofs in LRAT by the native solver,
and a manifest. "retroproof-check DIR" builds the formulas, and checks everything again.

--controls adds formulas that must have a model: they show that the lemmas beside them
do not hold vacuously. Lemmas that take long are proved only if --lemma names them.`,
		Example: `  retroproof strategy prove krk2016 --board 10x8
  retroproof strategy prove torres --certify --out certificate`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p.given = cmd.Flags().Changed("solver")
			return p.run(cmd.Context(), args[0])
		},
	}
	fl := p.add(cmd).Flags()
	fl.StringSliceVar(&p.lemmas, "lemma", nil, "only these `LEMMAS`, and no theorems")
	fl.BoolVar(&p.controls, "controls", false, "also the formulas that must have a model")
	fl.StringVar(&p.solver, "solver", sat.Native, "solver: "+strings.Join(sat.Names(), ", "))
	fl.DurationVar(&p.timeLimit, "time-limit", 0, "give up on a lemma after this time, such as 30s")
	fl.BoolVar(&p.certify, "certify", false, "write a certificate of all lemmas and theorems, for retroproof-check")
	fl.StringVar(&p.out, "out", "", "with --certify: the `DIR` to write it to")
	return cmd
}

// chosen returns the lemmas that the flags ask for.
func (p *strategyProve) chosen() (list []spec.Lemma, err error) {
	all := p.c.Lemmas()
	if len(p.lemmas) == 0 {
		for _, l := range all {
			if !l.Long && (p.controls || !l.Satisfiable) {
				list = append(list, l)
			}
		}
		return list, nil
	}
	var keys []string
	for _, l := range all {
		keys = append(keys, l.Key)
	}
	for _, want := range p.lemmas {
		i := slices.Index(keys, want)
		if i < 0 {
			return nil, verb.Usagef("--lemma: no lemma %.40q, want one of %s", want, strings.Join(keys, ", "))
		}
		list = append(list, all[i])
	}
	return list, nil
}

func (p *strategyProve) run(ctx context.Context, name string) (err error) {
	if p.c, err = p.circuits(name); err != nil {
		return err
	}
	switch {
	case p.certify != (p.out != ""):
		return verb.Usagef("--certify and --out DIR go together")
	case p.certify && (len(p.lemmas) > 0 || p.controls || p.given):
		return verb.Usagef("--certify excludes --lemma, --controls and --solver")
	case p.timeLimit < 0:
		return verb.Usagef("--time-limit %v is negative", p.timeLimit)
	}
	s, err := sat.New(p.solver)
	if err != nil {
		return err
	}
	s.Close()
	lemmas, err := p.chosen()
	if err != nil {
		return err
	}
	var figures *checker.Figures
	if len(p.lemmas) == 0 {
		if figures, err = checker.Compare(ctx, p.c); err != nil {
			return err
		}
		if err := p.figures(figures); err != nil {
			return err
		}
	}
	p.proved = map[string]bool{}
	var failed error
	cpu := batch.CPUSeconds()
	o := strategy.Options{Solver: p.solver, TimeLimit: p.timeLimit, CPU: batch.CPUSeconds, Decided: func(r *strategy.Result) {
		p.proved[r.Lemma.Key] = r.Verdict == strategy.Proved
		failed = errors.Join(failed, p.row(r))
	}}
	var results []*strategy.Result
	var manifest *checker.Manifest
	if p.certify {
		results, manifest, err = p.certificate(ctx, figures, o)
	} else {
		results, err = strategy.Prove(ctx, p.c, lemmas, o)
	}
	if err = errors.Join(err, failed, ctx.Err()); err != nil {
		return err
	}
	if !p.json {
		fmt.Fprintf(p.app.Stdout, "In all, building included: %.2f CPU s with %s\n", batch.CPUSeconds()-cpu, p.solverName())
	}
	code := p.outcome(results)
	if figures != nil {
		holds, err := p.theorems(figures)
		if err != nil {
			return err
		}
		if code == verb.ExitOK && !holds {
			code = verb.ExitNotVerified
		}
		if err := p.notWon(figures); err != nil {
			return err
		}
	}
	if manifest != nil {
		if err := p.written(manifest); err != nil {
			return err
		}
	}
	return verb.Exit(code)
}

func (p *strategyProve) solverName() string {
	if p.certify {
		return sat.Native
	}
	return p.solver
}

// certificate proves the lemmas and writes the folder.
func (p *strategyProve) certificate(ctx context.Context, figures *checker.Figures, o strategy.Options) ([]*strategy.Result, *checker.Manifest, error) {
	if err := os.MkdirAll(p.out, 0o777); err != nil {
		return nil, nil, err
	}
	// A manifest of an earlier run must not stand beside other files.
	if err := os.Remove(filepath.Join(p.out, checker.ManifestName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	if figures.Retrograde.NotWon > 0 {
		o.Decided = nil
		return nil, nil, nil
	}
	return strategy.Certify(ctx, build.Tool(), p.c, figures, func(name string) (io.WriteCloser, error) { return batch.Create(filepath.Join(p.out, name)) }, o)
}

// strategyFiguresJSON has what the comparison and going back from mate have found.
type strategyFiguresJSON struct {
	Schema string `json:"schema"`
	aboutStrategy
	checker.Figures
}

func (p *strategyProve) figures(f *checker.Figures) error {
	if p.json {
		return p.app.PrintJSON(strategyFiguresJSON{"retroproof.strategy.figures/1", about(p.c), *f})
	}
	_, err := io.WriteString(p.app.Stdout, f.Text(p.c))
	return err
}

// strategyLemmaJSON is what came of a lemma.
type strategyLemmaJSON struct {
	Schema string `json:"schema"`
	aboutStrategy
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
}

// row prints what came of a lemma.
func (p *strategyProve) row(r *strategy.Result) error {
	l := r.Lemma
	if p.json {
		o := strategyLemmaJSON{Schema: "retroproof.strategy.lemma/1", aboutStrategy: about(p.c), Lemma: l.Key, Statement: l.Statement, Control: l.Satisfiable, Verdict: r.Verdict.String(),
			Variables: r.Variables, Clauses: r.Clauses, CPUSeconds: r.CPU, Solver: p.solverName()}
		if r.Err != nil {
			o.Error = undecided(r.Err)
		}
		if r.Conflicts != sat.NotKnown {
			o.Conflicts = &r.Conflicts
		}
		for _, q := range r.Counterexample {
			o.Counterexample = append(o.Counterexample, strategy.FEN(p.c.Game, q))
		}
		return p.app.PrintJSON(o)
	}
	var b strings.Builder
	verdict := r.Verdict.String()
	if l.Satisfiable && r.Verdict == strategy.Refuted {
		verdict = "has model"
	}
	fmt.Fprintf(&b, "%-16s %-9s %7d variables %8d clauses %8d conflicts %8.2f s   %s\n", l.Key, verdict, r.Variables, r.Clauses, max(0, r.Conflicts), r.CPU, l.Statement)
	if r.Err != nil {
		fmt.Fprintf(&b, "                 %s\n", undecided(r.Err))
	}
	for i, q := range r.Counterexample {
		move := ""
		if i > 0 {
			move = strategy.SAN(p.c.Game, r.Counterexample[i-1], q)
		}
		fmt.Fprintf(&b, "                 %-8s %s\n", move, strategy.FEN(p.c.Game, q))
	}
	_, err := io.WriteString(p.app.Stdout, b.String())
	return err
}

// outcome chooses the exit code.
func (p *strategyProve) outcome(results []*strategy.Result) int {
	code := verb.ExitOK
	for _, r := range results {
		switch {
		case r.Verdict == strategy.Undecided:
			if code == verb.ExitOK {
				code = verb.ExitUndecided
			}
		case !r.AsExpected():
			code = verb.ExitNotVerified
		}
	}
	return code
}

// strategyTheoremJSON is a theorem.
type strategyTheoremJSON struct {
	Schema string `json:"schema"`
	aboutStrategy
	spec.Conclusion
	Holds bool   `json:"holds"`
	Error string `json:"error,omitempty"`
}

// theorems prints the deduction, and reports whether all theorems hold.
func (p *strategyProve) theorems(f *checker.Figures) (holds bool, err error) {
	holds = f.Retrograde.NotWon == 0
	for _, t := range p.c.Deduce(func(key string) bool { return p.proved[key] }) {
		o := strategyTheoremJSON{"retroproof.strategy.theorem/1", about(p.c), t, t.Err == nil, ""}
		text := t.String()
		if t.Err != nil {
			holds, o.Error = false, t.Err.Error()
			text = fmt.Sprintf("%s is NOT established: %v", t.Name, t.Err)
		}
		if p.json {
			err = p.app.PrintJSON(o)
		} else {
			_, err = fmt.Fprintln(p.app.Stdout, text)
		}
		if err != nil {
			return false, err
		}
	}
	return holds, nil
}

// notWon prints a game that the strategy does not win, if there is one.
func (p *strategyProve) notWon(f *checker.Figures) error {
	if f.Retrograde.NotWon == 0 || p.json {
		return nil
	}
	t := plain.NewTable(p.c.Strategy)
	t.Solve()
	var game *strategy.Game
	p.c.Each(true, func(q plain.Position) bool {
		if p.c.Claims(q) && t.Won(q) == 0 {
			game = strategy.Play(t, q)
			return false
		}
		return true
	})
	_, err := fmt.Fprintf(p.app.Stdout, "Not won: %d positions, such as %s\n%s%s\n", f.Retrograde.NotWon, strategy.FEN(p.c.Game, game.Start()), game.Text(p.c.Game), game.Sentence(p.c.Game))
	return err
}

// strategyCertifiedJSON is what was written with --certify.
type strategyCertifiedJSON struct {
	Schema string `json:"schema"`
	aboutStrategy
	Dir    string `json:"dir"`
	Lemmas int    `json:"lemmas"`
	Steps  int64  `json:"proof_steps"`
	Bytes  int64  `json:"bytes"`
}

func (p *strategyProve) written(m *checker.Manifest) error {
	o := strategyCertifiedJSON{Schema: "retroproof.strategy.certified/1", aboutStrategy: about(p.c), Dir: p.out, Lemmas: len(m.Lemmas)}
	for _, l := range m.Lemmas {
		o.Steps, o.Bytes = o.Steps+l.Steps, o.Bytes+l.Proof.Bytes
	}
	if p.json {
		return p.app.PrintJSON(o)
	}
	_, err := fmt.Fprintf(p.app.Stdout, "Certificate in %s: %d proofs of %d steps, %.1f MB in all. Check it with: retroproof-check %s\n", o.Dir, o.Lemmas, o.Steps, float64(o.Bytes)/1e6, o.Dir)
	return err
}

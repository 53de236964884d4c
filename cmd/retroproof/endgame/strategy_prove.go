package endgame

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

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
	"retroproof/sat"
	"retroproof/strategy"
	"retroproof/strategy/report"
)

// proveRequest is what strategy prove is asked.
type proveRequest struct {
	nameRequest
	Lemmas    []string      `flag:"lemma" of:"LEMMAS" json:"lemmas,omitempty" not:"certify" doc:"only these LEMMAS, and no theorems"`
	Controls  bool          `flag:"controls" json:"controls,omitempty" not:"certify" doc:"also the formulas that must have a model"`
	Solver    string        `flag:"solver" not:"certify" doc:"solver: gini, native, cadical, kissat, minisat, cryptominisat5"`
	TimeLimit time.Duration `flag:"time-limit" min:"0" doc:"give up on a lemma after this time, such as 30s"`
	Certify   bool          `flag:"certify" needs:"out" doc:"write a certificate of all lemmas and theorems, for retroproof-check"`
	Out       string        `flag:"out" of:"DIR" needs:"certify" doc:"with --certify: the DIR to write it to"`
}

var strategyProve = verb.Of(verb.Verb{
	Name: "strategy prove", Answers: []verb.Answer{&report.Figures{}, &report.Proof{}, &report.Theorem{}, &report.Written{}}, Form: &verb.Form{},
	Complete: map[string]func() []string{"solver": sat.Names},
}, proveRequest{nameRequest: onChessboard, Solver: sat.Native}, func(ctx context.Context, e *verb.Env, q *proveRequest) error {
	return (&prove{Env: e, proveRequest: *q}).run(ctx)
})

// prove is one run of strategy prove.
type prove struct {
	*verb.Env
	proveRequest
	c      *spec.Circuits
	proved map[string]bool
}

// chosen returns the lemmas that the flags ask for.
func (p *prove) chosen() (list []spec.Lemma, err error) {
	all := p.c.Lemmas()
	if len(p.Lemmas) == 0 {
		for _, l := range all {
			if !l.Long && (p.Controls || !l.Satisfiable) {
				list = append(list, l)
			}
		}
		return list, nil
	}
	var keys []string
	for _, l := range all {
		keys = append(keys, l.Key)
	}
	for _, want := range p.Lemmas {
		i := slices.Index(keys, want)
		if i < 0 {
			return nil, verb.Usagef("--lemma: no lemma %.40q, want one of %s", want, strings.Join(keys, ", "))
		}
		list = append(list, all[i])
	}
	return list, nil
}

func (p *prove) run(ctx context.Context) (err error) {
	if p.c, err = p.circuits(); err != nil {
		return err
	}
	if p.Certify && p.Out == "" {
		return verb.Usagef("--certify and --out DIR go together")
	}
	s, err := sat.New(p.Solver)
	if err != nil {
		return err
	}
	s.Close()
	lemmas, err := p.chosen()
	if err != nil {
		return err
	}
	var figures *checker.Figures
	if len(p.Lemmas) == 0 {
		if figures, err = checker.Compare(ctx, p.c); err != nil {
			return err
		}
		if err := p.Print(report.FiguresOf(p.c, figures), 0); err != nil {
			return err
		}
	}
	p.proved = map[string]bool{}
	var failed error
	cpu := batch.CPUSeconds()
	o := strategy.Options{Solver: p.Solver, TimeLimit: p.TimeLimit, CPU: batch.CPUSeconds, Decided: func(r *strategy.Result) {
		p.proved[r.Lemma.Key] = r.Verdict == strategy.Proved
		failed = errors.Join(failed, p.Print(report.ProofOf(p.c, r, p.solverName()), 0))
	}}
	var results []*strategy.Result
	var manifest *checker.Manifest
	if p.Certify {
		results, manifest, err = p.certificate(ctx, figures, o)
	} else {
		results, err = strategy.Prove(ctx, p.c, lemmas, o)
	}
	if err = errors.Join(err, failed, ctx.Err()); err != nil {
		return err
	}
	if !p.JSON {
		fmt.Fprintf(p.Stdout, "In all, building included: %.2f CPU s with %s\n", batch.CPUSeconds()-cpu, p.solverName())
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
		if err := p.Print(report.WrittenTo(p.Out, p.c, manifest), 0); err != nil {
			return err
		}
	}
	return verb.Exit(code)
}

func (p *prove) solverName() string {
	if p.Certify {
		return sat.Native
	}
	return p.Solver
}

// certificate proves the lemmas and writes the folder.
func (p *prove) certificate(ctx context.Context, figures *checker.Figures, o strategy.Options) ([]*strategy.Result, *checker.Manifest, error) {
	if err := os.MkdirAll(p.Out, 0o777); err != nil {
		return nil, nil, err
	}
	// A manifest of an earlier run must not stand beside other files.
	if err := os.Remove(filepath.Join(p.Out, checker.ManifestName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	if figures.Retrograde.NotWon > 0 {
		o.Decided = nil
		return nil, nil, nil
	}
	return strategy.Certify(ctx, verb.Build.Tool(), p.c, figures, func(name string) (io.WriteCloser, error) { return batch.Create(filepath.Join(p.Out, name)) }, o)
}

// outcome chooses the exit code.
func (p *prove) outcome(results []*strategy.Result) int {
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

// theorems prints the deduction, and reports whether all theorems hold.
func (p *prove) theorems(f *checker.Figures) (holds bool, err error) {
	holds = f.Retrograde.NotWon == 0
	for _, t := range p.c.Deduce(func(key string) bool { return p.proved[key] }) {
		holds = holds && t.Err == nil
		if err := p.Print(report.TheoremOf(p.c, t), 0); err != nil {
			return false, err
		}
	}
	return holds, nil
}

// notWon prints a game that the strategy does not win, if there is one.
func (p *prove) notWon(f *checker.Figures) error {
	if f.Retrograde.NotWon == 0 || p.JSON {
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
	_, err := fmt.Fprintf(p.Stdout, "Not won: %d positions, such as %s\n%s%s\n", f.Retrograde.NotWon, strategy.FEN(p.c.Game, game.Start()), game.Text(p.c.Game), game.Sentence(p.c.Game))
	return err
}

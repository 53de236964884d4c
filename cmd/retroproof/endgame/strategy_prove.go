package endgame

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/cputime"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/wins"
	"retroproof/sat"
	"retroproof/strategy"
	"retroproof/strategy/circuits"
)

// proveRequest is what strategy prove is asked.
type proveRequest struct {
	nameRequest
	All      bool     `flag:"all" not:"lemma,file,controls,dimacs" doc:"every ending with three men: the strategies krk2016, kqk and kpk, and that kbk and knk are drawn"`
	Wins     bool     `flag:"wins" json:"wins,omitempty" not:"lemma,controls" doc:"by going back from mate alone, without lemmas"`
	Lemmas   []string `flag:"lemma" of:"LEMMAS" json:"lemmas,omitempty" not:"certify" doc:"only these LEMMAS, and no theorems"`
	Controls bool     `flag:"controls" json:"controls,omitempty" not:"certify" doc:"also the formulas that must have a model"`
	Certify  bool     `flag:"certify" needs:"out" doc:"write a certificate, for retroproof-check"`
	Out      string   `flag:"out" of:"DIR" needs:"certify" doc:"with --certify: the DIR to write it to"`
	Coq      string   `flag:"coq" of:"FILE" rare:"" not:"lemma,all" doc:"write to FILE the theorem for Coq that it mates"`
	solvingRequest
}

var strategyProve = verb.Of(verb.Verb{
	Name: "strategy prove", Use: "NAME|--file FILE|--all",
	Answers: []verb.Answer{&strategy.Figures{}, &strategy.LemmaAnswer{}, &strategy.Theorem{}, &strategy.GameAnswer{},
		&strategy.Written{}},
	Form: &verb.Form{Stdin: ownText, Flag: "file", Evidence: certified},
}, proveRequest{nameRequest: onChessboard, solvingRequest: natively},
	func(ctx context.Context, e *verb.Env, q *proveRequest) error {
		if _, err := q.options(); err != nil {
			return err
		}
		switch {
		case q.Certify && q.Out == "":
			return verb.Usagef("--certify and --out DIR go together")
		case q.All && q.Name != "":
			return verb.Usagef("a name and --all at once")
		case q.All:
			return proveAll(ctx, e, q)
		}
		code, err := (&prove{Env: e, proveRequest: *q}).run(ctx)
		return cmp.Or(err, verb.Exit(code))
	})

// worse chooses between exit codes: what is refuted is worse than what is undecided.
func worse(a, b int) int {
	if a == verb.ExitNotVerified || b == verb.ExitNotVerified {
		return verb.ExitNotVerified
	}
	return max(a, b)
}

// threeMen are the strategies by which every ending with three men is decided.
var threeMen = []string{"krk2016", "kqk", "kpk", "kbk", "knk"}

// proveAll proves them one after the other, each with a folder of its own.
func proveAll(ctx context.Context, e *verb.Env, q *proveRequest) error {
	worst, one := verb.ExitOK, *q
	if q.Certify {
		if err := freshFolder(e, q.Out); err != nil {
			return err
		}
	}
	for _, one.Name = range threeMen {
		if q.Certify {
			one.Out = filepath.Join(q.Out, one.Name)
		}
		code, err := (&prove{Env: e, proveRequest: one}).run(ctx)
		if err != nil {
			return err
		}
		worst = worse(worst, code)
	}
	if q.Certify && worst == verb.ExitOK {
		m := checker.Collection{Schema: checker.CollectionSchema, Tool: verb.Build.Tool(), Folders: threeMen}
		if err := output(e, q.Out).WriteManifest(checker.ManifestName, m); err != nil {
			return err
		}
	}
	return verb.Exit(worst)
}

// output makes the files of a folder.
func output(e *verb.Env, dir string) strategy.Output {
	return func(name string) (io.WriteCloser, error) { return e.Create(filepath.Join(dir, name)) }
}

// freshFolder makes a folder without a manifest.
func freshFolder(e *verb.Env, dir string) error {
	return e.FreshFolder(dir, filepath.Join(dir, checker.ManifestName))
}

// prove is one run of strategy prove.
type prove struct {
	*verb.Env
	proveRequest
	t      *wins.Table
	c      *lemmas.Circuits // nil: it has no lemmas, or none is wanted
	proved map[string]bool
}

// chosen makes the circuits, unless going back from mate is all that is wanted or the strategy has no lemmas, and
// returns the lemmas that the flags ask for.
func (p *prove) chosen(s *core.Strategy) (list []lemmas.Lemma, err error) {
	if p.Wins {
		return nil, nil
	}
	if p.c, err = circuits.New(s, lemmas.Encoding{}); err != nil && len(p.Lemmas) > 0 {
		return nil, verb.WithCode(verb.ExitUsage, err)
	}
	if p.c == nil {
		return nil, nil
	}
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

// run proves a strategy, and returns the exit code.
func (p *prove) run(ctx context.Context) (code int, err error) {
	s, err := p.strategy(ctx, p.Env)
	if err != nil {
		return 0, err
	}
	if p.Coq != "" {
		if err := strategy.WriteCoq(io.Discard, s, 1); err != nil {
			return 0, verb.WithCode(verb.ExitUsage, err)
		}
	}
	list, err := p.chosen(s)
	if err != nil {
		return 0, err
	}
	if p.t, err = newTable(ctx, s, p.c == nil); err != nil {
		return 0, err
	}
	figures := p.t.Figures()
	if len(p.Lemmas) == 0 {
		// The comparison of circuits takes longer than going back from mate, and lemmas longer than both.
		if p.c != nil {
			if err := checker.Compare(ctx, p.c, p.t); err != nil {
				return 0, misfit(err)
			}
		}
		if err := p.Print(strategy.FiguresOf(s, figures), 0); err != nil {
			return 0, err
		}
	}
	won := p.t.Err()
	if p.Coq != "" && won == nil {
		write := func(w io.Writer) error { return strategy.WriteCoq(w, s, figures.Longest()) }
		if err := batch.WriteFile(p.Coq, write); err != nil {
			return 0, err
		}
	}
	if p.Certify {
		if err := freshFolder(p.Env, p.Out); err != nil {
			return 0, err
		}
	}
	var written *strategy.Written
	if p.c != nil {
		if code, written, err = p.lemmas(ctx, list, won == nil); err != nil {
			return 0, err
		}
	} else if p.Certify && won == nil {
		if err := strategy.CertifyWins(verb.Build.Tool(), p.t, figures, output(p.Env, p.Out)); err != nil {
			return 0, err
		}
		written = strategy.WrittenTo(p.Out, s, &checker.Manifest{})
	}
	// Single lemmas prove no theorem.
	if len(p.Lemmas) == 0 {
		theorem := lemmas.Step{Name: "Wins", Sentence: figures.Sentence(s), Claim: "wins", Moves: figures.Longest(), Err: won}
		if err := p.Print(strategy.TheoremOf(s, theorem), 0); err != nil {
			return 0, err
		}
	}
	if len(p.Lemmas) == 0 && won != nil {
		code = verb.ExitNotVerified
		if err := p.notWon(ctx, figures); err != nil {
			return 0, err
		}
	}
	if written != nil {
		return code, p.Print(written, 0)
	}
	return code, nil
}

// lemmas decides lemmas, and the theorems if all are wanted; the certificate is written if the strategy wins.
func (p *prove) lemmas(ctx context.Context, list []lemmas.Lemma,
	won bool) (code int, written *strategy.Written, err error) {
	p.proved = map[string]bool{}
	var failed error
	o, err := p.options()
	if err != nil {
		return 0, nil, err
	}
	if err := p.writes(&o); err != nil {
		return 0, nil, err
	}
	stop := sync.OnceFunc(p.watch(p.Env, &o))
	defer stop()
	o.Decided = func(r *strategy.Result) {
		p.proved[r.Lemma.Key] = r.Verdict == strategy.Proved
		failed = errors.Join(failed, p.Print(strategy.LemmaOf(p.t.Strategy, r, p.Solver), 0))
	}
	cpu := cputime.Seconds()
	var results []*strategy.Result
	var manifest *checker.Manifest
	if p.Certify && won {
		results, manifest, err = strategy.Certify(ctx, verb.Build.Tool(), p.c, p.t, output(p.Env, p.Out), o)
	} else {
		results, err = strategy.Prove(ctx, p.c, p.t, list, o)
	}
	stop()
	if err = errors.Join(err, failed, ctx.Err()); err != nil {
		return 0, nil, err
	}
	if !p.JSON {
		fmt.Fprintf(p.Stdout, "In all, building included: %.2f CPU s with %s\n", cputime.Seconds()-cpu, p.Solver)
	}
	code = proveCode(results)
	if len(p.Lemmas) == 0 {
		steps := p.c.Deduction()
		lemmas.Replay(steps, p.t.Strategy, func(key string) bool { return p.proved[key] })
		for _, t := range checker.Theorems(steps) {
			if t.Err != nil && code == verb.ExitOK {
				code = verb.ExitNotVerified
			}
			if err := p.Print(strategy.TheoremOf(p.t.Strategy, t), 0); err != nil {
				return 0, nil, err
			}
		}
	}
	if manifest != nil {
		written = strategy.WrittenTo(p.Out, p.t.Strategy, manifest)
	}
	return code, written, nil
}

// proveCode chooses the exit code of lemmas.
func proveCode(results []*strategy.Result) int {
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

// notWon prints a game that the strategy does not win, if there is one.
func (p *prove) notWon(ctx context.Context, f *wins.Figures) error {
	start, some := p.t.NotWon()
	if !some {
		return nil
	}
	pl, err := strategy.NewPlayer(ctx, p.t)
	if err != nil {
		return err
	}
	game, err := pl.Play(start, strategy.PlayOptions{})
	if err != nil {
		return err
	}
	if !p.JSON {
		fmt.Fprintf(p.Stdout, "Not won: %d positions. A game:\n", f.NotWon)
	}
	return p.Print(strategy.GameOf(pl, game, false, false), 0)
}

// solvingRequest is how lemmas are decided.
type solvingRequest struct {
	Solver    string        `flag:"solver" not:"certify" doc:"solver: gini, native, cadical, kissat, minisat, cryptominisat5"`
	Jobs      int           `flag:"jobs" min:"1" doc:"lemmas to run at a time"`
	Verbose   bool          `flag:"verbose" short:"v" doc:"log lemmas and what solvers do on stderr, every second, instead of progress"`
	DIMACS    string        `flag:"dimacs" of:"DIR" not:"certify" doc:"write each formula to DIR/lemma-N.cnf"`
	TimeLimit time.Duration `flag:"time-limit" min:"0" doc:"give up on a lemma after this time, such as 30s"`
}

var natively = solvingRequest{Solver: sat.Native, Jobs: runtime.NumCPU()}

// options are those of the flags; the error is that there is no such solver.
func (r *solvingRequest) options() (strategy.Options, error) {
	s, err := sat.New(r.Solver)
	if err != nil {
		return strategy.Options{}, err
	}
	return strategy.Options{Solver: r.Solver, Jobs: r.Jobs, TimeLimit: r.TimeLimit, CPU: cputime.Seconds}, s.Close()
}

// writes has formulas written to the folder that is asked for.
func (r *solvingRequest) writes(o *strategy.Options) error {
	if r.DIMACS == "" {
		return nil
	}
	o.Formula = func(l lemmas.Lemma) (io.WriteCloser, error) {
		return batch.Create(filepath.Join(r.DIMACS, "lemma-"+l.Key+".cnf"))
	}
	return os.MkdirAll(r.DIMACS, 0o777)
}

// watch shows which lemmas run, or logs it. The returned function ends it.
func (r *solvingRequest) watch(e *verb.Env, o *strategy.Options) (stop func()) {
	if log := e.Trace(r.Verbose); log != nil {
		strategy.Log(log, o, verb.LogReports)
		return func() {}
	}
	progress := e.NewProgress()
	end := strategy.Watch(o, progress.Update)
	return func() {
		end()
		progress.Done()
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/encode"
	"retroproof/krk"
	certificate "retroproof/proofs/krk"
	"retroproof/proofs/krk/spec"
	"retroproof/sat"
)

// proveFlags are the options of krk prove.
type proveFlags struct {
	lemmas     []string
	controls   bool
	solver     string
	jobs       int
	json       bool
	verbose    bool
	dimacs     string
	timeLimit  time.Duration
	encoding   string
	noSymmetry bool
	tseitin    bool
	distance   int
	whole      bool
	certify    bool
	out        string
	format     string
}

func newKRKProveCommand(a *verb.Env) *cobra.Command {
	var f proveFlags
	cmd := &cobra.Command{
		Use:   "prove",
		Short: "Prove the strategy's lemmas and theorems by SAT",
		Long: `Prove that the strategy always mates.

Each lemma is turned around: a formula says that a play by the strategy violates
it, and the solver shows that the formula has no model. The theorems then follow
from the nine verdicts by a deduction that is checked, not only printed, and once
more, independently, by retrograde analysis of the strategy as plain code. The
table shows each formula beside that of the paper (Malikovic and Janicic 2013,
Table 1: URSA, seconds on a T5870 at 2 GHz). Lemma 7s is Lemma 7 in a strong form
that the paper's formula does not prove: some step always applies.

Rows appear as lemmas are decided, those before them first. Conflicts are the same on
every run and machine, with any number of --jobs.

"exhausted" is the number of positions that violate the lemma, found without SAT
by trying all 175168. If a lemma is refuted, the counterexample is printed, and
the exit code is 1; 4 if a lemma stays undecided within --time-limit.

The two hard lemmas, 2 and 4, are proved by way of smaller ones about one or two
moves (2a to 2f, 4a to 4c), in about a fifth of the time; the row of the lemma
itself is then the formula that puts them together. --lemma 2b proves such a part
alone. --whole proves each lemma by its own formula alone; not with --certify, as
certificates have the parts.

Before the theorems the circuits that the formulas are made of are compared with the
rules of chess that replay games, and with the strategy's text as plain code, on all
placements and for all moves, and the symmetries of the board are established.

--certify writes evidence that can be checked: each formula, a proof in LRAT by the
native solver or, with --solver cadical, by CaDiCaL, and a manifest. "retroproof-check
DIR" compares the circuits again, builds them again, and checks everything.

--controls adds formulas that must have a model: they show that the lemmas beside
them do not hold vacuously.

With --jobs 1 the seconds are CPU time of solving. With more jobs they are wall
clock, which bounds it; the last line of the table has the CPU time of the whole.`,
		Example: `  retroproof krk prove
  retroproof krk prove --lemma 4 --solver cadical --dimacs formulas
  retroproof krk prove --lemma 4 --rook-safe-distance 2`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("lemma") && len(f.lemmas) == 0 {
				return verb.Usagef("--lemma is empty, want lemmas, such as 4 or 2,7s")
			}
			if f.certify {
				// The certificate's formulas are fixed: what would choose others is refused.
				for _, name := range []string{"lemma", "controls", "dimacs", "whole", "encoding", "no-symmetry", "tseitin", "rook-safe-distance"} {
					if cmd.Flags().Changed(name) {
						return verb.Usagef("--certify and --%s exclude each other", name)
					}
				}
				if !slices.Contains(sat.ProvingNames(), f.solver) {
					return verb.Usagef("--certify: solver %s writes no proofs (%s)", f.solver, strings.Join(sat.ProvingNames(), ", "))
				}
			}
			return krkProve(cmd.Context(), a, f)
		},
	}
	fl := cmd.Flags()
	fl.StringSliceVar(&f.lemmas, "lemma", nil, "only these `LEMMAS` or parts of some, such as 4, 2,7s or 2b")
	fl.BoolVar(&f.controls, "controls", false, "also the formulas that must have a model")
	fl.StringVar(&f.solver, "solver", sat.Native, "solver: "+strings.Join(sat.Names(), ", "))
	fl.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "lemmas to run at a time")
	fl.BoolVar(&f.json, "json", false, "print JSON, one object a line")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "log lemmas as they begin and end on stderr, and every second the conflicts, decisions, propagations and restarts, instead of progress")
	fl.StringVar(&f.dimacs, "dimacs", "", "write each formula to `DIR`/lemma-N.cnf")
	fl.DurationVar(&f.timeLimit, "time-limit", 0, "give up on a lemma after this time, such as 30s")
	fl.BoolVar(&f.whole, "whole", false, "prove Lemmas 2 and 4 by their own formulas, not by way of smaller lemmas")
	fl.BoolVar(&f.certify, "certify", false, "write a certificate of all lemmas and theorems, for retroproof-check")
	fl.StringVar(&f.out, "out", "", "with --certify: the `DIR` to write it to")
	fl.StringVar(&f.format, "proof-format", string(sat.ProofBinary), "with --certify: LRAT as text or binary, compressed")
	fl.StringVar(&f.encoding, "encoding", encode.Order.String(), "coordinates: order, onehot or binary")
	fl.BoolVar(&f.noSymmetry, "no-symmetry", false, "do not break the board's symmetry")
	fl.BoolVar(&f.tseitin, "tseitin", false, "three clauses for each AND gate, instead of compact clauses")
	addReadingFlag(fl, &f.distance)
	return cmd
}

// provePlan is what the flags ask for.
type provePlan struct {
	lemmas  []spec.Lemma
	all     bool // the nine lemmas are among them
	options krk.Options
}

func (f *proveFlags) plan() (*provePlan, error) {
	p := &provePlan{}
	if f.jobs < 1 {
		return nil, verb.Usagef("--jobs %d, want at least 1", f.jobs)
	}
	if f.timeLimit < 0 {
		return nil, verb.Usagef("--time-limit %v is negative", f.timeLimit)
	}
	if f.certify != (f.out != "") {
		return nil, verb.Usagef("--certify and --out DIR go together")
	}
	if f.format != string(sat.ProofText) && f.format != string(sat.ProofBinary) {
		return nil, verb.Usagef("--proof-format %q, want %s or %s", f.format, sat.ProofText, sat.ProofBinary)
	}
	reading, err := readingOf(f.distance)
	if err != nil {
		return nil, err
	}
	s, err := sat.New(f.solver)
	if err != nil {
		return nil, err
	}
	s.Close()
	o := krk.Options{Solver: f.solver, Jobs: f.jobs, TimeLimit: f.timeLimit,
		CPU:      batch.CPUSeconds,
		Encoding: spec.DefaultEncoding(), Reading: reading}
	if o.Encoding.Rep, err = encode.ParseRepresentation(f.encoding); err != nil {
		return nil, verb.Usagef("--encoding: %v", err)
	}
	o.Encoding.Symmetry = !f.noSymmetry
	if f.tseitin {
		o.Encoding.Method = encode.Tseitin
	}
	o.Parts = !f.whole
	p.options = o

	lemmas, controls := spec.Lemmas(), spec.Controls()
	if p.all = len(f.lemmas) == 0; p.all {
		p.lemmas = lemmas
		if f.controls {
			p.lemmas = append(p.lemmas, controls...)
		}
		return p, nil
	}
	parts := partsOf(lemmas)
	isPart := func(key string) bool {
		return slices.ContainsFunc(parts, func(l spec.Lemma) bool { return l.Key == key })
	}
	known := slices.Concat(lemmas, controls, parts)
	for _, want := range f.lemmas {
		found := false
		for _, l := range known {
			// A number stands for all forms of the lemma, and with --controls
			// for its controls.
			if l.Key == want || fmt.Sprint(l.Number) == want && !isPart(l.Key) && (!l.Satisfiable || f.controls) {
				found = true
				if !slices.ContainsFunc(p.lemmas, func(m spec.Lemma) bool { return m.Key == l.Key }) {
					p.lemmas = append(p.lemmas, l)
				}
			}
		}
		if !found {
			var keys []string
			for _, l := range known {
				keys = append(keys, l.Key)
			}
			return nil, verb.Usagef("--lemma: no lemma %q, want one of %s", want, strings.Join(keys, ", "))
		}
	}
	return p, nil
}

// partsOf returns the lemmas by which some of these are proved, and which are not among them.
func partsOf(lemmas []spec.Lemma) (parts []spec.Lemma) {
	for _, l := range lemmas {
		for _, p := range l.Parts() {
			if !slices.ContainsFunc(lemmas, func(m spec.Lemma) bool { return m.Key == p.Key }) {
				parts = append(parts, p)
			}
		}
	}
	return parts
}

func krkProve(ctx context.Context, a *verb.Env, f proveFlags) error {
	plan, err := f.plan()
	if err != nil {
		return err
	}
	folder := f.dimacs + f.out // only one of them is set
	if folder != "" {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
	}
	if f.dimacs != "" {
		plan.options.Formula = func(l spec.Lemma) (io.WriteCloser, error) {
			return batch.Create(filepath.Join(f.dimacs, "lemma-"+l.Key+".cnf"))
		}
	}
	report := &proveReport{app: a, json: f.json, options: plan.options, relation: krk.NewRelation(plan.options.Reading)}
	report.exhaust(plan.lemmas)
	stop := watchLemmas(a, f.verbose, &plan.options)
	plan.options.Decided = report.row
	started, cpu := time.Now(), batch.CPUSeconds()
	var results []*krk.Result
	var manifest *certificate.Manifest
	if f.certify {
		// A manifest of an earlier run must not stand beside other files.
		if err := os.Remove(filepath.Join(f.out, certificate.ManifestName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := report.compare(ctx); err != nil {
			return err
		}
		output := func(name string) (io.WriteCloser, error) { return batch.Create(filepath.Join(f.out, name)) }
		results, manifest, err = krk.Certify(ctx, build.Tool(), sat.ProofFormat(f.format), report.rules, output, plan.options)
	} else {
		results, err = krk.Prove(ctx, plan.lemmas, plan.options)
	}
	stop()
	if err != nil {
		return err
	}
	report.wall, report.cpu = time.Since(started), batch.CPUSeconds()-cpu
	report.footer(results)
	for _, r := range results {
		if r.Verdict == krk.Refuted && !f.json {
			report.counterexample(r)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	proved := plan.all
	if plan.all {
		if err := report.compare(ctx); err != nil {
			return err
		}
		proved = report.theorems(results)
	}
	if manifest != nil {
		report.certificate(f.out, manifest)
	}
	return report.outcome(results, plan.all, proved)
}

// proveReport prints what prove finds.
type proveReport struct {
	app       *verb.Env
	json      bool
	options   krk.Options
	relation  *krk.Relation
	exhausted map[string]int // positions that violate a lemma, by its key
	rows      int            // so far
	wall      time.Duration
	cpu       float64
	disagreed bool // SAT and exhaustion
	rules     *certificate.Rules
}

// compare compares the circuits with the rules of chess and the strategy's text, once.
func (p *proveReport) compare(ctx context.Context) (err error) {
	if p.rules == nil {
		p.rules, err = certificate.CheckRules(ctx, p.options.Encoding.Rep, p.options.Reading)
	}
	return err
}

// exhaust decides lemmas without SAT, in a third of a second, before the solver's CPU
// time is measured.
func (p *proveReport) exhaust(lemmas []spec.Lemma) {
	p.exhausted = map[string]int{}
	for _, l := range lemmas {
		if refuting, err := p.relation.Refutations(l.Key); err == nil {
			p.exhausted[l.Key] = len(refuting)
		}
	}
}

func (p *proveReport) printf(format string, args ...any) { fmt.Fprintf(p.app.Stdout, format, args...) }

// object prints a JSON object. A failed write is noticed at the end.
func (p *proveReport) object(v any) { _ = p.app.PrintJSON(v) }

func (p *proveReport) header() {
	p.printf("%-13s  %-8s  %9s  %8s  %9s  %8s  %9s    %s\n", "lemma", "verdict", "variables", "clauses", "conflicts", "seconds", "exhausted", "the paper: variables, clauses, seconds")
}

// lemmaJSON is a row of the table for programs.
type lemmaJSON struct {
	Schema         string     `json:"schema"`
	Lemma          string     `json:"lemma"`
	Name           string     `json:"name"`
	Statement      string     `json:"statement"`
	Control        bool       `json:"control,omitempty"` // must be refuted
	Verdict        string     `json:"verdict"`
	Error          string     `json:"error,omitempty"`
	Variables      int        `json:"variables"`
	Clauses        int        `json:"clauses"`
	Conflicts      *int64     `json:"conflicts,omitempty"`
	BuildSeconds   float64    `json:"build_seconds"`
	Seconds        float64    `json:"seconds"`
	CPUSeconds     float64    `json:"cpu_seconds"`
	Solver         string     `json:"solver"`
	Exhausted      *int       `json:"exhausted,omitempty"` // positions that violate it, found without SAT
	Parts          []string   `json:"parts,omitempty"`     // other lemmas on which the verdict rests
	Counterexample []plyJSON  `json:"counterexample,omitempty"`
	Paper          *paperJSON `json:"paper,omitempty"`
}

type paperJSON struct {
	Variables int `json:"variables"`
	Clauses   int `json:"clauses"`
	Seconds   int `json:"seconds"`
}

type plyJSON struct {
	FEN  string `json:"fen"`
	SAN  string `json:"san,omitempty"`  // the move played here
	Step string `json:"step,omitempty"` // of a move of White
}

// totalJSON is what all lemmas together took.
type totalJSON struct {
	Schema     string  `json:"schema"`
	Seconds    float64 `json:"seconds"` // wall clock
	CPUSeconds float64 `json:"cpu_seconds"`
	Solver     string  `json:"solver"`
	Jobs       int     `json:"jobs"`
}

// certifiedJSON is what was written with --certify.
type certifiedJSON struct {
	Schema   string `json:"schema"`
	Dir      string `json:"dir"`
	Formulas int    `json:"formulas"`
	Steps    int64  `json:"proof_steps"`
	Bytes    int64  `json:"bytes"`
}

// rulesJSON is what was compared with the rules of chess and the strategy's text, and agrees.
type rulesJSON struct {
	Schema string            `json:"schema"`
	Rules  certificate.Rules `json:"rules"`
}

// inferenceJSON is a step of the deduction.
type inferenceJSON struct {
	Schema string   `json:"schema"`
	Name   string   `json:"name"`
	Text   string   `json:"text"`
	Rule   string   `json:"rule"`
	Claim  string   `json:"claim"`
	Lemmas []string `json:"lemmas"`
	Holds  bool     `json:"holds"`
	Error  string   `json:"error,omitempty"` // why it does not hold
	Moves  int      `json:"moves,omitempty"` // at most, if that is claimed
}

// relationJSON is the check of all positions without SAT.
type relationJSON struct {
	Schema    string `json:"schema"`
	Positions int    `json:"positions"`
	NotWon    int    `json:"not_won"`
	Longest   int    `json:"longest_moves"`
}

// row prints the row of a lemma, after the header if it is the first.
func (p *proveReport) row(r *krk.Result) {
	if p.rows++; p.rows == 1 && !p.json {
		p.header()
	}
	l := r.Lemma
	exhausted := "-" // not known for parts
	var violations *int
	if n, ok := p.exhausted[l.Key]; ok {
		exhausted, violations = fmt.Sprint(n), &n
		if (n > 0) != (r.Verdict == krk.Refuted) && r.Verdict != krk.Undecided {
			p.disagreed = true
		}
	}
	if p.json {
		p.object(lemmaAnswer(r, p.options.Solver, violations))
		return
	}
	conflicts := "-"
	if r.Conflicts != sat.NotKnown {
		conflicts = fmt.Sprint(r.Conflicts)
	}
	verdict, variables, clauses := r.Verdict.String(), fmt.Sprint(r.Variables), fmt.Sprint(r.Clauses)
	interrupted := errors.Is(r.Err, context.Canceled)
	switch {
	case l.Satisfiable && r.Verdict == krk.Refuted:
		verdict = "has model"
	case interrupted:
		verdict = "interrupted"
		if r.Clauses == 0 { // before it was begun
			variables, clauses, exhausted = "-", "-", "-"
		}
	}
	paper := ""
	if l.Paper.Variables > 0 {
		paper = fmt.Sprintf("%7d  %8d  %5d", l.Paper.Variables, l.Paper.Clauses, l.Paper.Seconds)
	}
	line := fmt.Sprintf("%-13s  %-9s %*s  %8s  %9s  %8.2f  %9s    %s", l.Key, verdict, 9-max(0, len(verdict)-9), variables, clauses, conflicts, r.CPU, exhausted, paper)
	p.printf("%s\n", strings.TrimRight(line, " "))
	if r.Err != nil && !interrupted {
		p.printf("               %s\n", undecided(r.Err))
	}
}

// lemmaAnswer is the row of a lemma for programs. violations is the number of positions that
// violate it, nil if that is not known.
func lemmaAnswer(r *krk.Result, solver string, violations *int) lemmaJSON {
	l := r.Lemma
	o := lemmaJSON{Schema: "retroproof.krk.lemma/1", Lemma: l.Key, Name: l.Name, Statement: l.Statement, Control: l.Satisfiable,
		Verdict: r.Verdict.String(), Variables: r.Variables, Clauses: r.Clauses, BuildSeconds: r.Build.Seconds(),
		Seconds: r.Solve.Seconds(), CPUSeconds: r.CPU, Solver: solver, Exhausted: violations}
	if r.Err != nil {
		o.Error = undecided(r.Err)
	}
	if r.Conflicts != sat.NotKnown {
		o.Conflicts = &r.Conflicts
	}
	for _, part := range r.Parts {
		o.Parts = append(o.Parts, part.Lemma.Key)
	}
	if l.Paper.Variables > 0 {
		o.Paper = &paperJSON{l.Paper.Variables, l.Paper.Clauses, l.Paper.Seconds}
	}
	white := 0
	for i, q := range r.Counterexample {
		ply := plyJSON{FEN: krk.FEN(q)}
		if i+1 < len(r.Counterexample) {
			ply.SAN = krk.SAN(q, r.Counterexample[i+1])
			if q.White() {
				ply.Step = r.Steps[white].String()
				white++
			}
		}
		o.Counterexample = append(o.Counterexample, ply)
	}
	return o
}

// undecided says why there is no verdict.
func undecided(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "no verdict within the time limit"
	case errors.Is(err, context.Canceled):
		return "interrupted"
	}
	return err.Error()
}

func (p *proveReport) footer(results []*krk.Result) {
	paper := 0
	for _, r := range results {
		paper += r.Lemma.Paper.Seconds
	}
	if p.json {
		p.object(totalJSON{"retroproof.krk.total/1", p.wall.Seconds(), p.cpu, p.options.Solver, p.options.Jobs})
		return
	}
	p.printf("In all, building included: %.2f CPU s, %.2f s wall clock with %s", p.cpu, p.wall.Seconds(), p.options.Solver)
	if paper > 0 {
		p.printf("; the paper: %d CPU s", paper)
	}
	p.printf("\n")
}

// certificate says what was written.
func (p *proveReport) certificate(dir string, m *certificate.Manifest) {
	var bytes, steps int64
	for _, f := range m.Formulas {
		bytes, steps = bytes+f.CNF.Bytes+f.Proof.Bytes, steps+f.Steps
	}
	if p.json {
		p.object(certifiedJSON{"retroproof.krk.certified/2", dir, len(m.Formulas), steps, bytes})
		return
	}
	p.printf("Certificate in %s: %d formulas, proofs of %d steps, %.1f MB in all. Check it with: retroproof-check %s\n", dir, len(m.Formulas), steps, float64(bytes)/1e6, dir)
}

// counterexample prints a play as boards, FENs and moves.
func (p *proveReport) counterexample(r *krk.Result) {
	if r.Lemma.Satisfiable {
		p.printf("\nControl %s has a model, as it must. %s\n", r.Lemma.Key, r.Lemma.Statement)
	} else {
		p.printf("\nLemma %s is refuted. %s\nCounterexample:\n", r.Lemma.Key, r.Lemma.Statement)
	}
	p.printf("\n")
	var boards []notation.CaptionedSetup
	for i, q := range r.Counterexample {
		caption := "start"
		if i > 0 {
			caption = r.MoveText(i - 1)
		}
		boards = append(boards, notation.CaptionedSetup{Caption: caption, Setup: krk.Setup(q)})
	}
	p.printf("%s\n", notation.Diagrams(boards))
	for i, q := range r.Counterexample {
		move := ""
		if i+1 < len(r.Counterexample) {
			move = "   " + r.MoveText(i)
		}
		p.printf("%-30s%s\n", krk.FEN(q), move)
	}
}

// theorems prints the deduction and the independent check of the relation,
// and reports whether both hold.
func (p *proveReport) theorems(results []*krk.Result) bool {
	proved := map[string]bool{}
	for _, r := range results {
		proved[r.Lemma.Key] = r.Verdict == krk.Proved
	}
	holds := true
	if p.json {
		p.object(rulesJSON{"retroproof.krk.rules/1", *p.rules})
	} else {
		p.printf("%s", p.rules)
	}
	basis := spec.Basis{Proved: func(key string) bool { return proved[key] }, Canonical: p.options.Encoding.Symmetry, Symmetry: p.rules.Symmetry}
	for _, c := range spec.Deduce(basis) {
		if c.Err != nil {
			holds = false
		}
		p.conclusion(c)
	}
	o := p.relation.Verify()
	if len(o.NotWon) > 0 {
		holds = false
	}
	if p.json {
		p.object(relationJSON{"retroproof.krk.relation/1", p.relation.Positions(), len(o.NotWon), o.Longest()})
		return holds
	}
	if len(o.NotWon) > 0 {
		p.printf("Retrograde check: %d of %d positions are not won, such as %s.\n", len(o.NotWon), p.relation.Positions(), krk.FEN(o.NotWon[0]))
	} else {
		p.printf("Retrograde check: all %d positions are won, every choice of moves included, in at most %d moves.\n", p.relation.Positions(), o.Longest())
	}
	return holds
}

func (p *proveReport) conclusion(c spec.Conclusion) {
	if p.json {
		p.object(inferenceAnswer(c))
		return
	}
	if !strings.HasPrefix(c.Name, "Theorem") {
		return
	}
	switch {
	case c.Err != nil:
		p.printf("%s is NOT established: %v\n", c.Name, c.Err)
	case c.Moves > 0:
		p.printf("%s holds. %s At most %d moves, by Lemmas %s.\n", c.Name, c.Text, c.Moves, strings.Join(c.Lemmas, ", "))
	default:
		p.printf("%s holds. %s By Lemmas %s.\n", c.Name, c.Text, strings.Join(c.Lemmas, ", "))
	}
}

// inferenceAnswer is a step of the deduction for programs.
func inferenceAnswer(c spec.Conclusion) inferenceJSON {
	o := inferenceJSON{Schema: "retroproof.krk.inference/1", Name: c.Name, Text: c.Text, Rule: string(c.Rule), Claim: c.Clause.String(),
		Lemmas: append([]string{}, c.Lemmas...), Holds: c.Err == nil, Moves: c.Moves}
	if c.Err != nil {
		o.Error = c.Err.Error()
	}
	return o
}

// decidedOtherwise reports whether the lemma to which a part belongs is among the results: its own formula decides it then.
func decidedOtherwise(part *krk.Result, results []*krk.Result) bool {
	return slices.ContainsFunc(results, func(r *krk.Result) bool { return r.Lemma.Key == fmt.Sprint(part.Lemma.Number) })
}

// outcome chooses the exit code.
func (p *proveReport) outcome(results []*krk.Result, all, proved bool) error {
	if p.disagreed {
		return errors.New("a verdict of the solver and the exhaustive check disagree: this is a bug, please report it")
	}
	code := verb.ExitOK
	for _, r := range results {
		switch {
		case errors.Is(r.Err, krk.ErrPart) && decidedOtherwise(r, results):
		case r.Verdict == krk.Undecided && r.Err != nil && !errors.Is(r.Err, context.DeadlineExceeded) && !errors.Is(r.Err, sat.ErrConflictLimit) && !errors.Is(r.Err, krk.ErrPart):
			return fmt.Errorf("lemma %s: %w", r.Lemma.Key, r.Err)
		case r.Verdict == krk.Undecided:
			if code == verb.ExitOK {
				code = verb.ExitUndecided
			}
		case !r.AsExpected():
			code = verb.ExitNotVerified
		}
	}
	if code == verb.ExitOK && all && !proved {
		code = verb.ExitNotVerified
	}
	return verb.Exit(code)
}

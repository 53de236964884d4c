package main

import (
	"bytes"
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
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
	certificate "retroproof/proofs/reach"
	"retroproof/reach"
	"retroproof/reach/models"
)

// reachFlags are the options of reach.
type reachFlags struct {
	engine    string
	model     string
	aiger     string
	witness   string
	certify   string
	invariant string
	bad       []int
	frames    int
	json      bool
}

func newReachCommand(a *verb.Env) *cobra.Command {
	var f reachFlags
	cmd := &cobra.Command{
		Use:   "reach FILE.aig|FILE.aag|-",
		Short: "Decide whether a transition system can reach a bad state",
		Long: `Decide whether a transition system can reach a bad state, in any number of
steps. The model is a file in AIGER 1.9, ASCII or binary; "-" reads it from
stdin; --model takes one of those that are built in:

` + modelTexts() + `
Every property is answered, in the form of AIGER's witnesses: 1, the property,
the initial state, the inputs of each state and a full stop if a bad state is
reached; 0 and the property if none can be, 2 if that is open. The exit code is
10 if a property is unsafe, else 4 if one is open, else 20. A counterexample is
replayed before it is printed.

Bad are the model's bad literals, or the outputs if it has none; constraints
hold in every state. Fairness does not matter for them. Justice properties are
read, and not decided.

--witness writes the counterexample, or the witness circuit of an invariant in
AIGER. --certify writes a folder that retroproof-check verifies without believing
any engine: the model, the witness, and for a witness circuit five formulas with
refutations in LRAT. If the properties differ, FILE and DIR have parts, of which
doc/reach.md has the names.`,
		Example: `  retroproof reach model.aig
  retroproof reach --engine pdr --witness witness.aig --certify DIR model.aag
  retroproof reach --model krk-all --aiger krk-all.aig`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.model != "" {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.ExactArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !reach.IsEngine(f.engine) {
				return verb.Usagef("--engine %q, expected one of %s", f.engine, engineNames())
			}
			switch {
			case f.frames < 0:
				return verb.Usagef("--frames %d is negative", f.frames)
			case f.aiger != "" && (f.witness != "" || f.certify != "" || f.json || f.invariant != ""):
				return verb.Usagef("--aiger only writes the model, and decides nothing")
			case f.invariant != "" && cmd.Flags().Changed("engine"):
				return verb.Usagef("--invariant and --engine exclude each other")
			}
			file := "-"
			if len(args) == 1 {
				file = args[0]
			}
			return runReach(cmd.Context(), a, file, f)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.engine, "engine", string(reach.Auto), "engine: "+engineNames())
	fl.StringVar(&f.model, "model", "", "decide a model that is built in, by its `NAME`")
	fl.StringVar(&f.aiger, "aiger", "", "do not decide: write the model to this `FILE`, in ASCII if the name ends with .aag")
	fl.StringVar(&f.witness, "witness", "", "write the counterexample or the witness circuit to this `FILE`, a circuit in ASCII if the name ends with .aag")
	fl.StringVar(&f.certify, "certify", "", "write evidence to this `DIR`")
	fl.StringVar(&f.invariant, "invariant", "", "decide by an invariant in this `FILE`, a clause a line of literals of latches")
	fl.IntSliceVar(&f.bad, "bad", nil, "look at these properties only, by their `NUMBERS` from 0")
	fl.IntVar(&f.frames, "frames", 0, "give up after `N` frames of pdr, steps of bmc, or k of kind; 0: do not")
	fl.BoolVar(&f.json, "json", false, "print JSON, an object a property")
	return cmd
}

func engineNames() string {
	names := make([]string, len(reach.Engines))
	for i, e := range reach.Engines {
		names[i] = string(e)
	}
	return strings.Join(names, ", ")
}

// modelTexts lists the models that are built in.
func modelTexts() string {
	var b strings.Builder
	for _, m := range models.All() {
		fmt.Fprintf(&b, "  %-16s%s\n", m.Name, m.Text)
	}
	return b.String()
}

// reachRun is a model with what is found about it.
type reachRun struct {
	app       *verb.Env
	flags     reachFlags
	file      string
	text      []byte // of the model's file
	model     *aiger.Model
	invariant []byte // the text of --invariant
	began     time.Time
	outcomes  []*reachOutcome
}

// reachOutcome is what was found about properties together: all are safe, or one is unsafe, or open.
type reachOutcome struct {
	bad    []int
	system *reach.System
	*reach.Result
	why         error  // open
	certificate string // the folder; "" for none
}

func runReach(ctx context.Context, a *verb.Env, file string, f reachFlags) error {
	r := &reachRun{app: a, flags: f, file: file, began: time.Now()}
	if err := r.read(ctx); err != nil {
		return err
	}
	if f.aiger != "" {
		return writeModel(f.aiger, r.model)
	}
	bad := f.bad
	if bad == nil {
		bad = reach.AllBad(r.model)
	}
	slices.Sort(bad)
	bad = slices.Compact(bad)
	if len(bad) > 0 || len(r.model.Justice) == 0 {
		switch _, err := reach.FromModel(r.model, bad); {
		case err != nil && f.bad != nil:
			return verb.Usagef("--bad: %s: %v", r.file, err)
		case err != nil:
			return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%s: %w", r.file, err))
		}
	}
	if err := r.prepare(ctx); err != nil {
		return err
	}
	progress := a.NewProgress(a.ProgressMode)
	err := r.decideAll(ctx, bad, reach.Options{Engine: reach.Engine(f.engine), MaxFrames: f.frames, Progress: progress.Update})
	progress.Done()
	if err == nil {
		err = r.evidence(ctx)
	}
	if answering := r.answers(); err == nil {
		err = answering
	}
	if err != nil {
		return err
	}
	return verb.Exit(r.exitCode())
}

// exitCode is that of the worst outcome: a bad state is reached, or a question is open.
func (r *reachRun) exitCode() int {
	code := verb.ExitUnsatisfiable
	if r.flags.bad == nil && len(r.model.Justice) > 0 {
		code = verb.ExitUndecided
	}
	for _, o := range r.outcomes {
		switch {
		case o.Verdict == reach.Unsafe:
			return verb.ExitSatisfiable
		case o.Verdict == reach.Unknown:
			code = verb.ExitUndecided
		}
	}
	return code
}

// decideAll decides the properties together, without those of which a bad state was found; one by one, if that is too
// much for the budget.
func (r *reachRun) decideAll(ctx context.Context, bad []int, o reach.Options) error {
	defer func() {
		slices.SortFunc(r.outcomes, func(a, b *reachOutcome) int { return a.bad[0] - b.bad[0] })
	}()
	for len(bad) > 0 {
		found := &reachOutcome{bad: bad}
		var err error
		if found.system, err = reach.FromModel(r.model, bad); err != nil {
			return err
		}
		found.Result, err = r.decide(ctx, found.system, o)
		switch {
		case errors.Is(err, reach.ErrBudget) && len(bad) > 1:
			for _, n := range bad {
				if err := r.decideAll(ctx, []int{n}, o); err != nil {
					return err
				}
			}
			return nil
		case errors.Is(err, reach.ErrBudget):
			found.Result, found.why = &reach.Result{Engine: r.flags.engine}, err
		case err != nil:
			return err
		}
		r.outcomes = append(r.outcomes, found)
		if found.Verdict != reach.Unsafe {
			return nil
		}
		at := found.Trace.Bad
		found.bad, bad = bad[at:at+1:at+1], slices.Delete(slices.Clone(bad), at, at+1)
		if found.system, err = reach.FromModel(r.model, found.bad); err != nil {
			return err
		}
		found.Trace.Bad = 0
	}
	return nil
}

// read reads the model, or makes one that is built in.
func (r *reachRun) read(ctx context.Context) error {
	if r.flags.model != "" {
		m, err := models.Find(r.flags.model)
		if err != nil {
			return verb.Usagef("--model: %v", err)
		}
		var text bytes.Buffer
		r.file, r.model = m.Name, m.System().Model()
		err = r.model.Write(&text)
		r.text = text.Bytes()
		return err
	}
	in, err := r.app.Open(ctx, r.file)
	if err != nil {
		return err
	}
	defer in.Close()
	if r.file == "-" {
		r.file = "<stdin>"
	}
	// A longer file would take more memory than Read allows.
	head := make([]byte, 64)
	n, _ := io.ReadFull(in, head)
	head = head[:n]
	if !bytes.HasPrefix(head, []byte("aag ")) && !bytes.HasPrefix(head, []byte("aig ")) {
		_, err := aiger.Read(bytes.NewReader(head), r.file, lrat.DefaultMemory) // says what is wrong
		return err
	}
	if r.text, err = io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(head), in), lrat.DefaultMemory/4)); err != nil {
		return err
	}
	r.model, err = aiger.Read(bytes.NewReader(r.text), r.file, lrat.DefaultMemory)
	return err
}

// prepare complains about outputs that cannot be written before anything is decided.
func (r *reachRun) prepare(ctx context.Context) error {
	if name := r.flags.invariant; name != "" {
		in, err := r.app.Open(ctx, name)
		if err != nil {
			return err
		}
		defer in.Close()
		if r.invariant, err = io.ReadAll(io.LimitReader(in, lrat.DefaultMemory/4)); err != nil {
			return err
		}
	}
	if r.flags.witness != "" {
		if err := batch.CheckTarget(r.flags.witness); err != nil {
			return err
		}
	}
	if r.flags.certify == "" {
		return nil
	}
	if err := os.MkdirAll(r.flags.certify, 0o777); err != nil {
		return err
	}
	// Without a manifest a folder is no certificate: old ones go first, the new one comes last.
	dirs := []string{r.flags.certify}
	for _, n := range reach.AllBad(r.model) {
		dirs = append(dirs, filepath.Join(r.flags.certify, fmt.Sprintf("b%d", n)))
	}
	for _, dir := range dirs {
		if err := os.Remove(filepath.Join(dir, certificate.ManifestName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (r *reachRun) decide(ctx context.Context, s *reach.System, o reach.Options) (*reach.Result, error) {
	if r.flags.invariant == "" {
		return reach.Decide(ctx, s, o)
	}
	invariant, err := reach.ReadClauses(bytes.NewReader(r.invariant), r.flags.invariant, r.model, s)
	if err != nil {
		return nil, err
	}
	return reach.ByInvariant(ctx, s, o, invariant)
}

// evidence writes what was asked for. If there are several outcomes, files and folders are named after the first
// property of each.
func (r *reachRun) evidence(ctx context.Context) error {
	for _, o := range r.outcomes {
		if o.Verdict == reach.Unknown {
			continue
		}
		witness, dir := r.flags.witness, r.flags.certify
		if len(r.outcomes) > 1 {
			part := fmt.Sprintf("b%d", o.bad[0])
			ext := filepath.Ext(witness)
			witness, dir = strings.TrimSuffix(witness, ext)+"."+part+ext, filepath.Join(dir, part)
		}
		if r.flags.witness != "" {
			if err := r.writeWitness(witness, o); err != nil {
				return err
			}
		}
		if r.flags.certify == "" {
			continue
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		output := func(name string) (io.WriteCloser, error) { return batch.Create(filepath.Join(dir, name)) }
		if err := reach.Certify(ctx, build.Tool(), r.text, r.model, o.bad, o.system, o.Result, output); err != nil {
			return err
		}
		o.certificate = dir
	}
	return nil
}

func (r *reachRun) writeWitness(name string, o *reachOutcome) error {
	if o.Verdict == reach.Safe {
		return writeModel(name, reach.WitnessModel(r.model, o.system, o.Result))
	}
	return batch.WriteFile(name, func(w io.Writer) error { return o.Trace.Write(w, o.bad[0]) })
}

// writeModel writes a model in the form that its name asks for.
func writeModel(name string, m *aiger.Model) error {
	if m.Binary = !strings.HasSuffix(name, ".aag"); m.Binary {
		m = m.Renumbered()
	}
	return batch.WriteFile(name, m.Write)
}

// reachJSON is the answer for programs.
type reachJSON struct {
	Schema      string     `json:"schema"`
	File        string     `json:"file"`
	Verdict     string     `json:"verdict"`
	Reason      string     `json:"reason,omitempty"` // why unknown
	Engine      string     `json:"engine"`
	Inputs      int        `json:"inputs"`
	Latches     int        `json:"latches"`
	Gates       int        `json:"gates"`
	Properties  []int      `json:"properties"`
	Justice     *int       `json:"justice,omitempty"` // in place of a property, which is undecided
	K           int        `json:"k,omitempty"`
	Frames      int        `json:"frames,omitempty"`
	Clauses     *int       `json:"clauses,omitempty"`
	Steps       *int       `json:"steps,omitempty"`
	Trace       *traceJSON `json:"trace,omitempty"`
	Certificate string     `json:"certificate,omitempty"`
	Seconds     float64    `json:"seconds"`
	CPUSeconds  float64    `json:"cpu_seconds"`
}

// traceJSON is a counterexample.
type traceJSON struct {
	Property int      `json:"property"`
	Initial  string   `json:"initial"`
	Inputs   []string `json:"inputs"`
}

// reachSchema is the version of reachJSON.
const reachSchema = "retroproof.reach/1"

// answers prints the verdicts, one a property.
func (r *reachRun) answers() error {
	properties := len(r.model.Justice)
	if r.flags.bad != nil {
		properties = 0
	}
	justice := properties
	for _, o := range r.outcomes {
		properties += len(o.bad)
	}
	return r.app.Buffered(func(w io.Writer) error {
		for n := range len(r.model.Properties()) {
			for _, o := range r.outcomes {
				if !slices.Contains(o.bad, n) {
					continue
				}
				name := r.file
				if properties > 1 {
					name = fmt.Sprintf("%s: b%d", name, n)
				}
				if err := r.answer(w, name, n, o); err != nil {
					return err
				}
			}
		}
		for n := range justice {
			if err := r.answerJustice(w, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// json is what all answers for programs have.
func (r *reachRun) json(verdict reach.Verdict) reachJSON {
	m := r.model
	return reachJSON{
		Schema: reachSchema, File: r.file, Verdict: verdict.String(), Engine: r.flags.engine, Inputs: len(m.Inputs), Latches: len(m.Latches),
		Gates: len(m.Ands), Properties: []int{}, Seconds: time.Since(r.began).Seconds(), CPUSeconds: batch.CPUSeconds(),
	}
}

// notDecided is said of justice properties.
const notDecided = "justice properties are not decided"

func (r *reachRun) answerJustice(w io.Writer, n int) error {
	if r.flags.json {
		j := r.json(reach.Unknown)
		j.Justice, j.Reason = &n, notDecided
		_, err := fmt.Fprintln(w, verb.JSON(j))
		return err
	}
	fmt.Fprintf(r.app.Stderr, "retroproof: %s: j%d: unknown: %s\n", r.file, n, notDecided)
	_, err := fmt.Fprintf(w, "2\nj%d\n.\n", n)
	return err
}

// answer prints the verdict on a property, and on stderr how it was found.
func (r *reachRun) answer(w io.Writer, name string, n int, o *reachOutcome) error {
	if r.flags.json {
		j := r.json(o.Verdict)
		j.Engine, j.Properties, j.K, j.Frames, j.Certificate = o.Engine, []int{n}, o.K, o.Frames, o.certificate
		if o.why != nil {
			j.Reason = o.why.Error()
		}
		if o.Frames > 0 {
			j.Clauses = &o.Clauses
		}
		if t := o.Trace; t != nil {
			steps := t.Steps()
			j.Steps = &steps
			j.Trace = &traceJSON{Property: n, Initial: bits(t.Initial), Inputs: []string{}}
			for _, in := range t.Inputs {
				j.Trace.Inputs = append(j.Trace.Inputs, bits(in))
			}
		}
		_, err := fmt.Fprintln(w, verb.JSON(j))
		return err
	}
	said := ""
	status := 0
	switch {
	case o.why != nil:
		status, said = 2, o.why.Error()
	case o.Verdict == reach.Unsafe:
		said = fmt.Sprintf("a bad state in %s, found by %s", verb.Counted(o.Depth, "step", "steps"), o.Engine)
	case o.Frames > 0:
		said = fmt.Sprintf("by %s: %s, %s", o.Engine, verb.Counted(o.Frames, "frame", "frames"), verb.Counted(o.Clauses, "clause", "clauses"))
	default:
		said = fmt.Sprintf("by %s: k = %d", o.Engine, o.K)
	}
	fmt.Fprintf(r.app.Stderr, "retroproof: %s: %s: %s\n", name, o.Verdict, said)
	if o.Trace != nil {
		return o.Trace.Write(w, n)
	}
	_, err := fmt.Fprintf(w, "%d\nb%d\n.\n", status, n)
	return err
}

// bits are values as a word.
func bits(values []reach.Value) string {
	b := make([]byte, len(values))
	for i, v := range values {
		b[i] = byte(v)
	}
	return string(b)
}

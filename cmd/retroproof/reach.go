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
The answer has the form of AIGER's witnesses: 1, the property, the initial
state, the inputs of each state and a full stop if a bad state is reached; 0 and
the properties if none can be, 2 if that is open. The exit code is 10, 20 or 4.
A counterexample is replayed before it is printed.

Bad are the model's bad literals, or the outputs if it has none; constraints
hold in every state. Justice and fairness are read, and not decided: exit code 4.

--witness writes the counterexample, or the witness circuit of an invariant in
AIGER. --certify writes a folder that retroproof-check verifies without believing
any engine: the model, the witness, and for a witness circuit five formulas with
refutations in LRAT.`,
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
	fl.BoolVar(&f.json, "json", false, "print JSON, one object")
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
	app    *verb.Env
	flags  reachFlags
	file   string
	text   []byte // of the model's file
	model  *aiger.Model
	bad    []int
	system *reach.System
	began  time.Time
}

func runReach(ctx context.Context, a *verb.Env, file string, f reachFlags) error {
	r := &reachRun{app: a, flags: f, file: file, bad: f.bad, began: time.Now()}
	if err := r.read(ctx); err != nil {
		return err
	}
	if f.aiger != "" {
		return writeModel(f.aiger, r.model)
	}
	if r.bad == nil {
		r.bad = reach.AllBad(r.model)
	}
	var err error
	switch r.system, err = reach.FromModel(r.model, r.bad); {
	case errors.Is(err, reach.ErrLiveness):
		return verb.WithCode(verb.ExitUndecided, fmt.Errorf("%s: %w", r.file, err))
	case err != nil && f.bad != nil:
		return verb.Usagef("--bad: %s: %v", r.file, err)
	case err != nil:
		return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%s: %w", r.file, err))
	}
	if err := r.prepare(); err != nil {
		return err
	}
	progress := a.NewProgress(a.ProgressMode)
	o := reach.Options{Engine: reach.Engine(f.engine), MaxFrames: f.frames, Progress: progress.Update}
	found, err := r.decide(ctx, o)
	progress.Done()
	if errors.Is(err, reach.ErrBudget) {
		if err := r.answer(&reach.Result{Engine: f.engine}, err); err != nil {
			return err
		}
		return verb.Exit(verb.ExitUndecided)
	}
	if err != nil {
		return err
	}
	if err := r.evidence(ctx, found); err != nil {
		return err
	}
	if err := r.answer(found, nil); err != nil {
		return err
	}
	if found.Verdict == reach.Unsafe {
		return verb.Exit(verb.ExitSatisfiable)
	}
	return verb.Exit(verb.ExitUnsatisfiable)
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
	head := make([]byte, len("aig "))
	if n, _ := io.ReadFull(in, head); string(head) != "aag " && string(head) != "aig " {
		_, err := aiger.Read(bytes.NewReader(head[:n]), r.file, lrat.DefaultMemory) // says what is wrong
		return err
	}
	if r.text, err = io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(head), in), lrat.DefaultMemory/4)); err != nil {
		return err
	}
	r.model, err = aiger.Read(bytes.NewReader(r.text), r.file, lrat.DefaultMemory)
	return err
}

// prepare complains about outputs that cannot be written before anything is decided.
func (r *reachRun) prepare() error {
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
	// Without a manifest the folder is no certificate: the old one goes first, the new one comes last.
	if err := os.Remove(filepath.Join(r.flags.certify, certificate.ManifestName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (r *reachRun) decide(ctx context.Context, o reach.Options) (*reach.Result, error) {
	if r.flags.invariant == "" {
		return reach.Decide(ctx, r.system, o)
	}
	in, err := r.app.Open(ctx, r.flags.invariant)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	invariant, err := reach.ReadClauses(in, r.flags.invariant, r.model, r.system)
	if err != nil {
		return nil, err
	}
	return reach.ByInvariant(ctx, r.system, o, invariant)
}

// evidence writes what was asked for.
func (r *reachRun) evidence(ctx context.Context, found *reach.Result) error {
	if name := r.flags.witness; name != "" {
		if found.Verdict == reach.Safe {
			if err := writeModel(name, reach.WitnessModel(r.model, r.system, found)); err != nil {
				return err
			}
		} else if err := batch.WriteFile(name, func(w io.Writer) error { return r.writeTrace(w, found) }); err != nil {
			return err
		}
	}
	if r.flags.certify == "" {
		return nil
	}
	output := func(name string) (io.WriteCloser, error) { return batch.Create(filepath.Join(r.flags.certify, name)) }
	return reach.Certify(ctx, build.Tool(), r.text, r.model, r.bad, r.system, found, output)
}

func (r *reachRun) writeTrace(w io.Writer, found *reach.Result) error {
	return found.Trace.Write(w, r.bad[found.Trace.Bad])
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

// answer prints the verdict, and on stderr how it was found.
func (r *reachRun) answer(found *reach.Result, why error) error {
	m := r.model
	if r.flags.json {
		j := reachJSON{
			Schema: reachSchema, File: r.file, Verdict: found.Verdict.String(), Engine: found.Engine, Inputs: len(m.Inputs),
			Latches: len(m.Latches), Gates: len(m.Ands), Properties: r.bad, K: found.K, Frames: found.Frames,
			Certificate: r.flags.certify, Seconds: time.Since(r.began).Seconds(), CPUSeconds: batch.CPUSeconds(),
		}
		if why != nil {
			j.Reason, j.Certificate = why.Error(), ""
		}
		if found.Frames > 0 {
			j.Clauses = &found.Clauses
		}
		if t := found.Trace; t != nil {
			steps := t.Steps()
			j.Steps = &steps
			j.Trace = &traceJSON{Property: r.bad[t.Bad], Initial: bits(t.Initial), Inputs: []string{}}
			for _, in := range t.Inputs {
				j.Trace.Inputs = append(j.Trace.Inputs, bits(in))
			}
		}
		return r.app.PrintJSON(j)
	}
	said := ""
	status := 2
	switch {
	case why != nil:
		said = why.Error()
	case found.Verdict == reach.Unsafe:
		said = fmt.Sprintf("a bad state in %s, found by %s", verb.Counted(found.Depth, "step", "steps"), found.Engine)
	case found.Frames > 0:
		status, said = 0, fmt.Sprintf("by %s: %s, %s", found.Engine, verb.Counted(found.Frames, "frame", "frames"), verb.Counted(found.Clauses, "clause", "clauses"))
	default:
		status, said = 0, fmt.Sprintf("by %s: k = %d", found.Engine, found.K)
	}
	fmt.Fprintf(r.app.Stderr, "retroproof: %s: %s: %s\n", r.file, found.Verdict, said)
	return r.app.Buffered(func(w io.Writer) error {
		if found.Trace != nil {
			return r.writeTrace(w, found)
		}
		fmt.Fprintln(w, status)
		for _, n := range r.bad {
			fmt.Fprintf(w, "b%d\n", n)
		}
		_, err := fmt.Fprintln(w, ".")
		return err
	})
}

// bits are values as a word.
func bits(values []reach.Value) string {
	b := make([]byte, len(values))
	for i, v := range values {
		b[i] = byte(v)
	}
	return string(b)
}

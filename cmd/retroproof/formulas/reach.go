package formulas

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/cputime"
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
	certificate "retroproof/proofs/reach"
	"retroproof/reach"
	"retroproof/reach/models"
)

// reachRequest is what reach is asked.
type reachRequest struct {
	File      string       `arg:"[FILE.aig|FILE.aag|-]"`
	Engine    reach.Engine `flag:"engine" json:"engine,omitempty" choice:"auto,bmc,kind,pdr,parity" doc:"engine: auto, bmc, kind, pdr, parity"`
	Model     string       `flag:"model" of:"NAME" json:"model,omitempty" doc:"decide a model that is built in, by its NAME: --help-all has a list"`
	AIGER     string       `flag:"aiger" of:"FILE" not:"witness,certify,json,invariant,program" doc:"do not decide: write the model to this FILE, in ASCII if its name ends with .aag"`
	Witness   string       `flag:"witness" of:"FILE" doc:"write the counterexample or the witness circuit to this FILE, in ASCII likewise"`
	Certify   string       `flag:"certify" of:"DIR" doc:"write evidence to this DIR"`
	Invariant string       `flag:"invariant" of:"FILE" not:"engine" doc:"decide by an invariant in this FILE, a clause a line of literals of latches, or abc's PLA"`
	Program   string       `flag:"program" of:"COMMAND" not:"engine,invariant" doc:"decide by abc, or another program"`
	Bad       []int        `flag:"bad" of:"NUMBERS" json:"bad,omitempty" doc:"look at these properties only, by their NUMBERS from 0"`
	Justice   []int        `flag:"justice" of:"NUMBERS" not:"invariant,program" json:"justice,omitempty" doc:"look at these justice properties only, by their NUMBERS"`
	Frames    int          `flag:"frames" of:"N" json:"frames,omitempty" min:"0" doc:"give up after N frames of pdr, steps of bmc, or k of kind; 0: do not"`
}

var reachVerb = verb.Of(verb.Verb{
	Name: "reach", Use: "FILE.aig|FILE.aag|-", Answers: []verb.Answer{&reach.Answer{}},
	Form: &verb.Form{Stdin: "the model, in AIGER's ASCII", Sample: "aag 1 0 1 1 0\n2 3\n2\n",
		Evidence: []string{"--certify", verb.EvidenceFolder}},
}, reachRequest{Engine: reach.Auto}, runReach)

// reachRun is a model with what is found about it.
type reachRun struct {
	app       *verb.Env
	flags     *reachRequest
	file      string
	text      []byte // of the model's file
	model     *aiger.Model
	invariant []byte // the text of --invariant
	began     time.Time
	outcomes  []*reach.Outcome
}

func runReach(ctx context.Context, a *verb.Env, f *reachRequest) error {
	switch {
	case (f.Model == "") == (f.File == ""):
		return verb.Usagef("reach needs a file, - or --model, and only one of them")
	case f.Program == "abc":
		f.Program = reach.ABC
	case f.Program != "" && !strings.Contains(f.Program, "{model}"):
		return verb.Usagef("--program %s: want abc, or a command with {model} in place of its file", f.Program)
	}
	r := &reachRun{app: a, flags: f, file: f.File, began: time.Now()}
	if err := r.read(ctx); err != nil {
		return err
	}
	if f.AIGER != "" {
		return batch.WriteFile(f.AIGER, reach.ModelFor(f.AIGER, r.model).Write)
	}
	// What cannot be answered, or not be written in the end, is refused before the search, which may take hours.
	bad, justice, err := r.asked()
	if err != nil {
		return err
	}
	if err := r.prepare(ctx); err != nil {
		return err
	}
	progress := a.NewProgress()
	o := reach.Options{Engine: f.Engine, MaxFrames: f.Frames, Progress: progress.Update}
	decide := func(ctx context.Context, s *reach.System) (*reach.Result, error) { return r.decide(ctx, s, o) }
	r.outcomes, err = reach.DecideAll(ctx, r.model, bad, f.Engine, decide)
	for _, n := range justice {
		found := &reach.Outcome{Justice: n, Result: &reach.Result{Engine: "invariant"}, Why: errJustice}
		if err == nil && f.Invariant+f.Program == "" {
			found, err = reach.DecideJustice(ctx, r.model, n, o)
		}
		if err == nil {
			r.outcomes = append(r.outcomes, found)
		}
	}
	progress.Done()
	// Verdicts are printed even if their evidence could not be written.
	if err == nil {
		tool := verb.Build.Tool()
		err = reach.WriteEvidence(ctx, tool, r.text, r.model, r.outcomes, f.Witness, f.Certify, r.createIn)
	}
	if answering := r.answers(); err == nil {
		err = answering
	}
	if err != nil {
		return err
	}
	return verb.Exit(r.exitCode())
}

// errJustice is why a justice property is open with --invariant and --program.
var errJustice = errors.New("an invariant is about bad states, not about justice")

// asked returns the numbers of the properties in question: all, or with a choice of one kind none of the other.
func (r *reachRun) asked() (bad, justice []int, err error) {
	sorted := func(list []int) []int {
		list = slices.Clone(list)
		slices.Sort(list)
		return slices.Compact(list)
	}
	bad, justice = sorted(r.flags.Bad), sorted(r.flags.Justice)
	if len(bad) == 0 && len(justice) == 0 {
		bad = reach.AllBad(r.model)
		for n := range r.model.Justice {
			justice = append(justice, n)
		}
	}
	for _, n := range justice {
		if n < 0 || n >= len(r.model.Justice) {
			return nil, nil, verb.Usagef("--justice: %s: no property j%d, and there are %d", r.file, n, len(r.model.Justice))
		}
	}
	if len(bad) > 0 || len(justice) == 0 {
		if _, err = certificate.Properties(r.model, bad); err != nil && r.flags.Bad != nil {
			err = verb.Usagef("--bad: %s: %v", r.file, err)
		} else if err != nil {
			err = verb.WithCode(verb.ExitMalformed, fmt.Errorf("%s: %w", r.file, err))
		}
	}
	return bad, justice, err
}

// createIn makes a file, with the folder that it is in.
func (r *reachRun) createIn(name string) (io.WriteCloser, error) {
	if err := r.app.FreshFolder(filepath.Dir(name)); err != nil {
		return nil, err
	}
	return r.app.Create(name)
}

// exitCode is that of the worst outcome: a property is violated, or a question is open.
func (r *reachRun) exitCode() int {
	code := verb.ExitUnsatisfiable
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

// read reads the model, or makes one that is built in.
func (r *reachRun) read(ctx context.Context) error {
	if r.flags.Model != "" {
		m, err := models.Find(r.flags.Model)
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
	r.file = progress.SourceName(r.file)
	text := bufio.NewReader(in)
	head, _ := text.Peek(64)
	if !bytes.HasPrefix(head, []byte("aag ")) && !bytes.HasPrefix(head, []byte("aig ")) {
		_, err := aiger.Read(bytes.NewReader(head), r.file, lrat.DefaultMemory) // says what is wrong
		return err
	}
	// A longer file would take more memory than Read allows.
	if r.text, err = io.ReadAll(io.LimitReader(text, lrat.DefaultMemory/4)); err != nil {
		return err
	}
	r.model, err = aiger.Read(bytes.NewReader(r.text), r.file, lrat.DefaultMemory)
	return err
}

// prepare complains about outputs that cannot be written before anything is decided.
func (r *reachRun) prepare(ctx context.Context) error {
	if r.flags.Invariant != "" {
		var err error
		if r.invariant, err = readAll(ctx, r.app, r.flags.Invariant, lrat.DefaultMemory/4); err != nil {
			return err
		}
	}
	if err := r.app.CheckTargets(r.flags.Witness); err != nil || r.flags.Certify == "" {
		return err
	}
	// Without a manifest a folder is no certificate: old ones go first, the new one comes last.
	var old []string
	manifest := func(part string) { old = append(old, filepath.Join(r.flags.Certify, part, certificate.ManifestName)) }
	manifest("")
	for _, n := range reach.AllBad(r.model) {
		manifest(fmt.Sprint("b", n))
	}
	for n := range r.model.Justice {
		manifest(fmt.Sprint("j", n))
	}
	return r.app.FreshFolder(r.flags.Certify, old...)
}

func (r *reachRun) decide(ctx context.Context, s *reach.System, o reach.Options) (*reach.Result, error) {
	switch {
	case r.flags.Program != "":
		return reach.ByProgram(ctx, s, o, r.flags.Program)
	case r.flags.Invariant == "":
		return reach.Decide(ctx, s, o)
	}
	invariant, err := reach.ReadClauses(bytes.NewReader(r.invariant), r.flags.Invariant, r.model, s)
	if err != nil {
		return nil, err
	}
	return reach.ByInvariant(ctx, s, o, invariant)
}

// answers prints the verdicts, one a property, and on stderr how they were found.
func (r *reachRun) answers() error {
	list := reach.Answers(r.file, r.model, r.outcomes)
	return r.app.Quick(func(e *verb.Env) error {
		for _, a := range list {
			a.Seconds, a.CPUSeconds = time.Since(r.began).Seconds(), cputime.Seconds()
			if !e.JSON {
				fmt.Fprintf(e.Stderr, "retroproof: %s\n", a.Remark(len(list) > 1))
			}
			if err := e.Print(a, 0); err != nil {
				return err
			}
		}
		return nil
	})
}

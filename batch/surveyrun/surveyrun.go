// Package surveyrun makes surveys: it draws a sample, decides every position, and keeps verdicts, games and proofs in a
// folder as package survey describes and checks it.
//
// A folder is filled by as many runs as it takes: each goes on where the last one ended, if it was killed, too. Verdicts and
// evidence depend neither on that nor on the number of goroutines. A sample is made in chunks, each with files of its
// own, and a chunk's draws are decided by themselves.
package surveyrun

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"retroproof/batch"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/proofs/survey"
)

// Options of Open.
type Options struct {
	Dir string
	// Wanted is what the folder is to have: Scheme, Seed, Samples, ChunkDraws, Certificates and Budgets.GameStates.
	// Given says which of these the caller asks for, by the names of the flags of "retroproof estimate run"; the
	// others are those of the folder if there is one.
	Wanted        survey.Manifest
	Given         func(flag string) bool
	Jobs          int    // positions to decide at once, 1 or more
	Tool, Version string // of the program, for certificates and manifest
}

// OptionError is the error about options that do not fit the folder.
type OptionError struct{ Detail string }

// Error returns what does not fit.
func (e *OptionError) Error() string { return e.Detail }

func optionErrorf(format string, args ...any) error {
	return &OptionError{fmt.Sprintf(format, args...)}
}

// Folder is the folder of a survey, locked.
type Folder struct {
	// Manifest is that of the file, with the sums of its chunks.
	Manifest *survey.Manifest

	*decider
	dir           string
	jobs          int
	tool, version string
	cpu           *batch.CPURecord
	unlock        func()
}

// Progress shows how far a run is. Add may be called by several goroutines.
type Progress interface {
	Skip(draws int) // decided by earlier runs
	Add(draws int)  // decided
	Say(note string)
	// Resumed is called if a chunk is gone on with.
	Resumed(file string, draws int)
}

// Open opens the folder of a survey, or makes it. The error is an [*OptionError], wraps batch.ErrLocked or
// survey.ErrManifest, or is that of a file.
func Open(o Options) (*Folder, error) {
	if err := makeDir(&o); err != nil {
		return nil, err
	}
	unlock, err := batch.Lock(o.Dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{dir: o.Dir, jobs: o.Jobs, tool: o.Tool, version: o.Version, unlock: unlock}
	if err = f.readManifest(&o); err == nil {
		err = f.sweep()
	}
	if err == nil {
		err = f.rename()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	f.decider = newDecider(f.Manifest)
	return f, nil
}

// Close unlocks the folder.
func (f *Folder) Close() {
	if f.cpu != nil {
		f.cpu.Close()
	}
	f.unlock()
}

// makeDir makes the folder if it is not there, and a sample is asked for.
func makeDir(o *Options) error {
	_, err := os.Stat(o.Dir)
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return err
	case !o.Given("samples"):
		return noSample(o.Dir)
	}
	return os.MkdirAll(o.Dir, 0o777)
}

func noSample(dir string) error {
	return optionErrorf("%s has no sample yet, which needs --samples", dir)
}

// readManifest reads the manifest of the folder, or makes it.
func (f *Folder) readManifest(o *Options) error {
	m, err := survey.ReadManifest(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return f.create(o)
	}
	if err != nil {
		return err
	}
	f.Manifest = m
	if f.cpu, err = batch.OpenCPURecord(f.path(cpuName), m.Run.CPUSeconds); err != nil {
		return err
	}
	return f.goOn(o)
}

// create makes the manifest of a new sample.
func (f *Folder) create(o *Options) (err error) {
	if !o.Given("samples") {
		return noSample(f.dir)
	}
	m := o.Wanted
	m.Schema, m.Generator, m.Population = survey.Schema, survey.Generator, m.Scheme.Count().String()
	m.Budgets = budgets(m.Budgets.GameStates, m.Certificates)
	m.Chunks = []survey.Chunk{}
	m.Run.Started = timestamp()
	f.Manifest = &m
	if f.cpu, err = batch.OpenCPURecord(f.path(cpuName), 0); err != nil {
		return err
	}
	return f.save()
}

// budgets returns all budgets; those that are no options are the defaults.
func budgets(states uint64, certificates bool) survey.Budgets {
	d := kernel.DefaultDecideOptions
	b := survey.Budgets{
		KernelNodes: d.KernelNodes, LastMovePositions: d.LastMovePositions, LastMoveKernelNodes: d.LastMoveKernelNodes,
		GameStates: states,
	}
	if certificates {
		b.ProofConflicts = certify.DefaultConflicts
	}
	return b
}

// goOn compares the options with what the folder has, and refuses what would make it another sample. It may get more
// draws, and a larger budget for games.
func (f *Folder) goOn(o *Options) error {
	m, w, given := f.Manifest, &o.Wanted, o.Given
	other := func(flag string, has, wants any) error {
		return optionErrorf("%s has --%s %v, not %v: choose another --dir", f.dir, flag, has, wants)
	}
	switch {
	case given("seed") && w.Seed != m.Seed:
		return other("seed", m.Seed, w.Seed)
	case given("scheme") && w.Scheme != m.Scheme:
		return other("scheme", m.Scheme, w.Scheme)
	case given("chunk") && w.ChunkDraws != m.ChunkDraws:
		return other("chunk", m.ChunkDraws, w.ChunkDraws)
	case given("certificates") && w.Certificates != m.Certificates:
		return other("certificates", m.Certificates, w.Certificates)
	case given("samples") && w.Samples < m.Samples:
		return optionErrorf("%s has --samples %d, not %d: it can only grow", f.dir, m.Samples, w.Samples)
	case given("game-states") && w.Budgets.GameStates < m.Budgets.GameStates:
		return optionErrorf("%s has --game-states %d, not %d: it can only grow", f.dir, m.Budgets.GameStates, w.Budgets.GameStates)
	}
	samples, states := m.Samples, m.Budgets.GameStates
	if given("samples") {
		samples = w.Samples
	}
	if given("game-states") {
		states = w.Budgets.GameStates
	}
	grown := samples != m.Samples || states != m.Budgets.GameStates
	if grown || m.Run.Finished == "" {
		m.Budgets.GameStates = states
		if m.Budgets != budgets(states, m.Certificates) {
			return optionErrorf("%s was begun with other budgets than this version has: choose another --dir", f.dir)
		}
	}
	if grown {
		m.Samples, m.Run.Finished = samples, ""
	}
	if grown || m.Older {
		return f.save()
	}
	return nil
}

// Fill does what is left to be done. The error is one of Open, of a certificate, a [*DamagedError], or it wraps
// certify.ErrPart if the folder has a chunk of another run.
func (f *Folder) Fill(ctx context.Context, p Progress) (err error) {
	defer func() {
		if err != nil {
			_ = f.cpu.Write() // the first error is the one to report
		}
	}()
	m := f.Manifest
	p.Skip(int(m.Draws))
	for i := range m.Chunks {
		if err := f.retry(ctx, i, p); err != nil {
			return err
		}
	}
	for m.Draws < m.Samples {
		if err := f.next(ctx, p); err != nil {
			return err
		}
	}
	if m.Run.Finished == "" {
		m.Run.Finished = timestamp()
		if err := f.save(); err != nil {
			return err
		}
	}
	return f.cpu.Remove()
}

// next makes the next chunk.
func (f *Folder) next(ctx context.Context, p Progress) error {
	m := f.Manifest
	number := len(m.Chunks)
	c := &chunk{
		decider: f.decider, dir: f.dir, verdicts: survey.VerdictsName(number), evidence: survey.EvidenceName(number), jobs: f.jobs,
		entry: survey.Chunk{
			First: m.Draws, Draws: min(m.ChunkDraws, m.Samples-m.Draws), GameStates: m.Budgets.GameStates, Counts: survey.NewCounts(),
		},
		resumed: func(file string, draws int) {
			p.Resumed(file, draws)
			p.Skip(draws)
		},
		answered: p.Add,
		written: func(counts *survey.Counts) error {
			p.Say(tally(&m.Counts, counts))
			return f.cpu.Write()
		},
	}
	if m.Certificates {
		c.certifier = certify.New(certify.Options{Tool: f.tool, Conflicts: m.Budgets.ProofConflicts})
	}
	if err := c.make(ctx); err != nil {
		return err
	}
	m.Chunks = append(m.Chunks, c.entry)
	return f.commit()
}

// tally is what progress says of the verdicts of complete chunks and one that is being made.
func tally(complete, chunk *survey.Counts) string {
	all := chunk.Tally()
	legal, unknown := all.Totals()
	before, beforeUnknown := complete.Tally().Totals()
	return fmt.Sprintf("%d illegal, %d legal, %d unknown", complete.Illegal+all.Illegal, before+legal, beforeUnknown+unknown)
}

func timestamp() string { return time.Now().UTC().Format(time.RFC3339) }

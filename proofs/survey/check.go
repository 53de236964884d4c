package survey

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"retroproof/proofs"
	"retroproof/proofs/illegal"
	"retroproof/proofs/limits"
	"retroproof/proofs/replay"
)

// The reasons for which a folder is not accepted, besides ErrManifest and the errors of
// packages illegal and replay. They are wrapped in an [*Error].
var (
	ErrLine     = errors.New("a line is not one of this sample")
	ErrLabel    = errors.New("a wrong label")
	ErrGame     = errors.New("the game fails")
	ErrEvidence = errors.New("a verdict without its evidence")
	ErrFile     = errors.New("the file is not the one that the manifest lists")
	ErrCounts   = errors.New("the manifest counts other verdicts")
)

// Error says where a folder is wrong, and why.
type Error struct {
	File string
	Line int // from 1; 0 for the file as a whole
	Err  error
}

// Error names file and line.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// Options are the options of Check and CheckPack. The zero value selects the defaults.
type Options struct {
	Memory int64          // see [illegal.Options]
	Replay replay.Options // the rules of games
	// GamesOnly accepts positions with the verdict illegal without checking their evidence.
	GamesOnly bool
	// SumsOnly checks that the manifest of a survey is the sum of those of its packs, and nothing of what these say. In
	// two-phase sampling it reads labels and lines, too: which draws are chosen, and the verdicts on them, follow from
	// these. They must be those that the manifests list, and are not checked otherwise.
	SumsOnly bool
	// Jobs is the number of units that are checked at once. 0 means one, whose positions are checked several at once.
	Jobs int
	// Each is called for every line that has been verified, in their order. Then Jobs does not count.
	Each func(*Line)
	// Core is that of [illegal.Options].
	Core func(illegal.Refuted) error
}

// Check checks the folder of a survey: that its lines are the draws of the seed, that there is evidence
// for every verdict, and that counts and estimate are those of the lines. Other errors than an [*Error] are about
// reading, the context or memory.
func Check(ctx context.Context, dir string, o Options) (*Report, error) {
	root, _, taken, err := readManifest(dir, "", o.memory(), parseRoot)
	if err != nil {
		return nil, err
	}
	o.Memory = o.memory() - taken
	r := newReport(&root.Plan, o)
	r.root = root
	sum := &Root{Plan: root.Plan, Counts: NewCounts()}
	var undecided []uint64
	var choice *choice
	if root.Choose > 0 {
		if len(root.Again) == 0 && root.labelled() != [classes]uint64{} {
			return nil, &Error{File: ManifestName, Err: fmt.Errorf("%w: there are none on the chosen draws", ErrCounts)}
		}
		choice = root.choose()
	}
	// Packs are checked in order, one manifest in memory at a time: the time is that of replaying games and checking
	// evidence. Draws that were tried again come last, as they need what the others left undecided.
	for i, listed := range slices.Concat(root.Packs, root.Again) {
		again := i >= len(root.Packs)
		number := i
		if again {
			number = i - len(root.Packs) + 1
		}
		wrong := func(err error) error { return &Error{File: listed.Name, Err: err} }
		p, file, taken, err := readPack(packPath(dir, filepath.Dir(listed.Name)), o.Memory)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return nil, wrong(fmt.Errorf("%w: it is missing", ErrFile))
		case err != nil:
			return nil, err
		case file != listed.File:
			return nil, wrong(fmt.Errorf("%w: %d bytes with SHA-256 %s, want %d with %s",
				ErrFile, file.Bytes, file.SHA256, listed.Bytes, listed.SHA256))
		case p.Number != number || p.Again != again || p.Draws() != listed.Draws || !p.Counts.equal(&listed.Counts):
			return nil, wrong(ErrCounts)
		}
		if again && number == 1 && root.Choose > 0 {
			undecided = (&ChosenDraws{draws: r.chosen}).Numbers() // by the first phase
		}
		r.units = append(r.units, uint64(len(p.Units)))
		if undecided, err = sum.Count(p, undecided); err != nil {
			return nil, wrong(fmt.Errorf("%w: %.500w", ErrCounts, err))
		}
		if !o.SumsOnly || root.Choose > 0 {
			within := o
			within.Memory -= taken
			if err := r.pack(ctx, p, choice, within); err != nil {
				return nil, within.in(p.Name(), err)
			}
		}
	}
	// What the whole claims has to be what its parts add up to.
	if sum.Draws != root.Draws || !sum.Counts.equal(&root.Counts) {
		return nil, &Error{File: ManifestName, Err: ErrCounts}
	}
	if root.Tree != "" && root.Tree != sum.Sealed() {
		return nil, &Error{File: ManifestName, Err: fmt.Errorf("%w: the tree of its units is %s", ErrCounts, sum.Sealed())}
	}
	if root.Choose > 0 && !reflect.DeepEqual(root.Chosen, r.newChosen(choice.key, undecided)) {
		return nil, &Error{File: ManifestName, Err: fmt.Errorf("%w: on the chosen draws", ErrCounts)}
	}
	return r, nil
}

// CheckPack checks a pack, its file or its folder, to which links may lead, in the same way.
func CheckPack(ctx context.Context, path string, o Options) (*Report, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	p, _, taken, err := readPack(path, o.memory())
	if err != nil {
		return nil, err
	}
	o.Memory = o.memory() - taken
	r := newReport(&p.Plan, o)
	r.alone = p
	if err := r.pack(ctx, p, nil, o); err != nil {
		return nil, err
	}
	return r, nil
}

// CheckUnit checks a unit that ReadUnit has read in the same way.
func CheckUnit(ctx context.Context, p *Pack, number uint64, o Options) error {
	if err := p.Units[0].check(number, p); err != nil {
		return &Error{File: ManifestName, Err: fmt.Errorf("%w: %.500w", ErrManifest, err)}
	}
	o.Memory = o.memory()
	return newReport(&p.Plan, o).pack(ctx, p, nil, o)
}

func (o *Options) memory() int64 {
	if o.Memory <= 0 {
		return limits.DefaultMemory
	}
	return o.Memory
}

// in names the folder of the file that an error is about.
func (o *Options) in(folder string, err error) error {
	if e := (*Error)(nil); errors.As(err, &e) {
		return &Error{folder + "/" + e.File, e.Line, e.Err}
	}
	return err
}

// newChosen counts the verdicts on the chosen draws.
func (r *Report) newChosen(key string, undecided []uint64) *Chosen {
	slices.Sort(r.legal) // of several packs
	return (&ChosenDraws{key, r.chosen}).Count(r.legal, undecided)
}

// pack checks the units of a pack, several at once. With labels, the choice is that of draws from this pack on, or nil.
func (r *Report) pack(ctx context.Context, p *Pack, choice *choice, o Options) error {
	if !p.Certificates && !o.GamesOnly && !o.SumsOnly && p.Counts.Illegal > 0 {
		return &Error{File: ManifestName,
			Err: fmt.Errorf("%w: none was kept for %d illegal positions, only games can be checked",
				ErrEvidence, p.Counts.Illegal)}
	}
	reports, errs := make([]*Report, len(p.Units)), make([]error, len(p.Units))
	pickers := make([]picker, len(p.Units))
	if choice != nil && p.Labels() {
		for i := range p.Units {
			pickers[i] = choice.take(p.Units[i].Counts.labelled())
		}
	}
	check := func(i int, o Options, jobs int) {
		reports[i] = newReport(&p.Plan, o)
		c := &unitChecker{pack: p, unit: &p.Units[i], o: o, jobs: jobs, report: reports[i], picker: pickers[i]}
		errs[i] = c.check(ctx)
	}
	jobs := 1
	if o.Each == nil {
		jobs = max(1, min(o.Jobs, len(p.Units)))
	}
	share, within := o, 0 // positions at once, in a unit
	if jobs > 1 {
		share.Memory, within = o.Memory/int64(jobs), 1
	}
	var next, stop atomic.Int64
	stop.Store(int64(len(p.Units)))
	proofs.Parallel(jobs, func(int) {
		for i := next.Add(1) - 1; i < stop.Load(); i = next.Add(1) - 1 {
			if check(int(i), share, within); errs[i] != nil && !errors.Is(errs[i], limits.ErrMemory) {
				stop.Store(i) // units before it are being checked already
			}
		}
	})
	tried := map[int]uint64{}
	for i := range reports {
		if errors.Is(errs[i], limits.ErrMemory) && jobs > 1 {
			check(i, o, 0) // with all of the memory
		}
		if errs[i] != nil {
			return errs[i]
		}
		r.add(reports[i])
		addTo(tried, reports[i].tried)
	}
	if p.Tried != nil && !maps.Equal(tried, p.Tried) { // those of a unit alone are in no manifest
		return &Error{File: ManifestName, Err: ErrCounts}
	}
	return nil
}

// unitChecker checks a unit: its lines, and the evidence for its illegal positions. It reads both
// once, from beginning to end.
type unitChecker struct {
	pack   *Pack
	files  *Files
	unit   *Unit
	o      Options
	jobs   int // positions at once
	report *Report
	picker picker // of draws with labels that are chosen

	lines     *bufio.Reader
	read      uint64   // number of lines read
	counts    Counts   // of their verdicts
	undecided []uint64 // numbers of these draws
}

// longestLine is the largest length of a line in bytes: the longest possible game of chess is
// shorter.
const longestLine = 1 << 18

func (c *unitChecker) check(ctx context.Context) error {
	file := &c.unit.Verdicts
	var err error
	if c.files, err = c.pack.Open(); err != nil {
		return err
	}
	defer c.files.Close()
	f, err := c.files.Open(c.unit, file)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	all := bufio.NewReader(io.TeeReader(f, h))
	text, err := gzip.NewReader(all)
	if err != nil {
		return &Error{File: file.Name, Err: fmt.Errorf("%w: %w", ErrFile, err)}
	}
	text.Multistream(false)
	c.lines, c.counts = bufio.NewReaderSize(text, longestLine), NewCounts()
	if c.pack.Labels() {
		if err := c.checkLabels(ctx); err != nil {
			return err
		}
	}
	if c.unit.Evidence != nil && c.o.evidence() {
		if err := c.evidence(ctx, c.unit.Evidence); err != nil {
			return err
		}
	}
	switch illegal, err := c.nextIllegal(ctx); {
	case err != nil:
		return err
	case illegal != nil:
		return c.wrong(fmt.Errorf("%w: %s is called illegal", ErrEvidence, illegal.FEN))
	}
	if _, err := c.lines.ReadByte(); err != io.EOF {
		return &Error{File: file.Name, Err: fmt.Errorf("%w: it has more than the lines or labels of %d draws, or is damaged",
			ErrFile, c.unit.Draws)}
	}
	if _, err := all.ReadByte(); err != io.EOF {
		return &Error{File: file.Name, Err: fmt.Errorf("%w: it goes on after its lines", ErrFile)}
	}
	if !c.counted() || !slices.Equal(c.undecided, c.unit.Undecided) {
		return &Error{File: file.Name, Err: ErrCounts}
	}
	return file.matches(h)
}

// evidence reports whether evidence of illegal positions is checked.
func (o *Options) evidence() bool { return !o.GamesOnly && !o.SumsOnly }

// counted reports whether the counts are those of the manifest. Of labels whose draws are not looked at the
// multiplicities are not known.
func (c *unitChecker) counted() bool {
	if of := &c.unit.Counts; c.o.SumsOnly && c.pack.Labels() {
		return c.counts.Illegal == of.Illegal && c.counts.labelled() == of.labelled()
	}
	return c.counts.equal(&c.unit.Counts)
}

// evidence checks the certificate of the illegal positions, which come in the order of the
// lines with that verdict.
func (c *unitChecker) evidence(parent context.Context, file *File) error {
	f, err := c.files.Open(c.unit, file)
	if err != nil {
		return err
	}
	defer f.Close()
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	var wrong error
	h := sha256.New()
	all := bufio.NewReader(io.TeeReader(f, h))
	text, err := gzip.NewReader(all)
	if err != nil {
		return &Error{File: file.Name, Err: fmt.Errorf("%w: %w", ErrFile, err)}
	}
	text.Multistream(false)
	r, err := illegal.Check(ctx, text, illegal.Options{Memory: c.o.Memory, Jobs: c.jobs, Replay: c.o.Replay,
		Core: c.o.Core, Each: func(v illegal.Verified) {
			if wrong == nil {
				if wrong = c.match(ctx, file, v); wrong != nil {
					cancel()
				}
			}
		}})
	switch {
	case wrong != nil:
		return wrong
	case err != nil:
		return &Error{File: file.Name, Err: err}
	case !r.Initial:
		return &Error{File: file.Name, Err: fmt.Errorf("%w: want trees from the initial position", ErrEvidence)}
	}
	c.report.evidence(r)
	if _, err := all.ReadByte(); err != io.EOF {
		return &Error{File: file.Name, Err: fmt.Errorf("%w: it goes on after its certificate", ErrFile)}
	}
	return file.matches(h)
}

// match compares a position of the evidence with the next line whose verdict is illegal.
func (c *unitChecker) match(ctx context.Context, file *File, v illegal.Verified) error {
	if v.Legal {
		return &Error{File: file.Name, Err: fmt.Errorf("%w: want trees alone", ErrEvidence)}
	}
	l, err := c.nextIllegal(ctx)
	switch {
	case err != nil:
		return err
	case l == nil:
		return &Error{File: file.Name, Err: fmt.Errorf("%w: it is about %s, which no line has there", ErrEvidence, v.FEN)}
	case l.FEN != v.FEN:
		return c.wrong(fmt.Errorf("%w: %s is called illegal, and the evidence is about %s", ErrEvidence, l.FEN, v.FEN))
	}
	c.report.Reasons[v.Reason]++
	if c.o.Each != nil {
		c.o.Each(l)
	}
	return nil
}

// nextIllegal checks lines up to the next one that needs evidence and returns it, or nil at the
// end.
func (c *unitChecker) nextIllegal(ctx context.Context) (*Line, error) {
	for c.read < c.unit.Draws {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		text, err := c.lines.ReadSlice('\n')
		if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
			if errors.As(err, new(*os.PathError)) {
				return nil, err
			}
			return nil, &Error{File: c.unit.Verdicts.Name, Err: fmt.Errorf("%w: %w", ErrFile, err)}
		}
		c.read++
		l, err := c.line(c.unit.draw(c.read-1), text)
		if err != nil {
			return nil, c.wrong(err)
		}
		if l.Verdict == Illegal && c.o.evidence() {
			return l, nil
		}
		if c.o.Each != nil {
			c.o.Each(l)
		}
	}
	return nil, nil
}

// wrong returns an error about the line that was read last.
func (c *unitChecker) wrong(err error) error {
	return &Error{c.unit.Verdicts.Name, int(c.read), err}
}

// matches compares the checksum.
func (f *File) matches(h hash.Hash) error {
	if got := hex.EncodeToString(h.Sum(nil)); got != f.SHA256 {
		return &Error{File: f.Name, Err: fmt.Errorf("%w: SHA-256 %s, want %s", ErrFile, got, f.SHA256)}
	}
	return nil
}

// line checks the line of a draw, except for the evidence of an illegal position.
func (c *unitChecker) line(draw uint64, text []byte) (*Line, error) {
	l, err := ParseLine(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %.200w", ErrLine, err)
	}
	if l.Draw != draw {
		return nil, fmt.Errorf("%w: draw %d, want %d", ErrLine, l.Draw, draw)
	}
	if !c.o.SumsOnly {
		d := Draw(c.pack.Scheme, c.pack.Seed, draw)
		if err := l.About(NewLine(c.pack.Scheme, draw, &d)); err != nil {
			return nil, fmt.Errorf("%w: %.1000w", ErrLine, err)
		}
	}
	if err := c.counts.Add(l); err != nil {
		return nil, fmt.Errorf("%w: %.200w", ErrLine, err)
	}
	if c.pack.Again {
		c.report.tried[l.Multiplicity]++
	}
	switch {
	case l.Verdict == Legal:
		if c.pack.Again {
			c.report.legal = append(c.report.legal, draw)
		}
		if c.o.SumsOnly {
			return l, nil
		}
		return l, c.game(l)
	case l.Plies != nil || l.UCI != "":
		return nil, fmt.Errorf("%w: a game, and the verdict is %s", ErrLine, l.Verdict)
	case l.Verdict == Unknown:
		c.undecided = append(c.undecided, draw)
	}
	return l, nil
}

// game replays the game of a legal position.
func (c *unitChecker) game(l *Line) error {
	moves := strings.Fields(l.UCI)
	if l.Plies == nil || *l.Plies != len(moves) {
		return fmt.Errorf("%w: its plies are not those of the line", ErrGame)
	}
	r, err := replay.Check(replay.Initial, l.FEN, moves, c.o.Replay)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrGame, err)
	}
	c.report.Plies += int64(r.Plies)
	c.report.Longest = max(c.report.Longest, r.Plies)
	return nil
}

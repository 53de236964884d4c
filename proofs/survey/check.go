package survey

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"

	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/formula"
	"retroproof/proofs/lrat"
	"retroproof/proofs/replay"
	"retroproof/proofs/survey/sample"
)

// The reasons for which a folder is not accepted, besides ErrManifest and the errors of
// packages illegal and replay. They are wrapped in an [*Error].
var (
	ErrLine     = errors.New("a line is not one of this sample")
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

// Options are the options of Check. The zero value selects the defaults.
type Options struct {
	Memory int64          // see [illegal.Options]
	Replay replay.Options // the rules of games
	// GamesOnly accepts positions with the verdict illegal without checking their evidence.
	GamesOnly bool
	// Each is called for every line that has been verified, in their order.
	Each func(*Line)
	// Formula is that of [illegal.Options].
	Formula func(name string, cnf *formula.CNF, proof io.Reader) error
}

// Check checks a folder: that its lines are the draws of the seed, and that there is evidence
// for every verdict. Other errors than an [*Error] or one that wraps ErrManifest are about
// reading, the context or memory.
func Check(ctx context.Context, dir string, o Options) (*Report, error) {
	if o.Memory <= 0 {
		o.Memory = lrat.DefaultMemory
	}
	m, taken, err := readManifest(dir, o.Memory)
	o.Memory -= taken
	switch {
	case err != nil:
		return nil, err
	case m.Older:
		return nil, &Error{File: ManifestName, Err: fmt.Errorf(`%w: schema %s, whose estimate is none for few legal draws; "retroproof estimate run --dir DIR" makes %s of it, and keeps verdicts and evidence`, ErrManifest, olderSchema, Schema)}
	case m.Draws == 0:
		return nil, &Error{File: ManifestName, Err: errors.New("no draw is complete")}
	case !m.Certificates && !o.GamesOnly && m.Counts.Illegal > 0:
		return nil, &Error{File: ManifestName, Err: fmt.Errorf("%w: none was kept for %d illegal positions, only games can be checked", ErrEvidence, m.Counts.Illegal)}
	}
	r := &Report{Manifest: m, GamesOnly: o.GamesOnly}
	for i := range m.Chunks {
		c := &chunkChecker{dir: dir, manifest: m, chunk: &m.Chunks[i], o: o, report: r}
		if err := c.check(ctx); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// chunkChecker checks a chunk: its lines, and the evidence for its illegal positions. It reads both
// once, from beginning to end.
type chunkChecker struct {
	dir      string
	manifest *Manifest
	chunk    *Chunk
	o        Options
	report   *Report

	lines  *bufio.Reader
	read   uint64 // number of lines read
	counts Counts // of their verdicts
}

// longestLine is the largest length of a line in bytes: the longest possible game of chess is
// shorter.
const longestLine = 1 << 18

func (c *chunkChecker) check(ctx context.Context) error {
	file := &c.chunk.Verdicts
	f, err := c.open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	c.lines, c.counts = bufio.NewReaderSize(io.TeeReader(f, h), longestLine), NewCounts()
	if c.chunk.Evidence != nil && !c.o.GamesOnly {
		if err := c.evidence(ctx, c.chunk.Evidence); err != nil {
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
		return &Error{File: file.Name, Err: fmt.Errorf("%w: it has more than %d lines", ErrFile, c.chunk.Draws)}
	}
	if !c.counts.equal(&c.chunk.Counts) {
		return &Error{File: file.Name, Err: ErrCounts}
	}
	return file.matches(h)
}

// evidence checks the certificate of the illegal positions, which come in the order of the
// lines with that verdict.
func (c *chunkChecker) evidence(parent context.Context, file *File) error {
	f, err := c.open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	var wrong error
	r, err := illegal.Check(ctx, f, file.Bytes, illegal.Options{Memory: c.o.Memory, Replay: c.o.Replay, Formula: c.o.Formula, Each: func(v illegal.Verified) {
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
	c.report.add(r)
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, file.Bytes)); err != nil {
		return err
	}
	return file.matches(h)
}

// match compares a position of the evidence with the next line whose verdict is illegal.
func (c *chunkChecker) match(ctx context.Context, file *File, v illegal.Verified) error {
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
	if c.o.Each != nil {
		c.o.Each(l)
	}
	return nil
}

// nextIllegal checks lines up to the next one that needs evidence and returns it, or nil at the
// end.
func (c *chunkChecker) nextIllegal(ctx context.Context) (*Line, error) {
	for c.read < c.chunk.Draws {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		text, err := c.lines.ReadSlice('\n')
		if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
			return nil, err
		}
		c.read++
		l, err := c.line(c.chunk.First+c.read-1, text)
		if err != nil {
			return nil, c.wrong(err)
		}
		if l.Verdict == Illegal && !c.o.GamesOnly {
			return l, nil
		}
		if c.o.Each != nil {
			c.o.Each(l)
		}
	}
	return nil, nil
}

// wrong returns an error about the line that was read last.
func (c *chunkChecker) wrong(err error) error {
	return &Error{c.chunk.Verdicts.Name, int(c.read), err}
}

// open opens a file and compares its length with the manifest's.
func (c *chunkChecker) open(file *File) (*os.File, error) {
	f, err := os.Open(filepath.Join(c.dir, file.Name))
	if errors.Is(err, os.ErrNotExist) {
		return nil, &Error{File: file.Name, Err: fmt.Errorf("%w: it is missing", ErrFile)}
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.Size() != file.Bytes {
		err = &Error{File: file.Name, Err: fmt.Errorf("%w: %d bytes, want %d", ErrFile, info.Size(), file.Bytes)}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// matches compares the checksum.
func (f *File) matches(h hash.Hash) error {
	if got := hex.EncodeToString(h.Sum(nil)); got != f.SHA256 {
		return &Error{File: f.Name, Err: fmt.Errorf("%w: SHA-256 %s, want %s", ErrFile, got, f.SHA256)}
	}
	return nil
}

// line checks the line of a draw, except for the evidence of an illegal position.
func (c *chunkChecker) line(draw uint64, text []byte) (*Line, error) {
	l, err := ParseLine(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %.200w", ErrLine, err)
	}
	d := sample.Draw(c.manifest.Scheme, c.manifest.Seed, draw)
	if err := l.About(NewLine(c.manifest.Scheme, draw, &d)); err != nil {
		return nil, fmt.Errorf("%w: %.1000w", ErrLine, err)
	}
	if err := c.counts.Add(l); err != nil {
		return nil, fmt.Errorf("%w: %.200w", ErrLine, err)
	}
	if l.Verdict == Legal {
		return l, c.game(l)
	}
	return l, nil
}

// game replays the game of a legal position.
func (c *chunkChecker) game(l *Line) error {
	moves := strings.Fields(l.Game)
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

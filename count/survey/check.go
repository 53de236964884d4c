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

	"retroproof/count/sample"
	"retroproof/kernel/certificate"
	"retroproof/proofs/replay"
)

// Why a folder is not accepted, besides ErrManifest and the errors of package
// certificate. They come wrapped in an [*Error].
var (
	ErrLine     = errors.New("a line is not one of this sample")
	ErrGame     = errors.New("the game fails")
	ErrEvidence = errors.New("a verdict without its evidence")
	ErrFile     = errors.New("the file is not the one that the manifest lists")
	ErrCounts   = errors.New("the manifest counts other verdicts")
)

// Error is where a folder is wrong.
type Error struct {
	File string
	Line int // from 1 on, 0 for the file as a whole
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

// Options of Check. The zero value is for a caller without wishes.
type Options struct {
	Memory int64          // see [certificate.Options]
	Replay replay.Options // the rules of games
	// GamesOnly accepts positions that are called illegal, without looking at them.
	GamesOnly bool
	// Each is called for every line that has been verified, in their order.
	Each func(*Line)
}

// Check checks a folder: that its lines are the draws of the seed, and that there is
// evidence for every verdict. An error that is neither an [*Error] nor one that wraps
// ErrManifest is that of reading, of the context, or about memory.
func Check(ctx context.Context, dir string, o Options) (*Report, error) {
	m, err := ReadManifest(dir)
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

// chunkChecker checks a chunk.
type chunkChecker struct {
	dir      string
	manifest *Manifest
	chunk    *Chunk
	o        Options
	report   *Report
	illegal  []string // FENs that the evidence has proven to be so, and no line has had yet
}

func (c *chunkChecker) check(ctx context.Context) error {
	if c.chunk.Evidence != nil && !c.o.GamesOnly {
		if err := c.evidence(ctx, c.chunk.Evidence); err != nil {
			return err
		}
	}
	return c.verdicts(ctx, &c.chunk.Verdicts)
}

// evidence checks the certificates of illegal positions.
func (c *chunkChecker) evidence(ctx context.Context, file *File) error {
	f, err := c.open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	legal := false
	r, err := certificate.Check(ctx, f, file.Bytes, certificate.Options{Memory: c.o.Memory, Replay: c.o.Replay, Each: func(v certificate.Verified) {
		legal = legal || v.Legal
		c.illegal = append(c.illegal, v.FEN)
	}})
	switch {
	case err != nil:
		return &Error{File: file.Name, Err: err}
	case legal || !r.Initial:
		return &Error{File: file.Name, Err: fmt.Errorf("%w: want trees alone, from the initial position", ErrEvidence)}
	}
	c.report.add(r)
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, file.Bytes)); err != nil {
		return err
	}
	return file.matches(h)
}

// open opens a file and compares its length.
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

// verdicts checks the lines.
func (c *chunkChecker) verdicts(ctx context.Context, file *File) error {
	f, err := c.open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	lines := bufio.NewReaderSize(io.TeeReader(f, h), 1<<16)
	counts := NewCounts()
	for i := uint64(0); i < c.chunk.Draws; i++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		text, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if err := c.line(c.chunk.First+i, text, &counts); err != nil {
			return &Error{file.Name, int(i) + 1, err}
		}
	}
	if _, err := lines.ReadByte(); err != io.EOF {
		return &Error{File: file.Name, Err: fmt.Errorf("%w: it has more than %d lines", ErrFile, c.chunk.Draws)}
	}
	switch {
	case len(c.illegal) > 0:
		return &Error{File: c.chunk.Evidence.Name, Err: fmt.Errorf("%w: it is about %s, which no line has there", ErrEvidence, c.illegal[0])}
	case !counts.equal(&c.chunk.Counts):
		return &Error{File: file.Name, Err: ErrCounts}
	}
	return file.matches(h)
}

// line checks the line of a draw.
func (c *chunkChecker) line(draw uint64, text []byte, counts *Counts) error {
	l, err := ParseLine(text)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrLine, err)
	}
	d := sample.Draw(c.manifest.Scheme, c.manifest.Seed, draw)
	if err := l.About(NewLine(c.manifest.Scheme, draw, &d)); err != nil {
		return fmt.Errorf("%w: %w", ErrLine, err)
	}
	if err := counts.Add(l); err != nil {
		return fmt.Errorf("%w: %w", ErrLine, err)
	}
	switch {
	case l.Verdict == Legal:
		err = c.game(l)
	case l.Verdict == Illegal && !c.o.GamesOnly:
		if len(c.illegal) == 0 || c.illegal[0] != l.FEN {
			return fmt.Errorf("%w: %s is called illegal", ErrEvidence, l.FEN)
		}
		c.illegal = c.illegal[1:]
	}
	if err == nil && c.o.Each != nil {
		c.o.Each(l)
	}
	return err
}

// game replays the game of a legal position.
func (c *chunkChecker) game(l *Line) error {
	moves := strings.Fields(l.Game)
	if l.Plies == nil || *l.Plies != len(moves) {
		return fmt.Errorf("%w: its plies are not those that the line tells", ErrGame)
	}
	r, err := replay.Check(replay.Initial, l.FEN, moves, c.o.Replay)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrGame, err)
	}
	c.report.Plies += int64(r.Plies)
	c.report.Longest = max(c.report.Longest, r.Plies)
	return nil
}

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"retroproof/kernel/certify"
	"retroproof/proofs/survey"
)

// chunkRun makes one chunk, or goes on with it.
type chunkRun struct {
	*surveyRun
	chunk     survey.Chunk
	verdicts  *partFile
	certifier *certify.Certifier // nil if no evidence is kept
	evidence  *certify.Part
}

// fill makes the next chunk.
func (r *surveyRun) fill(ctx context.Context) error {
	m := r.manifest
	c := &chunkRun{surveyRun: r, chunk: survey.Chunk{
		First: m.Draws, Draws: min(m.ChunkDraws, m.Samples-m.Draws), GameStates: m.Budgets.GameStates, Counts: survey.NewCounts(),
	}}
	if err := c.make(ctx); err != nil {
		return err
	}
	m.Chunks = append(m.Chunks, c.chunk)
	return r.commit()
}

func (c *chunkRun) make(ctx context.Context) error {
	number := len(c.manifest.Chunks)
	verdicts, evidence := survey.VerdictsName(number), survey.EvidenceName(number)
	if c.manifest.Certificates {
		c.certifier = certify.New(certify.Options{Tool: build.Tool(), Conflicts: c.manifest.Budgets.ProofConflicts})
		part, err := c.certifier.OpenPart(c.path(evidence) + survey.PartSuffix)
		if err != nil {
			return partError(err)
		}
		defer part.Close()
		c.evidence = part
	}
	part, err := openPartFile(c.path(verdicts))
	if err != nil {
		return err
	}
	defer part.Close()
	part.name = c.path(verdicts) + survey.ReadySuffix
	c.verdicts = part

	in := &listReader{r: bufio.NewReader(&drawNumbers{next: c.chunk.First, end: c.chunk.First + c.chunk.Draws})}
	n, err := part.resume(in, "the sample", c.resume)
	if err != nil {
		return err
	}
	if n > 0 {
		fmt.Fprintf(c.app.stderr, "retroproof: %s has %d draws, going on\n", part.Name(), n)
		c.progress.skip(n)
	}
	if err := c.run(ctx, in); err != nil {
		return err
	}
	return c.finish(verdicts, evidence)
}

// partError gives an error about a file in the making its exit code.
func partError(err error) error {
	if errors.Is(err, certify.ErrPart) {
		return withCode(exitMalformed, err)
	}
	return withCode(exitIO, err)
}

// resume says whether a line that an earlier run has written is the one of a draw, and
// whether its evidence is there.
func (c *chunkRun) resume(text string, line numberedLine) (bool, error) {
	number, err := strconv.ParseUint(line.text, 10, 64)
	if err != nil {
		return false, err
	}
	l, err := survey.ParseLine([]byte(text + "\n"))
	if err == nil {
		err = l.About(c.draw(number))
	}
	if err != nil {
		return false, withCode(exitMalformed, fmt.Errorf("%s:%d: %w; remove it to make the chunk again", c.verdicts.Name(), line.number, err))
	}
	if l.Verdict == survey.Unknown && l.Uncertified == "" && l.States != c.chunk.GameStates {
		return false, nil // try harder
	}
	if l.Verdict == survey.Illegal && c.evidence != nil {
		if ok, err := c.evidence.Resume(l.FEN); err != nil || !ok {
			return false, partError(err)
		}
	}
	return true, c.chunk.Counts.Add(l)
}

// run decides the rest of the draws.
func (c *chunkRun) run(ctx context.Context, in *listReader) error {
	if c.evidence != nil {
		if err := c.evidence.Begin(); err != nil {
			return withCode(exitIO, err)
		}
	}
	w := bufio.NewWriter(c.verdicts)
	return (&inOrder[*drawItem]{
		in: in, jobs: c.jobs, most: 1, progress: c.progress,
		answer: func(ctx context.Context, line numberedLine) *drawItem {
			number, err := strconv.ParseUint(line.text, 10, 64)
			if err != nil {
				return &drawItem{failed: err}
			}
			return c.decide(ctx, number, c.certifier)
		},
		write: func(items []*drawItem) error {
			for _, item := range items {
				if err := c.write(w, item); err != nil {
					return err
				}
			}
			c.progress.say(c.tally(&c.chunk.Counts))
			if err := w.Flush(); err != nil {
				return withCode(exitIO, err)
			}
			return c.cpu.write()
		},
	}).run(ctx)
}

// write writes a draw, its evidence first: so no verdict is ever without.
func (c *chunkRun) write(w *bufio.Writer, item *drawItem) error {
	if item.failed != nil {
		return item.failed
	}
	if item.certificate != nil {
		if err := c.evidence.Add(item.certificate); err != nil {
			return withCode(exitIO, err)
		}
		if err := c.evidence.Flush(); err != nil {
			return withCode(exitIO, err)
		}
	}
	if err := c.chunk.Counts.Add(item.line); err != nil {
		return err
	}
	_, err := w.Write(item.line.Text())
	return withCode(exitIO, err)
}

// finish makes the files of the chunk ready, and its entry in the manifest.
func (c *chunkRun) finish(verdicts, evidence string) (err error) {
	if err := c.verdicts.finish(); err != nil {
		return err
	}
	if c.chunk.Verdicts, err = c.listReady(verdicts); err != nil {
		return err
	}
	if c.evidence == nil {
		return nil
	}
	if c.evidence.Positions == 0 {
		if err := c.evidence.Close(); err != nil { // Windows does not remove an open file
			return withCode(exitIO, err)
		}
		return withCode(exitIO, os.Remove(c.path(evidence)+survey.PartSuffix))
	}
	if err := writeFile(c.path(evidence)+survey.ReadySuffix, c.evidence.Finish); err != nil {
		return err
	}
	file, err := c.listReady(evidence)
	c.chunk.Evidence = &file
	return err
}

package surveyrun

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"retroproof/batch"
	"retroproof/kernel/certify"
	"retroproof/proofs/survey"
)

// chunk makes the files of one chunk, or goes on with them. They end in survey.ReadySuffix when it is done.
type chunk struct {
	*decider
	dir                string
	verdicts, evidence string // names of the files without suffix
	jobs               int
	certifier          *certify.Certifier // nil if no evidence is kept
	kept               *certify.Part      // the evidence

	// entry is that of the manifest. The caller sets which draws it has.
	entry survey.Chunk

	resumed  func(file string, draws int) // called if draws of an earlier run are kept
	answered func(draws int)              // called as draws are decided
	written  func(*survey.Counts) error   // called as verdicts are written, with those of the chunk so far
}

func (c *chunk) path(name string) string { return filepath.Join(c.dir, name) }

// make makes the chunk's files.
func (c *chunk) make(ctx context.Context) error {
	if c.certifier != nil {
		part, err := c.certifier.OpenPart(c.path(c.evidence) + survey.PartSuffix)
		if err != nil {
			return err
		}
		defer part.Close()
		c.kept = part
	}
	draws := &drawNumbers{next: c.entry.First, end: c.entry.First + c.entry.Draws}
	err := (&batch.Job[*decided]{
		In: batch.NewReader(draws), Jobs: c.jobs,
		Answer: func(ctx context.Context, line batch.Line) *decided {
			number, err := strconv.ParseUint(line.Text, 10, 64)
			if err != nil {
				return &decided{failed: err}
			}
			return c.decide(ctx, number, c.certifier)
		},
		Write:    c.write,
		Answered: c.answered,
	}).ToFile(ctx, batch.File{
		Name: c.path(c.verdicts) + survey.ReadySuffix, Part: c.path(c.verdicts) + survey.PartSuffix,
		Source: "the sample", Same: c.same, Begin: c.begin,
	})
	if err != nil {
		return err
	}
	if c.entry.Verdicts, err = readyFile(c.dir, c.verdicts); err != nil || c.kept == nil {
		return err
	}
	return c.finishEvidence()
}

// same says whether a line that an earlier run has written is the one of a draw, and whether its evidence is there.
func (c *chunk) same(text string, line batch.Line) (bool, error) {
	number, err := strconv.ParseUint(line.Text, 10, 64)
	if err != nil {
		return false, err
	}
	l, err := survey.ParseLine([]byte(text + "\n"))
	if err == nil {
		err = l.About(c.draw(number))
	}
	if err != nil {
		return false, &DamagedError{c.path(c.verdicts) + survey.PartSuffix, line.Number, err, "; remove it to make the chunk again"}
	}
	if l.Verdict == survey.Unknown && l.Uncertified == "" && l.States != c.entry.GameStates {
		return false, nil // try again, with the budget of today
	}
	if l.Verdict == survey.Illegal && c.kept != nil {
		if ok, err := c.kept.Resume(l.FEN); err != nil || !ok {
			return false, err
		}
	}
	return true, c.entry.Counts.Add(l)
}

// begin is called before draws are decided.
func (c *chunk) begin(kept int) error {
	if kept > 0 {
		c.resumed(c.path(c.verdicts)+survey.PartSuffix, kept)
	}
	if c.kept == nil {
		return nil
	}
	return c.kept.Begin()
}

// write writes draws, the evidence of each before it, so that no verdict is without.
func (c *chunk) write(w *bufio.Writer, items []*decided) error {
	for _, item := range items {
		if item.failed != nil {
			return item.failed
		}
		if item.certificate != nil {
			if err := c.kept.Add(item.certificate); err != nil {
				return err
			}
			if err := c.kept.Flush(); err != nil {
				return err
			}
		}
		if err := c.entry.Counts.Add(item.line); err != nil {
			return err
		}
		w.Write(item.line.Text()) // its error is that of the flush
	}
	return c.written(&c.entry.Counts)
}

// finishEvidence makes the file with the evidence, if there is any.
func (c *chunk) finishEvidence() error {
	if c.kept.Positions == 0 {
		if err := c.kept.Close(); err != nil { // Windows does not remove an open file
			return err
		}
		return os.Remove(c.path(c.evidence) + survey.PartSuffix)
	}
	if err := batch.WriteFile(c.path(c.evidence)+survey.ReadySuffix, c.kept.Finish); err != nil {
		return err
	}
	file, err := readyFile(c.dir, c.evidence)
	c.entry.Evidence = &file
	return err
}

// drawNumbers reads as the numbers of draws, one a line.
type drawNumbers struct {
	next, end uint64
	rest      []byte
}

// Read implements io.Reader.
func (d *drawNumbers) Read(p []byte) (int, error) {
	if len(d.rest) == 0 {
		if d.next == d.end {
			return 0, io.EOF
		}
		d.rest = append(strconv.AppendUint(d.rest, d.next, 10), '\n')
		d.next++
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// DamagedError is the error about a line of a survey that is not understood, or about another draw.
type DamagedError struct {
	File   string
	Line   int
	Err    error
	Advice string // what to do, to be put behind
}

// Error says where the line is, and what is wrong.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s:%d: %v%s", e.File, e.Line, e.Err, e.Advice)
}

// Unwrap returns the reason.
func (e *DamagedError) Unwrap() error { return e.Err }

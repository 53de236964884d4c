package surveyrun

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"retroproof/batch"
	"retroproof/kernel/certify"
	"retroproof/proofs/survey"
)

// tempPrefix begins the names of folders in which units are made.
const tempPrefix = ".unit-"

// maker makes a unit.
type maker struct {
	*decider
	entry    *survey.Unit
	kept     *certify.Part // the evidence; nil if none is kept
	lines    bytes.Buffer  // or labels
	answered func(draws int)
}

// make makes a unit of a stage, unless it is there.
func (f *Folder) make(ctx context.Context, s *stage, unit uint64, jobs int, answered func(int)) (err error) {
	dir := s.folder(unit)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	// All is made in a folder of its own, and moved at the end: a killed run leaves nothing that counts. Others may
	// make the same unit meanwhile, with the same bytes: either one may be there first.
	temp, err := os.MkdirTemp(dir, fmt.Sprintf("%s%07d-*", tempPrefix, unit))
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	m := &maker{decider: newDecider(s.plan), entry: s.unit(unit), answered: answered}
	switch {
	case s.labels():
		err = m.label(ctx)
	case s.plan.Certificates:
		c := certify.New(certify.Options{Tool: f.tool, Conflicts: s.plan.Budgets.ProofConflicts})
		if m.kept, err = c.OpenPart(filepath.Join(temp, "part")); err != nil {
			return err
		}
		defer m.kept.Close()
		if err := m.kept.Begin(); err != nil {
			return err
		}
		err = m.run(ctx, jobs, c)
	default:
		err = m.run(ctx, jobs, nil)
	}
	if err != nil {
		return err
	}
	if err := m.write(temp, s.pack(unit), unit); err != nil {
		return err
	}
	if err := s.publish(filepath.Join(temp, unitName(unit)), unit, m.entry); err != nil {
		return fmt.Errorf("unit %d: %w", unit, err)
	}
	return nil
}

// publish gives the file of a unit its name, unless it is there or the unit is merged: then they are compared.
func (s *stage) publish(from string, unit uint64, entry *survey.Unit) error {
	switch listed, err := s.mergedUnit(unit); {
	case err != nil:
		return err
	case listed != nil && !bytes.Equal(listed.Text(), entry.Text()):
		return fmt.Errorf("the manifest of its pack: %w", errDiffers)
	case listed != nil:
		return nil
	}
	return publish(from, s.unitPath(unit))
}

// run decides the draws.
func (m *maker) run(ctx context.Context, jobs int, c *certify.Certifier) error {
	// A line of the list is a draw; its number says which.
	list := strings.NewReader(strings.Repeat("draw\n", int(m.entry.Draws)))
	return (&batch.Job[*decided]{
		In: batch.NewReader(list), Jobs: jobs,
		Answer: func(ctx context.Context, line batch.Line) *decided {
			i := uint64(line.Number - 1)
			if m.entry.Numbers != nil {
				return m.decide(ctx, m.entry.Numbers[i], c)
			}
			return m.decide(ctx, m.entry.First+i, c)
		},
		Write:    m.add,
		Answered: m.answered,
	}).Run(ctx, io.Discard)
}

// add adds draws in their order.
func (m *maker) add(_ *bufio.Writer, items []*decided) error {
	for _, item := range items {
		if item.failed != nil {
			return item.failed
		}
		if item.certificate != nil {
			if err := m.kept.Add(item.certificate); err != nil {
				return err
			}
		}
		if err := m.entry.Counts.Add(item.line); err != nil {
			return err
		}
		if item.line.Verdict == survey.Unknown {
			m.entry.Undecided = append(m.entry.Undecided, item.line.Draw)
		}
		m.lines.Write(item.line.Text())
	}
	return nil
}

// write writes the file of the unit into a folder.
func (m *maker) write(dir string, p *survey.Pack, unit uint64) (err error) {
	p.Units = []survey.Unit{*m.entry}
	u := &p.Units[0]
	u.Verdicts, err = writeFile(dir, p.VerdictsName(unit), func(w io.Writer) error {
		z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := z.Write(m.lines.Bytes()); err != nil {
			return err
		}
		return z.Close()
	})
	if err != nil {
		return err
	}
	if m.kept != nil && m.kept.Positions > 0 {
		file, err := writeFile(dir, survey.EvidenceName(unit), m.kept.Finish)
		if err != nil {
			return err
		}
		u.Evidence = &file
	}
	m.entry = u
	_, err = writeFile(dir, unitName(unit), func(w io.Writer) error { return writeUnit(w, p, unit, filesIn(dir)) })
	return err
}

// writeFile writes a file to the disk, and returns its entry.
func writeFile(dir, name string, write func(io.Writer) error) (survey.File, error) {
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return survey.File{}, err
	}
	defer f.Close()
	h := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(f, h), 1<<16)
	if err := write(w); err != nil {
		return survey.File{}, err
	}
	if err := w.Flush(); err != nil {
		return survey.File{}, err
	}
	if strings.HasSuffix(name, survey.ArchiveSuffix) {
		if err := f.Sync(); err != nil {
			return survey.File{}, err
		}
	}
	n, err := f.Seek(0, io.SeekCurrent)
	return survey.File{Name: name, Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, cmp.Or(err, f.Close())
}

// errDiffers: a file is there already, with another content.
var errDiffers = errors.New(
	"it was made before, and is another file: versions or machines differ, or it was damaged; remove the wrong one")

// publish gives a file its name, unless there is an equal one.
func publish(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		return nil
	}
	if !errors.Is(err, fs.ErrExist) {
		if _, e := os.Lstat(to); errors.Is(e, fs.ErrNotExist) { // file systems without links
			return os.Rename(from, to)
		}
	}
	has, err := ReadFile(to)
	if err != nil {
		return err
	}
	wants, err := ReadFile(from)
	if err == nil && !bytes.Equal(has, wants) {
		err = fmt.Errorf("%s: %w", to, errDiffers)
	}
	return err
}

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
	"hash"
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
	p, _, err := s.merged(s.packOf(unit))
	switch first, _ := s.ofPack(s.packOf(unit)); {
	case err != nil:
		return err
	case p == nil:
		return publish(from, s.unitPath(unit))
	case !bytes.Equal(p.Units[unit-first].Text(), entry.Text()):
		return fmt.Errorf("the manifest of its pack: %w", errDiffers)
	}
	return nil
}

// run decides the draws.
func (m *maker) run(ctx context.Context, jobs int, c *certify.Certifier) error {
	return (&batch.Job[*decided]{
		In: numbered(int(m.entry.Draws)), Jobs: jobs,
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

// archive writes files of packs and units, as package survey reads them.
type archive struct {
	w    io.Writer
	pack string
	h    hash.Hash
	buf  []byte
}

func newArchive(w io.Writer, p *survey.Pack) *archive {
	return &archive{w, p.Name(), sha256.New(), make([]byte, 1<<16)}
}

// add adds a file, and returns its SHA-256.
func (a *archive) add(name string, size int64, r io.Reader) (string, error) {
	if _, err := a.w.Write(survey.MemberHeader(a.pack+"/"+name, size)); err != nil {
		return "", err
	}
	a.h.Reset()
	n, err := io.CopyBuffer(struct{ io.Writer }{io.MultiWriter(a.w, a.h)}, struct{ io.Reader }{r}, a.buf)
	if err == nil && n != size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return "", err
	}
	_, err = a.w.Write(survey.MemberPadding(size))
	return hex.EncodeToString(a.h.Sum(nil)), err
}

// end ends the file.
func (a *archive) end() error {
	_, err := a.w.Write(survey.ArchiveEnd())
	return err
}

// opener opens a file of a unit.
type opener func(u *survey.Unit, file *survey.File) (io.ReadCloser, error)

// filesIn opens files of a folder.
func filesIn(dir string) opener {
	return func(_ *survey.Unit, file *survey.File) (io.ReadCloser, error) {
		return survey.OpenFile(filepath.Join(dir, file.Name))
	}
}

// files adds the files of a unit, if they are those that its entry lists. An error about them ends with what to do.
func (a *archive) files(ctx context.Context, u *survey.Unit, open opener, advice string) error {
	for _, file := range u.Files() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		in, err := open(u, file)
		if err != nil {
			return fmt.Errorf("%s/%w; %s", a.pack, err, advice)
		}
		sum, err := a.add(file.Name, file.Bytes, in)
		in.Close()
		if err != nil {
			return err
		}
		if sum != file.SHA256 {
			return fmt.Errorf("%s/%s: %w: %s", a.pack, file.Name, survey.ErrFile, advice)
		}
	}
	return nil
}

// writeUnit writes the file of a unit, the only one of a pack that has no others.
func writeUnit(w io.Writer, p *survey.Pack, unit uint64, open opener) error {
	a, text := newArchive(w, p), p.Units[0].Text()
	if _, err := a.add(survey.EntryName(unit), int64(len(text)), bytes.NewReader(text)); err != nil {
		return err
	}
	if err := a.files(context.Background(), &p.Units[0], open, "it has changed"); err != nil {
		return err
	}
	return a.end()
}

// copyFiles adds the files of a pack, or of a unit alone, to an archive, and compares them with its manifest. The error
// ends with what to do.
func copyFiles(ctx context.Context, p *survey.Pack, w io.Writer, advice string) error {
	in, err := p.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	a := newArchive(w, p)
	for i := range p.Units {
		if err := a.files(ctx, &p.Units[i], in.Open, advice); err != nil {
			return err
		}
	}
	return nil
}

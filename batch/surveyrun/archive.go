package surveyrun

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"path/filepath"

	"retroproof/proofs/survey"
)

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

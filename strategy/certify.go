package strategy

import (
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"sync"

	"retroproof/proofs/folder"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/wins"
	"retroproof/sat"
	"retroproof/strategy/circuits"
)

// Output makes the files of a folder. Each must appear whole, at its Close, or not at all.
type Output func(name string) (io.WriteCloser, error)

// WriteManifest writes a manifest, the last file of a folder.
func (o Output) WriteManifest(name string, manifest any) error {
	text, err := folder.Text(manifest)
	if err != nil {
		return err
	}
	return o.write(name, text)
}

func (o Output) write(name string, text []byte) error {
	w, err := o(name)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		w.Close()
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return w.Close()
}

// compressedFile is a file that is compressed, and hashed and counted as it is written.
type compressedFile struct {
	*gzip.Writer
	raw  io.WriteCloser
	h    hash.Hash
	n    int64
	done func(folder.File)
	name string
}

// NewFile returns a writer that compresses what it writes to w. At its Close, which closes w, it
// calls done with the file's entry in a manifest.
func NewFile(w io.WriteCloser, name string, done func(folder.File)) (io.WriteCloser, error) {
	f := &compressedFile{raw: w, h: sha256.New(), name: name, done: done}
	var err error
	f.Writer, err = gzip.NewWriterLevel(counter{f}, gzip.BestSpeed)
	return f, err
}

// counter takes what a file has compressed.
type counter struct{ f *compressedFile }

// Write implements io.Writer.
func (c counter) Write(p []byte) (int, error) {
	n, err := c.f.raw.Write(p)
	c.f.h.Write(p[:n])
	c.f.n += int64(n)
	return n, err
}

// Close implements io.Closer.
func (f *compressedFile) Close() error {
	if err := cmp.Or(f.Writer.Close(), f.raw.Close()); err != nil {
		return err
	}
	f.done(folder.File{Name: f.name, Bytes: f.n, SHA256: hex.EncodeToString(f.h.Sum(nil))})
	return nil
}

// Certify proves all lemmas with the native solver, and writes the text, the proofs and, if all are proved, last the
// manifest, which is nil otherwise. t is the strategy's table.
func Certify(ctx context.Context, tool string, c *lemmas.Circuits, t *wins.Table, output Output,
	o Options) ([]*Result, *checker.Manifest, error) {
	o.Solver = sat.Native
	proofs, mu := map[string]folder.File{}, sync.Mutex{}
	o.proof = func(l lemmas.Lemma) (io.WriteCloser, error) {
		name := checker.ProofName(l.Key)
		w, err := output(name)
		if err != nil {
			return nil, err
		}
		return NewFile(w, name, func(f folder.File) {
			mu.Lock()
			defer mu.Unlock()
			proofs[l.Key] = f
		})
	}
	if err := output.strategy(c.Strategy); err != nil {
		return nil, nil, err
	}
	var file folder.File
	if err := output.compressed(checker.CircuitsName, &file, func(w io.Writer) error {
		return circuits.Write(w, c)
	}); err != nil {
		return nil, nil, err
	}
	results, err := Prove(ctx, c, t, checker.Certified(c), o)
	if err != nil {
		return results, nil, err
	}
	var entries []checker.Lemma
	for _, r := range results {
		if r.Verdict != Proved {
			return results, nil, nil
		}
		r.proof.Proof = proofs[r.Lemma.Key]
		entries = append(entries, r.proof)
	}
	m := checker.New(tool, c, file, t.Figures(), entries)
	return results, m, output.WriteManifest(checker.ManifestName, m)
}

// compressed writes a file that is compressed, and its entry.
func (o Output) compressed(name string, entry *folder.File, write func(io.Writer) error) error {
	w, err := o(name)
	if err != nil {
		return err
	}
	f, err := NewFile(w, name, func(x folder.File) { *entry = x })
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return f.Close()
}

// strategy writes the core form and the text of a strategy.
func (o Output) strategy(s *core.Strategy) error {
	return cmp.Or(o.write(checker.CoreName, s.Core), o.write(checker.TextName, []byte(s.Source)))
}

// CertifyWins writes the strategy and the manifest of a strategy whose table says that it wins.
func CertifyWins(tool string, t *wins.Table, figures *wins.Figures, output Output) error {
	if err := output.strategy(t.Strategy); err != nil {
		return err
	}
	return output.WriteManifest(checker.ManifestName,
		checker.WinsManifest{Subject: checker.NewSubject(checker.WinsSchema, tool, t.Strategy), Figures: figures})
}

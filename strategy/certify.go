package strategy

import (
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

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

// compressed writes a file that is compressed, and returns its entry in a manifest.
func (o Output) compressed(name string, write func(io.Writer) error) (folder.File, error) {
	w, err := o(name)
	if err != nil {
		return folder.File{}, err
	}
	sum, size := sha256.New(), counter(0)
	z, err := gzip.NewWriterLevel(io.MultiWriter(w, sum, &size), gzip.BestSpeed)
	if err == nil {
		err = cmp.Or(write(z), z.Close())
	}
	err = cmp.Or(err, w.Close())
	return folder.File{Name: name, Bytes: int64(size), SHA256: hex.EncodeToString(sum.Sum(nil))}, err
}

// counter counts bytes.
type counter int64

// Write implements io.Writer.
func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// Certify proves all lemmas with the native solver, and writes the text, the proofs and, if all are proved, last the
// manifest, which is nil otherwise. t is the strategy's table.
func Certify(ctx context.Context, tool string, c *lemmas.Circuits, t *wins.Table, output Output,
	o Options) ([]*Result, *checker.Manifest, error) {
	o.Solver = sat.Native
	o.proof = func(key string, write func(io.Writer) error) (folder.File, error) {
		return output.compressed(checker.ProofName(key), write)
	}
	if err := output.strategy(c.Strategy); err != nil {
		return nil, nil, err
	}
	file, err := output.compressed(checker.CircuitsName, func(w io.Writer) error {
		if err := circuits.Write(w, c); err != nil {
			return fmt.Errorf("writing %s: %w", checker.CircuitsName, err)
		}
		return nil
	})
	if err != nil {
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
		entries = append(entries, r.proof)
	}
	m := checker.New(tool, c, file, t.Figures(), entries)
	return results, m, output.WriteManifest(checker.ManifestName, m)
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

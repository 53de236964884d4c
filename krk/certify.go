package krk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"slices"
	"sync"

	certificate "retroproof/proofs/krk"
	"retroproof/proofs/krk/spec"
	"retroproof/sat"
)

// Output makes the files of a folder. Each must appear whole, at its Close,
// or not at all.
type Output func(name string) (io.WriteCloser, error)

// hashed is a file that is hashed and counted as it is written.
type hashed struct {
	io.WriteCloser
	h     hash.Hash
	n     int64
	close func(certificate.File)
	name  string
}

func (f *hashed) Write(p []byte) (int, error) {
	n, err := f.WriteCloser.Write(p)
	f.h.Write(p[:n])
	f.n += int64(n)
	return n, err
}

func (f *hashed) Close() error {
	if err := f.WriteCloser.Close(); err != nil {
		return err
	}
	f.close(certificate.File{Name: f.name, Bytes: f.n, SHA256: hex.EncodeToString(f.h.Sum(nil))})
	return nil
}

// Certify proves all lemmas with the native solver, in the certificate's
// encoding, and writes each formula, its proof and, if all are proved, last
// the manifest. The results are those of Prove; the manifest is nil if some
// lemma was not proved. Options' solver, encoding, reading, parts and files
// are chosen here.
func Certify(ctx context.Context, tool string, format sat.ProofFormat, output Output, o Options) ([]*Result, *certificate.Manifest, error) {
	lemmas, _ := certificate.Formulas()
	return certify(ctx, tool, format, output, lemmas, o)
}

// certify is Certify for some of the lemmas. Without the others the manifest
// lacks their formulas, and no checker accepts it.
func certify(ctx context.Context, tool string, format sat.ProofFormat, output Output, lemmas []spec.Lemma, o Options) ([]*Result, *certificate.Manifest, error) {
	o.Solver, o.Encoding, o.Reading, o.Parts = sat.Native, certificate.Encoding(), spec.Default(), true
	var mu sync.Mutex
	cnfs, proofs := map[string]certificate.File{}, map[string]certificate.File{}
	create := func(name, key string, into map[string]certificate.File) (io.WriteCloser, error) {
		w, err := output(name)
		if err != nil {
			return nil, err
		}
		return &hashed{WriteCloser: w, h: sha256.New(), name: name, close: func(f certificate.File) {
			mu.Lock()
			defer mu.Unlock()
			into[key] = f
		}}, nil
	}
	o.Formula = func(l spec.Lemma) (io.WriteCloser, error) { return create("lemma-"+l.Key+".cnf", l.Key, cnfs) }
	o.proof = func(l spec.Lemma) (io.WriteCloser, error) { return create("lemma-"+l.Key+".lrat", l.Key, proofs) }
	o.proofFormat = format
	_, formulas := certificate.Formulas()
	results, err := Prove(ctx, lemmas, o)
	if err != nil {
		return results, nil, err
	}
	m := certificate.New(tool)
	for _, r := range results {
		key := r.Lemma.Key
		wanted := slices.ContainsFunc(lemmas, func(l spec.Lemma) bool {
			return slices.ContainsFunc(formulas[l.Key], func(x spec.Lemma) bool { return x.Key == key && x.Composed == r.Lemma.Composed })
		})
		if r.Verdict != Proved || !wanted {
			return results, nil, nil
		}
		m.Formulas = append(m.Formulas, certificate.Formula{
			Key: key, Statement: r.Lemma.Statement, Variables: r.Variables, Clauses: r.Clauses,
			CNF: cnfs[key], Proof: proofs[key], Steps: r.proofSteps, Seconds: r.CPU,
		})
	}
	w, err := output(certificate.ManifestName)
	if err != nil {
		return results, nil, err
	}
	if err := m.Write(w); err != nil {
		w.Close()
		return results, nil, fmt.Errorf("writing the manifest: %w", err)
	}
	return results, m, w.Close()
}

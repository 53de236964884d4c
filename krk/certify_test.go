package krk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"retroproof/encode"
	certificate "retroproof/proofs/krk"
	"retroproof/proofs/krk/spec"
	"retroproof/proofs/lrat"
	"retroproof/sat"
)

// The whole certificate is accepted. (The example of README.md does the same
// by way of both programs.)
func TestCertify(t *testing.T) {
	if !long {
		t.Skip("proves everything: make soundness")
	}
	dir := t.TempDir()
	rules, err := certificate.CheckRules(context.Background(), certificate.Encoding().Rep, spec.Default())
	if err != nil {
		t.Fatal(err)
	}
	output := func(name string) (io.WriteCloser, error) { return os.Create(filepath.Join(dir, name)) }
	_, m, err := Certify(context.Background(), "test", sat.ProofBinary, rules, output, Options{Jobs: 2})
	if err != nil || m == nil {
		t.Fatalf("not certified: %v", err)
	}
	report, err := certificate.Check(context.Background(), os.DirFS(dir), lrat.DefaultMemory)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Theorems) != 3 || len(report.Formulas) != len(m.Formulas) {
		t.Errorf("verified %d formulas and %d theorems", len(report.Formulas), len(report.Theorems))
	}
}

// A lemma that is refuted gets no proof: with RookSafe's distance 5 some
// positions have no step.
func TestNoCertificateForARefutedLemma(t *testing.T) {
	rd := spec.Default()
	rd.RookSafeDistance = 5
	var written []string
	o := Options{
		Encoding: certificate.Encoding(), Reading: rd, Solver: sat.Native, proofFormat: sat.ProofText,
		proof: func(l spec.Lemma) (io.WriteCloser, error) {
			written = append(written, l.Key)
			return nil, errors.New("no proof expected")
		},
	}
	var some spec.Lemma
	for _, l := range spec.Lemmas() {
		if l.Key == "7s" {
			some = l
		}
	}
	results, err := Prove(context.Background(), []spec.Lemma{some}, o)
	if err != nil || results[0].Verdict != Refuted || len(written) > 0 {
		t.Errorf("%v, %v, proofs %v", results[0].Verdict, err, written)
	}
}

// formulasOf is a SHA-256 of the formulas of a certificate's schema.
var formulasOf = map[string]string{"retroproof.krk.certificate/4": "897104b94e4d65d4b9429d2f605201271b6b71ebe0b5a8b071b7598c31597123"}

// TestFormulasOfSchema: certificates whose formulas are others have another schema, so that what an earlier version wrote is told to be
// that, and not a forgery.
func TestFormulasOfSchema(t *testing.T) {
	h := sha256.New()
	done := map[string]bool{}
	for _, l := range spec.Lemmas() {
		for _, x := range certificate.Formulas(l) {
			if done[x.Key] {
				continue
			}
			done[x.Key] = true
			fmt.Fprintln(h, x.Key)
			cnf := x.Formula(certificate.Encoding(), spec.Default()).ByNode(encode.Tseitin) // gate by gate: how clauses are chosen is free
			file := cnf.DIMACS(h)
			cnf.Emit(file)
			if err := file.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != formulasOf[certificate.Schema] {
		t.Errorf("the formulas have the SHA-256 %s, and those of %s have %s: choose the next schema", got, certificate.Schema, formulasOf[certificate.Schema])
	}
}

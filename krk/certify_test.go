package krk

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

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
	_, m, err := Certify(context.Background(), "test", sat.ProofText, rules, output, Options{Jobs: 2})
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

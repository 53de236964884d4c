package krk

import (
	"cmp"
	"context"
	"io"
	"slices"
	"sync"

	certificate "retroproof/proofs/krk"
	"retroproof/proofs/krk/spec"
	"retroproof/sat"
	"retroproof/strategy"
)

// Output makes the files of a folder.
type Output = strategy.Output

// Certify proves all lemmas in the certificate's encoding, and writes each
// formula, its proof and, if all are proved, last the manifest. The results
// are those of Prove; the manifest is nil if some lemma was not proved.
// Options' solver is one of sat.ProvingNames, the native one if empty; its
// encoding, reading, parts and files are chosen here. rules is what the checker will find as well.
func Certify(ctx context.Context, tool string, format sat.ProofFormat, rules *certificate.Rules, output Output, o Options) ([]*Result, *certificate.Manifest, error) {
	return CertifyLemmas(ctx, tool, format, rules, output, spec.Lemmas(), o)
}

// CertifyLemmas is Certify for some of the lemmas. No checker accepts what lacks the others, but
// tests look at how far it comes.
func CertifyLemmas(ctx context.Context, tool string, format sat.ProofFormat, rules *certificate.Rules, output Output, lemmas []spec.Lemma, o Options) ([]*Result, *certificate.Manifest, error) {
	o.Solver = cmp.Or(o.Solver, sat.Native)
	o.Encoding, o.Reading, o.Parts = certificate.Encoding(), spec.Default(), true
	var mu sync.Mutex
	cnfs, proofs := map[string]certificate.File{}, map[string]certificate.File{}
	create := func(name, key string, into map[string]certificate.File) (io.WriteCloser, error) {
		w, err := output(name)
		if err != nil {
			return nil, err
		}
		return strategy.NewFile(w, name, func(f certificate.File) {
			mu.Lock()
			defer mu.Unlock()
			into[key] = f
		})
	}
	o.Formula = func(l spec.Lemma) (io.WriteCloser, error) {
		cnf, _ := certificate.FileNames(l.Key)
		return create(cnf, l.Key, cnfs)
	}
	o.proof = func(l spec.Lemma) (io.WriteCloser, error) {
		_, proof := certificate.FileNames(l.Key)
		return create(proof, l.Key, proofs)
	}
	o.proofFormat = format
	results, err := Prove(ctx, lemmas, o)
	if err != nil {
		return results, nil, err
	}
	var entries []certificate.Formula
	for _, r := range results {
		key := r.Lemma.Key
		wanted := slices.ContainsFunc(lemmas, func(l spec.Lemma) bool {
			return slices.ContainsFunc(certificate.Formulas(l), func(x spec.Lemma) bool { return x.Key == key && x.Composed == r.Lemma.Composed })
		})
		if r.Verdict != Proved || !wanted {
			return results, nil, nil
		}
		entries = append(entries, certificate.Formula{
			Key: key, Statement: r.Lemma.Statement, Variables: r.Variables, Clauses: r.Clauses,
			CNF: cnfs[key], Proof: proofs[key], Steps: r.proofSteps,
		})
	}
	m := certificate.New(tool, rules, lemmas, entries)
	return results, m, output.WriteManifest(certificate.ManifestName, m)
}

package krk

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	certificate "retroproof/proofs/krk"
	"retroproof/proofs/krk/spec"
	"retroproof/proofs/lrat"
	"retroproof/sat"
)

// overlay is a folder in which some files have other contents, or none (nil).
type overlay struct {
	fs.FS
	files map[string][]byte
}

func (o overlay) Open(name string) (fs.File, error) {
	data, ok := o.files[name]
	switch {
	case !ok:
		return o.FS.Open(name)
	case data == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return fstest.MapFS{name: &fstest.MapFile{Data: data}}.Open(name)
}

// certifyTo writes the certificate of some lemmas to a folder.
func certifyTo(t *testing.T, dir string, keys ...string) *certificate.Manifest {
	t.Helper()
	output := func(name string) (io.WriteCloser, error) { return os.Create(filepath.Join(dir, name)) }
	lemmas, _ := certificate.Formulas()
	if len(keys) > 0 {
		lemmas = slices.DeleteFunc(lemmas, func(l spec.Lemma) bool { return !slices.Contains(keys, l.Key) })
	}
	_, m, err := certify(context.Background(), "test", sat.ProofBinary, output, lemmas, Options{Jobs: 2})
	if err != nil || m == nil {
		t.Fatalf("not certified: %v", err)
	}
	return m
}

// The whole certificate is accepted. (The example of README.md does the same
// by way of both programs.)
func TestCertify(t *testing.T) {
	if !long {
		t.Skip("proves everything, with proofs of some hundred megabytes: make soundness")
	}
	dir := t.TempDir()
	m := certifyTo(t, dir)
	var size int64
	for _, f := range m.Formulas {
		size += f.Proof.Bytes
	}
	report, err := certificate.Check(context.Background(), os.DirFS(dir), lrat.DefaultMemory)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Theorems) != 3 || len(report.Formulas) != len(m.Formulas) {
		t.Errorf("verified %d formulas and %d theorems", len(report.Formulas), len(report.Theorems))
	}
	t.Logf("%d formulas, %d bytes of binary LRAT", len(m.Formulas), size)
}

// What somebody has tampered with is refused. The certificate lacks all but
// three easy lemmas, so that without tampering the checker gets past Lemma 1,
// which comes first, and stops where a formula is missing.
func TestTamperedCertificate(t *testing.T) {
	dir := t.TempDir()
	m := certifyTo(t, dir, "1", "6", "8")
	folder := os.DirFS(dir)
	const complaint = "a formula is missing: 2a"
	if _, err := certificate.Check(context.Background(), folder, lrat.DefaultMemory); err == nil || err.Error() != complaint {
		t.Fatalf("got %v, want %s", err, complaint)
	}

	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	manifest := string(read(certificate.ManifestName))
	edited := func(old, new string) []byte {
		if !strings.Contains(manifest, old) {
			t.Fatalf("the manifest has no %q", old)
		}
		return []byte(strings.Replace(manifest, old, new, 1))
	}
	sum := func(data []byte) string { h := sha256.Sum256(data); return hex.EncodeToString(h[:]) }
	hashOf := func(name string) string { return sum(read(name)) }
	// rehashed names the new content of a file in the manifest, as a forger would.
	rehashed := func(name string, data []byte) map[string][]byte {
		return map[string][]byte{name: data, certificate.ManifestName: edited(hashOf(name), sum(data))}
	}
	cnf, proof := read("lemma-1.cnf"), read("lemma-1.lrat")
	firstClause := bytes.Index(cnf, []byte("\np cnf")) + 1
	firstClause += bytes.IndexByte(cnf[firstClause:], '\n') + 1
	flipped := bytes.Clone(cnf)
	flipped = append(flipped[:firstClause:firstClause], bytes.Replace(cnf[firstClause:], []byte("-"), nil, 1)...)

	// The right lemma's formula with the symmetry broken, and its proof.
	var broken, brokenProof bytes.Buffer
	lemma := spec.Lemmas()[0]
	f := lemma.Formula(spec.DefaultEncoding(), spec.Default()).CNF()
	p := sat.NewProver()
	defer p.Close()
	w := f.DIMACS(&broken)
	f.Emit(p, w)
	if status, err := p.Solve(context.Background()); status != sat.Unsatisfiable {
		t.Fatal(status, err)
	}
	if _, err := p.WriteProof(&brokenProof, sat.ProofText); err != nil || w.Flush() != nil {
		t.Fatal(err)
	}
	symmetric := rehashed("lemma-1.cnf", broken.Bytes())
	symmetric["lemma-1.lrat"] = brokenProof.Bytes()

	for _, c := range []struct {
		name  string
		files map[string][]byte
		want  error
	}{
		{"no manifest", map[string][]byte{certificate.ManifestName: nil}, fs.ErrNotExist},
		{"empty manifest", map[string][]byte{certificate.ManifestName: {}}, certificate.ErrManifest},
		{"truncated manifest", map[string][]byte{certificate.ManifestName: []byte(manifest[:len(manifest)-20])}, certificate.ErrManifest},
		{"two manifests", map[string][]byte{certificate.ManifestName: []byte(manifest + manifest)}, certificate.ErrManifest},
		{"huge manifest", map[string][]byte{certificate.ManifestName: []byte(manifest + strings.Repeat(" ", 1<<20))}, certificate.ErrManifest},
		{"unknown field", map[string][]byte{certificate.ManifestName: edited(`"tool"`, `"verified": true, "tool"`)}, certificate.ErrManifest},
		{"other schema", map[string][]byte{certificate.ManifestName: edited(certificate.Schema, "retroproof.krk.certificate/1")}, certificate.ErrManifest},
		{"other encoding", map[string][]byte{certificate.ManifestName: edited("no symmetry broken", "symmetry broken")}, certificate.ErrManifest},
		{"other reading", map[string][]byte{certificate.ManifestName: edited(`"rook_safe_distance": 3`, `"rook_safe_distance": 2`)}, certificate.ErrReading},
		{"a part left out", map[string][]byte{certificate.ManifestName: edited(`        "2b",`+"\n", "")}, certificate.ErrManifest},
		{"edited deduction", map[string][]byte{certificate.ManifestName: edited("Every position of the play is legal.", "Every position is legal.")}, certificate.ErrManifest},
		{"other number of clauses", map[string][]byte{certificate.ManifestName: edited(fmt.Sprintf(`"clauses": %d`, m.Formulas[0].Clauses), `"clauses": 7`)}, certificate.ErrManifest},
		{"other statement", map[string][]byte{certificate.ManifestName: edited(`"statement": "`, `"statement": "Not: `)}, certificate.ErrManifest},
		{"formula left out", map[string][]byte{certificate.ManifestName: edited(`"key": "1"`, `"key": "one"`)}, certificate.ErrMissing},
		{"file elsewhere", map[string][]byte{certificate.ManifestName: edited(`"name": "lemma-1.cnf"`, `"name": "../lemma-1.cnf"`)}, certificate.ErrManifest},
		{"edited hash of a formula", map[string][]byte{certificate.ManifestName: edited(hashOf("lemma-1.cnf"), hashOf("lemma-8.cnf"))}, certificate.ErrHash},
		{"edited hash of a proof", map[string][]byte{certificate.ManifestName: edited(hashOf("lemma-1.lrat"), hashOf("lemma-8.lrat"))}, certificate.ErrHash},
		{"missing formula file", map[string][]byte{"lemma-1.cnf": nil}, fs.ErrNotExist},
		{"missing proof file", map[string][]byte{"lemma-1.lrat": nil}, fs.ErrNotExist},
		{"flipped literal", rehashed("lemma-1.cnf", flipped), certificate.ErrFormula},
		{"formula with a clause more", rehashed("lemma-1.cnf", append(bytes.Replace(cnf, []byte(fmt.Sprintf(" %d\n", m.Formulas[0].Clauses)), []byte(fmt.Sprintf(" %d\n", m.Formulas[0].Clauses+1)), 1), "1 0\n"...)), certificate.ErrFormula},
		{"another lemma's formula", rehashed("lemma-1.cnf", read("lemma-6.cnf")), certificate.ErrFormula},
		{"malformed formula", rehashed("lemma-1.cnf", cnf[:len(cnf)-3]), lrat.ErrUnterminated},
		{"symmetry broken", symmetric, certificate.ErrFormula},
		{"truncated proof", rehashed("lemma-1.lrat", proof[:len(proof)/2]), nil},
		{"empty proof", rehashed("lemma-1.lrat", []byte{}), lrat.ErrNoEmptyClause},
		{"another lemma's proof", rehashed("lemma-1.lrat", read("lemma-6.lrat")), nil},
		{"endless formula", map[string][]byte{"lemma-1.cnf": append(bytes.Clone(cnf), bytes.Repeat([]byte("1 0\n"), 1<<20)...)}, lrat.ErrTooManyClauses},
		{"a comment in a formula", map[string][]byte{"lemma-1.cnf": append([]byte("c hello\n"), cnf...)}, certificate.ErrHash},
	} {
		report, err := certificate.Check(context.Background(), overlay{folder, c.files}, lrat.DefaultMemory)
		if err == nil || report != nil || err.Error() == complaint || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	// What does not change the formula is no forgery.
	harmless := rehashed("lemma-1.cnf", append([]byte("c hello\n"), cnf...))
	if _, err := certificate.Check(context.Background(), overlay{folder, harmless}, lrat.DefaultMemory); err == nil || err.Error() != complaint {
		t.Errorf("a comment in a formula, with its hash: %v", err)
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

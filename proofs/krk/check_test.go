package krk_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"retroproof/krk"
	certificate "retroproof/proofs/krk"
	"retroproof/proofs/krk/spec"
	"retroproof/proofs/lrat"
	"retroproof/sat"
)

// foundRules compares the circuits with the rules of chess, once.
var foundRules = sync.OnceValues(func() (*certificate.Rules, error) {
	return certificate.CheckRules(context.Background(), certificate.Encoding().Rep, spec.Default())
})

// rules returns what was found to agree.
func rules(t *testing.T) *certificate.Rules {
	t.Helper()
	r, err := foundRules()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The circuits agree with the rules of chess and the strategy's text.
func TestRules(t *testing.T) {
	r := *rules(t)
	want := certificate.Rules{Legal: 399112, WhiteMoves: 3383416, BlackMoves: 1085792, Mates: 216, Stalemates: 68, StrategyMoves: 189712,
		Steps: [...]int{0, 1512, 648, 119236, 12192, 4124, 3472, 184, 33368, 432}, Canonical: 21959, Symmetry: r.Symmetry}
	if r != want {
		t.Errorf("%+v, want %+v", r, want)
	}
	if !r.Symmetry.Moves || r.Symmetry.Notions[spec.Canonical] {
		t.Errorf("%+v", r.Symmetry)
	}
}

// lemmas returns those with these keys.
func lemmas(keys ...string) []spec.Lemma {
	return slices.DeleteFunc(spec.Lemmas(), func(l spec.Lemma) bool { return !slices.Contains(keys, l.Key) })
}

// files are a folder by names.
type files map[string][]byte

func (f files) fs() fs.FS {
	m := fstest.MapFS{}
	for name, data := range f {
		if data != nil {
			m[name] = &fstest.MapFile{Data: data}
		}
	}
	return m
}

// file is one that is being written.
type file struct {
	bytes.Buffer
	close func([]byte)
}

func (f *file) Close() error { f.close(f.Bytes()); return nil }

// certify writes the certificate of some lemmas.
func certify(t *testing.T, ls []spec.Lemma) (files, *certificate.Manifest) {
	t.Helper()
	return certifyBy(t, sat.Native, ls)
}

// certifyBy is certify by a solver of sat.ProvingNames.
func certifyBy(t *testing.T, solver string, ls []spec.Lemma) (files, *certificate.Manifest) {
	t.Helper()
	out := files{}
	output := func(name string) (io.WriteCloser, error) {
		return &file{close: func(data []byte) { out[name] = bytes.Clone(data) }}, nil
	}
	_, m, err := krk.CertifyLemmas(context.Background(), "test", sat.ProofBinary, rules(t), output, ls, krk.Options{Solver: solver, Jobs: 1})
	if err != nil || m == nil {
		t.Fatalf("not certified: %v", err)
	}
	return out, m
}

func unzip(t *testing.T, data []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

func zip(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

// complaint is what the checker says of a certificate of Lemmas 1, 6 and 8 without fault.
const complaint = `the deduction fails: Lemma 1: "Lemma 0" is not established`

// A program that writes DRAT can prove the lemmas as well.
func TestCertifiedByProgram(t *testing.T) {
	if _, err := exec.LookPath("cadical"); err != nil {
		t.Skip("no cadical on PATH")
	}
	some := lemmas("1", "6", "8")
	f, _ := certifyBy(t, "cadical", some)
	if _, err := certificate.CheckSome(context.Background(), f.fs(), lrat.DefaultMemory, rules(t), some); err == nil || err.Error() != complaint {
		t.Errorf("got %v, want %s", err, complaint)
	}
	own, _ := certify(t, some)
	same := 0
	for name, data := range f {
		if bytes.Equal(data, own[name]) {
			same++
		}
	}
	if same != 3 { // the formulas
		t.Errorf("%d files are as the native solver writes them, want the three formulas", same)
	}
}

// What somebody has tampered with is refused. The certificate has three easy lemmas, so that without
// tampering the checker gets past all files and the manifest, to the deduction.
func TestTampered(t *testing.T) {
	some := lemmas("1", "6", "8")
	honest, m := certify(t, some)
	check := func(f files) error {
		report, err := certificate.CheckSome(context.Background(), f.fs(), lrat.DefaultMemory, rules(t), some)
		if report != nil {
			t.Fatal("three lemmas are verified to be all")
		}
		return err
	}
	if err := check(honest); err == nil || err.Error() != complaint {
		t.Fatalf("got %v, want %s", err, complaint)
	}
	manifest := string(honest[certificate.ManifestName])
	edited := func(old, new string) files {
		if !strings.Contains(manifest, old) {
			t.Fatalf("the manifest has no %q", old)
		}
		return files{certificate.ManifestName: []byte(strings.Replace(manifest, old, new, 1))}
	}
	entry := m.Formulas[0]
	sum := func(data []byte) string { h := sha256.Sum256(data); return hex.EncodeToString(h[:]) }
	// forged has other files, and a manifest with their lengths and hashes, as a forger would write it.
	forged := func(cnf, proof []byte) files {
		text := manifest
		change := func(of certificate.File, data []byte) {
			if data != nil {
				text = strings.Replace(text, of.SHA256, sum(data), 1)
				text = strings.Replace(text, fmt.Sprintf("%q,\n        \"bytes\": %d,", of.Name, of.Bytes), fmt.Sprintf("%q,\n        \"bytes\": %d,", of.Name, len(data)), 1)
			}
		}
		change(entry.CNF, cnf)
		change(entry.Proof, proof)
		f := files{certificate.ManifestName: []byte(text)}
		if cnf != nil {
			f[entry.CNF.Name] = cnf
		}
		if proof != nil {
			f[entry.Proof.Name] = proof
		}
		return f
	}
	cnf, proof := unzip(t, honest[entry.CNF.Name]), unzip(t, honest[entry.Proof.Name])
	header := bytes.Index(cnf, []byte("\np cnf")) + 1
	first := header + bytes.IndexByte(cnf[header:], '\n') + 1 // clause
	second := first + bytes.IndexByte(cnf[first:], '\n') + 1
	cut := func(from, to int, with string) []byte {
		return slices.Concat(cnf[:from], []byte(with), cnf[to:])
	}
	clause := string(cnf[first:second])
	literals := strings.Fields(clause)
	flipped := strings.Join(append([]string{strings.TrimPrefix("-"+literals[0], "--")}, literals[1:]...), " ") + "\n"
	fewer := strings.Join(literals[1:], " ") + "\n"
	another := func(key string) ([]byte, []byte) {
		a, b := certificate.FileNames(key)
		return honest[a], honest[b]
	}
	cnf6, proof6 := another("6")
	longLine := strings.Repeat("c "+strings.Repeat("long ", 1000)+"\n", certificate.MostFormula/5000)

	for _, c := range []struct {
		name  string
		files files
		want  error // nil: any
	}{
		{"no manifest", files{certificate.ManifestName: nil}, fs.ErrNotExist},
		{"empty manifest", files{certificate.ManifestName: {}}, certificate.ErrManifest},
		{"truncated manifest", files{certificate.ManifestName: []byte(manifest[:len(manifest)-20])}, certificate.ErrManifest},
		{"two manifests", files{certificate.ManifestName: []byte(manifest + manifest)}, certificate.ErrManifest},
		{"huge manifest", files{certificate.ManifestName: []byte(manifest + strings.Repeat(" ", 1<<20))}, certificate.ErrManifest},
		{"a blank more", edited(`"tool": "test"`, `"tool":  "test"`), certificate.ErrManifest},
		{"unknown field", edited(`"tool"`, `"verified": true, "tool"`), certificate.ErrManifest},
		{"a field twice", edited(`  "encoding"`, "  \"tool\": \"test\",\n  \"encoding\""), certificate.ErrManifest},
		{"a field in capitals", edited(`"tool"`, `"Tool"`), certificate.ErrManifest},
		{"earlier schema", edited(certificate.Schema, "retroproof.krk.certificate/3"), certificate.ErrManifest},
		{"other encoding", edited("symmetry broken", "symmetry not broken"), certificate.ErrManifest},
		{"other reading", edited(`"rook_safe_distance": 3`, `"rook_safe_distance": 2`), certificate.ErrManifest},
		{"other rules", edited(`"mates": 216`, `"mates": 217`), certificate.ErrManifest},
		{"other steps", edited(`119236`, `119237`), certificate.ErrManifest},
		{"edited deduction", edited("Every position of the play is legal.", "Every position is legal."), certificate.ErrManifest},
		{"other number of clauses", edited(fmt.Sprintf(`"clauses": %d`, entry.Clauses), `"clauses": 7`), certificate.ErrManifest},
		{"other number of variables", edited(fmt.Sprintf(`"variables": %d`, entry.Variables), `"variables": 7`), certificate.ErrManifest},
		{"other number of steps", edited(fmt.Sprintf(`"steps": %d`, entry.Steps), `"steps": 7`), certificate.ErrManifest},
		{"other length", edited(fmt.Sprintf(`"bytes": %d`, entry.Proof.Bytes), `"bytes": 7`), certificate.ErrManifest},
		{"other statement", edited(`"statement": "`, `"statement": "Not: `), certificate.ErrManifest},
		{"formula left out", edited(`"key": "1"`, `"key": "one"`), certificate.ErrManifest},
		{"a formula more", edited(`  "lemmas": [`, `  "lemmas": [{"lemma": "10", "formulas": ["1"]},`), certificate.ErrManifest},
		{"file elsewhere", edited(entry.CNF.Name, "../"+entry.CNF.Name), certificate.ErrManifest},
		{"edited hash of a formula", edited(entry.CNF.SHA256, sum(nil)), certificate.ErrManifest},
		{"edited hash of a proof", edited(entry.Proof.SHA256, sum(nil)), certificate.ErrManifest},
		{"missing formula file", files{entry.CNF.Name: nil}, fs.ErrNotExist},
		{"missing proof file", files{entry.Proof.Name: nil}, fs.ErrNotExist},
		{"a formula without the manifest's knowing", files{entry.CNF.Name: zip(cnf[first-1:])}, nil},
		{"flipped literal", forged(zip(cut(first, second, flipped)), nil), certificate.ErrFormula},
		{"dropped literal", forged(zip(cut(first, second, fewer)), nil), certificate.ErrFormula},
		{"the empty clause", forged(zip(cut(first, second, "0\n")), nil), certificate.ErrFormula},
		{"a clause of nothing", forged(zip(cut(first, second, literals[0]+" 0\n")), nil), certificate.ErrFormula},
		{"a clause more", forged(zip(append(bytes.Replace(cnf, fmt.Appendf(nil, " %d\n", entry.Clauses), fmt.Appendf(nil, " %d\n", entry.Clauses+1), 1), "1 0\n"...)), nil), certificate.ErrFormula},
		{"another number of nodes", forged(zip(bytes.Replace(cnf, []byte("p cnf "), []byte("p cnf 1"), 1)), nil), certificate.ErrFormula},
		{"another lemma's formula", forged(cnf6, nil), certificate.ErrFormula},
		{"another lemma's formula and proof", forged(cnf6, proof6), certificate.ErrFormula},
		{"malformed formula", forged(zip(cnf[:len(cnf)-3]), nil), certificate.ErrFormula},
		{"a clause less than the header says", forged(zip(cut(first, second, "")), nil), certificate.ErrFormula},
		{"a literal of no node", forged(zip(cut(first, second, "99999999 0\n")), nil), certificate.ErrFormula},
		{"a word in a clause", forged(zip(cut(first, second, "one 0\n")), nil), certificate.ErrFormula},
		{"two clauses on a line", forged(zip(cut(second-1, second, " ")), nil), certificate.ErrFormula},
		{"a line without end", forged(zip(cut(first, second, strings.Repeat("1 ", 1<<20))), nil), nil},
		{"a proof as text", forged(nil, zip([]byte("99999 0 1 0\n"))), nil},
		{"too long a formula", forged(zip(append([]byte(longLine), cnf...)), nil), certificate.ErrFile},
		{"a formula that is not compressed", forged(cnf, nil), certificate.ErrFile},
		{"a compressed formula cut short", forged(honest[entry.CNF.Name][:len(honest[entry.CNF.Name])-9], nil), certificate.ErrFile},
		{"something behind the compressed proof", forged(nil, append(bytes.Clone(honest[entry.Proof.Name]), "more"...)), certificate.ErrFile},
		{"truncated proof", forged(nil, zip(proof[:len(proof)/2])), nil},
		{"empty proof", forged(nil, zip(nil)), lrat.ErrNoEmptyClause},
		{"another lemma's proof", forged(nil, proof6), nil},
	} {
		f := files{}
		for _, from := range []files{honest, c.files} {
			for name, data := range from {
				f[name] = data
			}
		}
		err := check(f)
		if err == nil || err.Error() == complaint || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	// A formula that says less, refuted all the same, and what does not change the formula are no forgeries.
	same := files{}
	for name, data := range honest {
		same[name] = data
	}
	for name, data := range forged(zip(append([]byte("c hello\n"), cnf...)), nil) {
		same[name] = data
	}
	if err := check(same); err == nil || err.Error() != complaint {
		t.Errorf("a comment in a formula, with its hash: %v", err)
	}
}

// Files have to be regular ones, in the folder. A pipe would make a reader wait for ever.
func TestIrregularFiles(t *testing.T) {
	some := lemmas("8")
	honest, m := certify(t, some)
	const complaint = `the deduction fails: Lemma 1: "Lemma 0" is not established`
	names := []string{certificate.ManifestName, m.Formulas[0].CNF.Name, m.Formulas[0].Proof.Name}
	check := func(dir string) error {
		_, err := certificate.CheckSome(context.Background(), os.DirFS(dir), lrat.DefaultMemory, rules(t), some)
		return err
	}
	write := func(t *testing.T) string {
		dir := t.TempDir()
		for name, data := range honest {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	if err := check(write(t)); err == nil || err.Error() != complaint {
		t.Fatal(err)
	}
	for kind, replace := range map[string]func(path string) error{
		"folder": func(path string) error { return os.Mkdir(path, 0o777) },
		"link to the file elsewhere": func(path string) error {
			elsewhere := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(elsewhere, honest[filepath.Base(path)], 0o666); err != nil {
				return err
			}
			return os.Symlink(elsewhere, path)
		},
		"link within the folder": func(path string) error {
			if err := os.WriteFile(path+".real", honest[filepath.Base(path)], 0o666); err != nil {
				return err
			}
			return os.Symlink(filepath.Base(path)+".real", path)
		},
		"device": func(path string) error { return os.Symlink(os.DevNull, path) },
		"pipe":   makePipe,
	} {
		for _, name := range names {
			dir := write(t)
			path := filepath.Join(dir, name)
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := replace(path); errors.Is(err, errors.ErrUnsupported) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			if err := check(dir); !errors.Is(err, certificate.ErrFile) {
				t.Errorf("%s in place of %s: %v, want %v", kind, name, err, certificate.ErrFile)
			}
		}
	}
}

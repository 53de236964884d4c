package ursa_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	"retroproof/sat"
	"retroproof/ursa"
)

// memoryFile is a file that is put into a folder at its Close.
type memoryFile struct {
	bytes.Buffer
	folder fstest.MapFS
	name   string
}

func (f *memoryFile) Close() error {
	f.folder[f.name] = &fstest.MapFile{Data: f.Bytes()}
	return nil
}

// certify runs a program and writes a certificate.
func certify(t testing.TB, src string, bits int) fstest.MapFS {
	t.Helper()
	folder := fstest.MapFS{}
	p, err := ursa.Parse("t.urs", src, bits, false)
	expect.NoError(t, err)
	output := func(name string) (io.WriteCloser, error) { return &memoryFile{folder: folder, name: name}, nil }
	c, err := ursa.NewCertifier(p, src, "test", sat.Embedded, sat.ProofText, ursa.Options{}, output)
	expect.NoError(t, err)
	ctx := context.Background()
	err = p.Run(ctx, ursa.Options{}, ursa.Handler{
		Try: func(a *ursa.Assertion) (bool, error) { return c.Try(ctx, a) },
		Assert: func(a *ursa.Assertion) (err error) {
			switch {
			case a.Ground:
				c.Ground(a)
			case a.All:
				_, err = c.All(ctx, a, func(ursa.Solution) error { return nil })
			default:
				_, err = c.Decide(ctx, a)
			}
			return err
		},
		Optimum: func(ursa.Optimum) error { return nil },
	})
	if err == nil {
		err = c.Close()
	}
	expect.NoError(t, err)
	return folder
}

// rebuild checks a certificate and returns its verdicts.
func rebuild(folder fstest.MapFS) (string, error) {
	var verdicts []string
	_, err := ursa.Rebuild(context.Background(), folder, ursa.Options{Steps: 1_000_000}, lrat.DefaultMemory, func(e ursa.Entry) {
		text := string(e.Verdict)
		if e.Solutions != "" {
			text += " " + e.Solutions
		}
		verdicts = append(verdicts, text)
	})
	return strings.Join(verdicts, ", "), err
}

const certified = `assert_all(nx*nx == 49);
assert(nx + ny == 3 && nx > 200);
assert(nc<3 && nd<3 && ne<3 && nf<3; nc!=nd && nc!=ne && nc!=nf && nd!=ne && nd!=nf && ne!=nf);
assert(1 + 1 == 2); assert(1 == 2);
assert_all(nx > 250 || b);
assert_all(nx*nx == 7);
`

func TestCertify(t *testing.T) {
	for _, c := range []struct {
		src  string
		bits int
		want string
	}{
		{certified, 8, "complete 4, satisfiable, unsatisfiable, yes, no, complete 261, unsatisfiable"},
		{queens(6), 8, "complete 4"},
		{`minimize(nx,1,20); assert(nx>=7 && ny+nx==30);`, 8, "unsatisfiable, unsatisfiable, unsatisfiable, unsatisfiable, unsatisfiable, unsatisfiable, satisfiable, satisfiable"},
		{`maximize(nx,1,5); assert(nx>=7 && ny+nx==30);`, 8, "unsatisfiable, unsatisfiable, unsatisfiable, unsatisfiable, unsatisfiable"},
		{`minimize(nx,3,5); assert(nx==4);`, 8, "no, yes, yes"},
		{`procedure P(na) { na = nw + na; } call P(nx); assert_all(nx == 3);`, 3, "complete 8"},
		{`assert_all(b1); clear; assert_all(!b1);`, 3, "complete 1, complete 1"},
		{`assert_all(nx == nx); assert_all(nx != nx);`, 3, "complete 8, unsatisfiable"},
		{`assert(nx * ny == 0x10000000000000001 && nx == 3);`, 100, "satisfiable"},
	} {
		folder := certify(t, c.src, c.bits)
		got, err := rebuild(folder)
		if err != nil || got != c.want {
			t.Errorf("%s: %s, want %s: %v", c.src, got, c.want, err)
		}
		// Any checker of LRAT verifies the proofs.
		for name, file := range folder {
			base, ok := strings.CutSuffix(name, ".lrat")
			if !ok {
				continue
			}
			f, err := lrat.ReadDIMACS(bytes.NewReader(folder[base+".cnf"].Data), base)
			expect.NoError(t, err)
			checker := lrat.NewChecker(f.NumVars, lrat.DefaultMemory)
			for i := range f.NumClauses() {
				expect.NoError(t, checker.AddClause(f.Clause(i)))
			}
			if _, err := checker.LRAT(context.Background(), bytes.NewReader(file.Data), name); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// change replaces text in a file of a folder, with the hashes of the manifest as they should be then.
func change(t *testing.T, folder fstest.MapFS, name string, edit func(string) string) fstest.MapFS {
	t.Helper()
	changed := maps.Clone(folder)
	old := string(folder[name].Data)
	text := edit(old)
	if text == old {
		t.Fatalf("nothing to change in %s", name)
	}
	changed[name] = &fstest.MapFile{Data: []byte(text)}
	if name == ursa.ManifestName {
		return changed
	}
	var m ursa.Manifest
	expect.NoError(t, json.Unmarshal(folder[ursa.ManifestName].Data, &m))
	sum := sha256.Sum256([]byte(text))
	file := ursa.File{Name: name, Bytes: int64(len(text)), SHA256: hex.EncodeToString(sum[:])}
	if m.Program.Name == name {
		m.Program = file
	}
	for _, e := range slices.Concat(m.Tries, m.Assertions) {
		if e.CNF != nil && e.CNF.Name == name {
			*e.CNF = file
		}
		if e.Proof != nil && e.Proof.Name == name {
			*e.Proof = file
		}
	}
	var b bytes.Buffer
	expect.NoError(t, m.Write(&b))
	changed[ursa.ManifestName] = &fstest.MapFile{Data: b.Bytes()}
	return changed
}

func replace(old, new string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, new, 1) }
}

// withoutClause removes the first clause or the last one, and corrects the header.
func withoutClause(last bool) func(string) string {
	return func(s string) string {
		lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
		at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "p cnf") })
		f := strings.Fields(lines[at])
		n, _ := strconv.Atoi(f[3])
		lines[at] = "p cnf " + f[2] + " " + strconv.Itoa(n-1)
		if last {
			at = len(lines) - 2
		}
		return strings.Join(slices.Delete(lines, at+1, at+2), "\n") + "\n"
	}
}

// Whatever is changed is found, although all hashes are right.
func TestTamperedCertificates(t *testing.T) {
	folder := certify(t, certified, 8)
	if _, err := rebuild(folder); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, name string
		edit       func(string) string
	}{
		{"another program", ursa.ProgramName, replace("49", "64")},
		{"another program with the same answers", ursa.ProgramName, replace("nc<3", "nc<2")},
		{"an assertion less", ursa.ProgramName, replace("assert_all(nx*nx == 7);", "")},
		{"an assertion more", ursa.ProgramName, replace("assert_all(nx*nx == 7);", "assert_all(nx*nx == 7); assert(true);")},
		{"another width", ursa.ManifestName, replace(`"bits": 8`, `"bits": 9`)},
		{"another number of solutions", ursa.ManifestName, replace(`"solutions": "4"`, `"solutions": "5"`)},
		{"another verdict", ursa.ManifestName, replace(`"verdict": "yes"`, `"verdict": "no"`)},
		{"no for unsatisfiable", ursa.ManifestName, replace(`"verdict": "unsatisfiable"`, `"verdict": "no"`)},
		{"unsatisfiable for satisfiable", ursa.ManifestName, replace(`"verdict": "satisfiable"`, `"verdict": "unsatisfiable"`)},
		{"satisfiable for unsatisfiable", ursa.ManifestName, replace(`"verdict": "unsatisfiable"`, `"verdict": "satisfiable"`)},
		{"unsatisfiable for complete", ursa.ManifestName, replace(`"verdict": "complete"`, `"verdict": "unsatisfiable"`)},
		{"a wrong solution", ursa.ManifestName, replace(`"ny": "`, `"ny": "1`)},
		{"a solution without a variable", ursa.ManifestName, replace(`"ny": "`, `"nz": "`)},
		{"a solution that is no number", ursa.ManifestName, replace(`"ny": "`, `"ny": "x`)},
		{"fewer clauses against solutions", ursa.ManifestName, replace(`"blocking": 4`, `"blocking": 3`)},
		{"a hash", ursa.ManifestName, replace(`"sha256": "`, `"sha256": "0`)},
		{"a file elsewhere", ursa.ManifestName, replace(`"assert-1.cnf"`, `"../assert-1.cnf"`)},
		{"another schema", ursa.ManifestName, replace("certificate/1", "certificate/2")},
		{"an unknown field", ursa.ManifestName, replace(`"bits"`, `"width": 1, "bits"`)},
		{"no entry", ursa.ManifestName, replace(`"assertions": [`, `"assertions": [null,`)},
		{"a clause less", "assert-1.cnf", withoutClause(false)},
		{"a clause against a solution less", "assert-1.cnf", withoutClause(true)},
		{"a clause against no solution", "assert-1.cnf", func(s string) string {
			lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
			lines[len(lines)-1] = "1 2 3 4 5 6 7 8 0"
			return strings.Join(lines, "\n") + "\n"
		}},
		{"a clause that is no clause against solutions", "assert-1.cnf", func(s string) string {
			lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
			lines[len(lines)-1] = "9 0"
			return strings.Join(lines, "\n") + "\n"
		}},
		{"an empty clause against solutions", "assert-1.cnf", func(s string) string {
			lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
			lines[len(lines)-1] = "0"
			return strings.Join(lines, "\n") + "\n"
		}},
		{"clauses against solutions exchanged", "assert-1.cnf", func(s string) string {
			lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
			n := len(lines)
			lines[n-1], lines[n-2] = lines[n-2], lines[n-1]
			return strings.Join(lines, "\n") + "\n"
		}},
		{"a literal", "assert-3.cnf", func(s string) string {
			at := strings.LastIndex(s, "\n-")
			return s[:at+1] + s[at+2:]
		}},
		{"half a proof", "assert-1.lrat", func(s string) string { return s[:len(s)/2] }},
		{"no proof", "assert-3.lrat", func(string) string { return "" }},
		{"a literal of a proof", "assert-3.lrat", replace(" -", " ")},
	} {
		changed := change(t, folder, c.name, c.edit)
		got, err := rebuild(changed)
		var syntax *ursa.Error
		if err == nil || !errors.Is(err, ursa.ErrCertificate) && !errors.As(err, &syntax) && !strings.Contains(err.Error(), ".cnf") {
			t.Errorf("%s: %s, %v", c.what, got, err)
		}
	}
	for name := range folder {
		less := maps.Clone(folder)
		delete(less, name)
		if _, err := rebuild(less); err == nil {
			t.Errorf("accepted without %s", name)
		}
	}
}

package ursa_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	below "retroproof/proofs/ursa"
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
	folder, err := tryCertify(src, bits)
	expect.NoError(t, err)
	return folder
}

func tryCertify(src string, bits int) (fstest.MapFS, error) {
	folder := fstest.MapFS{}
	p, err := ursa.Parse("t.urs", src, bits, false)
	if err != nil {
		return nil, err
	}
	output := func(name string) (io.WriteCloser, error) { return &memoryFile{folder: folder, name: name}, nil }
	c, err := ursa.NewCertifier(p, src, "test", sat.Native, output)
	if err != nil {
		return nil, err
	}
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
		err = c.Close(ctx)
	}
	return folder, err
}

// verdicts checks a certificate, and returns what its manifest says.
func verdicts(folder fstest.MapFS) (string, error) {
	var m below.Manifest
	if err := json.Unmarshal(folder[below.ManifestName].Data, &m); err != nil {
		return "", err
	}
	_, err := below.Check(context.Background(), folder, lrat.DefaultMemory)
	var list []string
	for _, e := range append(m.Tries, m.Assertions...) {
		if e != nil {
			list = append(list, e.Verdict)
		}
	}
	return strings.Join(list, " "), err
}

const certified = `assert_all(nx*nx == 49);
assert(nx + ny == 3 && nx > 200);
assert(nc<3 && nd<3 && ne<3 && nf<3; nc!=nd && nc!=ne && nc!=nf && nd!=ne && nd!=nf && ne!=nf);
assert(1 + 1 == 2); assert(1 == 2);
assert_all(nx > 250 || b);
assert_all(nx*nx == 7);
`

func TestCertify(t *testing.T) {
	var src, want, ends string
	var bits int
	for at := range expect.Rows(t, "testdata/certified.tsv", &bits, &src, &want, &ends) {
		folder := certify(t, src, bits)
		report, err := below.Check(context.Background(), folder, lrat.DefaultMemory)
		expect.NoError(t, err)
		got, _ := verdicts(folder)
		if claim := report.Claims[len(report.Claims)-1]; got != want || !strings.HasSuffix(claim, ends) {
			t.Errorf("%s: %s, %s", at, got, claim)
		}
	}
}

// TestTamperedCertificates changes the manifest, the program or a proof. Whatever is changed is found.
func TestTamperedCertificates(t *testing.T) {
	folder := certify(t, certified, 8)
	expect.NoError(t, expect.Err(verdicts(folder)))
	var what, name, old, with string
	for range expect.Rows(t, "testdata/tampered.tsv", &what, &name, &old, &with) {
		text := string(folder[name].Data)
		changed := maps.Clone(folder)
		if old == "" { // the first half
			changed[name] = &fstest.MapFile{Data: []byte(text[:len(text)/2])}
		} else if changed[name] = (&fstest.MapFile{Data: []byte(strings.Replace(text, old, with, 1))}); string(changed[name].Data) == text {
			t.Fatalf("%s: nothing to change", what)
		}
		_, err := below.Check(context.Background(), changed, lrat.DefaultMemory)
		var rejected *lrat.ProofError
		if !errors.Is(err, below.ErrCertificate) && !errors.Is(err, below.ErrProgram) && !errors.As(err, &rejected) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for name := range folder {
		less := maps.Clone(folder)
		delete(less, name)
		expect.Fails(t, expect.Err(below.Check(context.Background(), less, lrat.DefaultMemory)),
			"without %s", name)
	}
}

// TestTwoCompilers certifies random programs: the second compiler must find that the solutions of the first are
// solutions, and that there are no others. A certificate without one of the solutions is refused. A sample here, 10,000
// in make soundness.
func TestTwoCompilers(t *testing.T) {
	programs := 150
	if expect.Long {
		programs = 10_000
	}
	done, refused := 0, 0
	for seed := uint64(0); done < programs; seed++ {
		r := rand.New(rand.NewPCG(seed, 44))
		m := &maker{r: r, width: 3 + r.IntN(2)}
		src, run := m.program()
		bits := 0
		for _, number := range simulate(run, m.width, nil).seen {
			bits++
			if number {
				bits += m.width - 1
			}
		}
		if bits > 10 {
			continue
		}
		done++
		src += functionOf(r)
		folder, err := tryCertify(src, m.width)
		if err == nil {
			_, err = verdicts(folder)
		}
		if err != nil {
			t.Fatalf("seed %d, %d bits: %v\n%s", seed, m.width, err, src)
		}
		var man below.Manifest
		expect.NoError(t, json.Unmarshal(folder[below.ManifestName].Data, &man))
		for _, e := range man.Assertions {
			if e.Verdict != below.Complete {
				continue
			}
			i := r.IntN(len(e.Solutions))
			e.Solutions = slices.Delete(e.Solutions, i, i+1)
			text, err := json.Marshal(man)
			expect.NoError(t, err)
			folder[below.ManifestName] = &fstest.MapFile{Data: text}
			if _, err := verdicts(folder); err == nil {
				t.Fatalf("seed %d: accepted without a solution\n%s", seed, src)
			}
			refused++
			break
		}
	}
	if refused < programs/3 {
		t.Errorf("%d programs have several solutions", refused)
	}
}

// functionOf makes an assertion with a function, a list, a range or a call.
func functionOf(r *rand.Rand) string {
	all := []string{
		"assert_all(div(nA, nB) == mod(nB, 3) && nA > 1);", "assert_all(sdiv(nA, nB) == 2); assert_all(smod(nA, nB) == -1);",
		"assert_all(slt(nA, nB) ^^ sle(nB, 2));", "assert_all(alldifferent(n[0..2]) && n[0] + n[1] == n[2]);",
		"assert_all(atmost(2, b[0..4]) && !atmost(1, b[0..4]) && atmost(2, b[0], b[1], bA));", "nS = {3, nA, 1}; assert_all(nS[nB] == sum(nA, nB, 1));",
		"bS = {true, bA, false}; assert_all(bS[nB] ^^ nB > 4);", "nC = 5; assert(nC - nD == nE << nF && nE > nF);",
		"assert_all(ite(bA, nA, ~nB) == nA >> nB);", "for (ni = 0; ni < 3; ni++) nT[ni] = nA + ni; assert_all(nT[2] * nT[0] == 3);",
		"minimize(nZ, 1, 6); assert(nZ * nB == 3 && nB > nZ);", "maximize(nZ, 0, 7); assert_all(nZ ^ nB == 6 && nB != 1);",
		"clear; nA = 2; assert_all(nA - nB > nB);", "assert_all(0b11 < nA & 0x6 | nB);", "",
	}
	all[len(all)-1] = fmt.Sprintf("nX = %d*nA - (nB << %d) + nA*nB; nY = -nX + %d*nB - %d; nU = -(nB - nX); ",
		r.IntN(9), r.IntN(3), r.IntN(9), r.IntN(9)) + "assert_all(nX == nY ^^ 3*nU == nB + nX);"
	return all[r.IntN(len(all))]
}

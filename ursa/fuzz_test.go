package ursa_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	below "retroproof/proofs/ursa"
	"retroproof/ursa"
)

// addPrograms adds programs to begin from.
func addPrograms(f *testing.F) {
	files, err := filepath.Glob("../testdata/ursa/*.urs")
	if err != nil || len(files) == 0 {
		f.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		text := expect.Must(os.ReadFile(file))
		if len(text) < 4000 {
			f.Add(string(text), 0, false)
		}
	}
	for _, src := range []string{
		"nv = nu+1; assert(nv==2);", certified, moneyProgram, squareProgram, lcgProgram, sudokuProgram, "/* bits: 70 */ nx = ny * 3; print nx; listvars; assert(nx==7);",
		"procedure P(nx,by) { nx = nx ^ nz; by = by && !bw; } call P(n[3],b[1][2]); printx n[3]; printb 5; clear; halt;",
		"minimize(nx,1,3); while (nx < 2) nx++; for (;nx<3;nx+=1) ; if (true) ; else { } assert_all(b ^^ ite(bx,by,bz) || nx<<ny>=1>>nz);",
		"b = nx == 1 ^ ny == 2; assert(b; !b);", "nx = 0x1F + 0b101 - sgn(~-nx) * bool2num(num2bool(2)); n[1][2] >>= 1; b &&= true; // end",
	} {
		f.Add(src, 4, false)
		f.Add(src, 65, true)
	}
}

// FuzzRun: no program makes the parser or the interpreter panic, hang or take much memory; what is wrong is told with a
// place in the program. Formulas are made, and not solved.
func FuzzRun(f *testing.F) {
	addPrograms(f)
	f.Fuzz(func(t *testing.T, src string, bits int, strict bool) {
		bits = max(0, bits%200)
		p, err := ursa.Parse("f.urs", src, bits, strict)
		if err != nil {
			wellFormed(t, err)
			return
		}
		err = p.Run(context.Background(), ursa.Options{Steps: 20_000, Gates: 50_000}, ursa.Handler{
			Assert: func(a *ursa.Assertion) error {
				if !a.Ground {
					a.Formula()
				}
				return nil
			},
			Try:     func(a *ursa.Assertion) (bool, error) { return a.Number%2 == 0, nil },
			Optimum: func(ursa.Optimum) error { return nil },
			Print:   func(string) error { return nil },
			Warn:    func(d ursa.Diagnostic) { wellFormed(t, &ursa.Error{Diagnostics: []ursa.Diagnostic{d}}) },
		})
		if err != nil {
			wellFormed(t, err)
		}
	})
}

// wellFormed wants an error with a place in the program.
func wellFormed(t *testing.T, err error) {
	t.Helper()
	var e *ursa.Error
	if !errors.As(err, &e) || len(e.Diagnostics) == 0 {
		t.Fatalf("%T: %v", err, err)
	}
	for _, d := range e.Diagnostics {
		if d.Pos.Line < 1 || d.Pos.Column < 1 || d.Text == "" || !strings.HasPrefix(d.String(), "f.urs:") || len(d.String()) > 3000 {
			t.Fatalf("diagnostic %+v", d)
		}
	}
}

// FuzzManifest: no manifest makes the checking of a certificate panic, and none is accepted unless it says what the
// program does.
func FuzzManifest(f *testing.F) {
	folder := certify(f, "assert_all(nx*nx == 1); assert(nx == 2); assert(nx*nx == 3);", 3)
	f.Add(folder[below.ManifestName].Data)
	f.Fuzz(func(t *testing.T, manifest []byte) {
		changed := maps.Clone(folder)
		changed[below.ManifestName] = &fstest.MapFile{Data: manifest}
		report, err := below.Check(context.Background(), changed, lrat.DefaultMemory)
		want := "line 1: there are exactly 4 solutions, for nx; line 1: there is a solution; line 1: there is no solution"
		if err == nil && strings.Join(report.Claims, "; ") != want {
			t.Fatalf("accepted: %s\n%s", report.Claims, manifest)
		}
	})
}

// FuzzProgram: whatever the second compiler reads, it does not panic.
func FuzzProgram(f *testing.F) {
	f.Add("procedure P(nX) { nX++; } call P(n[1]); nS = {1, 2}; assert_all(sum(n[0..3], nS[ny]) == 3 && atmost(1, b1, b2));")
	f.Add("minimize(nx, 1, 3); while (ni < 3) ni = ite(b, 3, 2) / 1; for (;;) halt;")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := below.Read(text, 4)
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, _ = p.Walk(ctx, &below.Manifest{}, func(*below.Assertion, *below.Entry) error { return nil })
	})
}

package ursa_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	"retroproof/ursa"
)

// addPrograms adds programs to begin from.
func addPrograms(f *testing.F) {
	files, err := filepath.Glob("../testdata/ursa/*.urs")
	if err != nil || len(files) == 0 {
		f.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		expect.NoError(f, err)
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

// FuzzRebuild: no manifest makes the checking of a certificate panic, and none is accepted unless it says what the
// program does.
func FuzzRebuild(f *testing.F) {
	src := "assert_all(nx*nx == 1); assert(nx == 2); assert(nx*nx == 3);"
	folder := certify(f, src, 3)
	f.Add(string(folder[ursa.ManifestName].Data), string(folder["assert-1.cnf"].Data))
	f.Fuzz(func(t *testing.T, manifest, cnf string) {
		changed := fstest.MapFS{}
		for name, file := range folder {
			changed[name] = file
		}
		changed[ursa.ManifestName] = &fstest.MapFile{Data: []byte(manifest)}
		changed["assert-1.cnf"] = &fstest.MapFile{Data: []byte(cnf)}
		var verdicts []string
		_, err := ursa.Rebuild(context.Background(), changed, ursa.Options{Steps: 100_000}, lrat.DefaultMemory, func(e ursa.Entry) {
			verdicts = append(verdicts, string(e.Verdict)+e.Solutions)
		})
		if got := strings.Join(verdicts, " "); err == nil && got != "complete4 satisfiable unsatisfiable" {
			t.Fatalf("accepted: %s\n%s\n%s", got, manifest, cnf)
		}
	})
}

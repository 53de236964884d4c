package models_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"io"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	proofs "retroproof/proofs/reach"
	"retroproof/reach"
	"retroproof/reach/models"
)

func ExampleFind() {
	m, err := models.Find("krk-all")
	if err != nil {
		fmt.Println(err)
		return
	}
	s := m.System()
	r, err := reach.Decide(context.Background(), s, reach.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(s.Inputs), "inputs,", len(s.Latches), "latches:", r.Verdict, "with k =", r.K)
	// Output: 36 inputs, 19 latches: safe with k = 1
}

// verdicts are those of all models of the house that are decided quickly.
var verdicts = map[string]reach.Verdict{
	"counter-12": reach.Unsafe, "counter-12-safe": reach.Safe, "counter-5": reach.Unsafe, "order": reach.Safe,
	"krk-rook": reach.Safe, "krk-illegal": reach.Safe, "krk-stale": reach.Safe, "krk-stuck": reach.Safe, "krk-all": reach.Safe,
}

func system(t *testing.T, name string) *reach.System {
	t.Helper()
	m, err := models.Find(name)
	expect.NoError(t, err)
	return m.System()
}

// TestVerdicts decides the models, by the portfolio and by PDR, and has what is found checked.
func TestVerdicts(t *testing.T) {
	for name, want := range verdicts {
		for _, engine := range []reach.Engine{reach.Auto, reach.PDR} {
			krkPDR := engine == reach.PDR && strings.HasPrefix(name, "krk") && name != "krk-rook"
			if krkPDR && !expect.Long {
				continue
			}
			s := system(t, name)
			r, err := reach.Decide(context.Background(), s, reach.Options{Engine: engine})
			if err != nil || r.Verdict != want {
				t.Errorf("%s: %s: %+v, %v, want %v", name, engine, r, err, want)
				continue
			}
			if krkPDR {
				continue // the proofs of 450 clauses take a while
			}
			certified(t, name+" by "+string(engine), s, r)
		}
	}
}

// certified has a verdict certified, and the certificate checked.
func certified(t *testing.T, name string, s *reach.System, r *reach.Result) {
	t.Helper()
	m := s.Model()
	var text bytes.Buffer
	expect.NoError(t, m.Write(&text))
	files := fstest.MapFS{}
	if err := reach.Certify(context.Background(), "test", text.Bytes(), m, &reach.Outcome{Bad: reach.AllBad(m), System: s, Result: r}, folder(files)); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if report, err := proofs.Check(context.Background(), files, lrat.DefaultMemory); err != nil || report.Verdict != r.Verdict.String() {
		t.Errorf("%s: %v, %v", name, report, err)
	}
}

// TestABC compares with berkeley-abc, where it is installed.
func TestABC(t *testing.T) {
	abc, err := exec.LookPath("berkeley-abc")
	if err != nil {
		t.Skip("needs berkeley-abc")
	}
	names := []string{"counter-3", "counter-8", "counter-8-safe", "order", "krk-rook", "krk-stale"}
	if expect.Long {
		names = append(names, "counter-12", "counter-12-safe", "krk-illegal", "krk-stuck", "krk-all")
	}
	for _, name := range names {
		s := system(t, name)
		r, err := reach.Decide(context.Background(), s, reach.Options{})
		expect.NoError(t, err)
		file := filepath.Join(t.TempDir(), name+".aig")
		f, err := os.Create(file)
		expect.NoError(t, err)
		expect.NoError(t, s.Model().Write(f))
		f.Close()
		out, err := exec.Command(abc, "-q", "read_aiger "+file+"; pdr").CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		safe, unsafe := bytes.Contains(out, []byte("Property proved")), bytes.Contains(out, []byte("was asserted in frame"))
		if safe == unsafe || safe != (r.Verdict == reach.Safe) {
			t.Errorf("%s: %v, and abc says %s", name, r.Verdict, out)
		}
	}
}

func TestFind(t *testing.T) {
	for _, m := range models.All() {
		name := strings.Replace(m.Name, "-N", "-9", 1)
		found, err := models.Find(name)
		if err != nil || found.Name != name || found.Text == "" {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
	}
	for _, name := range []string{"", "counter", "counter-1", "counter-25", "counter-08", "counter-N", "counter-8-unsafe", "krk"} {
		expect.Fails(t, expect.Err(models.Find(name)), "%q", name)
	}
}

// folder keeps what Certify writes.
func folder(files fstest.MapFS) reach.Output {
	return func(name string) (io.WriteCloser, error) {
		files[name] = &fstest.MapFile{}
		return &file{to: files[name]}, nil
	}
}

type file struct {
	bytes.Buffer
	to *fstest.MapFile
}

func (f *file) Close() error { f.to.Data = f.Bytes(); return nil }

package sat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"retroproof/internal/expect"
)

// needSolver makes an installed solver or skips the test, visibly.
func needSolver(t *testing.T, name string) Solver {
	t.Helper()
	s, err := New(name)
	if errors.Is(err, exec.ErrNotFound) {
		t.Skipf("%s is not installed", name)
	}
	expect.NoError(t, err)
	return s
}

// emptyTemp lets temporary files go to a directory of their own and checks in the end that none is left.
func emptyTemp(t *testing.T) string {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Cleanup(func() {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
	return dir
}

func TestExternalAgainstBruteForce(t *testing.T) {
	for _, name := range Names()[1:] {
		t.Run(name, func(t *testing.T) {
			emptyTemp(t)
			needSolver(t, name).Close()
			for seed := range uint64(25) {
				r := rand.New(rand.NewPCG(seed, 4))
				f := randomFormula(r, 1+r.IntN(8))
				s := needSolver(t, name)
				load(t, s, f.clauses)
				for round := range 3 {
					assumptions := randomLits(r, f.vars, r.IntN(3))
					s.Assume(assumptions...)
					status, err := s.Solve(context.Background())
					if err := checkAnswer(f, s, status, err, assumptions); err != nil {
						t.Fatalf("formula %d, round %d, %v assuming %v: %v", seed, round, f.clauses, assumptions, err)
					}
					c := randomClause(r, f.vars)
					f.clauses = append(f.clauses, c)
					s.AddClause(c)
				}
				s.Close()
			}
		})
	}
}

func TestExternalIsStopped(t *testing.T) {
	for _, name := range Names()[1:] {
		t.Run(name, func(t *testing.T) {
			emptyTemp(t)
			s := needSolver(t, name)
			load(t, s, pigeons(12))
			ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
			defer cancel()
			wantStop(t, ctx, s, context.DeadlineExceeded)
			status, err := s.Solve(WithConflictLimit(context.Background(), 500))
			if name == "minisat" {
				expect.ErrorIs(t, err, ErrNoLimitSupport, "conflict limit: %v", status)
			} else if status != Unknown || err != ErrConflictLimit || s.Stats().Conflicts < 400 && s.Stats().Conflicts != NotKnown {
				t.Errorf("conflict limit: %v, %v, %+v", status, err, s.Stats())
			}
		})
	}
}

func TestExternalStats(t *testing.T) {
	for _, name := range Names()[1:] {
		t.Run(name, func(t *testing.T) {
			s := needSolver(t, name)
			load(t, s, pigeons(5))
			wantStatus(t, s, Unsatisfiable)
			if st := s.Stats(); st.Conflicts < 1 || st.Clauses != int64(len(pigeons(5))) || st.Variables != 30 {
				t.Errorf("got %+v", st)
			}
		})
	}
}

// fake puts a shell script on PATH under a solver's name.
func fake(t *testing.T, name, script string) Solver {
	t.Helper()
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		t.Skip("no shell scripts")
	}
	dir := t.TempDir()
	expect.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	s, err := New(name)
	expect.NoError(t, err)
	return s
}

// TestExternalLies: programs that are broken or lie never get an answer believed that can be found out.
func TestExternalLies(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	kinds := map[string]error{
		"": nil, "ErrGaveUp": ErrGaveUp, "errModel": errModel, "errTruncated": errTruncated, "errGarbage": errGarbage,
		"ErrNotExist": os.ErrNotExist,
	}
	var test struct {
		name, program, script string
		want                  Status
		err                   string // or
		text                  string // part of the message
	}
	// The formula is (1 or 2) and (not 1), assuming 3.
	for range expect.Rows(t, "testdata/external-lies.tsv", &test.name, &test.program, &test.script, &test.want, &test.err,
		&test.text) {
		t.Run(test.name, func(t *testing.T) {
			emptyTemp(t)
			s := fake(t, test.program, test.script)
			load(t, s, [][]int{{1, 2}, {-1}})
			s.Assume(3)
			status, err := s.Solve(context.Background())
			if status != test.want || (status == Unknown) != (err != nil) {
				t.Fatalf("got %v, %v, want %v", status, err, test.want)
			}
			if kind := kinds[test.err]; kind != nil && !errors.Is(err, kind) || test.text != "" && !strings.Contains(fmt.Sprint(err), test.text) {
				t.Errorf("got error %v, want %s %q", err, test.err, test.text)
			}
			if status == Unknown && (s.Value(1) || s.Value(-1) || len(s.Failed()) > 0) {
				t.Error("values or failed assumptions without an answer")
			}
			if status == Unsatisfiable && fmt.Sprint(s.Failed()) != "[3]" {
				t.Errorf("failed %v", s.Failed())
			}
		})
	}
}

// The formula that a program gets: assumptions as units, variables renumbered.
func TestExternalFormula(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "copy.cnf")
	s := fake(t, "cadical", "cp $1 "+copied+"; echo c conflicts: 7 extra; echo s UNSATISFIABLE; exit 20")
	load(t, s, [][]int{{1_000_000_000, -5}, {7, 7}})
	s.Assume(-5, 9)
	wantStatus(t, s, Unsatisfiable)
	text, err := os.ReadFile(copied)
	const want = "p cnf 4 4\n1 -2 0\n3 3 0\n-2 0\n4 0\n"
	if err != nil || string(text) != want {
		t.Errorf("got %q, %v, want %q", text, err, want)
	}
	expect.Equal(t, s.Stats().Conflicts, 7, "conflicts")
}

func TestTailBuffer(t *testing.T) {
	b := &tailBuffer{limit: 10}
	for i := range 100 {
		fmt.Fprintf(b, "line %d\n", i)
	}
	expect.Equal(t, b.quoted(), `; it wrote to stderr: "8\nline 99"`, "b.quoted()")
	b.Write([]byte(strings.Repeat("x", 1000)))
	if got := b.quoted(); got != `; it wrote to stderr: "xxxxxxxxxx"` || cap(b.b) > 5000 {
		t.Errorf("got %s", got)
	}
}

// FuzzAnswers: no output makes the parsers panic or gives a satisfiable answer without a complete model.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{"c x\ns SATISFIABLE\nv 1 -2 0\n", "s UNSATISFIABLE\n", "SAT\n1 -2 0\n", "UNSAT\n", "INDET\n", "v\n", ""} {
		f.Add([]byte(seed), 2)
	}
	f.Fuzz(func(t *testing.T, text []byte, n int) {
		n = min(max(n, 0), 100)
		for _, parse := range []func([]byte, int) (claim, error){parseCompetition, parseMiniSat} {
			a, err := parse(text, n)
			if err != nil && a.status != Unknown || a.status == Satisfiable && len(a.model) != n {
				t.Errorf("%+v, %v", a, err)
			}
		}
	})
}

// An external solver that is not there is an error that says why.
func TestNotFound(t *testing.T) {
	for system, want := range map[string]string{
		"linux": "solver kissat is not on PATH: ", "windows": "solver kissat is not on PATH: ",
		"js": "solver kissat is not available, as WebAssembly runs no other programs: ",
	} {
		if err := notFound("kissat", system); !errors.Is(err, exec.ErrNotFound) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", system, err, want)
		}
	}
}

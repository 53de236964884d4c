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
			if status, err := s.Solve(ctx); status != Unknown || err != context.DeadlineExceeded {
				t.Errorf("got %v, %v", status, err)
			}
			status, err := s.Solve(WithConflictLimit(context.Background(), 500))
			if name == "minisat" {
				if !errors.Is(err, ErrNoLimitSupport) {
					t.Errorf("conflict limit: %v, %v", status, err)
				}
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
	// The formula is (1 or 2) and (not 1), assuming 3.
	const model = "v -1 2 3 0"
	tests := []struct {
		name, program, script string
		want                  Status
		err                   error  // or
		text                  string // part of the message
	}{
		{"honest, satisfiable", "cadical", "echo c hello; echo; echo s SATISFIABLE; echo v -1; echo v 2 3 0; exit 10", Satisfiable, nil, ""},
		{"honest, unsatisfiable", "cadical", "echo s UNSATISFIABLE; exit 20", Unsatisfiable, nil, ""},
		{"honest, unknown", "cadical", "echo s UNKNOWN; exit 0", Unknown, ErrGaveUp, ""},
		{"honest, silent", "cadical", "echo c giving up >&2; exit 0", Unknown, ErrGaveUp, "giving up"},
		{"exit code 20 for satisfiable", "cadical", "echo s SATISFIABLE; echo " + model + "; exit 20", Unknown, nil, "contradicts itself"},
		{"exit code 10 for unsatisfiable", "cadical", "echo s UNSATISFIABLE; exit 10", Unknown, nil, "contradicts itself"},
		{"exit code 0 for satisfiable", "cadical", "echo s SATISFIABLE; echo " + model, Unknown, nil, "contradicts itself"},
		{"exit code 0 for unsatisfiable", "cadical", "echo s UNSATISFIABLE", Unknown, nil, "contradicts itself"},
		{"exit code 20 without text", "cadical", "exit 20", Unknown, nil, "contradicts itself"},
		{"exit code 10 without text", "cadical", "exit 10", Unknown, nil, "contradicts itself"},
		{"exit code 1", "cadical", "echo s UNSATISFIABLE; echo out of luck >&2; exit 1", Unknown, nil, `exit code 1; it wrote to stderr: "out of luck"`},
		{"killed", "cadical", "echo s UNSATISFIABLE; kill -SEGV $$", Unknown, nil, "signal: segmentation fault"},
		{"wrong model", "cadical", "echo s SATISFIABLE; echo v 1 2 3 0; exit 10", Unknown, errModel, "clause 2"},
		{"model against the assumption", "cadical", "echo s SATISFIABLE; echo v -1 2 -3 0; exit 10", Unknown, errModel, "assumption"},
		{"no model", "cadical", "echo s SATISFIABLE; exit 10", Unknown, errTruncated, ""},
		{"truncated model", "cadical", "echo s SATISFIABLE; echo v -1 2 3; exit 10", Unknown, errTruncated, ""},
		{"values after the end", "cadical", "echo s SATISFIABLE; echo " + model + "; echo v 1; exit 10", Unknown, errGarbage, ""},
		{"contradictory values", "cadical", "echo s SATISFIABLE; echo v -1 2 3 -3 0; exit 10", Unknown, errGarbage, ""},
		{"unknown variable", "cadical", "echo s SATISFIABLE; echo v -1 2 3 4 0; exit 10", Unknown, errGarbage, ""},
		{"huge variable", "cadical", "echo s SATISFIABLE; echo v -9223372036854775808 0; exit 10", Unknown, errGarbage, ""},
		{"words as values", "cadical", "echo s SATISFIABLE; echo v a 0; exit 10", Unknown, errGarbage, ""},
		{"model of unsatisfiable", "cadical", "echo s UNSATISFIABLE; echo " + model + "; exit 20", Unknown, errGarbage, ""},
		{"two answers", "cadical", "echo s UNSATISFIABLE; echo s SATISFIABLE; echo " + model + "; exit 20", Unknown, errGarbage, ""},
		{"garbage", "cadical", "echo Segmentation fault; exit 20", Unknown, errGarbage, "Segmentation fault"},
		{"status of another kind", "cadical", "echo s OPTIMUM FOUND; exit 20", Unknown, errGarbage, ""},
		{"status cut off", "cadical", "printf 's UNSAT'; exit 20", Unknown, errGarbage, ""},
		{"endless output", "cadical", "exec yes c c c c c c c c c c c c c c c c c c c c c c c c c c c", Unknown, nil, "wrote more than"},
		{"minisat, honest", "minisat", `printf 'SAT\n-1 2 3 0\n' >$2; exit 10`, Satisfiable, nil, ""},
		{"minisat, honest, unsatisfiable", "minisat", `echo UNSAT >$2; exit 20`, Unsatisfiable, nil, ""},
		{"minisat, gave up", "minisat", `echo INDET >$2`, Unknown, ErrGaveUp, ""},
		{"minisat, no file", "minisat", `echo UNSATISFIABLE; exit 20`, Unknown, os.ErrNotExist, ""},
		{"minisat, no file and nothing said", "minisat", `exit 0`, Unknown, ErrGaveUp, ""},
		{"minisat, empty file", "minisat", `>$2; exit 20`, Unknown, errTruncated, ""},
		{"minisat, wrong code", "minisat", `echo UNSAT >$2; exit 10`, Unknown, nil, "contradicts itself"},
		{"minisat, wrong model", "minisat", `printf 'SAT\n1 2 3 0\n' >$2; exit 10`, Unknown, errModel, ""},
		{"minisat, truncated model", "minisat", `printf 'SAT\n-1 2 3' >$2; exit 10`, Unknown, errTruncated, ""},
		{"minisat, garbage", "minisat", `echo HELLO >$2; exit 10`, Unknown, errGarbage, ""},
		{"minisat, more after UNSAT", "minisat", `printf 'UNSAT\n1 0\n' >$2; exit 20`, Unknown, errGarbage, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			emptyTemp(t)
			s := fake(t, test.program, test.script)
			load(t, s, [][]int{{1, 2}, {-1}})
			s.Assume(3)
			status, err := s.Solve(context.Background())
			if status != test.want || (status == Unknown) != (err != nil) {
				t.Fatalf("got %v, %v, want %v", status, err, test.want)
			}
			if test.err != nil && !errors.Is(err, test.err) || test.text != "" && !strings.Contains(fmt.Sprint(err), test.text) {
				t.Errorf("got error %v, want %v %q", err, test.err, test.text)
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

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os/exec"
	"strings"
	"testing"
	"time"

	"retroproof/internal/expect"
	"retroproof/sat"
)

// TestFamilies: small formulas of each family have the answers that their makers know, and the same seed makes the same
// formula.
func TestFamilies(t *testing.T) {
	for _, test := range []struct {
		family string
		size   int
		want   sat.Status // Unknown: depends on the seed
	}{
		{"random", 30, sat.Unknown}, {"pigeonhole", 5, sat.Unsatisfiable}, {"ordering", 8, sat.Unsatisfiable},
		{"counted", 5, sat.Unsatisfiable}, {"clique", 6, sat.Unsatisfiable}, {"langford", 6, sat.Unsatisfiable},
		{"langford", 7, sat.Satisfiable}, {"counters", 7, sat.Unsatisfiable},
		{"parity", 8, sat.Unsatisfiable}, {"colouring", 20, sat.Unknown}, {"bmc", 3, sat.Unsatisfiable},
		{"miter", 3, sat.Unsatisfiable}, {"factoring", 6, sat.Unknown}, {"hash", 2, sat.Satisfiable},
	} {
		f, err := familyOf(test.family)
		expect.NoError(t, err)
		for seed := range 5 {
			b, err := f.make(seed, test.size)
			expect.NoError(t, err)
			again, _ := f.make(seed, test.size)
			expect.Equal(t, fingerprint(t, b), fingerprint(t, again), "%s %d: two formulas", test.family, seed)
			s, err := sat.New(sat.Native)
			expect.NoError(t, err)
			for _, c := range b.clauses {
				s.AddClause(c)
			}
			status, err := s.Solve(context.Background())
			if err != nil || test.want != sat.Unknown && status != test.want {
				t.Errorf("%s %d: %v, %v, want %v", test.family, seed, status, err, test.want)
			}
			s.Close()
		}
	}
}

func fingerprint(t *testing.T, b *builder) string {
	t.Helper()
	var text bytes.Buffer
	b.writeDIMACS(&text)
	sum := sha256.Sum256(text.Bytes())
	return hex.EncodeToString(sum[:8])
}

// TestFactoring: a product has factors, and a prime has none.
func TestFactoring(t *testing.T) {
	answers := map[sat.Status]int{}
	for seed := range 8 {
		f, _ := familyOf("factoring")
		b, err := f.make(seed, 5)
		expect.NoError(t, err)
		s, _ := sat.New(sat.Native)
		for _, c := range b.clauses {
			s.AddClause(c)
		}
		status, err := s.Solve(context.Background())
		expect.NoError(t, err)
		answers[status]++
		s.Close()
	}
	if answers[sat.Satisfiable] == 0 || answers[sat.Unsatisfiable] == 0 {
		t.Errorf("answers %v: not both", answers)
	}
}

// TestFixedFormulas: the formulas that the figures are about stay what they are.
func TestFixedFormulas(t *testing.T) {
	want := map[string]string{}
	for line := range strings.Lines(fixedFormulas) {
		if name, sum, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			want[name] = sum
		}
	}
	for _, f := range families {
		if f.name == "krk" || f.name == "kernel" {
			continue // these change with the rooms below
		}
		b, err := f.make(11, f.size)
		expect.NoError(t, err)
		expect.Equal(t, fingerprint(t, b), want[f.name], "%s", f.name)
	}
}

// TestContradiction: answers are exit codes; solvers that contradict each other, or fail, are errors.
func TestContradiction(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	for _, test := range []struct{ ours, theirs, err string }{
		{"10", "10", ""}, {"20", "20", ""}, {"20", "10", "and 20 before"}, {"20", "1", "exit status 1"},
	} {
		exit := func(code string) command {
			return command{args: []string{"-c exit\x00" + code + " f.cnf"}, codes: []int{10, 20}}
		}
		m := &measurement{dir: t.TempDir(), own: "sh", runs: 1, limit: time.Minute}
		_, err := m.row(&comparison{ours: exit(test.ours), theirs: exit(test.theirs)}, "sh")
		if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%v: %v", test, err)
		}
	}
}

const fixedFormulas = `
random 12112171baedb3ae
model f58d5486c2f0b251
pigeonhole e8cff8618bed43c0
counted f2487a5dd9077123
clique 97cc26a853dd5c51
langford 99359391ae2a483b
counters 6ed9a5976f8ccc58
ordering c94c0596e41bedc4
parity 5e67cf8c8d2eca20
colouring 7b64c17a837552c6
bmc 11415fc251a098c6
miter 368dd27639442423
factoring 7409694fd8598814
hash 9cb235140f1c4712
`

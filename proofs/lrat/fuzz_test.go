package lrat_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	"retroproof/proofs/lrat/gunzip"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// satisfiableFormulas have models: nothing may ever refute them.
var satisfiableFormulas = []string{
	"p cnf 0 0\n",
	"p cnf 1 1\n1 0\n",
	"p cnf 2 1\n1 2 0\n",
	"p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n",
	"p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 2 0\n",
	"p cnf 3 7\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n",
	"p cnf 3 4\n1 1 0\n2 -2 0\n-1 3 0\n-3 2 2 0\n",
}

// addFolder adds the proofs of testdata to a corpus.
func addFolder(f *testing.F, pattern string) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "proofs", "*", pattern))
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range files {
		b := expect.Must(os.ReadFile(name))
		f.Add(b)
	}
}

func fuzzChecker(f *testing.F, check func(*lrat.Formula, []byte, bool) (lrat.Stats, error)) {
	var satisfiable []*lrat.Formula
	for _, text := range satisfiableFormulas {
		satisfiable = append(satisfiable, parse(f, text))
	}
	refutable := parse(f, "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
	f.Fuzz(func(t *testing.T, proof []byte) {
		for i, formula := range satisfiable {
			if _, err := check(formula, proof, false); err == nil {
				t.Fatalf("refuted a satisfiable formula:\n%s", satisfiableFormulas[i])
			}
		}
		stats, err := check(refutable, proof, false)
		slow, slowErr := check(refutable, proof, true)
		if fmt.Sprint(err) != fmt.Sprint(slowErr) || err == nil && slow != stats {
			t.Fatalf("%v %+v, but byte by byte %v %+v", err, stats, slowErr, slow)
		}
		var rejected *lrat.ProofError
		if err != nil && !errors.As(err, &rejected) && !errors.Is(err, gunzip.ErrGzip) {
			t.Fatalf("no position: %v", err)
		}
	})
}

func FuzzCheckLRAT(f *testing.F) {
	addFolder(f, "*.lrat")
	fuzzChecker(f, func(formula *lrat.Formula, proof []byte, slow bool) (lrat.Stats, error) {
		if slow {
			return lrat.CheckLRAT(formula, gunzip.NewReader(iotest.OneByteReader(bytes.NewReader(proof))), "fuzz")
		}
		return lrat.CheckLRAT(formula, gunzip.NewReader(bytes.NewReader(proof)), "fuzz")
	})
}

func FuzzCheckRUP(f *testing.F) {
	addFolder(f, "*.drup")
	fuzzChecker(f, func(formula *lrat.Formula, proof []byte, slow bool) (lrat.Stats, error) {
		if slow {
			return checkRUP(formula, iotest.OneByteReader(bytes.NewReader(proof)), "fuzz")
		}
		return checkRUP(formula, bytes.NewReader(proof), "fuzz")
	})
}

// readSteps reads all of a proof and returns it as text, and how far it came.
func readSteps(proof []byte, hints bool) (text []byte, p *lrat.Reader, err error) {
	p = lrat.NewReader(gunzip.NewReader(bytes.NewReader(proof)), "fuzz", hints)
	for {
		step, err := p.Step()
		if err != nil || step == lrat.End {
			return text, p, err
		}
		lists := 1
		switch {
		case step == lrat.Delete && hints:
			text = append(text, "1 d "...)
		case step == lrat.Delete:
			text = append(text, "d "...)
		case hints:
			text = strconv.AppendInt(text, p.ID, 10)
			text = append(text, ' ')
			lists = 2
		}
		for range lists {
			for n := int64(1); n != 0; {
				if n, err = p.Number("a number"); err != nil {
					return nil, p, err
				}
				text = strconv.AppendInt(text, n, 10)
				text = append(text, ' ')
			}
		}
		text = append(text[:len(text)-1], '\n')
		if err := p.EndStep(); err != nil {
			return nil, p, err
		}
	}
}

// FuzzReadProof checks that what the readers accept survives being written as text and, for LRAT, as binary, and that
// the positions of errors are within the file.
func FuzzReadProof(f *testing.F) {
	addFolder(f, "*.lrat")
	addFolder(f, "*.drup")
	f.Fuzz(func(t *testing.T, proof []byte) {
		for _, hints := range []bool{true, false} {
			text, p, err := readSteps(proof, hints)
			if err != nil {
				var rejected *lrat.ProofError
				switch {
				case errors.As(err, &rejected):
					zipped := bytes.HasPrefix(proof, []byte{0x1f, 0x8b})
					lines := bytes.Count(proof, []byte("\n")) + 1
					if !zipped && (rejected.Offset < 0 || rejected.Offset > int64(len(proof)) || rejected.Line > lines || (rejected.Line == 0) != strings.HasPrefix(p.Format(), "binary")) {
						t.Fatalf("position outside the input: %v", err)
					}
				case !errors.Is(err, gunzip.ErrGzip):
					t.Fatalf("no position: %v", err)
				}
				continue
			}
			again, _, err := readSteps(text, hints)
			if err != nil || !bytes.Equal(text, again) {
				t.Fatalf("%v: %q became %q", err, text, again)
			}
			if hints && len(text) > 0 {
				again, _, err := readSteps(toBinary(string(text)), hints)
				if err != nil || !bytes.Equal(text, again) {
					t.Fatalf("binary: %v: %q became %q", err, text, again)
				}
			}
		}
	})
}

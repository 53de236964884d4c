package proofs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
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
	files, err := filepath.Glob(filepath.Join("..", "testdata", "proofs", "*", pattern))
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
}

func fuzzChecker(f *testing.F, check func(*Formula, []byte, bool) (Stats, error)) {
	var satisfiable []*Formula
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
		var rejected *ProofError
		if err != nil && !errors.As(err, &rejected) && !errors.Is(err, ErrGzip) {
			t.Fatalf("no position: %v", err)
		}
	})
}

func FuzzCheckLRAT(f *testing.F) {
	addFolder(f, "*.lrat")
	fuzzChecker(f, func(formula *Formula, proof []byte, slow bool) (Stats, error) {
		if slow {
			return CheckLRAT(formula, iotest.OneByteReader(bytes.NewReader(proof)), "fuzz")
		}
		return CheckLRAT(formula, bytes.NewReader(proof), "fuzz")
	})
}

func FuzzCheckRUP(f *testing.F) {
	addFolder(f, "*.drup")
	fuzzChecker(f, func(formula *Formula, proof []byte, slow bool) (Stats, error) {
		if slow {
			return CheckRUP(formula, iotest.OneByteReader(bytes.NewReader(proof)), "fuzz")
		}
		return CheckRUP(formula, bytes.NewReader(proof), "fuzz")
	})
}

// readSteps reads all of a proof and returns it as text, and how far it came.
func readSteps(proof []byte, lrat bool) (text []byte, p *proofReader, err error) {
	p = newProofReader(bytes.NewReader(proof), "fuzz", lrat)
	for {
		step, err := p.step()
		if err != nil || step == opEnd {
			return text, p, err
		}
		lists := 1
		switch {
		case step == opDelete && lrat:
			text = append(text, "1 d "...)
		case step == opDelete:
			text = append(text, "d "...)
		case lrat:
			text = strconv.AppendInt(text, p.id, 10)
			text = append(text, ' ')
			lists = 2
		}
		for range lists {
			for n := int64(1); n != 0; {
				if n, err = p.number("a number"); err != nil {
					return nil, p, err
				}
				text = strconv.AppendInt(text, n, 10)
				text = append(text, ' ')
			}
		}
		text = append(text[:len(text)-1], '\n')
		if err := p.endStep(); err != nil {
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
		for _, lrat := range []bool{true, false} {
			text, p, err := readSteps(proof, lrat)
			if err != nil {
				var rejected *ProofError
				switch {
				case errors.As(err, &rejected):
					zipped := bytes.HasPrefix(proof, []byte{0x1f, 0x8b})
					lines := bytes.Count(proof, []byte("\n")) + 1
					if !zipped && (rejected.Offset < 0 || rejected.Offset > int64(len(proof)) || rejected.Line > lines || (rejected.Line == 0) != p.binary) {
						t.Fatalf("position outside the input: %v", err)
					}
				case !errors.Is(err, ErrGzip):
					t.Fatalf("no position: %v", err)
				}
				continue
			}
			again, _, err := readSteps(text, lrat)
			if err != nil || !bytes.Equal(text, again) {
				t.Fatalf("%v: %q became %q", err, text, again)
			}
			if lrat && len(text) > 0 {
				again, _, err := readSteps(toBinary(string(text)), lrat)
				if err != nil || !bytes.Equal(text, again) {
					t.Fatalf("binary: %v: %q became %q", err, text, again)
				}
			}
		}
	})
}

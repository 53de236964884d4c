package ursa_test

import (
	"bytes"
	"context"
	"io"
	"log"
	"os"

	"retroproof/sat"
	"retroproof/ursa"
)

// steady leaves out what has times in it.
type steady struct{ w io.Writer }

func (s steady) Write(p []byte) (int, error) {
	if !bytes.HasPrefix(p, []byte("[Formula")) {
		s.w.Write(p)
	}
	return len(p), nil
}

// The solutions of an assertion, as the command line prints them; it adds sizes and times.
func ExampleReport() {
	p, err := ursa.Parse("squares.urs", "assert_all(nx * nx == 49 && nx < 10);", 8, false)
	if err != nil {
		log.Fatal(err)
	}
	r := &ursa.Report{File: "squares.urs", Program: p, Solver: sat.Embedded, Out: steady{os.Stdout}, Progress: func(string) {}}
	err = p.Run(context.Background(), ursa.Options{}, ursa.Handler{
		Assert: func(q *ursa.Assertion) error { return r.Assert(context.Background(), q, 0) },
		Warn:   func(ursa.Diagnostic) {},
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// --> Solution 1
	// nx=7;
	//
	// [Number of solutions: 1]
}

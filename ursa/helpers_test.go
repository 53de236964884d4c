package ursa_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/ursa"
)

// answer is what an assertion gave.
type answer struct {
	*ursa.Assertion
	count     *big.Int
	solutions []string // name=value, with blanks between them
	total     int      // of the variables of the formula
}

// outcome is what a program did.
type outcome struct {
	answers  []answer
	printed  []string
	warnings []string
	optimum  *ursa.Optimum
}

// mostListed is the number of solutions up to which they are listed in tests, not only counted.
const mostListed = 2000

func text(a *ursa.Assertion, s ursa.Solution) string {
	var parts []string
	for i, v := range a.Variables {
		value := s[i].String()
		if v.Boolean {
			value = fmt.Sprint(s[i].Sign() != 0)
		}
		parts = append(parts, v.Name+"="+value)
	}
	return strings.Join(parts, " ")
}

// runWith runs a program that has been read.
func runWith(p *ursa.Program, o ursa.Options) (outcome, error) {
	var out outcome
	ctx := context.Background()
	err := p.Run(ctx, o, ursa.Handler{
		Assert: func(a *ursa.Assertion) error {
			r := answer{Assertion: a, count: new(big.Int)}
			out.answers = append(out.answers, r)
			last := &out.answers[len(out.answers)-1]
			if a.Ground {
				return nil
			}
			f := a.Formula()
			last.total = f.NumVars
			if !a.All {
				s, err := a.Solve(ctx, "")
				if s != nil {
					last.count.SetInt64(1)
					last.solutions = append(last.solutions, text(a, s))
				}
				return err
			}
			n, err := a.Count(ctx, "")
			if err != nil {
				return err
			}
			last.count = n
			if n.Cmp(big.NewInt(mostListed)) > 0 {
				return nil
			}
			for s, err := range a.Solutions(ctx, "") {
				if err != nil {
					return err
				}
				last.solutions = append(last.solutions, text(a, s))
			}
			return nil
		},
		Try: func(a *ursa.Assertion) (bool, error) {
			if a.Ground {
				return a.Holds, nil
			}
			s, err := a.Solve(ctx, "")
			return s != nil, err
		},
		Optimum: func(o ursa.Optimum) error { out.optimum = &o; return nil },
		Print:   func(s string) error { out.printed = append(out.printed, s); return nil },
		Warn:    func(d ursa.Diagnostic) { out.warnings = append(out.warnings, d.String()) },
	})
	for _, w := range p.Warnings() {
		out.warnings = append(out.warnings, w.String())
	}
	return out, err
}

// run reads a program and runs it.
func run(src string, bits int) (outcome, error) {
	p, err := ursa.Parse("t.urs", src, bits, false)
	if err != nil {
		return outcome{}, err
	}
	return runWith(p, ursa.Options{Steps: 10_000_000})
}

// mustRun is run of a program that has nothing wrong with it.
func mustRun(t *testing.T, src string, bits int) outcome {
	t.Helper()
	out, err := run(src, bits)
	expect.NoError(t, err, src)
	return out
}

// counts returns the numbers of solutions, and yes or no for ground assertions.
func (o outcome) counts() string {
	var parts []string
	for _, a := range o.answers {
		switch {
		case a.Ground && a.Holds:
			parts = append(parts, "yes")
		case a.Ground:
			parts = append(parts, "no")
		default:
			parts = append(parts, a.count.String())
		}
	}
	return strings.Join(parts, " ")
}

// diagnostics returns the diagnostics of an error, one a line.
func diagnostics(err error) string {
	var e *ursa.Error
	if !errors.As(err, &e) {
		return fmt.Sprintf("%v", err)
	}
	return e.Error()
}

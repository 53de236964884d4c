package krk

import (
	"context"
	"fmt"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/strategy"
)

// encodings are the formulas that BenchmarkEncodings compares.
var encodings = []struct {
	name   string
	e      lemmas.Encoding
	method encode.Method
	parts  bool
}{
	{"order-parts", lemmas.Encoding{}, encode.Compact, true},
	{"order", lemmas.Encoding{}, encode.Compact, false},
	{"order-polarity", lemmas.Encoding{}, encode.Polarity, false},
	{"order-tseitin", lemmas.Encoding{}, encode.Tseitin, false},
	{"order-nosymmetry", lemmas.Encoding{Whole: true}, encode.Compact, false},
	{"onehot", lemmas.Encoding{Rep: encode.OneHot}, encode.Compact, false},
	{"binary", lemmas.Encoding{Rep: encode.Binary}, encode.Compact, false},
	{"binary-tseitin", lemmas.Encoding{Rep: encode.Binary}, encode.Tseitin, false},
}

// BenchmarkEncodings solves the hard lemmas with gini in each encoding. One
// iteration is enough (-benchtime 1x); conflicts are the same on every run.
func BenchmarkEncodings(b *testing.B) {
	for _, key := range []string{"2", "4", "5"} {
		for _, enc := range encodings {
			b.Run(fmt.Sprintf("lemma=%s/%s", key, enc.name), func(b *testing.B) {
				s, err := New(enc.e)
				expect.NoError(b, err)
				list, err := s.Lemmas()
				expect.NoError(b, err)
				if list = of(list, key); enc.parts && list[0].Parts == nil {
					b.Skip("no parts")
				}
				for range b.N {
					prove(b, list, enc.parts, strategy.Options{Method: enc.method})
				}
			})
		}
	}
}

// prove proves lemmas, and reports the largest formula and all conflicts.
func prove(b *testing.B, list []Lemma, parts bool, o strategy.Options) {
	results, err := Prove(context.Background(), list, parts, o, nil)
	expect.NoError(b, err)
	variables, clauses, conflicts := 0, 0, int64(0)
	for _, r := range results {
		if r.Verdict != strategy.Proved {
			b.Fatalf("%s: %v %v", r.Lemma.Key, r.Verdict, r.Err)
		}
		variables, clauses, conflicts = max(variables, r.Variables), max(clauses, r.Clauses), conflicts+r.Conflicts
	}
	b.ReportMetric(float64(variables), "variables")
	b.ReportMetric(float64(clauses), "clauses")
	b.ReportMetric(float64(conflicts), "conflicts")
}

// BenchmarkSuite proves all nine lemmas, one after the other.
func BenchmarkSuite(b *testing.B) {
	for _, parts := range []bool{false, true} {
		b.Run(fmt.Sprintf("parts=%t", parts), func(b *testing.B) {
			_, list := suite(b)
			for range b.N {
				prove(b, list, parts, strategy.Options{Solver: "native"})
			}
		})
	}
}

// BenchmarkExhaustion decides all lemmas without SAT.
func BenchmarkExhaustion(b *testing.B) {
	for b.Loop() {
		_, list := suite(b) // with no plays known
		for _, l := range list {
			if n, _, err := l.Violations(); err != nil || n > 0 {
				b.Fatal(l.Key, err)
			}
		}
	}
}

package krk

import (
	"context"
	"fmt"
	"testing"

	"retroproof/encode"
	"retroproof/krk/spec"
)

// encodings are the formulas that BenchmarkEncodings compares.
var encodings = []struct {
	name  string
	e     spec.Encoding
	parts bool
}{
	{"order-parts", spec.DefaultEncoding(), true},
	{"order", spec.DefaultEncoding(), false},
	{"order-polarity", spec.Encoding{Method: encode.Polarity, Symmetry: true}, false},
	{"order-tseitin", spec.Encoding{Method: encode.Tseitin, Symmetry: true}, false},
	{"order-nosymmetry", spec.Encoding{}, false},
	{"onehot", spec.Encoding{Rep: encode.OneHot, Symmetry: true}, false},
	{"binary", spec.Encoding{Rep: encode.Binary, Symmetry: true}, false},
	{"binary-tseitin", spec.Encoding{Rep: encode.Binary, Method: encode.Tseitin, Symmetry: true}, false},
}

// BenchmarkEncodings solves the hard lemmas with gini in each encoding. One
// iteration is enough (-benchtime 1x); conflicts are the same on every run.
func BenchmarkEncodings(b *testing.B) {
	for _, key := range []string{"2", "4", "5"} {
		for _, enc := range encodings {
			b.Run(fmt.Sprintf("lemma=%s/%s", key, enc.name), func(b *testing.B) {
				var lemma spec.Lemma
				for _, l := range spec.Lemmas() {
					if l.Key == key {
						lemma = l
					}
				}
				if enc.parts && lemma.Parts() == nil {
					b.Skip("no parts")
				}
				for range b.N {
					results, err := Prove(context.Background(), []spec.Lemma{lemma}, Options{Encoding: enc.e, Reading: spec.Default(), Parts: enc.parts})
					if err != nil {
						b.Fatal(err)
					}
					variables, clauses, conflicts := 0, 0, int64(0)
					for _, r := range results {
						if r.Verdict != Proved {
							b.Fatalf("%s: %v %v", r.Lemma.Key, r.Verdict, r.Err)
						}
						variables, clauses, conflicts = max(variables, r.Variables), max(clauses, r.Clauses), conflicts+r.Conflicts
					}
					b.ReportMetric(float64(variables), "variables")
					b.ReportMetric(float64(clauses), "clauses")
					b.ReportMetric(float64(conflicts), "conflicts")
				}
			})
		}
	}
}

// BenchmarkSuite proves all nine lemmas, one after the other.
func BenchmarkSuite(b *testing.B) {
	for _, parts := range []bool{false, true} {
		b.Run(fmt.Sprintf("parts=%t", parts), func(b *testing.B) {
			for range b.N {
				results, err := Prove(context.Background(), spec.Lemmas(), Options{Encoding: spec.DefaultEncoding(), Reading: spec.Default(), Parts: parts})
				if err != nil {
					b.Fatal(err)
				}
				conflicts := int64(0)
				for _, r := range results {
					if !r.AsExpected() {
						b.Fatalf("lemma %s: %s", r.Lemma.Key, r.Verdict)
					}
					conflicts += r.Conflicts
				}
				b.ReportMetric(float64(conflicts), "conflicts")
			}
		})
	}
}

// BenchmarkRelation tabulates the strategy; BenchmarkVerify runs the
// retrograde check; BenchmarkExhaustion decides all lemmas by plain code.
func BenchmarkRelation(b *testing.B) {
	for range b.N {
		NewRelation(spec.Default())
	}
}

func BenchmarkVerify(b *testing.B) {
	r := NewRelation(spec.Default())
	for b.Loop() {
		r.Verify()
	}
}

func BenchmarkExhaustion(b *testing.B) {
	r := NewRelation(spec.Default())
	for b.Loop() {
		for _, l := range spec.Lemmas() {
			if refuting, err := r.Refutations(l.Key); err != nil || len(refuting) > 0 {
				b.Fatal(l.Key, err)
			}
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	lemmas := spec.Lemmas()
	for b.Loop() {
		for _, l := range lemmas {
			l.Formula(spec.DefaultEncoding(), spec.Default()).CNF()
		}
	}
}

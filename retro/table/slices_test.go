package table

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestSlices compares words of slices with those of the whole table: each is in one slice, in the same order; steps
// of kings stay in the slice, steps of leading pawns lead to slices that come before.
func TestSlices(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(24, 6))
	for _, c := range []struct {
		name   string
		v      Version
		slices int
	}{{"KPvKP", Ordered, 24}, {"KRPvKP", Ordered, 24}, {"KRPvK", Ordered, 24}, {"KNPPvK", Paired, 576}, {"KRvKPP", Paired, 576}} {
		m, err := ParseMaterial(c.name)
		expect.NoError(t, err)
		m = m.Canonical()
		whole := ScanLayoutVersion(m, c.v)
		s := newSlicingVersion(m, c.v)
		expect.Equal(t, len(s.Values), c.slices, "%s", m)
		words, values := 0, 0
		for slice := range s.Values {
			words += s.Words(slice)
			values += len(s.Values[slice])
		}
		if words != whole.Words || values != s.Numbers() {
			t.Errorf("%s: %d words and %d values in slices, want %d and %d", m, words, values, whole.Words, s.Numbers())
		}
		steps := 0
		for range 30 {
			slice := rng.IntN(len(s.Values))
			l := s.Layout(slice)
			if l.Words != s.Words(slice) {
				t.Fatalf("%s, slice %d: %d words, want %d", m, slice, l.Words, s.Words(slice))
			}
			toWhole := func(word int) int {
				value := s.Values[slice][word/s.PerValue%len(s.Values[slice])]
				return word/l.PerPair*whole.PerPair + value*s.PerValue + word%s.PerValue
			}
			next := s.Next(slice)
			for after := range next {
				if after >= slice {
					t.Errorf("%s: slice %d needs slice %d", m, slice, after)
				}
			}
			var a, b, after Board
			for range 30 {
				word := rng.IntN(l.Words)
				l.Place(&a, word)
				whole.Place(&b, toWhole(word))
				if b.Word = word; a != b {
					t.Fatalf("%s, slice %d, word %d: %+v, want %+v", m, slice, word, a, b)
				}
				b.Word = toWhole(word)
				for side := range 2 {
					for i, step := range l.KingSteps(&a, side) {
						to := l.AfterKingStep(&a, step.Pair, step.Op)
						want := whole.KingSteps(&b, side)[i]
						if toWhole(to) != whole.AfterKingStep(&b, want.Pair, want.Op) {
							t.Fatalf("%s, slice %d, word %d: a king's step leads to word %d", m, slice, word, to)
						}
					}
				}
				for man := 0; man < len(l.Outer) && l.Outer[man].Leads && !a.clash; man++ {
					to := a.Sq[man] + 8
					if l.Outer[man].Color == chess.Black {
						to = a.Sq[man] - 8
					}
					if to>>3 == 0 || to>>3 == 7 || a.Occupied>>to&1 != 0 {
						continue
					}
					steps++
					other, inPair := s.Step(&a, man, to)
					if !next[other] {
						t.Errorf("%s: slice %d has a step to slice %d", m, slice, other)
					}
					n := s.Layout(other)
					n.Place(&after, n.FirstWord(a.Pair)+inPair)
					want := a
					want.Sq[man] = to
					want.Occupied ^= 1<<a.Sq[man] | 1<<to
					want.Word = after.Word
					if mate, ok := l.Shared(man); ok && (want.Sq[0] < want.Sq[1]) && mate < 2 {
						want.Sq[0], want.Sq[1] = want.Sq[1], want.Sq[0]
					}
					if after != want {
						t.Fatalf("%s: after a step %+v, want %+v", m, after, want)
					}
				}
			}
		}
		if steps < 120 {
			t.Errorf("%s: only %d steps", m, steps)
		}
	}
	for _, name := range []string{"KPvK", "KRvK", "KQRvKR"} {
		m, _ := ParseMaterial(name)
		if NewSlicing(m) != nil {
			t.Errorf("%s has slices", name)
		}
	}
}

package plain

import (
	"slices"
	"testing"
)

// sample is a position that the rules of the evaluator are about, with the conditions that hold.
type sample struct {
	q     Position
	holds [][]bool // by rule and condition
}

// decides returns the outcome by the rules, of which one may be missing, or a condition of it.
func (s *sample) decides(rules []Rule, rule, condition int) bool {
	for i, r := range rules {
		if i == rule && condition < 0 {
			continue
		}
		all := true
		for k, holds := range s.holds[i] {
			all = all && (holds || i == rule && k == condition)
		}
		if all {
			return r.Win
		}
	}
	return false
}

// The evaluator has at most 60 rules, and none of them, and no condition, can be left out: there is a
// position that it would decide otherwise. That it is right everywhere is tested in package strategy.
func TestKPKRules(t *testing.T) {
	b := Board{Files: 8, Ranks: 8}
	s := &kpk{Game: Game{b, Pawn}, rules: kpkEvaluator()}
	if n := len(s.rules); n < 20 || n > 60 {
		t.Errorf("%d rules", n)
	}
	var samples []*sample
	(&Strategy{Game: s.Game}).Each(false, func(q Position) bool {
		if q.M.X > 3 || !s.Legal(q) || s.Stuck(q) || Distance(q.BK, q.M) == 1 && Distance(q.WK, q.M) > 1 {
			return true
		}
		x := &sample{q: q}
		for _, r := range s.rules {
			var holds []bool
			for _, c := range r.Conditions {
				holds = append(holds, s.holds(c, q))
			}
			x.holds = append(x.holds, holds)
		}
		if x.decides(s.rules, -1, -1) != s.evaluate(q) {
			t.Fatalf("%v", q)
		}
		samples = append(samples, x)
		return true
	})
	for i, r := range s.rules {
		for k := -1; k < len(r.Conditions); k++ {
			if !slices.ContainsFunc(samples, func(x *sample) bool {
				return x.decides(s.rules, i, k) != x.decides(s.rules, -1, -1)
			}) {
				t.Errorf("rule %d, condition %d makes no difference", i, k)
			}
		}
	}
}

// Textbook positions, Black to move.
func TestKPKTextbook(t *testing.T) {
	square := func(name string) Square { return Square{int(name[0] - 'a'), int(name[1] - '1')} }
	s := &kpk{Game: Game{Board{8, 8}, Pawn}, rules: kpkEvaluator()}
	for _, tt := range []struct {
		king, pawn, black string
		want              bool
		why               string
	}{
		{"e6", "e5", "e8", true, "opposition on the sixth rank"},
		{"e5", "e4", "e7", true, "opposition"},
		{"e3", "e4", "e5", false, "the king behind the pawn"},
		{"a1", "a5", "g5", true, "outside the square"},
		{"h1", "a5", "e6", false, "in the square"},
		{"b6", "a6", "b8", false, "a rook pawn"},
		{"b7", "a6", "d7", true, "a rook pawn whose king has the key square"},
		{"c6", "b6", "a8", true, "the pawn comes to the seventh rank without check"},
		{"c6", "b6", "b8", false, "it comes there with check"},
		{"e6", "d6", "d8", false, "the same"},
		{"a1", "h7", "g7", false, "he takes the pawn"},
	} {
		q := Position{square(tt.king), square(tt.black), square(tt.pawn), false}
		if got := s.kept(q); got != tt.want {
			t.Errorf("K%s P%s k%s, %s: won %t", tt.king, tt.pawn, tt.black, tt.why, got)
		}
	}
}

package krk

import (
	"slices"
	"testing"

	"retroproof/proofs/krk/spec"
)

// generators of the board's symmetries: mirror files, mirror ranks, exchange
// files and ranks. What commutes with these commutes with all eight.
var generators = []spec.Symmetry{1, 2, 4}

// Every position has an image under the eight symmetries that satisfies the
// symmetry-breaking predicate, and only one.
func TestCanonicalImages(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	canonical := 0
	for p := range Position(spec.NumPositions) {
		var images []Position
		for g := range spec.Symmetry(spec.Symmetries) {
			if q := g.Position(p); q.Canonical() && !slices.Contains(images, q) {
				images = append(images, q)
			}
		}
		if len(images) != 1 {
			t.Fatalf("%s has %d canonical images", FEN(p), len(images))
		}
		if p.Canonical() && p.White() && isLegal(p) {
			canonical++
		}
	}
	// shared/spec/tablebases.md: KRK, White to move, 21,959 orbits.
	if canonical != 21959 {
		t.Errorf("%d canonical legal positions with White to move, want 21959", canonical)
	}
}

// Every notion, every move of the strategy and every move of Black commute
// with the symmetries, so that the image of a play is a play with the same
// steps and measures. (That the circuits say what plain code says is
// TestSymbolicEqualsNative.)
func TestSymmetries(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	r := defaultRelation()
	image := func(g spec.Symmetry, ps []Position) []Position {
		out := make([]Position, len(ps))
		for i, p := range ps {
			out[i] = g.Position(p)
		}
		slices.Sort(out)
		return out
	}
	notions := slices.DeleteFunc(Notions(), func(n Notion) bool { return n.Name == "canonical" })
	for p := range Position(spec.NumPositions) {
		for _, g := range generators {
			q := g.Position(p)
			for _, n := range notions {
				if n.Domain != nil && !n.Domain(p) {
					continue
				}
				if a, b := n.Native(p, r), n.Native(q, r); a != b {
					t.Fatalf("%s: %d at %s, %d at its image %s", n.Name, a, FEN(p), b, FEN(q))
				}
			}
			if !isLegal(p) {
				continue
			}
			var here, there []Position
			if p.White() {
				here, there = r.movesFrom(p), slices.Clone(r.movesFrom(q))
			} else {
				here, there = BlackMoves(nil, p), BlackMoves(nil, q)
			}
			slices.Sort(there)
			if !slices.Equal(image(g, here), there) {
				t.Fatalf("the moves at %s and at its image %s differ", FEN(p), FEN(q))
			}
		}
	}
}

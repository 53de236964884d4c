package ask

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/astar"
	"retroproof/kernel/resolve"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// histories finds all histories from a start, and reports whether there are at most so many.
func histories(t *testing.T, start *chess.Setup, most int) (list []history, closed bool) {
	seen := map[string]bool{}
	add := func(h history) {
		var b strings.Builder
		c := h.at
		c.HalfmoveClock, c.FullmoveNumber = 0, 1
		fmt.Fprintf(&b, "%s %v", c.FEN(), h.men)
		if k := b.String(); !seen[k] {
			seen[k] = true
			list = append(list, h)
		}
	}
	add(begun(*start))
	for i := 0; i < len(list); i++ {
		if len(list) > most {
			return list, false
		}
		p, err := chess.NewPosition(list[i].at)
		expect.NoError(t, err)
		for _, m := range p.LegalMoves(nil) {
			add(list[i].play(p, m))
		}
	}
	return list, true
}

// TestMenOfSmallWorlds compares answers about men and captures with all that games can have done.
// In closed worlds that is known: what is possible some game does, what is impossible none does, and
// what is certain all do. In the others the histories that are found contradict nothing.
func TestMenOfSmallWorlds(t *testing.T) {
	most, sample := expect.Size(3000, 60_000), expect.Size(12, 300)
	for _, tt := range []struct {
		start  string
		closed bool
	}{
		{"8/k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K7 w - - 0 1", true},
		{"8/k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K1b5 w - - 0 1", true}, // a bishop that attacks no pawn, and that the king can capture
		{"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", false},
		{"8/8/8/8/8/1p1k4/pP6/Kb6 b - - 0 1", true},
		{"k7/8/8/8/8/8/p1p5/1N2K3 b - - 0 1", false},
		{"4k3/1p6/P1P5/8/8/8/6p1/4K2R w K - 0 1", false},
	} {
		start := setup(t, tt.start)
		limit := most
		if tt.closed {
			limit = 200_000
		}
		list, closed := histories(t, start, limit)
		if tt.closed && !closed {
			t.Fatalf("%s: more than %d histories", tt.start, limit)
		}
		of := map[string][]int{}
		var order []string
		for i := range list {
			k := key(t, &list[i].at)
			if of[k] == nil {
				order = append(order, k)
			}
			of[k] = append(of[k], i)
		}
		r := rand.New(rand.NewPCG(18, 5))
		count := map[string]int{}
		for range min(sample, len(order)) {
			k := order[r.IntN(len(order))]
			goal := setup(t, k)
			if facts.SameSetup(start, goal) {
				continue
			}
			o := Options{Resolve: resolve.Options{Effort: 1}, Games: 3}
			o.Resolve.Refute.Start, o.Resolve.Refute.KernelNodes, o.Resolve.Game.States = start, 1000, 2000
			o.Resolve.LastResort = &astar.Options{Nodes: 1000}
			m, err := AskMen(context.Background(), goal, o)
			expect.NoError(t, err)
			w := truth{t, tt.start, closed, m, count}
			var games []*history
			for _, i := range of[k] {
				games = append(games, &list[i])
			}
			w.compare(games)
			if t.Failed() {
				return
			}
		}
		t.Logf("%s: %d histories of %d positions, closed %t; %v", tt.start, len(list), len(order), closed, count)
	}
}

// truth compares answers about one position with all histories that lead there, or with some if
// the world is not closed.
type truth struct {
	t      *testing.T
	start  string
	closed bool
	m      *Men
	count  map[string]int
}

// verdict compares an answer with how many of the histories have something.
func (w *truth) verdict(what string, v Verdict, have, all int) {
	w.t.Helper()
	w.count[what+" "+v.String()]++
	if v == Impossible && have > 0 || v == Possible && have == 0 && w.closed {
		w.t.Errorf("%s from %s: %s is called %s, and %d of %d histories have it", w.m.Setup.FEN(), w.start, what, v, have, all)
	}
	if w.closed && v == Open && have == 0 {
		w.count[what+" open, and impossible"]++
	}
}

// certain compares something that is said to be in every game, or not said.
func (w *truth) certain(what string, said bool, have, all int) {
	w.t.Helper()
	if said {
		w.count[what]++
	}
	if said && have < all {
		w.t.Errorf("%s from %s: %s is called certain, and %d of %d histories have it", w.m.Setup.FEN(), w.start, what, have, all)
	}
	if w.closed && !said && have == all {
		w.count[what+", not said"]++
	}
}

func (w *truth) compare(games []*history) {
	w.t.Helper()
	m, n := w.m, len(games)
	if m.Illegal() {
		w.t.Errorf("%s from %s is called illegal", m.Setup.FEN(), w.start)
		return
	}
	number := func(is func(h *history) bool) (k int) {
		for _, h := range games {
			if is(h) {
				k++
			}
		}
		return k
	}
	for _, man := range m.Men {
		at := man.At
		w.verdict("promoted", man.Promoted, number(func(h *history) bool { return h.on(at).promoted != chess.NoSquare }), n)
		w.verdict("original", man.Original, number(func(h *history) bool { return h.on(at).promoted == chess.NoSquare }), n)
		w.verdict("unmoved", man.Unmoved, number(func(h *history) bool { return !h.on(at).moved }), n)
		for sq, is := range m.Start.Board {
			if is == chess.NoMan || is.Color() != man.Man.Color() {
				continue
			}
			home, v := chess.Square(sq), Impossible
			if chess.Bitboard(man.Shown).Has(home) {
				v = Possible
			} else if chess.Bitboard(man.From).Has(home) {
				v = Open
			}
			w.verdict("origin", v, number(func(h *history) bool { return h.on(at).home == home }), n)
		}
		if man.PromotedOn != 0 {
			w.certain("promoted on", true, number(func(h *history) bool {
				f := h.on(at)
				return f.promoted == chess.NoSquare || chess.Bitboard(man.PromotedOn).Has(f.promoted)
			}), n)
		}
	}
	gone := map[chess.Square]*Gone{}
	for i := range m.Gone {
		gone[m.Gone[i].At] = &m.Gone[i]
	}
	for sq, is := range m.Start.Board {
		home := chess.Square(sq)
		if is == chess.NoMan {
			continue
		}
		g := gone[home]
		w.certain("stayed", m.Stayed.Has(home), number(func(h *history) bool { f := h.from(home); return !f.moved && !f.gone() }), n)
		w.certain("captured", g != nil && g.Certain, number(func(h *history) bool { return h.from(home).gone() }), n)
		w.certain("there", g == nil, number(func(h *history) bool { return !h.from(home).gone() }), n)
	}
	k := m.Kernels
	statement := func(h *history, s *core.Statement) bool { return h.has(s, m.Dead) }
	for i := range k.refuted {
		w.verdict("statement", Impossible, number(func(h *history) bool { return statement(h, &k.refuted[i].Statement) }), n)
	}
	for c := range m.Captures {
		s := core.Statement{Kind: core.PieceTook, Side: chess.Color(c).String()}
		w.certain("only pawns captured", slices.Contains(k.OnlyPawns, s.Side) || m.Captures[c] == 0, number(func(h *history) bool { return !statement(h, &s) }), n)
		for file := range 8 {
			s := core.Statement{Kind: core.TookNothing, Side: chess.Color(c).String(), At: fileName(file)}
			var t *Took
			for i := range k.Took {
				if k.Took[i].Side == s.Side && k.Took[i].File == s.At {
					t = &k.Took[i]
				}
			}
			w.certain("a pawn captured on a file", t != nil, number(func(h *history) bool { return !statement(h, &s) }), n)
			if t == nil {
				continue
			}
			for _, s := range tookMen(chess.Color(c), file) {
				v := Impossible
				if slices.Contains(t.Men, s.Man) {
					v = Open
				}
				w.verdict("captured there", v, number(func(h *history) bool { return statement(h, &s) }), n)
			}
		}
	}
	for _, e := range k.Ends {
		w.certain("end", true, number(func(h *history) bool {
			return slices.ContainsFunc(e.Left, func(s core.Statement) bool { return statement(h, &s) })
		}), n)
	}
}

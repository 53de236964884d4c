package rules_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/proofs/replay"
	"retroproof/proofs/strategy/rules"
)

// On the board of 8x8 the rules are those by which games are replayed: which positions are legal, and all moves of both
// sides, of every kind of men, of one side and of both.
func TestRulesOfReplay(t *testing.T) {
	man := func(k rules.Kind, black bool) rules.Man { return rules.Man{Kind: k, Black: black} }
	for _, men := range [][]rules.Man{
		{man(rules.Queen, false)}, {man(rules.Rook, false)}, {man(rules.Bishop, false)}, {man(rules.Knight, false)}, {man(rules.Pawn, false)},
		{man(rules.Bishop, false), man(rules.Knight, false)}, {man(rules.Bishop, false), man(rules.Bishop, false)}, {man(rules.Queen, false), man(rules.Rook, true)},
		{man(rules.Knight, true)}, {man(rules.Rook, false), man(rules.Knight, false), man(rules.Bishop, true)},
	} {
		g := &rules.Game{Board: rules.Board{Files: 8, Ranks: 8}, Men: men}
		random := rand.New(rand.NewPCG(1, uint64(len(men))))
		legal := 0
		for range 20_000 {
			p := rules.Position{WK: g.Square(random.IntN(64)), BK: g.Square(random.IntN(64)), White: random.IntN(2) == 0}
			letters, squares := "K", []int{g.Number(p.WK)}
			used := map[rules.Square]bool{p.WK: true, p.BK: true}
			for i, m := range men {
				p.Men[i] = g.Square(random.IntN(64))
				used[p.Men[i]] = true
				letters, squares = letters+m.String(), append(squares, g.Number(p.Men[i]))
			}
			letters, squares = letters+"k", append(squares, g.Number(p.BK))
			if len(used) < len(squares) || men[0].Kind == rules.Pawn && (p.Men[0].Y == 0 || p.Men[0].Y >= 6) {
				continue
			}
			r := replay.Place(p.White, letters, squares...)
			if want := !r.InCheck(!p.White) && rules.Distance(p.WK, p.BK) > 1; want != g.Legal(&p) {
				t.Fatalf("%s: legal %t", g.Describe(p), !want)
			} else if !want {
				continue
			}
			legal++
			if !p.White && g.Check(&p) != r.InCheck(false) {
				t.Fatalf("%s: check %t", g.Describe(p), g.Check(&p))
			}
			compareMoves(t, g, p, r, squares)
		}
		if legal < 1000 {
			t.Errorf("%s: %d positions", g.Material(), legal)
		}
	}
}

// compareMoves compares the moves of both kinds of rules in a legal position.
func compareMoves(t *testing.T, g *rules.Game, p rules.Position, r *replay.Position, squares []int) {
	t.Helper()
	var want []rules.Position
	for i, from := range squares {
		for to := range 64 {
			if !r.Legal(from, to) {
				continue
			}
			q := p
			q.White = !p.White
			for j := range g.Men {
				if squares[j+1] == to {
					q.Men[j] = rules.Off
				}
			}
			switch {
			case i == 0:
				q.WK = g.Square(to)
			case i == len(squares)-1:
				q.BK = g.Square(to)
			default:
				q.Men[i-1] = g.Square(to)
			}
			want = append(want, q)
		}
	}
	got := g.Moves(nil, p)
	if len(got) != len(want) {
		t.Fatalf("%s: %d moves, want %d", g.Describe(p), len(got), len(want))
	}
	for _, q := range want {
		if !slices.Contains(got, q) {
			t.Fatalf("%s: no move to %s", g.Describe(p), g.Describe(q))
		}
	}
}

// A promoted pawn is a queen, or else a rook, that Black cannot take and that leaves him a move or mates.
func TestPromotion(t *testing.T) {
	g := &rules.Game{Board: rules.Board{Files: 8, Ranks: 8}, Men: []rules.Man{{Kind: rules.Pawn}}}
	wins := func(p rules.Position, letter string) bool {
		r := replay.Place(false, "K"+letter+"k", g.Number(p.WK), g.Number(p.Men[0]), g.Number(p.BK))
		moves := 0
		for to := range 64 {
			if r.Legal(g.Number(p.BK), to) {
				if moves++; to == g.Number(p.Men[0]) {
					return false
				}
			}
		}
		return moves > 0 || r.InCheck(false)
	}
	for wk := range 64 {
		for bk := range 64 {
			for x := range 8 {
				p := rules.Position{WK: g.Square(wk), BK: g.Square(bk), Men: [rules.Most]rules.Square{g.Square(56 + x)}}
				if !g.Legal(&p) {
					continue
				}
				queen, rook := wins(p, "Q"), wins(p, "R")
				if m, ok := g.Promotion(&p); ok != (queen || rook) || ok && (m == rules.Queen) != queen || g.Lost(&p) != ok || len(g.Moves(nil, p)) > 0 {
					t.Fatalf("%s: %v, %t; a queen wins %t, a rook %t", g.Describe(p), m, ok, queen, rook)
				}
			}
		}
	}
}

// A symmetry and its inverse, and the groups: each is closed.
func TestSymmetries(t *testing.T) {
	for _, b := range []rules.Board{{Files: 8, Ranks: 8}, {Files: 5, Ranks: 7}} {
		for _, group := range []rules.Group{rules.All, rules.Files, rules.Colours} {
			if group == rules.Colours && b.Files != b.Ranks {
				continue
			}
			list := b.Symmetries(group)
			for _, g := range list {
				for _, h := range list {
					found := slices.ContainsFunc(list, func(k rules.Symmetry) bool {
						for n := range b.Size() {
							if b.Image(h, b.Image(g, b.Square(n))) != b.Image(k, b.Square(n)) {
								return false
							}
						}
						return true
					})
					if !found {
						t.Errorf("%v %s: %d then %d is not in it", b, group, g, h)
					}
				}
				for n := range b.Size() {
					s := b.Square(n)
					if b.Image(g.Inverse(), b.Image(g, s)) != s {
						t.Fatalf("%v: %d is not undone", b, g)
					}
					if i := b.Image(g, s); group == rules.Colours && (s.X+s.Y)%2 != (i.X+i.Y)%2 {
						t.Fatalf("%d does not keep colours", g)
					}
				}
			}
		}
	}
}

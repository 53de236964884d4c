package plain_test

import (
	"os"
	"slices"
	"testing"

	"retroproof/proofs/replay"
	"retroproof/proofs/strategy/plain"
)

// On a board of 8x8 the rules are those by which games are replayed: all positions, or some of them.
func TestRulesOfReplay(t *testing.T) {
	every := 23
	if os.Getenv("RETROPROOF_LONG") != "" {
		every = 1
	}
	for man, men := range map[plain.Man]string{plain.Rook: "KRk", plain.Queen: "KQk", plain.Pawn: "KPk"} {
		g := plain.Game{Board: plain.Board{Files: 8, Ranks: 8}, Man: man}
		n, compared := 0, 0
		for wk := range 64 {
			for m := range 64 {
				for bk := range 64 {
					if n++; n%every != 0 || wk == m || wk == bk || m == bk {
						continue
					}
					if man == plain.Pawn && (m < 8 || m >= 56) {
						comparePromoted(t, g, plain.Position{WK: g.Square(wk), BK: g.Square(bk), M: g.Square(m)})
						continue
					}
					for _, white := range []bool{true, false} {
						compared++
						p := plain.Position{WK: g.Square(wk), BK: g.Square(bk), M: g.Square(m), White: white}
						r := replay.Place(white, men, wk, m, bk)
						if legal := !r.InCheck(!white); legal != g.Legal(p) {
							t.Fatalf("%v: legal %t, want %t", p, g.Legal(p), legal)
						}
						if g.Legal(p) {
							compareMoves(t, g, p, r)
						}
					}
				}
			}
		}
		if compared < 1000 {
			t.Errorf("%d positions", compared)
		}
	}
}

// comparePromoted compares what has become of a pawn on the last rank, Black to move: the queen or else
// the rook, if Black cannot take it and has another move or is mated.
func comparePromoted(t *testing.T, g plain.Game, q plain.Position) {
	t.Helper()
	if legal := q.M.Y == 7 && plain.Distance(q.WK, q.BK) > 1; legal != g.Legal(q) {
		t.Fatalf("%v: legal %t, want %t", q, g.Legal(q), legal)
	} else if !legal {
		return
	}
	wins := func(men string) bool {
		r := replay.Place(false, men, g.Number(q.WK), g.Number(q.M), g.Number(q.BK))
		moves := 0
		for to := range 64 {
			if r.Legal(g.Number(q.BK), to) {
				if moves++; to == g.Number(q.M) {
					return false
				}
			}
		}
		return moves > 0 || r.InCheck(false)
	}
	m, ok := g.Promotion(q)
	queen, rook := wins("KQk"), wins("KRk")
	if ok != (queen || rook) || ok && (m == plain.Queen) != queen || g.Mate(q) != ok || g.Stalemate(q) == ok || len(g.Replies(nil, q)) > 0 {
		t.Fatalf("%v: %v, %t; a queen wins %t, a rook %t", q, m, ok, queen, rook)
	}
}

// compareMoves compares the moves of both kinds of rules in a legal position, and whether it is mate.
func compareMoves(t *testing.T, g plain.Game, p plain.Position, r *replay.Position) {
	t.Helper()
	var want, found, candidates []plain.Position
	try := func(from plain.Square, moved func(to plain.Square) plain.Position) {
		for to := range 64 {
			if r.Legal(g.Number(from), to) {
				q := moved(g.Square(to))
				q.White = !p.White
				want = append(want, q)
			}
		}
	}
	if !p.White {
		found = g.Replies(nil, p)
		try(p.BK, func(to plain.Square) plain.Position { return plain.Position{WK: p.WK, BK: to, M: p.M} })
		if check := r.InCheck(false); g.Check(p) != check || g.Mate(p) != (check && len(want) == 0) || g.Stalemate(p) != (!check && len(want) == 0) {
			t.Fatalf("%v: check %t, mate %t", p, g.Check(p), g.Mate(p))
		}
	} else {
		found = g.Moves(nil, p)
		try(p.WK, func(to plain.Square) plain.Position { return plain.Position{WK: to, BK: p.BK, M: p.M} })
		try(p.M, func(to plain.Square) plain.Position { return plain.Position{WK: p.WK, BK: p.BK, M: to} })
		if q := (plain.Position{WK: p.WK, BK: p.BK, M: plain.Square{X: p.M.X, Y: 7}}); g.Man == plain.Pawn && p.M.Y == 6 && q.M != q.WK && q.M != q.BK {
			want = append(want, q) // replay tells a promotion by the new man
		}
		all, on := g.Candidates(p)
		for i, q := range all {
			if on[i] && slices.Contains(found, q) {
				candidates = append(candidates, q)
			}
		}
		if len(candidates) != len(found) {
			t.Fatalf("%v: %d of %d moves are candidates", p, len(candidates), len(found))
		}
	}
	if len(found) != len(want) || slices.ContainsFunc(want, func(q plain.Position) bool { return !slices.Contains(found, q) }) {
		t.Fatalf("%v: moves %v, want %v", p, found, want)
	}
}

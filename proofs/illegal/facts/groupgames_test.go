package facts_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// groupGame is a game with what has become of every man of its start.
type groupGame struct {
	*followed
	start chess.Setup
	p     *chess.Position
	plies int
}

// crowdedStart is the initial position, mostly without castling rights, of which some men are gone, and some pawns have
// moved.
func crowdedStart(r *rand.Rand) (chess.Setup, bool) {
	s := chess.InitialSetup()
	s.Turn = chess.Color(r.IntN(2))
	s.Castling &= chess.Castling(r.IntN(16) * r.IntN(6) / 5)
	few, ahead, gone := r.IntN(30), r.IntN(30), chess.NoSquares
	for i, m := range s.Board {
		sq := chess.Square(i)
		switch {
		case m == chess.NoMan || m.Kind() == chess.King:
		case r.IntN(100) < few:
			s.Board[sq] = chess.NoMan
			gone |= sq.Bit()
		case m.Kind() == chess.Pawn && r.IntN(100) < ahead:
			to := sq + chess.Square(m.Color().Forward()*(1+r.IntN(3)))
			s.Board[sq], s.Board[to] = chess.NoMan, m
		}
	}
	for i := range chess.CastlingPaths {
		if right := chess.Castling(1 << i); gone&right.Homes() != 0 {
			s.Castling &^= right
		}
	}
	_, err := chess.NewPosition(s)
	return s, err == nil
}

// move plays a move that leaves kings, bishops and queens rather at home, as tempi of theirs say nothing.
func (g *groupGame) move(r *rand.Rand) bool {
	moves := g.p.LegalMoves(nil)
	if len(moves) == 0 {
		return false
	}
	m := moves[r.IntN(len(moves))]
	for range 6 {
		k := g.p.At(m.From()).Kind()
		if k == chess.Knight || k == chess.Rook || m.IsCastling() || k == chess.Pawn && r.IntN(3) == 0 || r.IntN(20) == 0 {
			break
		}
		m = moves[r.IntN(len(moves))]
	}
	g.follow(g.p, m)
	g.p.Make(m)
	g.plies++
	return true
}

// group is a random set of men of the start outside a set.
func (g *groupGame) group(r *rand.Rand, outside chess.Bitboard) (set chess.Bitboard) {
	for range 1 + r.IntN(4) {
		if sq := chess.Square(r.IntN(chess.NumSquares)); g.start.Board[sq] != chess.NoMan && !outside.Has(sq) {
			set |= sq.Bit()
		}
	}
	return set
}

// holds compares what is said of a group with what its men have done, where nobody may castle. Pawns that were captured
// or have promoted are not followed, nor captured men that promoted ones have replaced.
func (g *groupGame) holds(t *testing.T, p *facts.Proven, set chess.Bitboard, most int) bool {
	for right := range chess.Castling(4) {
		if p.MayCastle(right) {
			return false
		}
	}
	found := p.Follow(set, most)
	if found == nil || found.Parity[0] && found.Parity[1] {
		return false // too many states; or it has stopped early
	}
	odd := false
	for _, sq := range found.At {
		switch m := g.start.Board[sq]; {
		case g.taken[sq] != chess.NoSquare && p.Start.Count(m) <= p.Goal.Count(m):
			return false
		case m.Kind() != chess.Pawn:
			odd = odd != g.odd[sq]
		case g.end(sq) != m:
			return false
		}
	}
	for i, sq := range found.At {
		taken := g.taken[sq]
		if out := (g.visited[sq] | sq.Bit()) &^ found.Visited[i]; out != 0 {
			t.Fatalf("from %s to %s: the man on %s has been on %s", g.start.FEN(), g.p.FEN(), sq, out.First())
		}
		if taken != chess.NoSquare && !found.Missing[i].Has(taken) {
			t.Fatalf("from %s to %s: the man on %s was captured on %s", g.start.FEN(), g.p.FEN(), sq, taken)
		}
	}
	parity := 0
	if odd {
		parity = 1
	}
	if !found.Parity[parity] {
		t.Fatalf("from %s to %s: the men on %v have made a number of moves with the remainder %d", g.start.FEN(), g.p.FEN(), facts.Squares(set).Names(), parity)
	}
	return true
}

// end returns what a man of the start is now.
func (g *groupGame) end(of chess.Square) chess.Man {
	for i, id := range g.id {
		if m := g.p.At(chess.Square(i)); m != chess.NoMan && id == of && g.taken[of] == chess.NoSquare {
			return m
		}
	}
	return chess.NoMan
}

// TestGroupsOfGames plays games, blocks men that do not move in them, and compares groups and parity with what has
// happened.
func TestGroupsOfGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(71, 3))
	groups, parities, withGroups := 0, 0, 0
	for range 4_000 {
		start, ok := crowdedStart(r)
		if !ok {
			continue
		}
		g := &groupGame{newFollowed(), start, expect.Must(chess.NewPosition(start)), 0}
		for range 1 + r.IntN(24) {
			if !g.move(r) {
				break
			}
			goal := g.p.Setup()
			p := facts.New(&g.start, &goal)
			for i, m := range start.Board {
				sq := chess.Square(i)
				if m != chess.NoMan && !g.moved.Has(sq) && g.taken[sq] == chess.NoSquare && r.IntN(40) > 0 {
					p.Blocked |= sq.Bit()
				}
			}
			p.Refresh()
			one := g.group(r, p.Blocked)
			if one != 0 && g.holds(t, p, one, []int{20, 300}[r.IntN(2)]) {
				groups++
			}
			list := [][]facts.Squares{
				nil, {facts.Squares(one)}, {facts.Squares(one), facts.Squares(one)}, {facts.Squares(one), facts.Squares(g.group(r, p.Blocked))},
			}[r.IntN(4)]
			if all, ok := rules.ParityGroups(p, list); ok && r.IntN(8) > 0 {
				list = all
			}
			if odd, ok := p.Parity(list); ok {
				parities++
				if one != 0 && slices.Contains(list, facts.Squares(one)) {
					withGroups++
				}
				if odd != (g.plies%2 == 1) {
					t.Fatalf("from %s to %s after %d plies, groups %v, blocked %v", start.FEN(), g.p.FEN(), g.plies, list, facts.Squares(p.Blocked).Names())
				}
			}
		}
	}
	t.Logf("%d groups, %d parities, %d with groups", groups, parities, withGroups)
	if groups < 1_000 || parities < 1_000 || withGroups < 80 {
		t.Error("too few")
	}
}

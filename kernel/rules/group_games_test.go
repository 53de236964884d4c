package rules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// TestGroupsFollowGames holds the states of groups against random games in which no pawn is captured or
// promotes and nobody castles, as parity has it: every square that a man of the group was on is among those
// it can visit, the one where it was captured among those where it can be missing, and the number of moves of
// the group's pieces has a parity that is possible.
func TestGroupsFollowGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 13))
	most := expect.Size(4_000, 1_000_000)
	counts := map[string]int{}
	for try := range most {
		start := openStart(r)
		if try%2 == 0 {
			start = crowdedStart(r)
		}
		start.Castling = 0
		g := trackGame(r, start)
		if g == nil || slices.Contains(g.castled, true) || facts.SameSetup(start, &g.goal) {
			continue
		}
		last := len(g.turn) - 1
		lost := slices.ContainsFunc(g.men, func(m *trackedMan) bool {
			return m.man[0].Kind() == chess.Pawn && m.man[last].Kind() != chess.Pawn
		})
		f := reachFinder{finder: newFinder(start, &g.goal)}
		if no := f.solve(); no != nil {
			t.Fatalf("%s to %s: %s", start.FEN(), g.goal.FEN(), no.Detail)
		}
		if lost {
			continue
		}
		for range 4 {
			for _, men := range someGroups(r, f.free(), 1) {
				if why := g.against(&f, chess.Bitboard(men), counts); why != "" {
					t.Fatalf("%s to %s, men on %v: %s", start.FEN(), g.goal.FEN(), men.Names(), why)
				}
			}
		}
	}
	t.Log(counts)
	for _, name := range []string{"captured", "pawns moved", "even", "odd"} {
		if counts[name] == 0 {
			t.Errorf("%s: none", name)
		}
	}
}

// against returns what the game contradicts of a group.
func (g *trackedGame) against(f *reachFinder, men chess.Bitboard, counts map[string]int) string {
	group := f.Follow(men, 2000)
	if group == nil || group.Parity[0] && group.Parity[1] {
		counts["nothing said"]++
		return ""
	}
	last, odd := len(g.turn)-1, 0
	for i, sq := range group.At {
		who := g.men[slices.IndexFunc(g.men, func(m *trackedMan) bool { return m.at[0] == sq })]
		for n, at := range who.at {
			switch {
			case at == chess.NoSquare:
			case !group.Visited[i].Has(at):
				return "the one from " + sq.String() + " was on " + at.String()
			case n < last && who.at[n+1] == chess.NoSquare:
				counts["captured"]++
				if !group.Missing[i].Has(at) {
					return "the one from " + sq.String() + " was captured on " + at.String()
				}
			case n < last && who.at[n+1] != at && who.man[n].Kind() == chess.Pawn:
				counts["pawns moved"]++
			case n < last && who.at[n+1] != at:
				odd ^= 1
			}
		}
	}
	if !group.Parity[odd] {
		return "the other parity"
	}
	counts[[2]string{"even", "odd"}[odd]]++
	return ""
}

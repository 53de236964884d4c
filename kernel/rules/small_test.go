package rules

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// What can be reached from random small starts, against all facts that Check accepts, in
// any order, and all arguments that follow from them.
//
//	go test ./kernel/rules -run SmallStarts -timeout 2h -args -small.starts 10000 -small.seed 7

var (
	smallStarts = flag.Int("small.starts", expect.Size(2, 5), "starts of TestSmallStarts")
	smallGames  = flag.Int("small.games", expect.Size(200, 500), "positions of games in TestSmallStarts")
	smallSeed   = flag.Uint64("small.seed", 1, "seed of its starts")
)

// allFacts adds all facts that the checker accepts, those of a random order.
func allFacts(r *rand.Rand, k *reachFinder, counts map[string]int) {
	var men []chess.Square
	for sq, m := range k.Start.Board {
		if m != chess.NoMan {
			men = append(men, chess.Square(sq))
		}
	}
	fact := func(by facts.FactRule, set chess.Bitboard) bool {
		f := facts.Fact{By: by, Squares: facts.Squares(set)}
		if k.Add(f) != nil {
			return false
		}
		counts[string(by)]++
		k.found = append(k.found, f)
		return true
	}
	rulesOf := [...]facts.FactRule{facts.ByCastling, facts.ByHomePawn, facts.ByCone, facts.ByGoesOn, facts.ByOnlySource, facts.ByDeadlock, facts.ByCagedBishop, facts.ByDeadBishop}
	for again := true; again; {
		again = false
		for sq := range (k.Blocked &^ k.Checked).Squares() {
			if k.Start.Board[sq].Kind() == chess.King && r.IntN(2) == 0 && fact(facts.ByCheckedKing, sq.Bit()) {
				again = true
			}
		}
		r.Shuffle(len(men), func(i, j int) { men[i], men[j] = men[j], men[i] })
		for _, sq := range men {
			for _, i := range r.Perm(len(rulesOf)) {
				if !(k.Blocked | k.Dead).Has(sq) && fact(rulesOf[i], sq.Bit()) {
					again = true
				}
			}
		}
		if k.Captures == [2]int{} {
			var stuck chess.Bitboard
			for _, sq := range men {
				stuck |= sq.Bit()
			}
			for free := k.Released(stuck); free != 0; free = k.Released(stuck) {
				stuck &^= free
			}
			if stuck &^= k.Blocked; stuck != 0 && fact(facts.ByDeadlock, stuck) {
				again = true
			}
		}
	}
}

// alarm returns what is wrong with what is said of a position that was reached.
func alarm(r *rand.Rand, start, goal *chess.Setup, moved chess.Bitboard, counts map[string]int) string {
	reason, p := QuickStatic(start, goal)
	if reason != "" {
		return string(reason)
	}
	if facts.SameSetup(start, goal) {
		return ""
	}
	for _, no := range []*Impossible{LastMove(start, p), Reach(start, goal), ReachPastKings(start, goal)} {
		if no != nil {
			return no.Detail
		}
	}
	return closureAlarm(r, start, goal, moved, counts)
}

// closureAlarm returns what is wrong with the facts about a position that was reached.
func closureAlarm(r *rand.Rand, start, goal *chess.Setup, moved chess.Bitboard, counts map[string]int) string {
	k := &reachFinder{finder: newFinder(start, goal)}
	allFacts(r, k, counts)
	if wrong := k.Blocked & moved; wrong != 0 {
		return fmt.Sprintf("men on %v have moved: %v", facts.Squares(wrong).Names(), k.found)
	}
	k.Refresh()
	if no := k.findSources(); no != nil {
		return no.Detail
	}
	for c := chess.White; c <= chess.Black; c++ {
		if no := k.match(c); no != nil {
			return no.Detail
		}
		if no := k.pawnCaptures(c); no != nil {
			return no.Detail
		}
	}
	if k.Captures == [2]int{} {
		counts["no captures"]++
		if no := k.deadlock(); no != nil {
			return no.Detail
		}
	}
	if no := k.parity(); no != nil {
		return no.Detail
	}
	if no, _ := k.groupedParity(300); no != nil {
		return no.Detail
	}
	if no, _, _ := k.cage(CageBudget{States: 600, EachTry: 300, MostMen: 6}); no != nil {
		return no.Detail
	}
	if why := guessed(r, k, counts); why != "" {
		return why
	}
	return guessedNeeds(r, k, counts)
}

// guessed tries men at random as cages and as groups for parity.
func guessed(r *rand.Rand, k *reachFinder, counts map[string]int) string {
	some := func(of chess.Bitboard, most int) (set chess.Bitboard) {
		var list []chess.Square
		for sq := range of.Squares() {
			list = append(list, sq)
		}
		if len(list) == 0 {
			return 0
		}
		middle := list[r.IntN(len(list))]
		near := around(middle.Bit(), 1+r.IntN(2)) & of
		for range 1 + r.IntN(most) {
			set |= list[r.IntN(len(list))].Bit()
			if near &^= set; near != 0 {
				set |= near.First().Bit()
			}
		}
		return set
	}
	if men := some(occupied(k.Goal)&^k.Blocked, 4); men != 0 {
		counts["cages"]++
		zone := zoneOf(men, 1+r.IntN(widest))
		if way, _, ended := (&cageSearch{reachFinder: k}).wayBack(men, zone, 1000); ended && way == nil ||
			cageClosure(k.Proven, men, zone).states(200) != nil {
			return fmt.Sprintf("a cage of the men on %v", facts.Squares(men).Names())
		}
		counts["closed sets"]++
		goal := k.Whole()
		goal.Forget(^men)
		if newClosure(k.Proven, goal, func(*facts.Partial, *facts.Partial) {}).states(200) != nil {
			return fmt.Sprintf("what is known of the men on %v", facts.Squares(men).Names())
		}
	}
	free := k.free()
	var groups []facts.Squares
	for range 1 + r.IntN(3) {
		if men := some(free, 2); men != 0 && r.IntN(2) == 0 {
			groups = append(groups, facts.Squares(men))
			free &^= men
		}
	}
	if all, ok := ParityGroups(k.Proven, groups); ok && r.IntN(8) > 0 {
		groups = all
	}
	if odd, ok := k.Parity(groups); ok {
		counts["parities"]++
		if odd == (k.Start.Turn == k.Goal.Turn) {
			return fmt.Sprintf("parity of %v", groups)
		}
	}
	return ""
}

// TestDirectedGames looks at every position of games that lead to where a rule would be wrong if it forgot something.
func TestDirectedGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 36))
	var g struct{ what, start, moves string }
	for range expect.Rows(t, "../testdata/directed-games.tsv", &g.what, &g.start, &g.moves) {
		start := expect.Must(chess.ParseFEN(g.start))
		at := &randomgames.Reached{Pos: expect.Must(chess.NewPosition(start))}
		for _, text := range strings.Fields(g.moves) {
			at = at.After(expect.Must(notation.ParseUCI(at.Pos, text)))
			for range 5 { // with facts in other orders
				expect.Equal(t, alarm(r, &start, goalOf(r, at.Pos), at.Moved, map[string]int{}), "",
					"%s: %s from %s", g.what, at.Pos.FEN(), g.start)
			}
		}
	}
}

// TestSmallStarts looks at what can be reached from random small starts.
func TestSmallStarts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*smallSeed, 34))
	counts := map[string]int{}
	for ; counts["starts"] < *smallStarts && !t.Failed(); counts["starts"]++ {
		start := randomgames.AnySmallStart(r)
		most := []int{100, 300, 1000, 3000}[r.IntN(4)]
		randomgames.Around(r, start, most, []int{0, 20, 80}[r.IntN(3)], []int{0, 50, 90, 97}[r.IntN(4)], func(g *randomgames.Reached) bool {
			goal := g.Pos.Setup()
			e := alarm(r, start, &goal, g.Moved, counts)
			counts["positions"]++
			expect.Equal(t, e, "", "seed %d: %s from %s by %v", *smallSeed, g.Pos.FEN(), start.FEN(), g.Way())
			return e == ""
		})
	}
	// Games from the initial position, and others.
	var moved chess.Bitboard
	randomgames.Play(*smallSeed, math.MaxInt, func(p *randomgames.Position) bool {
		if p.Ply == 0 {
			moved = 0
			return true
		}
		moved |= p.Move.From().Bit() | p.Move.To().Bit()
		if p.Move.IsEnPassant() {
			moved |= (p.Move.To() ^ 8).Bit()
		}
		if p.Move.IsCastling() {
			for _, path := range chess.CastlingPaths {
				if path.KingTo == p.Move.To() {
					moved |= path.Home[1].Square.Bit() | path.RookTo.Bit()
				}
			}
		}
		goal := p.Pos.Setup()
		if facts.SameSetup(StartOr(p.Start), &goal) {
			return true
		}
		counts["games"]++
		expect.Equal(t, closureAlarm(r, StartOr(p.Start), &goal, moved, counts), "",
			"seed %d: %s from %s", *smallSeed, p.Pos.FEN(), StartOr(p.Start).FEN())
		return !t.Failed() && counts["games"] < *smallGames
	})
	t.Logf("%v", counts)
}

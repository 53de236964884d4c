package facts_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

var (
	firstGames = flag.Int("first-games", 600, "random games for TestFirstCapturesOfGames, ten times as many in the long mode")
	firstSeed  = flag.Uint64("first-seed", 1, "seed of these games")
)

// crampedStart returns a start in which pawns on some files, most of them at home, shut in pieces behind them, and
// in which a few men are further on.
func crampedStart(r *rand.Rand) (*chess.Position, bool) {
	s := chess.EmptySetup()
	s.EnPassant, s.FullmoveNumber, s.Turn = chess.NoSquare, 1, chess.Color(r.IntN(2))
	put := func(m chess.Man, file, rank int) {
		if sq := chess.MakeSquare(file, rank); s.Board[sq] == chess.NoMan {
			s.Board[sq] = m
		}
	}
	width := 2 + r.IntN(3)
	left := r.IntN(9 - width)
	for c := range chess.Color(2) {
		if path := &chess.CastlingPaths[2*int(c)+r.IntN(2)]; r.IntN(2) == 0 {
			for _, home := range path.Home {
				s.Board[home.Square] = home.Man
			}
			for i := range chess.CastlingPaths {
				if path == &chess.CastlingPaths[i] {
					s.Castling |= 1 << i
				}
			}
		} else {
			put(chess.MakeMan(c, chess.King), (left+width+r.IntN(8-width))%8, c.RelativeRank(r.IntN(2)))
		}
	}
	for c := range chess.Color(2) {
		likely, pieces := r.IntN(9), r.IntN(5)
		for file := left; file < left+width; file++ {
			if r.IntN(8) < likely {
				rank := 1
				if r.IntN(5) == 0 {
					rank += r.IntN(4)
				}
				put(chess.MakeMan(c, chess.Pawn), file, c.RelativeRank(rank))
			}
			if r.IntN(8) < pieces {
				kinds := [...]chess.Kind{chess.Bishop, chess.Bishop, chess.Knight, chess.Rook}
				put(chess.MakeMan(c, kinds[r.IntN(4)]), file, c.RelativeRank(0))
			}
		}
	}
	for range r.IntN(5) {
		c := chess.Color(r.IntN(2))
		kinds := [...]chess.Kind{chess.Pawn, chess.Pawn, chess.Pawn, chess.Knight, chess.Bishop, chess.Rook}
		put(chess.MakeMan(c, kinds[r.IntN(6)]), left+r.IntN(width), 1+r.IntN(6))
	}
	if r.IntN(4) == 0 { // a double step before the start
		file, c := left+r.IntN(width-1), s.Turn.Other()
		put(chess.MakeMan(c, chess.Pawn), file, c.RelativeRank(3))
		put(chess.MakeMan(s.Turn, chess.Pawn), file+1, c.RelativeRank(3))
		s.EnPassant = chess.MakeSquare(file, c.RelativeRank(2))
		if _, err := chess.NewPosition(s); err != nil {
			s.EnPassant = chess.NoSquare
		}
	}
	p, err := chess.NewPosition(s)
	return p, err == nil && facts.DiagramReason(&s) == ""
}

// takingMove chooses a move, mostly a capture by a pawn or a move that prepares one.
func takingMove(r *rand.Rand, p *chess.Position) (chess.Move, bool) {
	var list []chess.Move
	for _, m := range p.LegalMoves(nil) {
		times := 3
		pawn, takes := p.At(m.From()).Kind() == chess.Pawn, p.Captured(m) != chess.NoMan
		switch {
		case pawn && takes:
			times = 30
		case pawn && p.Turn().RelativeRank(m.From().Rank()) > 3:
			times = 12
		case pawn:
			times = 2
		case takes:
			times = 1
		}
		for range times {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return chess.NoMove, false
	}
	return list[r.IntN(len(list))], true
}

// someNeeds are needs and captures of men of a side, and what follows from them.
type someNeeds struct {
	needs, captures, men chess.Bitboard
	spare                int // men, less those that are needed
}

// allNeeds returns the sets of needs and captures of a side, all of them if these are few, each with the men that will
// do.
func allNeeds(r *rand.Rand, p *facts.Proven, c chess.Color) (list []someNeeds) {
	list = append(list, someNeeds{})
	straight := []chess.Bitboard{0}
	for _, i := range r.Perm(chess.NumSquares) {
		sq, m := chess.Square(i), p.Goal.Board[i]
		if m == chess.NoMan || m.Color() != c && m.Kind() != chess.Pawn || len(list) >= 512 {
			continue
		}
		for j, n := range list {
			own := straight[j]
			if m.Color() == c {
				sources := p.Sources(sq)
				n.men |= sources
				n.needs |= sq.Bit()
			} else {
				victims, also := p.Victims(sq)
				n.men |= victims
				n.captures |= sq.Bit()
				own |= also
			}
			n.spare = n.men.Count() - n.needs.Count() - n.captures.Count() + own.Count()
			list, straight = append(list, n), append(straight, own)
		}
	}
	return list
}

// fewest returns the needs that leave the fewest men, if one of the victims is captured besides. A capture by the pawn
// of the goal on a square is one of them only if own is set.
func fewest(list []someNeeds, victims chess.Bitboard, to chess.Square, own bool) (best someNeeds, spare int) {
	spare = 64
	for _, n := range list {
		if n.captures.Has(to) && !own {
			continue
		}
		if left := n.spare + (victims &^ n.men).Count() - 1; left < spare {
			best, spare = n, left
			best.men |= victims
		}
	}
	return best, spare
}

// firstPair is a pawn of the start that the checker takes for a pawn of the goal.
type firstPair struct{ from, to chess.Square }

// firstPairs returns pairs of which there can be arguments.
func firstPairs(p *facts.Proven) (list []firstPair) {
	var pawns chess.Bitboard
	for i, m := range p.Start.Board {
		if m.Kind() == chess.Pawn {
			pawns |= chess.Square(i).Bit()
		}
	}
	early := p.Until(pawns)
	for from := range pawns.Squares() {
		for i, m := range p.Goal.Board {
			if to := chess.Square(i); m != chess.NoMan {
				if _, ok := p.FirstVictims(early, from, to); ok {
					list = append(list, firstPair{from, to})
				}
			}
		}
	}
	return list
}

// firstTries tries the strongest arguments by NoFirstCapture that there are, for every set of pawns, against a position
// of a game.
type firstTries struct {
	r      *rand.Rand
	counts map[string]int
}

// against returns an argument that is accepted, or nil.
func (f *firstTries) against(start, goal *chess.Setup, list []facts.Fact) *facts.Argument {
	p, err := facts.Verify(start, goal, list)
	if err != nil {
		return nil
	}
	p.Refresh()
	pairs := firstPairs(p)
	if len(pairs) == 0 {
		return nil
	}
	f.r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	pairs = pairs[:min(len(pairs), 4)]
	needs := [2][]someNeeds{allNeeds(f.r, p, chess.White), allNeeds(f.r, p, chess.Black)}
	f.counts["goals"]++
	for set := 1; set < 1<<len(pairs); set++ {
		var pawns chess.Bitboard
		var some []firstPair
		for i, pair := range pairs {
			if set>>i&1 != 0 && !pawns.Has(pair.from) {
				pawns |= pair.from.Bit()
				some = append(some, pair)
			}
		}
		early := p.Until(pawns)
		for _, own := range []bool{false, true} {
			a, can := f.strongest(p, early, some, needs, own)
			if f.counts["arguments"]++; can == 1 {
				f.counts["arguments that one pawn refuses"]++
				if len(some) > 1 {
					f.counts["arguments that one of several pawns refuses"]++
				}
			}
			if a.Blocked = list; facts.Check(start, goal, a) == nil {
				return a
			}
		}
	}
	return nil
}

// strongest returns the argument for some pawns with counts that leave the fewest men, and how many of the pawns can
// have been the first.
func (f *firstTries) strongest(p, early *facts.Proven, some []firstPair, needs [2][]someNeeds, own bool) (a *facts.Argument, can int) {
	a = &facts.Argument{Kind: facts.FirstCapture}
	for _, pair := range some {
		side := p.Goal.Board[pair.to].Color().Other()
		victims, ok := p.FirstVictims(early, pair.from, pair.to)
		n, spare := fewest(needs[side], victims, pair.to, own)
		if !ok || spare >= 0 {
			can++
		}
		count := facts.Count{Side: side.String(), Needs: facts.Squares(n.needs), Captures: facts.Squares(n.captures), Men: facts.Squares(n.men)}
		a.First = append(a.First, facts.Without{Pawn: pair.from.String(), To: pair.to.String(), Count: count})
	}
	return a, can
}

// TestFirstCapturesOfGames: in games in which pawns capture, no set of pawns has an argument that none of them left
// first.
func TestFirstCapturesOfGames(t *testing.T) {
	t.Parallel()
	f := &firstTries{rand.New(rand.NewPCG(*firstSeed, 91)), map[string]int{}}
	games := *firstGames
	if os.Getenv("RETROPROOF_LONG") != "" {
		games *= 10
	}
	for f.counts["games"] < games && !t.Failed() {
		p, ok := crampedStart(f.r)
		if !ok {
			continue
		}
		f.counts["games"]++
		start := p.Setup()
		way := ""
		for range 4 + f.r.IntN(24) {
			m, ok := takingMove(f.r, p)
			if !ok {
				break
			}
			p.Make(m)
			way += " " + m.UCI()
			goal := p.Setup()
			if facts.SameSetup(&start, &goal) {
				continue
			}
			found := rules.ReachFacts(&start, &goal)
			for _, list := range [][]facts.Fact{nil, found, found[:f.r.IntN(len(found)+1)]} {
				if a := f.against(&start, &goal, list); a != nil {
					text, _ := json.Marshal(a)
					t.Fatalf("seed %d: from %s to %s by%s: accepted: %s", *firstSeed, start, goal, way, text)
				}
			}
		}
	}
	t.Log(f.counts)
	if f.counts["arguments that one of several pawns refuses"] < games/40 {
		t.Error("few arguments are refused by one of several pawns alone")
	}
}

// reachable returns all positions that moves lead to from a position which leave some men alone, or ok false if there
// are too many.
func reachable(p *chess.Position, alone chess.Bitboard, most int) (list []chess.Position, ok bool) {
	list = append(list, *p)
	seen := map[uint64]bool{p.Key(): true}
	for i := 0; i < len(list); i++ {
		for _, m := range list[i].LegalMoves(nil) {
			touched := m.From().Bit() | m.To().Bit()
			if m.IsEnPassant() {
				touched |= (m.To() ^ 8).Bit()
			}
			if touched&alone != 0 {
				continue
			}
			q := list[i]
			if q.Make(m); seen[q.Key()] {
				continue
			}
			if len(list) == most {
				return nil, false
			}
			seen[q.Key()] = true
			list = append(list, q)
		}
	}
	return list, true
}

// TestFirstCapturesOfWorlds: of starts in which few men may move, whatever can be reached, or some of it, has no such
// argument.
func TestFirstCapturesOfWorlds(t *testing.T) {
	t.Parallel()
	f := &firstTries{rand.New(rand.NewPCG(*firstSeed, 92)), map[string]int{}}
	starts, goals := 25, 60
	if os.Getenv("RETROPROOF_LONG") != "" {
		starts, goals = 200, 4000
	}
	for f.counts["starts"] < starts {
		p, ok := crampedStart(f.r)
		if !ok {
			continue
		}
		alone := p.Kind(chess.King)
		for sq := range p.Occupied().Squares() {
			if f.r.IntN(5) < 2 {
				alone |= sq.Bit()
			}
		}
		list, ok := reachable(p, alone, 3000)
		men := p.Occupied().Count()
		list = slices.DeleteFunc(list, func(q chess.Position) bool { return q.Occupied().Count() == men })
		if !ok || len(list) < 40 {
			continue
		}
		f.counts["starts"]++
		f.counts["reached by captures"] += len(list)
		start := p.Setup()
		for i := range list {
			goal := list[i].Setup()
			if f.r.IntN(len(list)) >= goals {
				continue
			}
			for _, known := range [][]facts.Fact{nil, rules.ReachFacts(&start, &goal)} {
				if a := f.against(&start, &goal, known); a != nil {
					text, _ := json.Marshal(a)
					t.Fatalf("seed %d: from %s to %s: accepted: %s", *firstSeed, start, goal, text)
				}
			}
		}
	}
	t.Log(f.counts)
	if f.counts["goals"] < 2*starts {
		t.Error("few goals that pawns have captured for")
	}
}

// TestFirstCapturesAgainstGames has a game for conditions of NoFirstCapture, as TestArgumentsAgainstGames has for
// others.
func TestFirstCapturesAgainstGames(t *testing.T) {
	t.Parallel()
	refusedByGames(t, "testdata/first-captures-against-games.tsv")
}

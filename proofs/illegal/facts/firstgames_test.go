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

// allNeeds returns the sets of needs and captures of a side, all of them if these are few, each with the men that will do.
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
				sources, _ := p.Sources(sq)
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

// fewest returns the needs that leave the fewest men, if one of the victims is captured besides. A capture by the pawn of the
// goal on a square is one of them only if own is set.
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

// firstTries tries the strongest arguments by NoFirstCapture that there are, for every set of pawns, against a position of a game.
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

// strongest returns the argument for some pawns with counts that leave the fewest men, and how many of the pawns can have been
// the first.
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
		a.First = append(a.First, facts.First{Pawn: pair.from.String(), To: pair.to.String(), Count: count})
	}
	return a, can
}

// TestFirstCapturesOfGames: in games in which pawns capture, no set of pawns has an argument that none of them left first.
func TestFirstCapturesOfGames(t *testing.T) {
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

// reachable returns all positions that moves lead to from a position which leave some men alone, or ok false if there are too many.
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

// TestFirstCapturesOfWorlds: of starts in which few men may move, whatever can be reached, or some of it, has no such argument.
func TestFirstCapturesOfWorlds(t *testing.T) {
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

// TestFirstCapturesAgainstGames has a game for conditions of NoFirstCapture, as TestArgumentsAgainstGames has for others.
func TestFirstCapturesAgainstGames(t *testing.T) {
	refusedByGames(t, []againstGame{
		{
			name:     "no pawns",
			start:    "4k3/8/8/8/8/8/1P6/4K3 w - - 0 1",
			game:     "b2b3",
			argument: `{"kind": "first-capture"}`,
			refused:  "first-capture lacks a field, or has one that it does not take",
		},
		{
			name:     "a pawn that has not moved",
			start:    "4k3/8/8/8/8/8/1P6/4K3 w - - 0 1",
			game:     "e1d1",
			argument: `{"kind": "first-capture", "first": [{"pawn": "b2", "to": "b2", "count": {"side": "black"}}]}`,
			refused:  "the pawn on b2: it need not have left",
		},
		{
			// It has captured nothing, and its knight has left the cone of squares that a pawn enters.
			name:     "a pawn that has become a piece",
			start:    "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
			game:     "a7a8n e8e7 a8b6",
			argument: `{"kind": "first-capture", "first": [{"pawn": "a7", "to": "b6", "count": {"side": "black"}}]}`,
			refused:  "the pawn on a7: it need not have left",
		},
		{
			// The king took the bishop, which never came to e4.
			name:        "another pawn became it, without a capture",
			start:       "4k3/8/8/8/8/3P4/4Pb2/4K3 w - - 0 1",
			game:        "e1f2 e8e7 e2e4",
			argument:    `{"kind": "first-capture", "first": [{"pawn": "d3", "to": "e4", "count": {"side": "black"}}]}`,
			refused:     "the pawn on d3: it need not have left",
			unreachable: "4k3/8/8/8/8/3P4/5b2/4K3 w - - 0 1; 4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
		},
		{
			name:     "a pawn goes straight ahead before it captures",
			start:    "4k3/8/8/8/1b6/8/P7/6K1 w - - 0 1",
			game:     "a2a3 e8e7 a3b4",
			argument: `{"kind": "first-capture", "first": [{"pawn": "a2", "to": "b4", "count": {"side": "black"}}]}`,
			refused:  "the pawn on a2: it need not have left",
		},
		{
			name:     "a man that was ahead at the start has left",
			start:    "4k3/8/8/8/1b6/b7/P7/6K1 b - - 0 1",
			game:     "a3b2 a2a3 e8e7 a3b4",
			argument: `{"kind": "first-capture", "first": [{"pawn": "a2", "to": "b4", "count": {"side": "black"}}]}`,
			refused:  "the pawn on a2: it need not have left",
		},
		{
			// While both were there the bishop could not leave h1; the pawn from h3 was captured first.
			name:        "one of two pawns was the first",
			start:       "4k3/8/8/8/8/7p/2P3PP/3K3b w - - 0 1",
			game:        "g2h3 h1d5 d1e1 d5b3 c2b3",
			argument:    `{"kind": "first-capture", "blocked": [{"by": "home-pawn", "squares": ["h2"]}], "first": [{"pawn": "c2", "to": "b3", "count": {"side": "black"}}, {"pawn": "g2", "to": "h3", "count": {"side": "black"}}]}`,
			refused:     "the pawn on g2: the men that will do are those on [h3], not on []",
			unreachable: "4k3/8/8/8/8/8/2P3PP/3K2bb w - - 0 1; 4k3/8/8/8/8/1P5P/7P/3K4 b - - 0 1",
		},
		{
			name:        "the first victim is a pawn that has promoted",
			start:       "4k3/1p6/6P1/8/8/8/8/4K3 w - - 0 1",
			game:        "g6g7 e8e7 g7g8q e7d6 g8c4 d6d7 c4c6 b7c6",
			argument:    `{"kind": "first-capture", "first": [{"pawn": "b7", "to": "c6", "count": {"side": "white"}}]}`,
			refused:     "the pawn on b7: the men that will do are those on [g6], not on []",
			unreachable: "4k3/1p6/8/8/8/4B3/8/4K3 w - - 0 1; 4k3/8/2p5/8/8/8/8/4K3 w - - 0 1",
		},
		{
			// The pawn that passed is not one of those of the argument: it left b7 before.
			name:        "the first victim has promoted past another pawn",
			start:       "4k3/1pp2p2/1P6/8/8/8/8/4K1NR w K - 0 1",
			game:        "g1f3 e8f8 f3e5 f8g8 e5c6 b7c6 b6b7 g8g7 b7b8q g7f6 b8b3 f6g7 b3e6 f7e6",
			argument:    `{"kind": "first-capture", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}, {"by": "home-pawn", "squares": ["c7"]}], "first": [{"pawn": "f7", "to": "e6", "count": {"side": "white", "captures": ["c6"], "men": ["g1"]}}]}`,
			refused:     "the pawn on f7: the men that will do are those on [g1 b6], not on [g1]",
			unreachable: "4k3/1pp2p2/8/8/8/8/8/2B1K1NR w K - 0 1; 6k1/2p5/2p1p3/8/8/8/8/4K2R w K - 0 1",
		},
		{
			// Of any other pawn that is captured en passant the checker knows that it can come to a3.
			name:        "the first capture is the start's own en passant",
			start:       "4k3/p7/8/8/Pp6/8/8/4K3 b - a3 0 1",
			game:        "b4a3",
			argument:    `{"kind": "first-capture", "blocked": [{"by": "home-pawn", "squares": ["a7"]}], "first": [{"pawn": "b4", "to": "a3", "count": {"side": "white"}}]}`,
			refused:     "the pawn on b4: the men that will do are those on [a4], not on []",
			unreachable: "4k3/p7/8/8/1pB5/8/8/4K3 b - - 0 1; 4k3/p7/8/8/8/p7/8/4K3 w - - 0 1",
		},
		{
			name:     "the pawn's own capture is counted twice",
			start:    "4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1",
			game:     "b2c3",
			argument: `{"kind": "first-capture", "first": [{"pawn": "b2", "to": "c3", "count": {"side": "black", "captures": ["c3"], "men": ["c3"]}}]}`,
			refused:  "the pawn on b2: its capture is counted already",
		},
		{
			name:     "one victim and one man",
			start:    "4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1",
			game:     "b2c3",
			argument: `{"kind": "first-capture", "first": [{"pawn": "b2", "to": "c3", "count": {"side": "black", "needs": ["e8"], "men": ["e8", "c3"]}}]}`,
			refused:  "the pawn on b2: 2 men are enough for 2 needs",
		},
		{
			name:     "men of the pawn's own side",
			start:    "4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1",
			game:     "b2c3",
			argument: `{"kind": "first-capture", "first": [{"pawn": "b2", "to": "c3", "count": {"side": "white", "men": ["c3"]}}]}`,
			refused:  "the pawn on b2: the count is not one of men of the other side",
		},
		{
			name:     "weights instead of needs",
			start:    "4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1",
			game:     "b2c3",
			argument: `{"kind": "first-capture", "first": [{"pawn": "b2", "to": "c3", "count": {"side": "black", "weights": {}, "men": ["c3"]}}]}`,
			refused:  "the pawn on b2: the count is not one of men of the other side",
		},
		{
			name:     "a pawn is listed twice",
			start:    "4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1",
			game:     "b2c3",
			argument: `{"kind": "first-capture", "first": [{"pawn": "b2", "to": "c3", "count": {"side": "black", "men": ["c3"]}}, {"pawn": "b2", "to": "c3", "count": {"side": "black", "men": ["c3"]}}]}`,
			refused:  "the pawn on b2 is listed twice",
		},
	})
}

package kernel

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"retroproof/chess"
)

// A stream of positions from random legal games, none of which may ever be
// called illegal: the test that matters more than any example.

var gamePositions = flag.Int("game-positions", 40_000, "positions of random games that no rule may call illegal")

var gamesSeed = flag.Uint64("games-seed", 20, "of these games")

// manner is how a random game is played.
type manner struct {
	name string
	// weight of a move; 0 for never, unless all moves weigh nothing.
	weight func(p *chess.Position, m chess.Move, ply int) int
	plies  int
}

func captures(p *chess.Position, m chess.Move) bool { return p.Captured(m) != chess.NoMan }

func pawnMove(p *chess.Position, m chess.Move) bool { return p.At(m.From()).Kind() == chess.Pawn }

func doubleStep(p *chess.Position, m chess.Move) bool {
	return pawnMove(p, m) && m.From()^m.To() == 16
}

func givesCheck(p *chess.Position, m chess.Move) bool {
	undo := p.Make(m)
	defer p.Unmake(m, undo)
	return p.InCheck()
}

// manners of playing. Every one reaches positions that the others hardly see.
var manners = []manner{
	{"ordinary", func(*chess.Position, chess.Move, int) int { return 1 }, 200},
	{"poor in captures", func(p *chess.Position, m chess.Move, _ int) int {
		if captures(p, m) {
			return 0
		}
		return 1
	}, 300},
	{"one or two captures", func(p *chess.Position, m chess.Move, _ int) int {
		if captures(p, m) && p.Occupied().Count() <= 30 {
			return 0
		}
		return 1
	}, 150},
	{"greedy", func(p *chess.Position, m chess.Move, _ int) int {
		if captures(p, m) {
			return 10
		}
		return 1
	}, 200},
	{"rich in promotions", func(p *chess.Position, m chess.Move, _ int) int {
		switch {
		case m.Promotion() != chess.NoKind:
			return 200
		case pawnMove(p, m):
			return 30
		case captures(p, m) && p.At(m.To()).Kind() == chess.Pawn:
			return 0
		case captures(p, m) && p.Occupied().Count() < 20:
			return 0
		}
		return 1
	}, 250},
	{"pawns capture pieces", func(p *chess.Position, m chess.Move, _ int) int {
		switch {
		case m.Promotion() != chess.NoKind:
			return 100
		case captures(p, m) && pawnMove(p, m):
			return 100
		case captures(p, m):
			return 0
		}
		return 1
	}, 250},
	{"checks", func(p *chess.Position, m chess.Move, _ int) int {
		w := 1
		if givesCheck(p, m) {
			w = 40
		}
		if captures(p, m) && p.Occupied().Count() < 12 {
			w = 1
		}
		return w
	}, 200},
	{"en passant and castling", func(p *chess.Position, m chess.Move, _ int) int {
		switch {
		case m.IsEnPassant():
			return 300
		case m.IsCastling():
			return 200
		case doubleStep(p, m):
			return 8
		case p.At(m.From()).Kind() == chess.King:
			return 0
		}
		return 2
	}, 150},
	{"pieces only", func(p *chess.Position, m chess.Move, ply int) int {
		if captures(p, m) || pawnMove(p, m) && ply%40 != 39 {
			return 0
		}
		return 1
	}, 160},
	{"cage", func(p *chess.Position, m chess.Move, ply int) int {
		// One or two pawn moves, the rest knights, rooks and kings.
		k := p.At(m.From()).Kind()
		if captures(p, m) || k == chess.Pawn && ply > 3 || k == chess.Queen || k == chess.Bishop {
			return 0
		}
		return 1
	}, 120},
	{"endings", func(p *chess.Position, m chess.Move, _ int) int {
		if captures(p, m) && p.Occupied().Count() > 6 {
			return 40
		}
		if m.Promotion() != chess.NoKind {
			return 20
		}
		return 2
	}, 400},
	{"bishops captured at home", func(p *chess.Position, m chess.Move, _ int) int {
		if captures(p, m) {
			if r := m.To().Rank(); r == 0 || r == 7 {
				return 60
			}
			return 0
		}
		if pawnMove(p, m) && p.At(m.From()).Kind() == chess.Pawn && m.From().File()%2 == 1 {
			return 0
		}
		return 1
	}, 150},
}

// pickMove picks a random legal move in a manner; false if the game is over.
func pickMove(r *rand.Rand, p *chess.Position, how *manner, ply int, buf []chess.Move) (chess.Move, bool) {
	moves := p.LegalMoves(buf[:0])
	if len(moves) == 0 {
		return chess.NoMove, false
	}
	total := 0
	var weights [256]int
	for i, m := range moves {
		weights[i] = how.weight(p, m, ply)
		total += weights[i]
	}
	if total == 0 {
		return moves[r.IntN(len(moves))], true
	}
	n := r.IntN(total)
	for i, m := range moves {
		if n -= weights[i]; n < 0 {
			return m, true
		}
	}
	panic("unreachable")
}

// gamePosition is a position of a random game.
type gamePosition struct {
	start  *chess.Setup // of the game, nil for the initial position
	pos    *chess.Position
	before *chess.Position // nil at the start
	move   chess.Move
	ply    int
	manner string
}

// trickyStarts are starts near positions that have been mistaken for illegal.
var trickyStarts = []string{
	// 1.d4 b5 mate: the last move only makes sense where d3 could be captured on.
	"r1b5/1ppp1ppp/p1n5/n7/K1k1p3/b1q1r3/3P4/8 w - - 0 1",
	// En passant opens a file and a diagonal at once.
	"8/3p4/4k3/4P3/8/1B6/8/K3R3 b - - 0 1",
	"3b4/5p2/3k4/4P3/5K2/8/8/R7 b - - 0 1",
	// Kings and rooks that have not moved, and little besides.
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
}

func trickyStart(r *rand.Rand) *chess.Setup {
	s, err := chess.ParseFEN(trickyStarts[r.IntN(len(trickyStarts))])
	if err != nil {
		panic(err)
	}
	return &s
}

// randomStart returns a start: mostly the initial position, else one that an
// ordinary game has reached, or a tricky one, declared the start.
func randomStart(r *rand.Rand) *chess.Setup {
	switch r.IntN(16) {
	case 0, 1, 2:
	case 3:
		return trickyStart(r)
	default:
		return nil
	}
	p := chess.InitialPosition()
	how := &manners[r.IntN(len(manners))]
	for ply := range r.IntN(how.plies) {
		m, ok := pickMove(r, p, how, ply, nil)
		if !ok {
			break
		}
		p.Make(m)
	}
	s := p.Setup()
	return &s
}

// randomGames calls visit for so many positions of random games.
func randomGames(seed uint64, positions int, visit func(*gamePosition) bool) {
	randomGamesFrom(seed, positions, randomStart, visit)
}

// randomGamesFrom is randomGames with other starts.
func randomGamesFrom(seed uint64, positions int, start func(*rand.Rand) *chess.Setup, visit func(*gamePosition) bool) {
	r := rand.New(rand.NewPCG(seed, 1))
	var buf [256]chess.Move
	for n := 0; n < positions; {
		how := &manners[r.IntN(len(manners))]
		g := gamePosition{start: start(r), manner: how.name}
		p := chess.InitialPosition()
		if g.start != nil {
			var err error
			if p, err = chess.NewPosition(*g.start); err != nil {
				panic(err)
			}
		}
		for ply := range how.plies {
			g.pos, g.ply = p, ply
			if !visit(&g) {
				return
			}
			n++
			m, ok := pickMove(r, p, how, ply, buf[:])
			if !ok {
				break
			}
			before := *p
			p.Make(m)
			g.before, g.move = &before, m
		}
	}
}

// falseAlarm asks every rule about a position of a game, and returns what calls
// it illegal. The searches are asked at random only.
func falseAlarm(r *rand.Rand, g *gamePosition) *Impossible {
	start := startOr(g.start)
	field := g.pos.Setup()
	legal := field // the other habit: an en passant square only where it matters
	legal.EnPassant = g.pos.CapturableEnPassant()
	for _, s := range []*chess.Setup{&field, &legal} {
		reason, p := quickStatic(start, s)
		refuted := explainStatic(start, s)
		if refuted != nil {
			return refuted
		}
		if reason != "" {
			return impossible(reason, "without words")
		}
		if sameSetup(start, s) {
			continue
		}
		if len(p.Retractions(nil, chess.UnmoveOptions{MaterialLimit: g.start == nil})) == 0 {
			return impossible(NoLastMove, "%s", noLastMove(p))
		}
		if refuted := checkReach(start, s); refuted != nil {
			return refuted
		}
	}
	if r.IntN(12) > 0 {
		return nil
	}
	s := &field
	if r.IntN(2) == 0 {
		s = &legal
	}
	d, err := Decide(context.Background(), s, DecideOptions{Start: g.start, KernelNodes: 3000, LastMovePositions: 25, LastMoveKernelNodes: 500, Time: -1})
	if err != nil {
		return impossible("Error", "%v", err)
	}
	if d.Verdict == Illegal {
		return &Impossible{d.Reason, d.Explain()}
	}
	if g.before == nil {
		return nil
	}
	// The predecessor as the un-moves tell it.
	before := g.before.Setup()
	before.EnPassant = g.before.CapturableEnPassant()
	u := chess.Unmove{Move: g.move, Captured: g.before.Captured(g.move), Castling: before.Castling, EnPassant: before.EnPassant}
	found := false
	for _, v := range g.pos.Unmoves(nil, chess.UnmoveOptions{MaterialLimit: g.start == nil}) {
		found = found || u == v
	}
	if !found {
		return impossible("MissingUnmove", "%s is not among the un-moves", u)
	}
	q := g.pos.Before(u)
	a := newRetroanalysis(context.Background(), start, newKernelCache(start, ExtendedKernel, 500), 10)
	if e := a.node(&q, true); e != nil {
		return impossible(e.Reason, "the predecessor by %s: %s", u, e.Detail)
	}
	return nil
}

// TestRandomGames is the stream of positions.
func TestRandomGames(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	begin, n, byManner := time.Now(), 0, map[string]int{}
	randomGames(*gamesSeed, *gamePositions, func(g *gamePosition) bool {
		n++
		byManner[g.manner]++
		if refuted := falseAlarm(r, g); refuted != nil {
			start := ""
			if g.start != nil {
				start = " from " + g.start.FEN()
			}
			t.Errorf("%s, ply %d%s (%s) is called illegal: %s: %s", g.pos, g.ply, start, g.manner, refuted.Reason, refuted.Detail)
		}
		return true
	})
	t.Logf("%d positions in %v: %v", n, time.Since(begin), byManner)
}

// Package randomgames plays random legal games. Their positions are a stream of what
// can arise, against which tests hold everything that claims that something cannot.
package randomgames

import (
	"math/rand/v2"

	"retroproof/chess"
)

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
	m, ok := choose(r, moves, func(m chess.Move) int { return how.weight(p, m, ply) })
	if !ok {
		m = moves[r.IntN(len(moves))]
	}
	return m, true
}

// choose returns a move, each as likely as its weight; false if none weighs anything.
func choose(r *rand.Rand, moves []chess.Move, weight func(chess.Move) int) (chess.Move, bool) {
	var weights [256]int
	total := 0
	for i, m := range moves {
		weights[i] = weight(m)
		total += weights[i]
	}
	if total == 0 {
		return chess.NoMove, false
	}
	n := r.IntN(total)
	for i, m := range moves {
		if n -= weights[i]; n < 0 {
			return m, true
		}
	}
	panic("unreachable")
}

// Position is a position of a random game. Visitors must not keep or change what it
// points to.
type Position struct {
	Start  *chess.Setup // of the game, nil for the initial position
	Pos    *chess.Position
	Before *chess.Position // nil at the start
	Move   chess.Move      // that was made last
	Ply    int             // moves since the start
	Manner string          // in which the game is played, in words
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

// TrickyStart returns one of a few starts near positions that have been mistaken for
// illegal.
func TrickyStart(r *rand.Rand) *chess.Setup {
	s, err := chess.ParseFEN(trickyStarts[r.IntN(len(trickyStarts))])
	if err != nil {
		panic(err)
	}
	return &s
}

// OrdinaryStart returns a start: mostly the initial position, else one that an
// ordinary game has reached, or a tricky one, declared the start.
func OrdinaryStart(r *rand.Rand) *chess.Setup {
	switch r.IntN(16) {
	case 0, 1, 2:
	case 3:
		return TrickyStart(r)
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

// Starts are the kinds of starts that whatever is derived from games is held against, by name.
var Starts = map[string]func(*rand.Rand) *chess.Setup{
	"initial":  func(*rand.Rand) *chess.Setup { return nil },
	"small":    AnySmallStart,
	"pawns":    PawnsStart,
	"remains":  RemainsStart,
	"tricky":   TrickyStart,
	"ordinary": OrdinaryStart,
}

// Play calls visit for the positions of random games, until they are so many and the last
// game has ended, or until it returns false. A seed stands for one sequence.
func Play(seed uint64, positions int, visit func(*Position) bool) {
	PlayFrom(seed, positions, OrdinaryStart, visit)
}

// PlayFrom is Play with other starts; nil is the initial position.
func PlayFrom(seed uint64, positions int, start func(*rand.Rand) *chess.Setup, visit func(*Position) bool) {
	r := rand.New(rand.NewPCG(seed, 1))
	var buf [256]chess.Move
	for n := 0; n < positions; {
		how := &manners[r.IntN(len(manners))]
		g := Position{Start: start(r), Manner: how.name}
		p := chess.InitialPosition()
		if g.Start != nil {
			var err error
			if p, err = chess.NewPosition(*g.Start); err != nil {
				panic(err)
			}
		}
		for ply := range how.plies {
			g.Pos, g.Ply = p, ply
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
			g.Before, g.Move = &before, m
		}
	}
}

package formula

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

var pocketGames = flag.Int("formula.pockets", 150, "positions with jams for TestPocketsSatisfy")

// pockets is a game made for one jam, or two that share a pawn: any pieces anywhere on the board, and pawns of both
// sides on the squares next to them, of which each starts on some way there, with victims on that way. The pieces start
// somewhere, or as pawns.
type pockets struct {
	start chess.Setup
	men   []chess.Man
	at    []chess.Square           // where they come
	next  chess.Bitboard           // to these squares, of one of them or both
	plan  map[[2]chess.Square]bool // moves of the pawns
	away  []map[chess.Square]int   // by piece: moves from a square to its own on an empty board
}

// add adds a piece that comes to a square, and reports whether there can be a jam.
func (j *pockets) add(m chess.Man, at chess.Square) bool {
	next := chess.Attacks(m, at, chess.AllSquares)
	if next.Count() > 5 || next&(chess.RankSet(0)|chess.RankSet(7)) != 0 || j.next.Has(at) || len(j.at) > 0 && (next&j.next == 0 || next.Has(j.at[0]) || at == j.at[0]) {
		return false
	}
	away := map[chess.Square]int{at: 0}
	for todo := []chess.Square{at}; len(todo) > 0; todo = todo[1:] {
		for to := range chess.Attacks(m, todo[0], chess.NoSquares).Squares() {
			if _, ok := away[to]; !ok {
				away[to] = away[todo[0]] + 1
				todo = append(todo, to)
			}
		}
	}
	j.men, j.at, j.next, j.away = append(j.men, m), append(j.at, at), j.next|next, append(j.away, away)
	return true
}

// newPockets returns a start, nil if this try makes none.
func newPockets(r *rand.Rand) *pockets {
	kinds := []chess.Kind{chess.Bishop, chess.Bishop, chess.Knight, chess.Rook, chess.Queen, chess.King}
	j := &pockets{start: chess.EmptySetup(), plan: map[[2]chess.Square]bool{}}
	s := &j.start
	s.EnPassant, s.Turn = chess.NoSquare, chess.Color(r.IntN(2))
	at := chess.MakeSquare(r.IntN(8), 1+r.IntN(6))
	if r.IntN(2) == 0 {
		at = chess.MakeSquare(7*r.IntN(2), at.Rank())
	}
	if !j.add(chess.MakeMan(chess.Color(r.IntN(2)), kinds[r.IntN(len(kinds))]), at) {
		return nil
	}
	for range 30 * min(1, r.IntN(8)) {
		if j.next.Count() < 4 && j.add(chess.MakeMan(chess.Color(r.IntN(2)), kinds[r.IntN(len(kinds)-1)]), chess.MakeSquare(r.IntN(8), 1+r.IntN(6))) {
			break
		}
	}
	anyone := []chess.Kind{chess.Pawn, chess.Bishop, chess.Knight, chess.Rook, chess.Queen, chess.Bishop}
	put := func(sq chess.Square, m chess.Man) bool {
		last := sq.Rank() == 0 || sq.Rank() == 7
		if s.Board[sq] != chess.NoMan || m.Kind() == chess.Pawn && last {
			return false
		}
		s.Board[sq] = m
		return true
	}
	for sq := range j.next.Squares() {
		c := chess.Color(r.IntN(2))
		at := sq
		for range r.IntN(4) - len(j.men)/2 {
			from := at - chess.Square(c.Forward())
			if c.RelativeRank(at.Rank()) < 2 {
				break
			}
			file := at.File() + []int{0, 0, -1, 1}[r.IntN(4)]
			if file < 0 || file > 7 {
				continue
			}
			from = chess.MakeSquare(file, from.Rank())
			if file != at.File() && s.Board[at] == chess.NoMan && at != sq {
				put(at, chess.MakeMan(c.Other(), anyone[r.IntN(len(anyone))]))
			} else if file != at.File() && at == sq && !put(sq, chess.MakeMan(c.Other(), anyone[r.IntN(len(anyone))])) {
				continue
			}
			j.plan[[2]chess.Square{from, at}] = true
			at = from
		}
		if !put(at, chess.MakeMan(c, chess.Pawn)) {
			return nil
		}
	}
	for k, m := range j.men {
		if len(j.men) > 1 && r.IntN(2) == 0 {
			put(j.at[k], m)
		} else if m.Kind() == chess.King || r.IntN(2) == 0 {
			put(chess.Square(r.IntN(64)), m)
		} else {
			put(chess.MakeSquare(r.IntN(8), m.Color().RelativeRank(3+r.IntN(4))), chess.MakeMan(m.Color(), chess.Pawn))
		}
	}
	for range r.IntN(4) { // pawns that pass, or have passed, or capture there
		file := min(7, max(0, at.File()+[]int{0, 0, -1, 1}[r.IntN(4)]))
		put(chess.MakeSquare(file, 1+r.IntN(6)), chess.MakeMan(chess.Color(r.IntN(2)), chess.Pawn))
	}
	for range r.IntN(4) {
		put(chess.Square(r.IntN(64)), chess.MakeMan(chess.Color(r.IntN(2)), anyone[r.IntN(len(anyone))]))
	}
	for c := range chess.Color(2) {
		king := chess.MakeMan(c, chess.King)
		for !slices.Contains(s.Board[:], king) {
			put(chess.Square(r.IntN(64)), king)
		}
	}
	for sq, m := range s.Board { // a pawn that has just made its double step
		if c := m.Color(); m.Kind() == chess.Pawn && c != s.Turn && c.RelativeRank(sq/8) == 3 && r.IntN(2) == 0 {
			passed := chess.Square(sq - c.Forward())
			if s.Board[passed] == chess.NoMan && s.Board[sq-2*c.Forward()] == chess.NoMan {
				s.EnPassant = passed
			}
		}
	}
	if facts.DiagramReason(s) != "" {
		return nil
	}
	return j
}

// there reports whether all pieces have come.
func (j *pockets) there(p *chess.Position) bool {
	for k, at := range j.at {
		if p.At(at) != j.men[k] {
			return false
		}
	}
	return true
}

// move returns a legal move that is likely to lead to the jam, or to what it forbids.
func (j *pockets) move(r *rand.Rand, p *chess.Position) (m chess.Move, ok bool) {
	var buf [256]chess.Move
	moves := p.LegalMoves(buf[:0])
	there := j.there(p)
	all := 0
	weights := make([]int, len(moves))
	for i, m := range moves {
		from, to, man := m.From(), m.To(), p.At(m.From())
		pawn := man.Kind() == chess.Pawn
		w := 4
		switch {
		case pawn && m.Promotion() != chess.NoKind:
			if slices.Contains(j.men, chess.MakeMan(man.Color(), m.Promotion())) {
				w = 60
			}
		case pawn && j.next.Has(from):
			w = 1
		case pawn && j.plan[[2]chess.Square{from, to}]:
			w = 8
			if there {
				w = 40
			} else if j.next.Has(to) {
				w = 2
			}
		case pawn && p.At(to) != chess.NoMan:
			w = 12
		case pawn:
			w = 8
		}
		for k, at := range j.at {
			if man == j.men[k] && from == at || p.At(to) == j.men[k] {
				w = 1
				break
			}
			if d, ok := j.away[k][to]; ok && man == j.men[k] && p.At(at) != man && d < j.away[k][from] {
				w = 80
			}
		}
		weights[i] = w
		all += w
	}
	if all == 0 {
		return 0, false
	}
	n := r.IntN(all)
	for i, m := range moves {
		if n -= weights[i]; n < 0 {
			return m, true
		}
	}
	panic("unreachable")
}

// near reports whether all squares next to some piece are taken, some of them by pawns.
func near(s *chess.Setup) bool {
	var men, pawns chess.Bitboard
	for sq, m := range s.Board {
		if m != chess.NoMan {
			men |= chess.Square(sq).Bit()
		}
		if m.Kind() == chess.Pawn {
			pawns |= chess.Square(sq).Bit()
		}
	}
	for sq := range (men &^ pawns).Squares() {
		next := chess.Attacks(s.Board[sq], sq, chess.AllSquares)
		if sq.Rank()%7 != 0 && next&^men == 0 && next&pawns != 0 {
			return true
		}
	}
	return false
}

// otherFacts is the abstraction with some facts that are accepted, in any order: what a certificate may have.
func otherFacts(t *testing.T, r *rand.Rand, start, goal *chess.Setup) *facts.Abstraction {
	t.Helper()
	list := blocked(t, start, goal)
	for sq, m := range goal.Board {
		if by := facts.ByJam; m != chess.NoMan && r.IntN(4) > 0 {
			switch {
			case m.Kind() == chess.Pawn:
				by = facts.ByClosing
			case r.IntN(2) == 0:
				by = facts.ByMakers
			}
			list = append(list, facts.Fact{By: by, Squares: facts.Squares(chess.Square(sq).Bit())})
		}
	}
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	p := facts.New(start, goal)
	var accepted []facts.Fact
	for _, f := range list {
		if p.Add(f) == nil {
			accepted = append(accepted, f)
		}
	}
	return expect.Must(facts.NewAbstraction(start, goal, accepted))
}

// TestPocketsSatisfy is TestJamGamesSatisfy for games made for one jam or two each, of any pieces, anywhere.
func TestPocketsSatisfy(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*gamesSeed, 59))
	caught, met := caught{}, map[string]int{}
	checked, games := 0, 0
	check := func(start, goal *chess.Setup, a *facts.Abstraction, g *game) {
		caught.see(evaluateGame(t, a, g))
		checked++
		if len(a.Jams) > 1 {
			met["several"]++
		}
		if start.EnPassant != chess.NoSquare {
			met["en passant"]++
		}
		for _, j := range a.Jams {
			met[goal.Board[j.Man].Kind().String()]++
		}
		for _, m := range a.Made {
			met["made "+goal.Board[m.Man].Kind().String()]++
		}
	}
	for _, one := range []struct{ start, moves string }{
		// A pawn leaves the file of the knight by a capture, and goes past it.
		{"7k/8/1p6/2p5/Nn6/P7/1PP5/7K w - - 0 1", "c2c3 h8g8 a3b4 g8h8 b4b5"},
		{"7k/1pp5/p7/nN6/2P5/1P6/8/7K b - - 0 1", "c7c6 h1g1 a6b5 g1h1 b5b4"},
	} {
		start := parsed(t, one.start)
		p, g := playUCI(t, start, one.moves)
		goal := p.Setup()
		a := closingGoal(t, start, &goal)
		if a == nil || len(a.Jams) == 0 {
			t.Fatalf("%s from %s: no jam", goal.FEN(), start.FEN())
		}
		check(start, &goal, a, g)
	}
	for checked < *pocketGames {
		j := newPockets(r)
		if j == nil {
			continue
		}
		p, g := playUCI(t, &j.start, "")
		games++
		for range 60 {
			m, ok := j.move(r, p)
			if !ok {
				break
			}
			g.make(p, m)
			goal := p.Setup()
			if len(j.at) > 1 && !j.there(p) || len(g.events) == 0 || !near(&goal) || r.IntN(3) > 0 {
				continue
			}
			a := closingGoal(t, &j.start, &goal)
			if a != nil && r.IntN(3) == 0 {
				a = otherFacts(t, r, &j.start, &goal)
			}
			if a != nil && len(a.Jams) > 0 {
				check(&j.start, &goal, a, g)
			}
		}
	}
	missed := caught.missed(t, "jams")
	for _, m := range missed {
		t.Logf("no game shows that it is wrong: %s", m)
	}
	t.Logf("%d positions of %d games, jams %v; %d mutants are not caught", checked, games, met, len(missed))
}

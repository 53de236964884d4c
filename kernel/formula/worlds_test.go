package formula

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
	"retroproof/sat"
)

var (
	worlds      = flag.Int("formula.worlds", expect.Size(20, 60), "starts for TestClosingWorlds")
	worldsSeed  = flag.Uint64("formula.worldsseed", 1, "their seed")
	worldsLimit = flag.Int("formula.worldslimit", 4000, "states of each that are visited")
)

// The fates of a man of a world.
const (
	alive uint8 = iota
	takenAsPawn
	takenByPiece
	takenPromoted // by a pawn
)

// member is a man of a world.
type member struct {
	at       chess.Square // where it is or was
	man      chess.Man
	fate     uint8
	promoted uint8 // 1 + the file on which it did, 0 if it has not
}

const mostMembers = 7

// state is where the men of a world are, in the order of the start's squares.
type state [mostMembers]member

// world is a start without kings, and the squares that its men enter. Any man may make the next
// move: what a formula says does not depend on kings or turns, if no king stands on the board.
// So all the orders in which men can come and go are tried, with few states.
type world struct {
	start  chess.Setup
	zone   chess.Bitboard
	stay   chess.Bitboard // pawns that do not move and are not captured
	kinds  []chess.Kind   // of promotions
	n      int            // men
	visits map[state]bool
	todo   []state
}

// newWorld returns a corner with pawns that may close it, pieces, and pawns of the other side that
// may promote.
func newWorld(r *rand.Rand) *world {
	w := &world{start: chess.EmptySetup(), visits: map[state]bool{}}
	files, ranks := 2+r.IntN(4), 3+r.IntN(2)
	var zone chess.Bitboard
	for f := range files {
		for rank := range ranks {
			zone |= chess.MakeSquare(f, rank).Bit()
		}
	}
	put := func(m chess.Man, low, high int) {
		for range 20 {
			if sq := chess.MakeSquare(r.IntN(files), low+r.IntN(high-low+1)); w.start.Board[sq] == chess.NoMan && w.n < mostMembers {
				w.start.Board[sq] = m
				w.n++
				return
			}
		}
	}
	for f := range min(4, files) {
		if r.IntN(4) > 0 {
			sq := chess.MakeSquare(f, 1)
			w.start.Board[sq] = chess.WhitePawn
			w.n++
			if r.IntN(5) < 3 {
				w.stay |= sq.Bit()
			}
		}
	}
	if r.IntN(3) == 0 {
		put(chess.WhitePawn, 1, ranks-1)
	}
	for range 1 + r.IntN(2) {
		put(chess.BlackPawn, 1, ranks-1)
	}
	pieces := []chess.Kind{chess.Knight, chess.Knight, chess.Bishop, chess.Bishop, chess.Rook, chess.Queen}
	for range r.IntN(3) {
		m := chess.MakeMan(chess.Color(r.IntN(2)), pieces[r.IntN(len(pieces))])
		if r.IntN(2) == 0 {
			put(m, 0, 0)
		} else {
			put(m, 0, ranks-1)
		}
	}
	w.kinds = [][]chess.Kind{{chess.Bishop}, {chess.Knight}, {chess.Bishop, chess.Knight}, {chess.Bishop, chess.Queen}, {chess.Knight, chess.Bishop, chess.Rook, chess.Queen}}[r.IntN(5)]
	w.start.EnPassant = chess.NoSquare
	if ranks == 4 && r.IntN(4) == 0 {
		for f := range files {
			if w.start.Board[chess.MakeSquare(f, 3)] == chess.WhitePawn && w.start.Board[chess.MakeSquare(f, 2)] == chess.NoMan && w.start.Board[chess.MakeSquare(f, 1)] == chess.NoMan {
				w.start.EnPassant = chess.MakeSquare(f, 2)
				w.start.Turn = chess.Black
			}
		}
	}
	flip := chess.Square(r.IntN(2)*7 + r.IntN(2)*56)
	turned := w.start
	for sq := range chess.Square(chess.NumSquares) {
		m := w.start.Board[sq]
		if m != chess.NoMan && flip&56 != 0 {
			m = chess.MakeMan(m.Color().Other(), m.Kind())
		}
		turned.Board[sq^flip] = m
	}
	if turned.EnPassant != chess.NoSquare {
		turned.EnPassant ^= flip
		if flip&56 != 0 {
			turned.Turn = chess.White
		}
	}
	w.start = turned
	w.zone, w.stay = flipped(zone, flip), flipped(w.stay, flip)
	return w
}

// newJamWorld returns an edge of the board with a pawn at home and others that may come beside it, pawns
// that may promote, and bishops.
func newJamWorld(r *rand.Rand) *world {
	w := &world{start: chess.EmptySetup(), visits: map[state]bool{}, zone: 0x0307070707}
	w.start.EnPassant = chess.NoSquare
	put := func(percent int, m chess.Man, names ...string) {
		sq, _ := chess.ParseSquare(names[r.IntN(len(names))])
		if r.IntN(100) < percent && w.start.Board[sq] == chess.NoMan && w.n < mostMembers-1 {
			w.start.Board[sq] = m
			w.n++
		}
	}
	if r.IntN(2) == 0 {
		put(100, chess.WhitePawn, "b2")
		w.stay = chess.MakeSquare(1, 1).Bit()
		put(80, chess.MakeMan(chess.Color(r.IntN(2)), chess.Bishop), "a3", "b4", "c5")
	} else {
		put(90, chess.WhitePawn, "b2", "b3", "a2", "c2")
		put(70, chess.MakeMan(chess.Color(r.IntN(2)), chess.Bishop), "a4", "b3", "b5", "b1")
		w.zone = 0x0707070707
	}
	put(60, chess.WhitePawn, "a2", "c2", "c3", "a3")
	put(80, chess.BlackPawn, "a4", "b5", "c4", "a3", "b4", "a5")
	put(50, chess.BlackPawn, "a2", "c2", "a3", "c3", "b5")
	put(50, chess.MakeMan(chess.Color(r.IntN(2)), chess.Knight), "b4", "b3", "a3", "c4")
	w.kinds = [][]chess.Kind{{chess.Bishop}, {chess.Bishop, chess.Knight}, {chess.Bishop, chess.Queen}}[r.IntN(3)]
	return w
}

// newPocketWorld returns squares around one on which there may be a jam of a bishop, rook or knight, pawns next to it
// or up to two steps behind, the piece or a pawn that may become it, and a pawn that may pass.
func newPocketWorld(r *rand.Rand) *world {
	for {
		w := &world{start: chess.EmptySetup(), visits: map[state]bool{}}
		w.start.EnPassant = chess.NoSquare
		put := func(sq chess.Square, m chess.Man) bool {
			if sq == chess.NoSquare || w.start.Board[sq] != chess.NoMan || w.n == mostMembers || m.Kind() == chess.Pawn && sq.Rank()%7 == 0 {
				return false
			}
			w.start.Board[sq] = m
			w.zone |= sq.Bit()
			w.n++
			return true
		}
		man := chess.MakeMan(chess.Color(r.IntN(2)), []chess.Kind{chess.Bishop, chess.Bishop, chess.Rook, chess.Knight}[r.IntN(4)])
		at := chess.MakeSquare(7*r.IntN(2), 1+r.IntN(6))
		next := chess.Attacks(man, at, chess.AllSquares)
		if next&(chess.RankSet(0)|chess.RankSet(7)) != 0 {
			continue
		}
		w.zone |= next | at.Bit() | chess.Attacks(chess.WhiteKing, at, chess.AllSquares)
		for sq := range next.Squares() {
			c := chess.Color(r.IntN(2))
			back := chess.MakeSquare(sq.File(), min(6, max(1, sq.Rank()-c.Forward()/8*r.IntN(3))))
			if put(back, chess.MakeMan(c, chess.Pawn)) && back == sq && r.IntN(2) == 0 {
				w.stay |= sq.Bit()
			}
			w.zone |= chess.Between(back, sq)
		}
		if c := man.Color(); man.Kind() != chess.Knight && r.IntN(2) == 0 {
			for sq := range chess.Attacks(man, at, chess.NoSquares).Squares() { // a pawn promotes there
				if sq.Rank() == c.RelativeRank(7) && put(sq-chess.Square(c.Forward()), chess.MakeMan(c, chess.Pawn)) {
					w.zone |= sq.Bit() | chess.Between(sq, at)
				}
			}
		} else {
			list := slices.Collect(chess.Attacks(man, at, next&w.zone).Squares())
			put(list[r.IntN(len(list))], man)
		}
		for range r.IntN(3) {
			c := chess.Color(r.IntN(2))
			file := at.File() + r.IntN(2)*(1-2*(at.File()/7))
			sq := chess.MakeSquare(file, at.Rank()-c.Forward()/8*(1+r.IntN(2)))
			put(sq, chess.MakeMan(c, chess.Pawn))
		}
		if squares := slices.Collect(w.zone.Squares()); r.IntN(2) == 0 {
			put(squares[r.IntN(len(squares))], chess.MakeMan(chess.Color(r.IntN(2)), []chess.Kind{chess.Knight, chess.Bishop, chess.Rook}[r.IntN(3)]))
		}
		w.kinds = []chess.Kind{man.Kind()}
		if w.n > 3 {
			return w
		}
	}
}

// flipped changes files, ranks or both of the squares of a set: flip is 7, 56, or 63.
func flipped(set chess.Bitboard, flip chess.Square) (to chess.Bitboard) {
	for sq := range set.Squares() {
		to |= (sq ^ flip).Bit()
	}
	return to
}

// first returns the state at the start.
func (w *world) first() (s state) {
	i := 0
	for sq, m := range w.start.Board {
		if m != chess.NoMan {
			s[i] = member{at: chess.Square(sq), man: m}
			i++
		}
	}
	return s
}

func (w *world) add(s state) {
	if !w.visits[s] {
		w.visits[s] = true
		w.todo = append(w.todo, s)
	}
}

// moves adds what follows from a state by one move.
func (w *world) moves(s *state, first bool) {
	var occupied chess.Bitboard
	var at [chess.NumSquares]int
	for i, m := range s[:w.n] {
		if m.fate == alive {
			occupied |= m.at.Bit()
			at[m.at] = i
		}
	}
	act := func(i int, to, victim chess.Square) {
		if w.stay.Has(s[i].at) || victim != chess.NoSquare && w.stay.Has(victim) {
			return
		}
		next := *s
		mover := &next[i]
		pawn := mover.man.Kind() == chess.Pawn
		if victim != chess.NoSquare {
			v := &next[at[victim]]
			switch {
			case !pawn:
				v.fate = takenByPiece
			case v.promoted != 0:
				v.fate = takenPromoted
			default:
				v.fate = takenAsPawn
			}
		}
		mover.at = to
		if !pawn || mover.man.Color().RelativeRank(to.Rank()) != 7 {
			w.add(next)
			return
		}
		mover.promoted = uint8(1 + to.File())
		for _, kind := range w.kinds {
			mover.man = chess.MakeMan(mover.man.Color(), kind)
			w.add(next)
		}
	}
	for i, m := range s[:w.n] {
		if m.fate != alive {
			continue
		}
		c := m.man.Color()
		enemy := func(sq chess.Square) bool { return occupied.Has(sq) && s[at[sq]].man.Color() != c }
		if m.man.Kind() != chess.Pawn {
			for to := range (chess.Attacks(m.man, m.at, occupied) & w.zone).Squares() {
				if !occupied.Has(to) {
					act(i, to, chess.NoSquare)
				} else if enemy(to) {
					act(i, to, to)
				}
			}
			continue
		}
		step := chess.MakeSquare(m.at.File(), m.at.Rank()+c.Forward()/8)
		if !occupied.Has(step) && w.zone.Has(step) {
			act(i, step, chess.NoSquare)
			far := chess.MakeSquare(m.at.File(), m.at.Rank()+c.Forward()/4)
			if c.RelativeRank(m.at.Rank()) == 1 && !occupied.Has(far) && w.zone.Has(far) {
				act(i, far, chess.NoSquare)
				for from := range chess.PawnAttacks(c, step).Squares() {
					if enemy(from) && s[at[from]].man.Kind() == chess.Pawn { // the two moves, at once
						act(at[from], step, m.at)
					}
				}
			}
		}
		for to := range (chess.PawnAttacks(c, m.at) & w.zone).Squares() {
			if enemy(to) {
				act(i, to, to)
			}
			if first && to == w.start.EnPassant && w.start.Turn == c {
				act(i, to, to^8)
			}
		}
	}
}

// ends returns the literals of what became of the pawns in a state.
func (w *world) ends(f *builder, s *state) (list []int) {
	n := len(f.slots)
	first := w.first()
	for i, m := range s[:w.n] {
		if first[i].man.Kind() != chess.Pawn {
			continue
		}
		var p *pawn
		for _, q := range f.pawns {
			if q.at == first[i].at {
				p = q
			}
		}
		add := func(l literal) {
			switch l {
			case always:
			case never:
				panic(fmt.Sprintf("what happened to %s cannot have", p.at))
			default:
				list = append(list, int(l))
			}
		}
		switch {
		case m.fate == takenByPiece:
			add(p.byPiece)
		case m.fate == takenAsPawn:
			add(p.lost)
			add(-p.byPiece)
		case m.fate == takenPromoted:
			add(p.promoted(n))
			add(p.on[n][m.promoted-1])
			add(-p.lost)
		case m.promoted != 0:
			add(p.promoted(n))
			add(p.on[n][m.promoted-1])
			add(-p.lost)
			for _, k := range p.takenPiece {
				add(-k)
			}
			if kind := map[string]int{"piece": aPiece, "dark": aDarkBishop, "light": aLightBishop}[kindOf(m.man, m.at)]; len(f.a.Specials) == 0 {
				add(p.role[kind])
			}
		default:
			add(p.goal[m.at])
		}
	}
	return list
}

// TestClosingWorlds visits all that can happen in small corners: no formula with closing pawns
// may be refuted, with what became of each pawn as a condition.
func TestClosingWorlds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*worldsSeed, 77))
	asked, complete, all, said, jams := 0, 0, 0, 0, 0
	for n := range *worlds {
		w := newWorld(r)
		switch n % 4 {
		case 1:
			w = newJamWorld(r)
		case 3:
			w = newPocketWorld(r)
		}
		w.add(w.first())
		known := map[string]bool{}
		for i := 0; len(w.todo) > 0 && i < *worldsLimit; i++ {
			k := len(w.todo) - 1 - r.IntN(min(len(w.todo), 1+*worldsLimit/4))
			s := w.todo[k]
			w.todo[k] = w.todo[len(w.todo)-1]
			w.todo = w.todo[:len(w.todo)-1]
			all++
			w.moves(&s, i == 0)
			if a := w.ask(t, &s, known); a != nil {
				said++
				if len(a.Jams) > 0 {
					jams++
				}
			}
		}
		asked += len(known)
		if len(w.todo) == 0 {
			complete++
		}
	}
	if asked == 0 {
		t.Error("no closing pawn says anything")
	}
	t.Logf("%d starts, %d of them visited as a whole; %d states, in %d something is said, in %d of jams; %d questions", *worlds, complete, all, said, jams, asked)
}

// says reports whether a closing pawn or a jam says something that men that never move do not.
func says(a *facts.Abstraction) bool {
	p := facts.Proven{Start: a.Start, Goal: a.Goal, Blocked: a.Fixed}
	for _, c := range a.Closings {
		for k := range c.Lost {
			if c.Lost[k] != p.Lost(facts.PieceKind(k), a.Fixed) {
				return true
			}
		}
		if c.Taken|c.Gone != 0 || len(c.Corners) > 0 {
			return true
		}
	}
	return len(a.Jams)+len(a.Made) > 0
}

// ask decides the formula of a state as the goal, if closing pawns say something of it and it is
// not known. It fails if it is refuted. It returns the question, nil if there is none.
func (w *world) ask(t *testing.T, s *state, known map[string]bool) *facts.Abstraction {
	goal := chess.EmptySetup()
	goal.EnPassant = chess.NoSquare
	for _, m := range s[:w.n] {
		if m.fate == alive {
			goal.Board[m.at] = m.man
		}
	}
	a := closingGoal(t, &w.start, &goal)
	if a == nil || !says(a) {
		return nil
	}
	var text strings.Builder
	first := w.first()
	fmt.Fprintln(&text, a.Fixed, a.Closings, a.Jams, a.Made, a.Wants, a.Captures, a.Promotes)
	for i, m := range s[:w.n] {
		if first[i].man.Kind() == chess.Pawn {
			fmt.Fprintln(&text, m.fate, m.promoted)
			if m.fate == alive && m.promoted == 0 {
				fmt.Fprintln(&text, m.at)
			} else if m.fate == alive {
				fmt.Fprintln(&text, kindOf(m.man, m.at))
			}
		}
	}
	if known[text.String()] {
		return a
	}
	known[text.String()] = true
	f := build(asked(a))
	if status := decide(t, &f.CNF, w.ends(f, s)); status != sat.Satisfiable {
		t.Fatalf("%s from %s is refuted: %+v", goal.FEN(), w.start.FEN(), *s)
	}
	return a
}

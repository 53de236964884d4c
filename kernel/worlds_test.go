package kernel_test

import (
	"context"
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// Small worlds: starts with so few men that can move that all positions are visited to which moves lead
// without moving some others. These are kings and rooks with castling rights, and pawns at home. If
// the goal has the rights and the pawns, they have not moved on any way there; so the positions that
// are visited are all those with these rights and pawns that can be reached. Then every placement
// of what the other men can have become is decided, with either side to move: none that was visited may be
// called illegal. How many of the others are called illegal says how complete the arguments are.

var (
	worldGames   = flag.Int("small-worlds", 4, "starts for TestSmallWorlds")
	worldSeed    = flag.Uint64("small-worlds-seed", 1, "seed of these starts")
	worldCap     = flag.Int("small-worlds-cap", 1_000, "placements of each start that are decided; if there are more, so many at random")
	worldCorners = flag.Int("small-worlds-corners", 1, "how many of five starts have a corner that a pawn will close")
	worldStates  = flag.Int("small-worlds-states", 15_000, "positions of each start; starts with more are left out")
)

// world is a start with what can be reached from it.
type world struct {
	start  chess.Setup
	frozen chess.Bitboard // men that have not moved at the goals
	rights chess.Castling // that the goals have
	free   []chess.Square // the other men
	whole  [2]bool        // sides that have lost no man at the goals, and have not promoted

	only    map[chess.Square]chess.Square // where the goals have some of the other men
	steps   map[chess.Square]chess.Square // pawns at home, each with the square it has captured on: its only move before the goals
	gone    chess.Bitboard                // the goals lack the men from here
	reached map[uint64]bool               // keys of the positions
	states  []chess.Position
}

// newWorld returns a random start: pawns at home around some files, kings at home or near, and a few men
// that can move, mostly pawns that are about to promote, and men that pawns at home shut in. These men
// have about so many placements at the most, if that is positive.
func newWorld(r *rand.Rand, most int) *world {
	for {
		w := &world{start: chess.EmptySetup(), reached: map[uint64]bool{}}
		s := &w.start
		s.EnPassant, s.FullmoveNumber, s.Turn = chess.NoSquare, 1, chess.Color(r.IntN(2))
		placements := 2
		put := func(m chess.Man, sq chess.Square, frozen bool) bool {
			n := [...]int{chess.King: 45, chess.Queen: 56, chess.Rook: 56, chess.Bishop: 29, chess.Knight: 56, chess.Pawn: 230}[m.Kind()]
			if s.Board[sq] != chess.NoMan || m.Kind() == chess.Pawn && (sq.Rank() == 0 || sq.Rank() == 7) || !frozen && most > 0 && placements*n > most {
				return false
			}
			s.Board[sq] = m
			if frozen {
				w.frozen |= sq.Bit()
			} else {
				w.free = append(w.free, sq)
				placements *= n
			}
			return true
		}
		width := 2 + r.IntN(3)
		left := r.IntN(9 - width)
		rooks := [2]chess.Square{chess.NoSquare, chess.NoSquare} // of rights that the start does not have
		for c := range chess.Color(2) {
			king, i := chess.MakeMan(c, chess.King), 2*int(c)+r.IntN(2)
			if r.IntN(5) == 0 && put(king, chess.Square(r.IntN(64)), false) {
				continue
			}
			path := &chess.CastlingPaths[i]
			put(king, path.Home[0].Square, true)
			put(path.Home[1].Man, path.Home[1].Square, true)
			w.rights |= 1 << i
			rooks[c] = chess.CastlingPaths[i^1].Home[1].Square
		}
		likely := [2]int{1 + r.IntN(8), 1 + r.IntN(8)}
		for c := range chess.Color(2) {
			for f := max(0, left-1); f < min(8, left+width+1); f++ {
				if r.IntN(8) < likely[c] {
					put(chess.MakeMan(c, chess.Pawn), chess.MakeSquare(f, c.RelativeRank(1)), true)
				}
			}
		}
		first := chess.Color(r.IntN(2))
		for i := range 2 + r.IntN(3) {
			c := (first + chess.Color(i)) & 1
			switch n := r.IntN(12); {
			case n < 7:
				put(chess.MakeMan(c, chess.Pawn), chess.MakeSquare(left+r.IntN(width), c.RelativeRank(2+r.IntN(5))), false)
			case n == 7 && rooks[c] != chess.NoSquare: // it may have no way out
				put(chess.MakeMan(c, chess.Rook), rooks[c], false)
			case n < 10: // on the first or the last rank
				k := []chess.Kind{chess.Bishop, chess.Bishop, chess.Knight, chess.Rook}[r.IntN(4)]
				put(chess.MakeMan(c, k), chess.MakeSquare(left+r.IntN(width), 7*r.IntN(2)), false)
			default:
				k := []chess.Kind{chess.Bishop, chess.Knight, chess.Knight, chess.Queen}[r.IntN(4)]
				put(chess.MakeMan(c, k), chess.MakeSquare(left+r.IntN(width), r.IntN(8)), false)
			}
		}
		if s.Find(chess.WhiteKing) == chess.NoSquare || s.Find(chess.BlackKing) == chess.NoSquare {
			continue
		}
		s.Castling = w.rights
		if p, err := chess.NewPosition(*s); err == nil && len(w.free) > 1 && p.HasLegalMove() {
			return w
		}
	}
}

// newCorner returns a start with a corner that a pawn will close, a piece beside it, and a pawn of the other
// side that is about to promote there. The first side is whole.
func newCorner(r *rand.Rand) *world {
	for {
		w := &world{start: chess.EmptySetup(), reached: map[uint64]bool{}}
		s := &w.start
		s.EnPassant, s.FullmoveNumber, s.Turn = chess.NoSquare, 1, chess.Color(r.IntN(2))
		us := chess.Color(r.IntN(2))
		them := us.Other()
		w.whole[us] = true
		flip := chess.Square(56 * int(us)) // with the corner on the left, or on the right
		side := r.IntN(2)
		if side == 1 {
			flip ^= 7
		}
		some := func(m chess.Man, frozen bool, squares ...string) {
			sq, err := chess.ParseSquare(squares[r.IntN(len(squares))])
			if err != nil {
				panic(err)
			}
			if sq ^= flip; s.Board[sq] == chess.NoMan {
				s.Board[sq] = m
				if frozen {
					w.frozen |= sq.Bit()
				} else {
					w.free = append(w.free, sq)
				}
			}
		}
		for c := range 2 {
			i := 2*c + side
			for _, home := range chess.CastlingPaths[i].Home {
				s.Board[home.Square] = home.Man
				w.frozen |= home.Square.Bit()
			}
			w.rights |= 1 << i
		}
		s.Castling = w.rights
		pawn := chess.MakeMan(us, chess.Pawn)
		some(pawn, true, "c2")
		if r.IntN(3) == 0 {
			some(pawn, true, "d2", "a2")
		}
		some(pawn, false, "b2", "b2", "b2", "a2")
		piece := []chess.Kind{chess.Knight, chess.Knight, chess.Bishop}[r.IntN(3)]
		some(chess.MakeMan(us, piece), false, "a1", "b3", "a5", "c5", "d4", "d2", "b1")
		some(chess.MakeMan(them, chess.Pawn), false, "a2", "a2", "a3", "a3", "b3", "b4", "c3")
		if r.IntN(2) == 0 {
			some(chess.MakeMan(them, chess.Pawn), true, "b7", "c7", "a7")
		}
		if p, err := chess.NewPosition(*s); err == nil && len(w.free) == 3 && p.HasLegalMove() {
			if beside := w.free[1]; s.Board[beside].Kind() == chess.Knight || beside.Dark() == flip.Dark() {
				w.only = map[chess.Square]chess.Square{beside: flip} // a1, or the corner that it stands for
			}
			return w
		}
	}
}

// keeps reports whether a move leaves the men alone that must not move.
func (w *world) keeps(p *chess.Position, m chess.Move) bool {
	touched := m.From().Bit() | m.To().Bit()
	if m.IsEnPassant() {
		touched |= (m.To() ^ 8).Bit()
	}
	for from, to := range w.steps {
		switch home := p.At(from) == w.start.Board[from]; {
		case home && touched.Has(from) && (m.From() != from || m.To() != to), !home && touched.Has(to):
			return false
		}
	}
	return touched&w.frozen == 0 // castling moves a king; a king that may castle is one of these men
}

// visit visits all positions; false if there are too many.
func (w *world) visit(most int) bool {
	p, err := chess.NewPosition(w.start)
	if err != nil {
		panic(err)
	}
	w.states = append(w.states, *p)
	w.reached[p.Key()] = true
	var buf [256]chess.Move
	for i := 0; i < len(w.states); i++ {
		p := w.states[i]
		for _, m := range p.LegalMoves(buf[:0]) {
			if !w.keeps(&p, m) {
				continue
			}
			q := p
			q.Make(m)
			if w.reached[q.Key()] || w.whole[q.Turn()] && p.Captured(m) != chess.NoMan || w.whole[p.Turn()] && m.Promotion() != chess.NoKind {
				continue
			}
			if len(w.states) == most {
				return false
			}
			w.reached[q.Key()] = true
			w.states = append(w.states, q)
		}
	}
	return true
}

// option is what can have become of a man.
type option struct {
	man chess.Man // NoMan: captured
	at  chess.Square
}

// options returns what can have become of a man that may move, by its kind alone.
func (w *world) options(at chess.Square) (list []option) {
	m := w.start.Board[at]
	if to, ok := w.steps[at]; ok {
		return []option{{m, to}}
	}
	if w.gone.Has(at) {
		return []option{{}}
	}
	kinds := []chess.Kind{m.Kind()}
	if m.Kind() == chess.Pawn && !w.whole[m.Color()] {
		kinds = append(kinds, chess.Queen, chess.Rook, chess.Bishop, chess.Knight)
	}
	if m.Kind() != chess.King && !w.whole[m.Color()] {
		list = append(list, option{})
	}
	for _, kind := range kinds {
		for sq := range (^w.frozen).Squares() {
			if to, ok := w.only[at]; m.Kind() == chess.Bishop && sq.Dark() != at.Dark() || ok && sq != to {
				continue
			}
			if kind != chess.Pawn || sq.Rank() > 0 && sq.Rank() < 7 {
				list = append(list, option{chess.MakeMan(m.Color(), kind), sq})
			}
		}
	}
	return list
}

// placed reports whether all positions that are visited are among the placements.
func (w *world) placed() bool { return w.only == nil && w.steps == nil }

// goals calls visit for the placements that are positions, each once; if there are more than most, for
// some at random, and for others that differ in the place of one man from a position that was visited.
// It ends when visit returns false.
func (w *world) goals(r *rand.Rand, most int, visit func(*chess.Position) bool) (complete bool) {
	all := 2
	var options [][]option
	for _, at := range w.free {
		options = append(options, w.options(at))
		all *= len(options[len(options)-1])
	}
	seen := map[uint64]bool{}
	try := func(s chess.Setup) bool {
		for s.Turn = range chess.Color(2) {
			p, err := chess.NewPosition(s)
			if err != nil || seen[p.Key()] {
				continue
			}
			seen[p.Key()] = true
			if !visit(p) {
				return false
			}
		}
		return true
	}
	empty := chess.EmptySetup()
	empty.EnPassant, empty.FullmoveNumber, empty.Castling = chess.NoSquare, 1, w.rights
	for sq := range w.frozen.Squares() {
		empty.Board[sq] = w.start.Board[sq]
	}
	// place puts men on a board from the i-th on.
	var place func(s chess.Setup, i int, which func([]option) []option) bool
	place = func(s chess.Setup, i int, which func([]option) []option) bool {
		if i == len(options) {
			return try(s)
		}
		for _, o := range which(options[i]) {
			q := s
			if o.man != chess.NoMan {
				if q.Board[o.at] != chess.NoMan {
					continue
				}
				q.Board[o.at] = o.man
			}
			if !place(q, i+1, which) {
				return false
			}
		}
		return true
	}
	if all <= most {
		return place(empty, 0, func(all []option) []option { return all })
	}
	for range most / 4 {
		if !place(empty, 0, func(all []option) []option { k := r.IntN(len(all)); return all[k : k+1] }) {
			return false
		}
		s := w.states[r.IntN(len(w.states))].Setup()
		s.EnPassant = chess.NoSquare
		if from := chess.Square(r.IntN(64)); s.Board[from] != chess.NoMan && !w.frozen.Has(from) {
			for _, at := range w.free {
				list := w.options(at)
				if o := list[r.IntN(len(list))]; o.man != chess.NoMan && o.man.Color() == s.Board[from].Color() && s.Board[o.at] == chess.NoMan {
					s.Board[from], s.Board[o.at] = chess.NoMan, s.Board[from]
					if r.IntN(4) == 0 && !w.whole[o.man.Color()] {
						s.Board[o.at] = o.man
					}
					break
				}
			}
		}
		if !try(s) {
			return false
		}
	}
	return false
}

// decider decides goals of one start. It does not search for the same kernels twice.
type decider struct {
	start     *chess.Setup
	positions int // of the last-move analysis
	known     map[any]kernel.Result
}

func (d *decider) decide(t *testing.T, goal *chess.Setup) kernel.Decision {
	t.Helper()
	o := kernel.DecideOptions{Start: d.start, KernelNodes: 20_000, LastMovePositions: d.positions, LastMoveKernelNodes: 2_000,
		Kernel: func(ctx context.Context, start, goal *chess.Setup, nodes uint64) kernel.Result {
			key := kernel.KernelKey(goal, true)
			k, ok := d.known[key]
			if !ok || k.OutOfBudget {
				k = kernel.ExtendedKernel(ctx, start, goal, nodes)
				d.known[key] = k
			}
			return k
		}}
	answer, err := kernel.Decide(context.Background(), goal, o)
	expect.NoError(t, err)
	return answer
}

// note counts the reasons of a refutation, and the facts that they rest on, each once.
func note(d *kernel.Decision, counts map[string]int) {
	what := map[string]bool{}
	for _, e := range d.Evidence.Nodes() {
		what[string(e.Reason)] = true
		list := e.Facts
		switch {
		case e.Argument != nil:
			list = e.Argument.Blocked
		case list == nil && (e.Reason == rules.NoKernel || e.Reason == rules.NoExtendedKernel):
			list, _ = rules.Blocked(&d.Start, &e.Setup)
		}
		for _, f := range list {
			what["by "+string(f.By)] = true
		}
	}
	for name := range what {
		counts[name]++
	}
}

// worldReasons are reasons and facts that the worlds must have positions for, forty of them, and any
// few the first four.
var worldReasons = []string{"PieceUnreachable", "CagedMen", "NoLastMove", "LastMovesRefuted", "Deadlock", "MenUnmatched", "MoveParity", "NoKernel",
	"NoExtendedKernel", "by checked-king", "by closing"}

// TestSmallWorlds decides all positions of small worlds.
func TestSmallWorlds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*worldSeed, 51))
	starts, most := expect.Size(1, 10)*(*worldGames), expect.Size(1, 30)*(*worldCap)
	counts, reasons := decideWorlds(t, r, starts, most, func() *world {
		size := 0
		if r.IntN(2) == 0 {
			size = max(most, 30_000)
		}
		w := newWorld(r, size)
		if r.IntN(5) < *worldCorners {
			w = newCorner(r)
		}
		return w
	})
	for i, name := range worldReasons {
		switch n := reasons[name]; {
		case counts["starts"] >= 40 && n < 20, i < 4 && n == 0:
			t.Errorf("%s refutes %d positions", name, n)
		}
	}
}

// TestSmallWorldsWithStayingMen does the same where other men, too, do not move, as the start says.
func TestSmallWorldsWithStayingMen(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*worldSeed, 87))
	starts, most := expect.Size(1, 40)*(*worldGames), expect.Size(1, 10)*(*worldCap)
	without := 0 // refuted for the men that stay alone
	counts, reasons := decideWorlds(t, r, starts, most, func() *world {
		w := newWorld(r, 0)
		r.Shuffle(len(w.free), func(i, j int) { w.free[i], w.free[j] = w.free[j], w.free[i] })
		for len(w.free) > 1 && (w.start.Stay == 0 || r.IntN(2) == 0) {
			last := len(w.free) - 1
			w.frozen |= w.free[last].Bit()
			w.free = w.free[:last]
			w.start.Stay = w.frozen
		}
		return w
	}, func(start, goal *chess.Setup) {
		plain := *start
		plain.Stay = 0
		if rules.Reach(start, goal) != nil && rules.Reach(&plain, goal) == nil {
			without++
		}
	})
	if counts["unreachable, refuted"] == 0 || without == 0 {
		t.Errorf("%v, %v, %d refuted by what stays", counts, reasons, without)
	}
}

// decideWorlds decides all positions of so many worlds, or, of each, so many at random if there are more. It returns
// what it has counted, and how many refutations have each reason and fact; illegals are called for what is refuted.
func decideWorlds(t *testing.T, r *rand.Rand, starts, most int, next func() *world, illegals ...func(start, goal *chess.Setup)) (counts, reasons map[string]int) {
	t.Helper()
	states := *worldStates
	if expect.Long {
		states *= 20
	}
	counts, reasons = map[string]int{}, map[string]int{}
	for counts["starts"] < starts {
		w := next()
		if !w.visit(states) || len(w.states) < 20 {
			counts["left out"]++
			continue
		}
		counts["starts"]++
		counts["visited"] += len(w.states)
		d := decider{start: &w.start, known: map[any]kernel.Result{}}
		if w.only != nil {
			d.positions = -1 // it would say what closing pawns say, as so few men can move
		}
		ask := func(p *chess.Position) bool {
			goal := p.Setup()
			if facts.SameSetup(&w.start, &goal) {
				return true
			}
			if reason, _ := rules.QuickStatic(&w.start, &goal); reason != "" && !w.reached[p.Key()] {
				counts["by static rules"]++
				return true
			}
			answer := d.decide(t, &goal)
			illegal := answer.Verdict == kernel.Illegal
			switch {
			case w.reached[p.Key()] && illegal:
				t.Errorf("seed %d: %s, which can be reached from %s, is called illegal: %s: %s", *worldSeed, goal.FEN(), w.start.FEN(), answer.Reason, answer.Evidence.Words(&answer.Start))
				return false
			case w.reached[p.Key()]:
				counts["reachable"]++
			case illegal:
				counts["unreachable, refuted"]++
				note(&answer, reasons)
				reasons["root "+string(answer.Reason)]++
				for _, also := range illegals {
					also(&w.start, &goal)
				}
			default:
				counts["unreachable, unknown"]++
			}
			return true
		}
		seen := 0
		complete := w.goals(r, most, func(p *chess.Position) bool {
			if w.reached[p.Key()] {
				seen++
			}
			return ask(p)
		})
		if complete {
			counts["complete"]++
		}
		for i := range w.states {
			p := &w.states[i]
			switch {
			case p.CapturableEnPassant() != chess.NoSquare:
				counts["en passant"]++
				ask(p)
			case complete && w.placed():
				seen--
			case complete && w.only != nil:
			case r.IntN(len(w.states)) < most/4:
				ask(p)
			}
		}
		if complete && w.placed() && seen != 0 {
			t.Errorf("%s: %d positions more or less among the placements than were visited", w.start.FEN(), seen)
		}
		if t.Failed() {
			break
		}
	}
	for _, m := range []map[string]int{counts, reasons} {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			t.Logf("%8d %s", m[name], name)
		}
	}
	return counts, reasons
}

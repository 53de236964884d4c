package verify

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"retroproof/chess"
	"retroproof/retro/table"
)

// Options are the options of [Table].
type Options struct {
	// ByPosition derives the value of every position by itself, from the legal moves
	// of package chess. Otherwise the moves of 64 positions are taken together, with
	// the attacks of package chess, and by themselves only those of a sample of the
	// positions, of all that seem wrong, and of those with a double step that may be
	// answered en passant. See doc/retrograde.md.
	ByPosition bool

	Jobs     int            // goroutines; 0 is 1
	Most     int            // the most wrong positions to return; 0 is 10
	Progress func(Progress) // may be nil
}

// Progress is how far a verification is. Calls do not overlap.
type Progress struct {
	Material    table.Material
	Done, Total int // king pairs
}

// Result is the outcome of [Table].
type Result struct {
	Material  table.Material
	Counts    [2]table.Counts // positions by side to move, as counted here
	WrongSize uint64          // number of wrong things
	Wrong     []Wrong         // some of them, those with the smallest keys
}

// OK reports whether nothing is wrong.
func (r *Result) OK() bool { return r.WrongSize == 0 }

// Wrong is something wrong with a table, in most cases a position's value.
type Wrong struct {
	FEN    string `json:"fen,omitempty"`  // of the position; "" if it is not about one
	Move   string `json:"move,omitempty"` // the move, in UCI notation, that the value rests on; "" if there is none
	Reason string `json:"reason"`

	key uint64 // orders what several goroutines have found
}

// String says what is wrong.
func (w Wrong) String() string {
	s := w.Reason
	if w.FEN != "" {
		s = fmt.Sprintf("%s: %s", w.FEN, w.Reason)
	}
	return s
}

// Table looks at every position of a material's table, with either side to move,
// and derives its value from those that its moves lead to, as the table and those
// of its [material.Material.Conversions] have them.
//
// Positions and moves come from package chess: with [Options.ByPosition] all of
// them, otherwise the squares that men attack, and whole positions of a sample.
// Nothing of the generator is used. The layout is used to find the cell of a
// position; that every position has a cell of its own, and that all other cells are
// empty or repeat one, is checked.
//
// # Why this proves the table right
//
// Let the tables of the conversions be right; verify them first. Suppose that
// every value of this table follows from those one ply on: lost in 0 for mates,
// drawn for stalemates; won in n+1 if n is the least depth of a move's position
// that is lost for the opponent; drawn if there is none and some move draws;
// otherwise lost in n+1 with n the greatest depth of what the moves lead to.
// Then by induction on n a position has the value of a win or a loss in n plies if
// and only if it is won or lost in n plies:
//
//   - n = 0. Lost in 0 is derived from mates only, and from each of them. Any
//     other value is derived from a depth one less.
//   - Won in n: it follows from a move to a position lost in n-1, and no move to
//     one lost in less; both values are right, by induction. Conversely a position
//     that is won in n has such a move, and none to one lost in less.
//   - Lost in n: all moves lead to positions with values of wins in less than n,
//     one of them in n-1; these are right, by induction. Conversely the same holds of
//     every position that is lost in n.
//
// Positions that are neither won nor lost in any number of plies are draws, and by
// the above they have neither value. So only the right table is consistent. A wrong
// value shows at the position itself, or at one that a move connects with it.
func Table(ctx context.Context, load table.Loader, m table.Material, opt Options) (*Result, error) {
	m = m.Canonical()
	v := &verifier{material: m, opt: opt, out: Result{Material: m}}
	if v.opt.Most == 0 {
		v.opt.Most = 10
	}
	v.opt.Jobs = max(v.opt.Jobs, 1)
	var err error
	if v.table, err = load(ctx, m); err != nil {
		return nil, err
	}
	if err := v.link(ctx, load); err != nil {
		return nil, err
	}
	for side := range v.seen {
		v.seen[side] = make([]uint64, v.table.Words)
	}
	if err := v.positions(ctx); err != nil {
		return nil, err
	}
	v.others()
	v.compareCounts()
	return &v.out, nil
}

// positions derives the values of all positions.
func (v *verifier) positions(ctx context.Context) error {
	workers := make([]verifyWorker, v.opt.Jobs)
	for i := range workers {
		workers[i].verifier = v
	}
	var total int
	var one func(job, i int) // one pair of kings
	deepest := 0
	for _, c := range v.table.Counts(v.opt.Jobs) {
		deepest = max(deepest, c.DeepestWin)
	}
	switch {
	case v.opt.ByPosition || v.table.Narrow != nil && deepest == table.MaxDepth[uint8]():
		// The position before a win of the greatest depth has a code only if it is no loss.
		pairs := v.pairs()
		total, one = len(pairs), func(job, i int) { workers[job].pair(pairs[i]) }
	case v.table.Narrow != nil:
		total, one = byRows(v, v.table.Narrow, workers)
	default:
		total, one = byRows(v, v.table.Wide, workers)
	}
	progress := table.NewProgress(total, func(done, total int) {
		if v.opt.Progress != nil {
			v.opt.Progress(Progress{v.material, done, total})
		}
	})
	if err := table.Each(ctx, len(workers), total, func(job, i int) error {
		one(job, i)
		progress.Add(1, nil)
		return nil
	}); err != nil {
		return err
	}
	for i := range workers {
		for side, c := range workers[i].counts {
			v.out.Counts[side].Add(c)
		}
	}
	return nil
}

// byRows returns the number of pairs of kings, and what looks at one of them row by row.
func byRows[T table.Cell](v *verifier, codes *table.Codes[T],
	workers []verifyWorker) (total int, one func(job, i int)) {
	rs := make([]rows[T], len(workers))
	for i := range rs {
		rs[i].verifyWorker, rs[i].codes = &workers[i], &codes.Code
	}
	return v.table.Words / v.table.PerPair, func(job, i int) { rs[job].pairOfRows(i) }
}

// pairs returns the pairs of kings that positions are made of.
func (v *verifier) pairs() [][2]chess.Square {
	var pairs [][2]chess.Square
	for w := chess.A1; w.Valid(); w++ {
		for b := chess.A1; b.Valid(); b++ {
			if w != b && !chess.KingAttacks(w).Has(b) && v.wanted(w, b) {
				pairs = append(pairs, [2]chess.Square{w, b})
			}
		}
	}
	return pairs
}

// verifier is one call of Table.
type verifier struct {
	material table.Material
	opt      Options
	table    *table.Table
	// after has where a move leads, by the side that moves, the man captured and
	// the kind promoted to.
	after [2][chess.Pawn + 1][chess.Pawn + 1]destination
	seen  [2][]uint64 // by side and cell: a position has been found here

	mu  sync.Mutex
	out Result
}

// destination is the table of the positions that moves of some kind lead to.
type destination struct {
	material table.Material
	table    *table.Table // nil for the two bare kings
}

// link finds the tables that moves lead to.
func (v *verifier) link(ctx context.Context, load table.Loader) error {
	for c := chess.White; c <= chess.Black; c++ {
		for taken := chess.NoKind; taken <= chess.Pawn; taken++ {
			m := v.material
			if taken != chess.NoKind {
				if taken == chess.King || m.Count(c.Other(), taken) == 0 {
					continue
				}
				m = m.Without(c.Other(), taken)
			}
			kinds := []chess.Kind{chess.NoKind}
			if m.Count(c, chess.Pawn) > 0 && taken != chess.Pawn { // no pawn is on the last rank
				kinds = append(kinds, table.Promotions[:]...)
			}
			for _, promoted := range kinds {
				to := m
				if promoted != chess.NoKind {
					to = m.Without(c, chess.Pawn).With(c, promoted)
				}
				var err error
				if v.after[c][taken][promoted], err = v.destination(ctx, load, to); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// destination finds the table of a material that moves lead to.
func (v *verifier) destination(ctx context.Context, load table.Loader, m table.Material) (d destination, err error) {
	d.material = m
	if m == (table.Material{}) {
		return d, nil
	}
	d.table, err = load(ctx, m.Canonical())
	return d, table.NeededBy(v.material, err)
}

// wanted reports whether the positions with these kings are to be looked at:
// symmetry brings all others there.
func (v *verifier) wanted(w, b chess.Square) bool {
	switch {
	case w.File() > 3:
		return false
	case v.material.Pawns():
		return true
	case w.Rank() != w.File():
		return w.Rank() < w.File()
	}
	return b.Rank() <= b.File()
}

// note adds something wrong to the result.
func (v *verifier) note(w Wrong) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.out.WrongSize++
	i, _ := slices.BinarySearchFunc(v.out.Wrong, w.key, func(o Wrong, key uint64) int {
		if o.key < key {
			return -1
		}
		return 1
	})
	if i < v.opt.Most {
		v.out.Wrong = slices.Insert(v.out.Wrong, i, w)
		v.out.Wrong = v.out.Wrong[:min(len(v.out.Wrong), v.opt.Most)]
	}
}

// verifyWorker is one goroutine of Table.
type verifyWorker struct {
	*verifier
	setup  chess.Setup
	men    []chess.Man // besides the kings
	at     []chess.Square
	counts [2]table.Counts
	moves  []chess.Move
	reply  []chess.Move
}

// pair looks at all positions with two kings.
func (w *verifyWorker) pair(kings [2]chess.Square) {
	w.setup = chess.EmptySetup()
	w.setup.Board[kings[0]], w.setup.Board[kings[1]] = chess.WhiteKing, chess.BlackKing
	w.men, w.at = w.men[:0], w.at[:0]
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range table.Kinds {
			for range w.material.Count(c, k) {
				w.men = append(w.men, chess.MakeMan(c, k))
			}
		}
	}
	onDiagonal := func(s chess.Square) bool { return s.File() == s.Rank() }
	symmetric := !w.material.Pawns() && onDiagonal(kings[0]) && onDiagonal(kings[1])
	w.place(kings, symmetric, chess.SetOf(kings[0], kings[1]))
}

// place puts the next man on every free square, and identical men only on later
// squares.
func (w *verifyWorker) place(kings [2]chess.Square, symmetric bool, occupied chess.Bitboard) {
	n := len(w.at)
	if n == len(w.men) {
		w.position(kings, symmetric, occupied)
		return
	}
	man := w.men[n]
	first, last := chess.A1, chess.MakeSquare(7, 7)
	if man.Kind() == chess.Pawn {
		first, last = chess.MakeSquare(0, 1), chess.MakeSquare(7, 6)
	}
	if n > 0 && w.men[n-1] == man {
		first = w.at[n-1] + 1
	}
	for s := first; s <= last; s++ {
		if occupied.Has(s) {
			continue
		}
		w.setup.Board[s] = man
		w.at = append(w.at, s)
		w.place(kings, symmetric, occupied|s.Bit())
		w.at = w.at[:n]
		w.setup.Board[s] = chess.NoMan
	}
}

// position looks at a placement of all men, with either side to move.
func (w *verifyWorker) position(kings [2]chess.Square, symmetric bool, occupied chess.Bitboard) {
	if symmetric && !w.firstImage() {
		return // the other image is looked at
	}
	for side := chess.White; side <= chess.Black; side++ {
		// NewPosition would refuse these, too, but is slow then.
		check := false
		for i, man := range w.men {
			if man.Color() == side && chess.Attacks(man, w.at[i], occupied).Has(kings[side.Other()]) {
				check = true
				break
			}
		}
		if check {
			continue
		}
		w.setup.Turn = side
		p, err := chess.NewPosition(w.setup)
		if err != nil {
			w.note(Wrong{FEN: w.setup.FEN(), Reason: "no position: " + err.Error()})
			continue
		}
		w.value(p)
	}
}

// firstImage reports whether a position of a symmetric pair of kings is not the
// second one of two that are mirror images.
func (w *verifyWorker) firstImage() bool {
	for i := 0; i < len(w.men); {
		var own, image chess.Bitboard
		j := i
		for ; j < len(w.men) && w.men[j] == w.men[i]; j++ {
			s := w.at[j]
			own |= s.Bit()
			image |= chess.MakeSquare(s.Rank(), s.File()).Bit()
		}
		if own != image {
			return own < image
		}
		i = j
	}
	return true
}

// value counts a position, and compares its value with what its moves lead to.
func (w *verifyWorker) value(p *chess.Position) {
	side, cell := w.table.Find(p, w.material)
	stored := w.table.At(side, cell)
	c := &w.counts[p.Turn()]
	switch stored.Result {
	case table.Won:
		c.Won++
		c.DeepestWin = max(c.DeepestWin, stored.Plies)
	case table.Lost:
		c.Lost++
		c.DeepestLoss = max(c.DeepestLoss, stored.Plies)
	case table.Drawn:
		c.Drawn++
	}
	bit := uint64(1) << (cell & 63)
	if atomic.OrUint64(&w.seen[side][cell>>6], bit)&bit != 0 {
		w.wrong(p, side, cell, 0, "another position has the same place in the table")
	}
	w.compare(p, side, cell)
}

// compare compares the value of a position with what its moves lead to, and reports
// whether they are equal.
func (w *verifyWorker) compare(p *chess.Position, side chess.Color, cell int) bool {
	stored := w.table.At(side, cell)
	derived, move := w.derive(p)
	switch {
	case stored == derived:
		return true
	case stored.Result == table.NotLegal:
		w.wrong(p, side, cell, move, fmt.Sprintf("there is no value; the moves give %s", derived))
	case derived.Result == table.NotLegal:
		w.wrong(p, side, cell, move, fmt.Sprintf("%s, but the position after %s has no value", stored, move.UCI()))
	default:
		reason := fmt.Sprintf("%s in the table, %s by its moves", stored, derived)
		if move != 0 {
			reason += ": " + move.UCI()
		} else {
			reason += ": there is none"
		}
		w.wrong(p, side, cell, move, reason)
	}
	return false
}

// wrong adds a wrong position to the result.
func (w *verifyWorker) wrong(p *chess.Position, side chess.Color, cell int, move chess.Move, reason string) {
	x := Wrong{FEN: p.FEN(), Reason: reason, key: uint64(side)<<60 | uint64(cell)}
	if move != 0 {
		x.Move = move.UCI()
	}
	w.note(x)
}

// derive returns the value that the moves of a position give it, and the move
// that it rests on, 0 if there is none. The value is NotLegal if that of some
// position is missing.
func (w *verifyWorker) derive(p *chess.Position) (best table.Value, by chess.Move) {
	w.moves = p.LegalMoves(w.moves[:0])
	for _, move := range w.moves {
		after := w.afterMove(p, move)
		if after.Result == table.NotLegal {
			return table.Value{}, move
		}
		// Of moves that draw it is the last one.
		if v := after.Before(); v.Compare(best) > 0 || v == best && v.Result == table.Drawn {
			best, by = v, move
		}
	}
	switch {
	case by != 0:
		return best, by
	case p.InCheck():
		return table.Value{Result: table.Lost, Plies: 0}, 0
	}
	return table.Value{Result: table.Drawn}, 0
}

// afterMove returns the value, for the opponent, of the position after a move.
func (w *verifyWorker) afterMove(p *chess.Position, move chess.Move) table.Value {
	d := &w.after[p.Turn()][p.Captured(move).Kind()][move.Promotion()]
	undo := p.Make(move)
	v := d.lookup(p)
	if p.CapturableEnPassant() != chess.NoSquare {
		v = w.withEnPassant(p, v)
	}
	p.Unmake(move, undo)
	return v
}

// withEnPassant returns the value of a position in which a capture en passant is
// legal, given that without the right to it.
func (w *verifyWorker) withEnPassant(p *chess.Position, without table.Value) table.Value {
	w.reply = p.LegalMoves(w.reply[:0])
	best, others := table.Value{}, false
	for _, move := range w.reply {
		if !move.IsEnPassant() {
			others = true
			continue
		}
		undo := p.Make(move)
		v := w.after[p.Turn().Other()][chess.Pawn][chess.NoKind].lookup(p)
		p.Unmake(move, undo)
		if v.Result == table.NotLegal {
			return v
		}
		best = table.Better(best, v.Before())
	}
	if !others {
		return best // and the other value is that of a mate or a stalemate
	}
	return table.Better(best, without)
}

// lookup returns the value of a position with the destination's material.
func (d *destination) lookup(p *chess.Position) table.Value {
	if d.table == nil {
		return table.Value{Result: table.Drawn}
	}
	return d.table.At(d.table.Find(p, d.material))
}

// others looks at the cells in which no position was found: they are empty, or
// repeat one in which one was.
func (v *verifier) others() {
	l := v.table.Layout
	_ = l.Boards(context.Background(), v.opt.Jobs, 2, func(_, s int, b *table.Board) error {
		side := chess.Color(s)
		for set := ^v.seen[side][b.Word]; set != 0; set &= set - 1 {
			sq := uint8(bits.TrailingZeros64(set))
			cell := b.Word<<6 | int(sq)
			stored := v.table.At(side, cell)
			var want table.Value
			if own, ok := l.CellOf(b, sq); ok && v.seen[side][own>>6]>>(own&63)&1 != 0 {
				want = v.table.At(side, own)
			}
			if stored != want {
				v.note(Wrong{key: uint64(side)<<60 | uint64(cell),
					Reason: fmt.Sprintf("cell %d with %s to move: %s, want %s", cell, side, stored, want)})
			}
		}
		return nil
	})
}

// compareCounts compares the counts with those of the table.
func (v *verifier) compareCounts() {
	if counts := v.table.Counts(v.opt.Jobs); counts != v.out.Counts {
		v.note(Wrong{key: ^uint64(0), Reason: fmt.Sprintf("counts %v in the table, %v by going through the positions",
			counts, v.out.Counts)})
	}
}

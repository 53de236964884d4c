package generate

import (
	"context"
	"iter"
	"log/slog"
	"math/bits"
	"retroproof/retro/table"
	"runtime"
	"sync/atomic"
	"time"
)

// generator builds a table by retrograde analysis, ply after ply, for both
// sides to move at once.
//
// It works on words, 64 positions at once. A position is open until its value is
// known. The search for losses needs only the open positions: a position is lost
// if none of its moves leads to an open one and no capture or promotion draws or
// wins.
//
//	n even: losses in n are closed; whatever leads to them wins in n+1
//	n odd:  wins in n are closed; whatever leads to them is suspect: if none of
//	        its moves leads to an open position, it is lost in n+1
type generator[T table.Cell] struct {
	*table.Layout
	jobs    int
	subs    *conversions[T] // of the group of tables that is looked at
	grouped bool            // cells may have values before the last group of them is looked at
	// reaching has by pair of kings whether its captures and promotions may lead to the tables; nil for all.
	reaching []bool
	lead     *leading[T] // where the leading pawns' moves lead to; nil if the table is not sliced

	buffers[T]
	lastPending int // no depth beyond it is pending

	depth      int    // the ply being worked on
	decided    uint64 // cells
	legalCells uint64
	deepest    int         // greatest depth of a decided position, in plies
	overflow   atomic.Bool // a depth does not fit the cells, and the codes are wrong
	checkpoint *Checkpoint // nil for none
	report     func()
	log        *slog.Logger
	traced     time.Time // the end of the last pass logged
}

// buffers are the memory of a generator, which the next slice takes over.
type buffers[T table.Cell] struct {
	code [2][]T      // by side to move: rows of 64 cells, one for each word
	open [2][]uint64 // legal and not decided yet

	// Sets of words, a bit each: with new wins, with new losses, with positions
	// that may be lost.
	newWins, newLosses, suspects [2][]uint64
	// pending has for each 64 words the depths at which their captures and
	// promotions may decide something: bit n/2 for depth n, the highest bit for
	// all that are greater.
	pendingWins, pendingLosses [2][]uint64

	enPassant [2][]enPassantEdge
}

const pendingBits = 63

// pendingBit is the bit of a depth in pending.
func pendingBit(n int) uint64 { return 1 << min(n>>1, pendingBits) }

func newGenerator[T table.Cell](l *table.Layout, jobs int) *generator[T] {
	g := &generator[T]{Layout: l, jobs: max(jobs, 1), log: slog.New(slog.DiscardHandler), traced: time.Now()}
	return g
}

// allocate allocates what takes memory, or clears what has been allocated.
func (g *generator[T]) allocate() {
	l := g.Layout
	for s := range 2 {
		g.code[s] = cleared(g.code[s], l.Cells())
		g.open[s] = cleared(g.open[s], l.Words)
		blocks := (l.Words + 63) / 64
		for _, set := range []*[]uint64{&g.newWins[s], &g.newLosses[s], &g.suspects[s], &g.pendingWins[s],
			&g.pendingLosses[s]} {
			*set = cleared(*set, blocks)
		}
		g.enPassant[s] = g.enPassant[s][:0]
	}
}

// cleared returns a slice of so many zeros, where s was if that suffices.
func cleared[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// row returns the cells of a word.
func (g *generator[T]) row(side, word int) *[64]T { return (*[64]T)(g.code[side][64*word:]) }

// run builds the table from groups of the tables that captures and promotions lead to,
// of which one is linked at a time. It stops early with an error, that of the context or of
// link, and without one if a depth does not fit the cells.
func (g *generator[T]) run(ctx context.Context, groups int, link func(group int) (*conversions[T], error)) error {
	if g.checkpoint != nil {
		if next, found, err := g.restore(); err != nil || found {
			if err != nil {
				return err
			}
			g.log.Info("goes on", "table", g.Material.String(), "plies", next)
			return g.solve(ctx, next)
		}
	}
	if err := g.prepare(ctx, groups, link); err != nil || g.overflow.Load() {
		return err
	}
	return g.solve(ctx, 0)
}

// solve finds the values, ply after ply, from an even one on.
func (g *generator[T]) solve(ctx context.Context, n int) error {
	for ; ; n += 2 {
		if err := g.twoPlies(ctx, n); err != nil {
			return err
		}
		if g.overflow.Load() {
			return nil
		}
		if n+2 > g.lastPending && empty(g.newLosses[0]) && empty(g.newLosses[1]) {
			break
		}
		if g.checkpoint != nil && g.checkpoint.Due() {
			if err := g.save(n + 2); err != nil {
				return err
			}
			g.trace("written", "plies", n+2)
		}
	}
	err := g.each(ctx, g.finish, 0, 1)
	g.trace("draws")
	return err
}

// prepare finds the legal positions, what captures and promotions lead to, and
// the mates.
func (g *generator[T]) prepare(ctx context.Context, groups int, link func(group int) (*conversions[T], error)) error {
	g.grouped = groups > 1
	for group := range groups {
		var err error
		g.subs = nil // so that the group before can go
		if g.subs, err = link(group); err != nil {
			return err
		}
		if g.subs.tooWide || g.subs.deepest+1 > table.MaxDepth[T]() {
			g.overflow.Store(true)
			return nil
		}
		if group == 0 {
			g.allocate()
			if err := g.each(ctx, g.initLegal, 0, 1); err != nil {
				return err
			}
			g.trace("legal positions")
		}
		phase, name := g.initMoves, "captures, promotions, mates"
		if group < groups-1 {
			phase, name = g.initConversions, "captures, promotions"
		}
		if err := g.each(ctx, phase, 0, 1); err != nil {
			return err
		}
		g.trace(name)
		if hasEnPassant(g.Material) {
			if err := g.each(ctx, g.initEnPassant, 0, 1); err != nil {
				return err
			}
			g.trace("en passant")
		}
	}
	g.subs = nil
	g.sortEnPassant()
	return nil
}

// twoPlies finds the wins in n+1 plies from the losses in n, and the losses in
// n+2 from those wins. n is even.
func (g *generator[T]) twoPlies(ctx context.Context, n int) error {
	g.depth = n
	g.enPassantWins()
	// One side after the other: a goroutine writes wins into the other side's
	// rows, and reads its own side's.
	for side := range 2 {
		if err := g.each(ctx, g.wins, side); err != nil {
			return err
		}
	}
	g.depth = n + 1
	if !empty(g.newWins[0]) || !empty(g.newWins[1]) {
		g.deepest = n + 1
	}
	g.enPassantSuspects()
	if err := g.each(ctx, g.suspect, 0, 1); err != nil {
		return err
	}
	if err := g.each(ctx, g.losses, 0, 1); err != nil {
		return err
	}
	if !empty(g.newLosses[0]) || !empty(g.newLosses[1]) {
		g.deepest = n + 2
	}
	g.trace("wins in", "plies", n+1)
	if g.report != nil {
		g.report()
	}
	return nil
}

// trace logs a finished pass with the positions that are open after it and the
// time since the pass before.
func (g *generator[T]) trace(pass string, attrs ...any) {
	if !g.log.Enabled(context.Background(), slog.LevelDebug) {
		return
	}
	now := time.Now()
	g.log.Debug("pass", append([]any{"table", g.Material.String(), "pass", pass}, append(attrs,
		"open", g.legalCells-g.decided, "took", now.Sub(g.traced).Round(time.Microsecond))...)...)
	g.traced = now
}

func empty(set []uint64) bool {
	for _, w := range set {
		if w != 0 {
			return false
		}
	}
	return true
}

// worker is what one goroutine of a phase needs.
type worker[T table.Cell] struct {
	board   table.Board
	edges   []edge
	decided uint64 // cells closed
	legal   uint64 // cells opened
	last    int    // greatest depth pending
	passing [2][]enPassantEdge
	pages   []page[T] // of finished slices
	err     error     // of reading one
}

// each runs a phase for all words of some sides to move, in portions of whole
// blocks of 64 words that no two goroutines share.
func (g *generator[T]) each(ctx context.Context, phase func(w *worker[T], side, from, to int), sides ...int) error {
	blocks := len(g.newWins[0])
	portion := max(1, min(64, blocks/(8*g.jobs)))
	portions := (blocks + portion - 1) / portion
	workers := make([]worker[T], g.jobs)
	err := table.Each(ctx, g.jobs, portions*len(sides), func(job, i int) error {
		from := i % portions * portion
		phase(&workers[job], sides[i/portions], from, min(from+portion, blocks))
		return workers[job].err
	})
	for i := range workers {
		g.decided += workers[i].decided
		g.legalCells += workers[i].legal
		g.lastPending = max(g.lastPending, workers[i].last)
		for s := range 2 {
			g.enPassant[s] = append(g.enPassant[s], workers[i].passing[s]...)
		}
	}
	if g.jobs == 1 {
		runtime.Gosched()
	}
	return err
}

// mark adds a word to a set of words, which other goroutines may be changing, too.
func (g *generator[T]) mark(set []uint64, word int) {
	bit := uint64(1) << (word & 63)
	p := &set[word>>6]
	if g.jobs == 1 {
		*p |= bit
	} else if atomic.LoadUint64(p)&bit == 0 {
		atomic.OrUint64(p, bit)
	}
}

// close takes positions off the open ones and returns those that were open: of
// several goroutines that close a position, only one gets it.
func (g *generator[T]) close(side int, e edge) uint64 {
	p := &g.open[side][e.Word]
	if g.jobs == 1 {
		set := *p & e.Set
		*p &^= set
		return set
	}
	if atomic.LoadUint64(p)&e.Set == 0 {
		return 0
	}
	return atomic.AndUint64(p, ^e.Set) & e.Set
}

// wins closes the losses in depth and finds the wins in depth+1.
func (g *generator[T]) wins(w *worker[T], side, from, to int) {
	won := table.WinIn[T](g.depth + 1)
	g.pend(g.pendingWins[side], g.newWins[side], side, from, to, g.depth+1, won)
	other := 1 - side
	for word := range taken(g.newLosses[side], from, to) {
		for _, e := range g.settle(w, side, word, table.LossIn[T](g.depth), false) {
			if wins := g.close(other, e); wins != 0 {
				table.Put(g.row(other, e.Word), wins, won)
				g.mark(g.newWins[other], e.Word)
			}
		}
	}
}

// settle closes the positions of a word that have a code and returns where a move leads to them from.
func (g *generator[T]) settle(w *worker[T], side, word int, code T, won bool) []edge {
	g.Place(&w.board, word)
	settled := table.Equal(g.row(side, word), code)
	g.close(side, edge{Word: word, Set: settled})
	w.decided += uint64(bits.OnesCount64(settled))
	w.edges = retract(g.Layout, w.edges[:0], &w.board, settled, 1-side, won)
	return w.edges
}

// suspect closes the wins in depth and marks the words from which a move leads to
// them: positions there may be lost.
func (g *generator[T]) suspect(w *worker[T], side, from, to int) {
	g.pend(g.pendingLosses[side], g.suspects[side], side, from, to, g.depth+1, table.LossIn[T](g.depth+1))
	other := 1 - side
	for word := range taken(g.newWins[side], from, to) {
		for _, e := range g.settle(w, side, word, table.WinIn[T](g.depth), true) {
			if atomic.LoadUint64(&g.open[other][e.Word])&e.Set != 0 {
				g.mark(g.suspects[other], e.Word)
			}
		}
	}
}

// losses finds the losses in depth+1 among the suspects. They stay open until the
// next ply, because a move to a lost position is not a losing move.
func (g *generator[T]) losses(w *worker[T], side, from, to int) {
	lost := table.LossIn[T](g.depth + 1)
	for word := range taken(g.suspects[side], from, to) {
		row := g.row(side, word)
		open := g.open[side][word]
		if open != 0 {
			open &= table.CanLose(row)
		}
		if open == 0 {
			continue
		}
		g.Place(&w.board, word)
		found := false
		for stuck := Stuck(g.Layout, &w.board, g.open[1-side], open, side, true); stuck != 0; stuck &= stuck - 1 {
			sq := bits.TrailingZeros64(stuck)
			if row[sq] > lost || !g.enPassantLoses(side, word, sq) {
				continue // a capture or promotion loses later; pend marks the word then
			}
			row[sq] = lost
			open &^= 1 << sq
			found = true
		}
		// The code of a capture that loses in just this depth would from now on
		// be taken for a loss.
		if g.pendingLosses[side][word>>6]&pendingBit(g.depth+1) != 0 {
			table.Put(row, open&table.Equal(row, lost), 0)
		}
		if found {
			g.newLosses[side][word>>6] |= 1 << (word & 63)
			if lost >= table.Draw[T]() {
				g.overflow.Store(true)
			}
		}
	}
}

// taken yields the words of some blocks of a set, which it empties.
func taken(set []uint64, from, to int) iter.Seq[int] {
	return func(yield func(word int) bool) {
		for block := from; block < to; block++ {
			words := set[block]
			set[block] = 0
			for ; words != 0 && yield(block<<6|bits.TrailingZeros64(words)); words &= words - 1 {
			}
		}
	}
}

// pend marks the words in which captures and promotions may decide an open
// position in depth plies; code is the code of that value.
func (g *generator[T]) pend(pending, marked []uint64, side, from, to, depth int, code T) {
	if depth > g.lastPending {
		return
	}
	bit := pendingBit(depth)
	for block := from; block < to; block++ {
		if pending[block]&bit == 0 {
			continue
		}
		for word := block << 6; word < min(block<<6+64, g.Words); word++ {
			if open := atomic.LoadUint64(&g.open[side][word]); open != 0 && open&table.Equal(g.row(side, word), code) != 0 {
				g.mark(marked, word)
			}
		}
	}
}

// finish turns what is still open into draws.
func (g *generator[T]) finish(w *worker[T], side, from, to int) {
	for word := from << 6; word < min(to<<6, g.Words); word++ {
		if open := g.open[side][word]; open != 0 {
			table.Put(g.row(side, word), open, table.Draw[T]())
			w.decided += uint64(bits.OnesCount64(open))
		}
	}
}

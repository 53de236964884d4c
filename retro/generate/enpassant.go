package generate

import (
	"cmp"
	"slices"
	"sort"

	"retroproof/chess"
	"retroproof/retro/table"
)

// Tables hold positions without a right to capture en passant. A double step next
// to an enemy pawn leads to a position with that right, whose value is not in the
// table, as the opponent has one more move. Such steps are few. They are listed one
// by one, with the value of the capture, and left out where whole words are
// handled.

// enPassantEdge is a double step that lets the opponent capture en passant.
type enPassantEdge struct {
	// The cells, each a word and a square in it: before the step; after it, as if without the
	// right. There may be many edges, so that they are kept small.
	fromWord, toWord uint32
	fromSq, toSq     uint8
	// capture is the code, for the opponent, of the best capture en passant; 0
	// if none is legal.
	capture uint16
	// only: after the step the opponent has no other move.
	only bool
}

func (e *enPassantEdge) from() int64 { return int64(e.fromWord)<<6 | int64(e.fromSq) }
func (e *enPassantEdge) to() int64   { return int64(e.toWord)<<6 | int64(e.toSq) }

// hasEnPassant reports whether there are pawns of both colours.
func hasEnPassant(m table.Material) bool {
	return m.Count(chess.White, chess.Pawn) > 0 && m.Count(chess.Black, chess.Pawn) > 0
}

// initEnPassant lists the double steps that allow a capture en passant.
func (g *generator[T]) initEnPassant(w *worker[T], side, from, to int) {
	if !g.subs.takesPawn(chess.Color(side)) {
		return
	}
	var b table.Board
	for word := from << 6; word < min(to<<6, g.Words); word++ {
		if open := g.open[side][word]; open != 0 {
			g.Place(&b, word)
			for step := range passingSteps(g.Layout, &b, open, g.open[1-side], side) {
				g.addEnPassant(w, side, word, step)
			}
		}
	}
}

// addEnPassant lists a double step from a word.
func (g *generator[T]) addEnPassant(w *worker[T], side, word int, step passingStep) {
	var b table.Board
	g.Place(&b, step.Word)
	e := enPassantEdge{fromWord: uint32(word), fromSq: uint8(step.From), toWord: uint32(step.Word),
		toSq: uint8(step.Inner)}
	e.capture = uint16(g.subs.enPassant(&b, 1-side, step))
	stuck := Stuck(g.Layout, &b, g.open[side], 1<<step.Inner, 1-side, false) != 0
	e.only = stuck && !hasMove(g.Layout, &b, step.Inner, 1-side)
	w.passing[side] = append(w.passing[side], e)
	if e.capture != 0 {
		w.last = max(w.last, table.ValueOf(T(e.capture)).Plies+1)
	}
}

// takesPawn reports whether the table is there that the capture of a pawn of a side leads
// to.
func (c *conversions[T]) takesPawn(side chess.Color) bool {
	for i := range len(c.Outer) + 1 {
		if m := c.Man(i); m.Kind == chess.Pawn && m.Color == side {
			return !c.captures[i].absent
		}
	}
	return false
}

// hasMove reports whether a side has a legal move in the position of a word with the inner
// man on a square, when there is no right to capture en passant. Captures have to be
// looked at one by one: that of a guarded man by the king is none.
func hasMove(l *table.Layout, b *table.Board, inner uint8, side int) bool {
	return len(l.Position(b, inner, chess.Color(side)).LegalMoves(nil)) > 0
}

// sortEnPassant sorts the lists by the position before the step, for
// enPassantLoses and so that no order of goroutines shows.
func (g *generator[T]) sortEnPassant() {
	for _, list := range g.enPassant {
		slices.SortFunc(list, func(a, b enPassantEdge) int {
			return cmp.Or(cmp.Compare(a.from(), b.from()), cmp.Compare(a.to(), b.to()))
		})
	}
}

// closed reports whether a cell's value is known.
func (g *generator[T]) closed(side int, cell int64) bool {
	return g.open[side][cell>>6]>>(cell&63)&1 == 0
}

// lost reports whether a cell's value is known to be a loss, in depth at most.
func (g *generator[T]) lost(side int, cell int64) bool {
	code := g.code[side][cell]
	return code == table.LossIn[T](g.depth) || code != 0 && code < table.Draw[T]() && g.closed(side, cell)
}

// enPassantWins adds the wins in depth+1 by a listed double step: the opponent
// has lost, with the capture as without it.
func (g *generator[T]) enPassantWins() {
	for side, list := range g.enPassant {
		g.enPassant[side] = list[:0]
		for _, e := range list {
			if g.closed(side, e.from()) {
				continue // and taken off the list
			}
			g.enPassant[side] = append(g.enPassant[side], e)
			capture := T(e.capture)
			if capture >= table.Draw[T]() {
				continue // a good reply
			}
			code := g.code[1-side][e.to()]
			if e.only && capture != 0 {
				code = capture
			} else if g.lost(1-side, e.to()) {
				code = max(code, capture)
			}
			if code != table.LossIn[T](g.depth) {
				continue
			}
			word := int(e.fromWord)
			if wins := g.close(side, edge{Word: word, Set: 1 << e.fromSq}); wins != 0 {
				table.Put(g.row(side, word), wins, table.WinIn[T](g.depth+1))
				g.mark(g.newWins[side], word)
			}
		}
	}
}

// enPassantSuspects marks the positions before double steps whose refutation by
// a capture en passant wins in depth.
func (g *generator[T]) enPassantSuspects() {
	won := table.WinIn[T](g.depth)
	for side, list := range g.enPassant {
		for _, e := range list {
			if T(e.capture) == won && !g.closed(side, e.from()) {
				g.mark(g.suspects[side], int(e.fromWord))
			}
		}
	}
}

// enPassantLoses reports whether the opponent wins, in depth plies at most,
// after each of the listed double steps from a position.
func (g *generator[T]) enPassantLoses(side, word, sq int) bool {
	list := g.enPassant[side]
	cell := int64(word)<<6 | int64(sq)
	i := sort.Search(len(list), func(i int) bool { return list[i].from() >= cell })
	for ; i < len(list) && list[i].from() == cell; i++ {
		e := list[i]
		won := table.WinIn[T](g.depth) // the codes from here up win in depth at most
		if T(e.capture) >= won {
			continue
		}
		if g.closed(1-side, e.to()) && g.code[1-side][e.to()] >= won {
			continue
		}
		return false
	}
	return true
}

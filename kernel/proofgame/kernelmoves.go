package proofgame

import (
	"slices"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/ways"
)

// kernelMove is a move of an extended kernel with the numbers of its men.
type kernelMove struct {
	color      chess.Color
	pawn       int // the pawn that moves or captures, -1 if another man does
	from       chess.Square
	to         chess.Square
	capture    bool
	victimPawn int          // the pawn that is captured, else -1
	takes      kernel.Piece // what is captured otherwise
	promote    chess.Kind
	placed     int // the piece that stands ready to be captured, else -1
	early      int // index of the move before which that piece has to be placed, -1 for this one
}

// pawnMove returns the move of a pawn straight on.
func pawnMove(c chess.Color, pawn int, to chess.Square, promote chess.Kind) kernelMove {
	return kernelMove{color: c, pawn: pawn, to: to, promote: promote, victimPawn: -1, placed: -1, early: -1}
}

// kinds are what the pieces of kernels are.
var kinds = [...]chess.Kind{
	kernel.NoPiece: chess.NoKind, kernel.Queen: chess.Queen, kernel.Rook: chess.Rook,
	kernel.DarkBishop: chess.Bishop, kernel.LightBishop: chess.Bishop, kernel.Knight: chess.Knight,
	kernel.Pawn: chess.Pawn,
}

// kernelMoves converts the moves of an extended kernel to the numbers of a board. Moves
// of pieces that do not capture are left out, and open promotions are completed.
func kernelMoves(b *board, goal *[chess.NumSquares]chess.Man, e *kernel.Extended) []kernelMove {
	var list []kernelMove
	at := b.at
	pawns := b.kind[chess.Pawn] // where they are, or were
	// The pieces of each side on a square: in kernels men do not block each other.
	var pieces [2][chess.NumSquares][]kernel.Piece
	put := func(c chess.Color, sq chess.Square, p kernel.Piece) { pieces[c][sq] = append(pieces[c][sq], p) }
	for set := b.occupied() &^ pawns; set != 0; set = set.WithoutFirst() {
		m := b.man[b.at[set.First()]]
		put(m.Color(), set.First(), kernel.PieceOf(m, set.First()))
	}
	for _, m := range e.Moves {
		if m.Piece != kernel.NoPiece && m.Piece != kernel.Pawn && !m.Captures {
			put(m.Color, m.To, m.Piece) // some man of this kind will be captured there
			continue
		}
		w := kernelMove{color: m.Color, pawn: -1, from: m.From, to: m.To, capture: m.Captures, victimPawn: -1,
			promote: kinds[m.Promotes], placed: -1, early: -1}
		if m.Captures {
			there := &pieces[m.Color.Other()][m.To]
			if n := len(*there); n > 0 {
				w.takes, *there = (*there)[n-1], (*there)[:n-1]
			} else {
				w.takes, w.victimPawn = kernel.Pawn, int(at[m.To])
			}
		}
		if m.Piece == kernel.Pawn {
			if !pawns.Has(m.From) {
				// The pawn has just passed this square and can be captured there en
				// passant; kernels have it on that square.
				w.from = ahead(m.Color, m.From)
			}
			w.pawn = int(at[w.from])
			at[m.To] = int8(w.pawn)
			pawns |= m.To.Bit()
			switch {
			case m.Promotes != kernel.NoPiece:
				put(m.Color, m.To, m.Promotes)
			case ways.LastRank(m.Color).Has(m.To):
				put(m.Color, m.To, kernel.Knight)
			}
		}
		list = append(list, w)
	}
	completePromotions(list, b, goal)
	return list
}

// completePromotions sets what pawns promote to where the kernel leaves that open:
// pieces that the goal lacks, and a knight if it lacks none of those.
func completePromotions(list []kernelMove, b *board, goal *[chess.NumSquares]chess.Man) {
	lack := lacking(list, b, goal)
	now := *b
	for i := range list {
		w := &list[i]
		made := *w
		if w.pawn >= 0 && ways.LastRank(w.color).Has(w.to) {
			made.promote = chess.Queen
		}
		now.applyPawns(made)
		if w.pawn < 0 || !ways.LastRank(w.color).Has(w.to) || w.promote != chess.NoKind {
			continue
		}
		bishop := kernel.PieceOf(chess.MakeMan(w.color, chess.Bishop), w.to)
		w.promote = chess.Knight
		for _, p := range []kernel.Piece{bishop, kernel.Knight, kernel.Rook, kernel.Queen} {
			if lack[w.color][p] > 0 && (p != bishop || !now.caged(w.to, goal)) {
				lack[w.color][p]--
				w.promote = kinds[p]
				break
			}
		}
	}
}

// lacking returns how many pieces of each kind the goal has, by colour, more than a board after the
// moves of a kernel; promotions that are left open are not counted.
func lacking(list []kernelMove, b *board, goal *[chess.NumSquares]chess.Man) (lack [2][kernel.Pawn + 1]int) {
	for i, m := range goal {
		if m != chess.NoMan {
			lack[m.Color()][kernel.PieceOf(m, chess.Square(i))]++
		}
	}
	for set := b.occupied(); set != 0; set = set.WithoutFirst() {
		m := b.man[b.at[set.First()]]
		lack[m.Color()][kernel.PieceOf(m, set.First())]--
	}
	for _, w := range list {
		if w.capture {
			lack[w.color.Other()][w.takes]++
		}
		if w.promote != chess.NoKind {
			lack[w.color][kernel.PieceOf(chess.MakeMan(w.color, w.promote), w.to)]--
		}
	}
	return lack
}

// swapShutIn exchanges the promotion of a pawn, if its piece is known not to get out, with that of
// another one, or makes it another kind that the goal lacks.
func (c *construction) swapShutIn(list []kernelMove, goal *[chess.NumSquares]chess.Man) {
	lack := lacking(list, c.board, goal)
	fits := func(k chess.Kind, w, from *kernelMove) bool {
		return !c.shutIn(w.color, w.to, k) && (k != chess.Bishop || w.to.Dark() == from.to.Dark())
	}
	for i := range list {
		w := &list[i]
		if w.pawn < 0 || w.promote == chess.NoKind || !c.shutIn(w.color, w.to, w.promote) {
			continue
		}
		// Better than another kind is another promotion that fits: what the goal needs stays the same.
		var others []int
		for j := range list {
			if v := &list[j]; v.color == w.color && v.promote != chess.NoKind && v.promote != w.promote &&
				fits(v.promote, w, v) && fits(w.promote, v, w) {
				others = append(others, j)
			}
		}
		if len(others) > 0 {
			v := &list[others[c.random(len(others))]]
			v.promote, w.promote = w.promote, v.promote
			continue
		}
		for _, k := range []chess.Kind{chess.Queen, chess.Rook, chess.Knight} {
			// Or a kind that the goal lacks, whose place another promotion takes.
			if p := kernel.PieceOf(chess.MakeMan(w.color, k), w.to); lack[w.color][p] > 0 && fits(k, w, w) {
				lack[w.color][p]--
				lack[w.color][kernel.PieceOf(chess.MakeMan(w.color, w.promote), w.to)]++
				w.promote = k
				break
			}
		}
	}
}

// rightward returns 1 for a pawn that goes to a file on the right, and else 0.
func (k *kernelMove) rightward() int {
	if k.to.File() > k.from.File() {
		return 1
	}
	return 0
}

// passes reports whether the move's pawn is on a square before, during or after it.
func (k *kernelMove) passes(sq chess.Square) bool {
	return k.to == sq || k.pawn >= 0 && (k.from == sq || !k.capture && chess.Between(k.from, k.to).Has(sq))
}

// shuffle moves some pawn moves without captures to an earlier place in the list, but
// not past moves from or to the same file.
func (r *router) shuffle(list []kernelMove) {
	for i := range list {
		w := list[i]
		if w.pawn < 0 || w.capture || r.random(2) == 0 {
			continue
		}
		first := afterFile(list[:i], w.to.File())
		to := first + r.random(i-first+1)
		copy(list[to+1:i+1], list[to:i])
		list[to] = w
	}
}

// afterFile returns the place after the last of some moves from or to a file.
func afterFile(list []kernelMove, file int) int {
	first := len(list)
	for ; first > 0; first-- {
		if v := &list[first-1]; v.to.File() == file || v.pawn >= 0 && v.from.File() == file {
			break
		}
	}
	return first
}

// advanceEarly inserts the moves of some pawns to their targets at random places among
// the moves of the kernel, after the last of these on their files. It helps where pawns
// that still stand back would, with later moves of the kernel, shut men out. With closing, pawns that enclose a
// man at the end stay back.
func (c *construction) advanceEarly(list []kernelMove, goal *[chess.NumSquares]chess.Man, closing bool) []kernelMove {
	final := *c.board
	for _, w := range list {
		final.applyPawns(w)
	}
	later, ok := c.pawnSquares(&final, goal)
	if !ok {
		return list
	}
	promotes := false // promotions
	if closing {
		markClosing(later, &final, goal)
	}
	for _, e := range later {
		if c.random(2) == 0 || e.closes {
			continue
		}
		first := afterFile(list, e.to.File())
		from := final.sq[e.pawn]
		if (chess.Between(from, e.to)|e.to.Bit())&final.kind[chess.Pawn] != 0 {
			continue // a pawn in the way has to move first
		}
		at := first + c.random(len(list)-first+1)
		promotes = promotes || e.promote != chess.NoKind
		move := pawnMove(e.color, e.pawn, e.to, chess.NoKind)
		move.from = from
		list = slices.Insert(slices.Clone(list), at, move)
	}
	if promotes {
		completePromotions(list, c.board, goal)
	}
	return list
}

// exchangeVictims gives captures of pieces other victims: those of another capture, or, if
// a pawn of theirs promotes without capturing, another kind, to be replaced by that pawn. A
// kernel has the kinds that make its search easy, and these may be shut in. A careful attempt does so
// only where a capture is known to fail.
func (c *construction) exchangeVictims(list []kernelMove, goal *[chess.NumSquares]chess.Man) {
	var promotes [2]int // pawns that are neither captured nor at the goal, and not named in the list
	for side := range promotes {
		pawn := chess.MakeMan(chess.Color(side), chess.Pawn)
		promotes[side] = c.start.Men(pawn).Count() - placesOf(pawn, goal).Count()
	}
	// Pawns that will promote without being named, and captures of pieces, by which these can be exchanged.
	var pieces []int
	for i := range list {
		w := &list[i]
		switch {
		case w.victimPawn >= 0:
			promotes[w.color.Other()]--
		case w.capture:
			pieces = append(pieces, i)
		}
		if w.promote != chess.NoKind {
			promotes[w.color]--
		}
	}
	fits := func(k kernel.Piece, w *kernelMove) bool {
		if c.careful && c.fails(w, k) {
			return false
		}
		return w.pawn < 0 || k != kernel.DarkBishop && k != kernel.LightBishop || (k == kernel.DarkBishop) == w.to.Dark()
	}
	for _, i := range pieces {
		w := &list[i]
		v := &list[pieces[c.random(len(pieces))]]
		if c.careful && !c.fails(w, w.takes) {
			continue
		}
		if v.color == w.color && fits(v.takes, w) && fits(w.takes, v) && c.random(2) == 0 {
			v.takes, w.takes = w.takes, v.takes
		}
		// A pawn that promotes anyway can stand for any kind that is captured in its place.
		plain := w.takes == kernel.Queen || w.takes == kernel.Rook || w.takes == kernel.Knight
		if plain && promotes[w.color.Other()] > 0 && c.random(2) == 0 {
			if k := [...]kernel.Piece{kernel.Queen, kernel.Rook, kernel.Knight}[c.random(3)]; fits(k, w) {
				w.takes = k
			}
		}
	}
}

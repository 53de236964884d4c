package proofgame

import (
	"slices"

	"retroproof/chess"
	"retroproof/kernel"
)

// word is a move of an extended kernel with the numbers of its men.
type word struct {
	color   chess.Color
	pawn    int // that moves or captures, -1 for an officer
	from    chess.Square
	to      chess.Square
	capture bool
	prey    int          // the pawn that is captured, else -1
	takes   kernel.Piece // what is captured otherwise
	promote chess.Kind
	held    int // the officer that waits to be captured, else -1
	early   int // before which word it has to come, -1 if before its own
}

// kinds are what the pieces of kernels are.
var kinds = [...]chess.Kind{
	kernel.NoPiece: chess.NoKind, kernel.Queen: chess.Queen, kernel.Rook: chess.Rook,
	kernel.DarkBishop: chess.Bishop, kernel.LightBishop: chess.Bishop, kernel.Knight: chess.Knight, kernel.Pawn: chess.Pawn,
}

// words returns what an extended kernel asks for, with the numbers of a board. A
// promotion that does not say to what is given what the goal lacks.
func words(b *board, goal *[chess.NumSquares]chess.Man, e *kernel.Extended) []word {
	var list []word
	at := b.at
	pawns := b.kind[chess.Pawn] // where they are, or were
	// What officers of a side are on a square: in kernels nobody is in the way.
	var officers [2][chess.NumSquares][]kernel.Piece
	put := func(c chess.Color, sq chess.Square, p kernel.Piece) { officers[c][sq] = append(officers[c][sq], p) }
	for set := b.occupied() &^ pawns; set != 0; set = set.WithoutFirst() {
		m := b.man[b.at[set.First()]]
		put(m.Color(), set.First(), pieceOf(m, set.First()))
	}
	for _, m := range e.Moves {
		if m.Piece != kernel.NoPiece && m.Piece != kernel.Pawn && !m.Captures {
			put(m.Color, m.To, m.Piece) // whichever will do comes to be captured
			continue
		}
		w := word{color: m.Color, pawn: -1, from: m.From, to: m.To, capture: m.Captures, prey: -1, promote: kinds[m.Promotes], held: -1, early: -1}
		if m.Captures {
			there := &officers[m.Color.Other()][m.To]
			if n := len(*there); n > 0 {
				w.takes, *there = (*there)[n-1], (*there)[:n-1]
			} else {
				w.takes, w.prey = kernel.Pawn, int(at[m.To])
			}
		}
		if m.Piece == kernel.Pawn {
			if !pawns.Has(m.From) {
				// It has just passed this square and can be captured there, so that for
				// kernels it stands there.
				w.from = chess.Square(int(m.From) + 8*up(m.Color))
			}
			w.pawn = int(at[w.from])
			at[m.To] = int8(w.pawn)
			pawns |= m.To.Bit()
			switch {
			case m.Promotes != kernel.NoPiece:
				put(m.Color, m.To, m.Promotes)
			case m.To.Rank() == lastRank(m.Color):
				put(m.Color, m.To, kernel.Knight)
			}
		}
		list = append(list, w)
	}
	nameWords(list, b, goal)
	return list
}

// pieceOf returns what kernels call a man on a square.
func pieceOf(m chess.Man, sq chess.Square) kernel.Piece {
	switch k := m.Kind(); {
	case k == chess.Queen:
		return kernel.Queen
	case k == chess.Rook:
		return kernel.Rook
	case k == chess.Knight:
		return kernel.Knight
	case k == chess.Bishop && sq.Dark():
		return kernel.DarkBishop
	case k == chess.Bishop:
		return kernel.LightBishop
	case k == chess.Pawn:
		return kernel.Pawn
	}
	return kernel.NoPiece
}

// nameWords says what pawns become whose words do not: what will be captured where
// it promoted is a knight, the others are what the goal lacks.
func nameWords(list []word, b *board, goal *[chess.NumSquares]chess.Man) {
	var lack [2][kernel.Pawn + 1]int
	for i, m := range goal {
		if m != chess.NoMan {
			lack[m.Color()][pieceOf(m, chess.Square(i))]++
		}
	}
	for set := b.occupied(); set != 0; set = set.WithoutFirst() {
		m := b.man[b.at[set.First()]]
		lack[m.Color()][pieceOf(m, set.First())]--
	}
	named := map[chess.Kind]kernel.Piece{chess.Queen: kernel.Queen, chess.Rook: kernel.Rook, chess.Knight: kernel.Knight}
	for _, w := range list {
		if w.capture {
			lack[w.color.Other()][w.takes]++
		}
		if w.promote == chess.Bishop {
			lack[w.color][pieceOf(chess.MakeMan(w.color, chess.Bishop), w.to)]--
		} else if w.promote != chess.NoKind {
			lack[w.color][named[w.promote]]--
		}
	}
	for i := range list {
		w := &list[i]
		if w.pawn < 0 || w.to.Rank() != lastRank(w.color) || w.promote != chess.NoKind {
			continue
		}
		bishop := pieceOf(chess.MakeMan(w.color, chess.Bishop), w.to)
		w.promote = chess.Knight
		for _, p := range []kernel.Piece{bishop, kernel.Knight, kernel.Rook, kernel.Queen} {
			if lack[w.color][p] > 0 && (p != bishop || !b.caged(w.to, goal)) {
				lack[w.color][p]--
				w.promote = kinds[p]
				break
			}
		}
	}
}

// passes reports whether a pawn is on a square at some time while a word is played.
func (w *word) passes(sq chess.Square) bool {
	return w.to == sq || w.pawn >= 0 && (w.from == sq || !w.capture && chess.Between(w.from, w.to).Has(sq))
}

// shuffle lets some pawns go earlier that capture nothing, as long as nothing
// happens on their files in between.
func (r *beam) shuffle(list []word) {
	for i := range list {
		w := list[i]
		if w.pawn < 0 || w.capture || r.chance(2) == 0 {
			continue
		}
		first := i
		for f := w.to.File(); first > 0; first-- {
			if v := &list[first-1]; v.to.File() == f || v.pawn >= 0 && v.from.File() == f {
				break
			}
		}
		to := first + r.chance(i-first+1)
		copy(list[to+1:i+1], list[to:i])
		list[to] = w
	}
}

// hasten lets some pawns run their errands among the words, at any time after the
// last of them on their files: where they stand, later words may shut officers out.
func (c *builder) hasten(list []word, goal *[chess.NumSquares]chess.Man) []word {
	final := *c.board
	for _, w := range list {
		final.skip(w)
	}
	later, ok := c.pawnErrands(&final, goal)
	if !ok {
		return list
	}
	hastened := false // promotions
	for _, e := range later {
		if c.chance(2) == 0 {
			continue
		}
		first := len(list)
		for f := e.to.File(); first > 0; first-- {
			if v := &list[first-1]; v.to.File() == f || v.pawn >= 0 && v.from.File() == f {
				break
			}
		}
		from := final.sq[e.id]
		if (chess.Between(from, e.to)|e.to.Bit())&final.kind[chess.Pawn] != 0 {
			continue // others go first
		}
		at := first + c.chance(len(list)-first+1)
		hastened = hastened || e.promote != chess.NoKind
		list = slices.Insert(slices.Clone(list), at, word{color: e.color, pawn: e.id, from: from, to: e.to, prey: -1, held: -1, early: -1})
	}
	if hastened {
		nameWords(list, c.board, goal)
	}
	return list
}

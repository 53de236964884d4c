package chess

import (
	"cmp"
	"slices"
)

// The rules once more, to compare with: on a board of men instead of sets of
// squares, by walking, and by trying every move to see whether the king can then
// be taken. Nothing is shared with the rules proper but Setup and Square.

// slowMove is a move as text has it.
type slowMove struct {
	from, to  Square
	promotion Kind
}

func slowOf(m Move) slowMove { return slowMove{m.From(), m.To(), m.Promotion()} }

func compareSlow(a, b slowMove) int {
	return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.promotion, b.promotion))
}

// slowSteps are the steps of a piece, and whether it may repeat them.
func slowSteps(k Kind) (steps []step, slides bool) {
	switch k {
	case Rook:
		return rookSteps, true
	case Bishop:
		return bishopSteps, true
	case Queen:
		return slices.Concat(rookSteps, bishopSteps), true
	case King:
		return slices.Concat(rookSteps, bishopSteps), false
	default:
		return []step{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}, false
	}
}

func (d step) from(s Square) Square { return MakeSquare(s.File()+d.file, s.Rank()+d.rank) }

// slowAttacked reports whether a man of a side could take on s.
func slowAttacked(d Setup, s Square, by Color) bool {
	for _, man := range d.Men() {
		if man.Man.Color() != by {
			continue
		}
		if man.Man.Kind() == Pawn {
			ahead := 1 - 2*int(by)
			if s.Valid() && (step{1, ahead}.from(man.Square) == s || step{-1, ahead}.from(man.Square) == s) {
				return true
			}
			continue
		}
		steps, slides := slowSteps(man.Man.Kind())
		for _, st := range steps {
			for t := st.from(man.Square); t.Valid(); t = st.from(t) {
				if t == s {
					return true
				}
				if !slides || d.At(t) != NoMan {
					break
				}
			}
		}
	}
	return false
}

// slowInCheck reports whether a side's king can be taken.
func slowInCheck(d Setup, c Color) bool {
	return slowAttacked(d, d.Find(MakeMan(c, King)), c.Other())
}

// slowMoves returns the legal moves in the order of their squares.
func slowMoves(d Setup) []slowMove {
	var moves []slowMove
	for _, m := range slowPseudoMoves(d) {
		if after := slowMake(d, m); !slowInCheck(after, d.Turn) {
			moves = append(moves, m)
		}
	}
	slices.SortFunc(moves, compareSlow)
	return moves
}

// slowPseudoMoves returns the moves as if kings could be taken.
func slowPseudoMoves(d Setup) []slowMove {
	var moves []slowMove
	add := func(from, to Square) {
		if m := d.At(to); m == NoMan || m.Color() != d.Turn {
			moves = append(moves, slowMove{from, to, NoKind})
		}
	}
	for _, man := range d.Men() {
		if man.Man.Color() != d.Turn {
			continue
		}
		if man.Man.Kind() == Pawn {
			moves = append(moves, slowPawnMoves(d, man.Square)...)
			continue
		}
		steps, slides := slowSteps(man.Man.Kind())
		for _, st := range steps {
			for t := st.from(man.Square); t.Valid(); t = st.from(t) {
				add(man.Square, t)
				if !slides || d.At(t) != NoMan {
					break
				}
			}
		}
	}

	rank := 7 * int(d.Turn)
	king := MakeSquare(4, rank)
	free := func(files ...int) bool {
		return !slices.ContainsFunc(files, func(f int) bool { return d.At(MakeSquare(f, rank)) != NoMan })
	}
	safe := func(files ...int) bool {
		return !slices.ContainsFunc(files, func(f int) bool { return slowAttacked(d, MakeSquare(f, rank), d.Turn.Other()) })
	}
	if d.Castling.Has(WhiteKingside<<(2*d.Turn)) && free(5, 6) && safe(4, 5, 6) {
		moves = append(moves, slowMove{king, MakeSquare(6, rank), NoKind})
	}
	if d.Castling.Has(WhiteQueenside<<(2*d.Turn)) && free(1, 2, 3) && safe(4, 3, 2) {
		moves = append(moves, slowMove{king, MakeSquare(2, rank), NoKind})
	}
	return moves
}

func slowPawnMoves(d Setup, from Square) []slowMove {
	var moves []slowMove
	ahead, home, last := 1, 1, 7
	if d.Turn == Black {
		ahead, home, last = -1, 6, 0
	}
	add := func(to Square) {
		if to.Rank() != last {
			moves = append(moves, slowMove{from, to, NoKind})
			return
		}
		for _, k := range []Kind{Queen, Rook, Bishop, Knight} {
			moves = append(moves, slowMove{from, to, k})
		}
	}
	one, two := step{0, ahead}.from(from), step{0, 2 * ahead}.from(from)
	if d.At(one) == NoMan {
		add(one)
		if from.Rank() == home && d.At(two) == NoMan {
			add(two)
		}
	}
	for _, side := range []int{-1, 1} {
		to := step{side, ahead}.from(from)
		if m := d.At(to); to.Valid() && (m != NoMan && m.Color() != d.Turn || m == NoMan && to == d.EnPassant) {
			add(to)
		}
	}
	return moves
}

// slowMake returns the diagram after a move.
func slowMake(d Setup, m slowMove) Setup {
	after := d
	man := d.At(m.from)
	after.Board[m.to] = man
	after.Board[m.from] = NoMan
	after.HalfmoveClock++
	after.EnPassant = NoSquare
	if d.At(m.to) != NoMan {
		after.HalfmoveClock = 0
	}
	switch man.Kind() {
	case Pawn:
		after.HalfmoveClock = 0
		if m.to == d.EnPassant {
			after.Board[MakeSquare(m.to.File(), m.from.Rank())] = NoMan
		}
		if m.promotion != NoKind {
			after.Board[m.to] = MakeMan(d.Turn, m.promotion)
		}
		if r := m.from.Rank() + m.to.Rank(); m.from.Rank() == 1 && m.to.Rank() == 3 || m.from.Rank() == 6 && m.to.Rank() == 4 {
			after.EnPassant = MakeSquare(m.from.File(), r/2)
		}
	case King:
		rank := m.from.Rank()
		switch m.to.File() - m.from.File() {
		case 2:
			after.Board[MakeSquare(5, rank)] = after.Board[MakeSquare(7, rank)]
			after.Board[MakeSquare(7, rank)] = NoMan
		case -2:
			after.Board[MakeSquare(3, rank)] = after.Board[MakeSquare(0, rank)]
			after.Board[MakeSquare(0, rank)] = NoMan
		}
	}
	for _, s := range []Square{m.from, m.to} {
		switch s.String() {
		case "e1":
			after.Castling &^= WhiteKingside | WhiteQueenside
		case "e8":
			after.Castling &^= BlackKingside | BlackQueenside
		case "h1":
			after.Castling &^= WhiteKingside
		case "a1":
			after.Castling &^= WhiteQueenside
		case "h8":
			after.Castling &^= BlackKingside
		case "a8":
			after.Castling &^= BlackQueenside
		}
	}
	if d.Turn == Black {
		after.FullmoveNumber++
	}
	after.Turn = d.Turn.Other()
	return after
}

package krk

import "retroproof/chess"

// Setup returns the position as a diagram. After the capture of the rook the
// black king stands alone on its square.
func Setup(p Position) chess.Setup {
	s := chess.EmptySetup()
	s.Board[p.R()] = chess.WhiteRook
	s.Board[p.WK()] = chess.WhiteKing
	s.Board[p.BK()] = chess.BlackKing
	s.Turn = chess.Black
	if p.White() {
		s.Turn = chess.White
	}
	return s
}

// FEN returns the position in Forsyth-Edwards notation.
func FEN(p Position) string { return Setup(p).FEN() }

// moved returns where the man that the move from p to q moves comes from and
// goes to. With several men it is the first of the king of the side to move,
// the rook and the other king.
func moved(p, q Position) (from, to Square) {
	switch {
	case !p.White() && p.BK() != q.BK():
		return p.BK(), q.BK()
	case p.WK() != q.WK():
		return p.WK(), q.WK()
	case p.R() != q.R():
		return p.R(), q.R()
	}
	return p.BK(), q.BK()
}

// SAN returns the legal move from p to q in standard algebraic notation, such
// as Rd4+, or Kxd4 where Black takes the rook. No move of this endgame needs
// the square it comes from.
func SAN(p, q Position) string {
	man, capture, suffix := "K", "", ""
	if p.White() && p.R() != q.R() {
		man = "R"
	}
	switch {
	case rookCaptured(q):
		capture = "x"
	case mate(q):
		suffix = "#"
	case !q.White() && check(q):
		suffix = "+"
	}
	_, to := moved(p, q)
	return man + capture + to.String() + suffix
}

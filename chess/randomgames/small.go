package randomgames

import (
	"math/rand/v2"

	"retroproof/chess"
)

// crowd is a start with few men that is being made.
type crowd struct {
	r           *rand.Rand
	s           chess.Setup
	left, width int // the files where most men are
}

// put puts a man on an empty square on which it can stand.
func (c *crowd) put(m chess.Man, sq chess.Square) bool {
	if c.s.Board[sq] != chess.NoMan || m.Kind() == chess.Pawn && (sq.Rank() == 0 || sq.Rank() == 7) {
		return false
	}
	c.s.Board[sq] = m
	return true
}

// either returns a man of any colour.
func (c *crowd) either(k chess.Kind) chess.Man { return chess.MakeMan(chess.Color(c.r.IntN(2)), k) }

// near returns a square among the others.
func (c *crowd) near() chess.Square {
	return chess.MakeSquare(c.left+c.r.IntN(c.width), c.r.IntN(8))
}

// king puts a king at home, mostly with rooks, in the crowd, or far away.
func (c *crowd) king(of chess.Color) {
	king := chess.MakeMan(of, chess.King)
	switch c.r.IntN(4) {
	case 0, 1:
		c.put(king, chess.MakeSquare(4, 7*int(of)))
		for side := range 2 {
			rook := chess.MakeMan(of, chess.Rook)
			if c.r.IntN(3) > 0 && c.put(rook, chess.MakeSquare(7-7*side, 7*int(of))) && c.r.IntN(4) > 0 {
				c.s.Castling |= 1 << (2*int(of) + side)
			}
		}
		if c.r.IntN(2) == 0 { // something happens near them
			c.left = min(max(2+c.r.IntN(4), 0), 8-c.width)
		}
	case 2:
		for !c.put(king, c.near()) {
		}
	default:
		for !c.put(king, chess.Square(c.r.IntN(64))) {
		}
	}
}

// cage puts pawns, mostly at home there, on the squares next to a bishop.
func (c *crowd) cage(sq chess.Square) {
	for to := range (chess.BishopAttacks(sq, chess.AllSquares)).Squares() {
		switch {
		case to.Rank() == 1 && c.r.IntN(5) > 0:
			c.put(chess.WhitePawn, to)
		case to.Rank() == 6 && c.r.IntN(5) > 0:
			c.put(chess.BlackPawn, to)
		default:
			c.put(c.either(chess.Pawn), to)
		}
	}
}

// promotion makes an empty cage, and puts a pawn on the way to it. It returns how many men without a purpose may be
// besides.
func (c *crowd) promotion() (more int) {
	of, f := chess.Color(c.r.IntN(2)), c.r.IntN(8)
	last, dir := 7, -1
	if of == chess.Black {
		last, dir = 0, 1
	}
	at := chess.MakeSquare(f, last)
	c.cage(at)
	c.put(chess.MakeMan(of, chess.Pawn), chess.MakeSquare(f, last+dir*(1+c.r.IntN(3))))
	knight := chess.MakeMan(of.Other(), chess.Knight)
	switch c.r.IntN(3) {
	case 0:
		c.put(knight, at)
	case 1: // a bishop that is taken before another one comes to its square
		more = c.r.IntN(2)
		c.put(chess.MakeMan(of, chess.Bishop), at)
		for sq := range chess.KnightAttacks(at).Squares() {
			if c.r.IntN(3) == 0 && c.put(knight, sq) {
				break
			}
		}
		return more
	}
	return 1
}

// smallStart returns a start with few men, close together and in one another's way:
// pawns of both colours on neighbouring files, bishops and kings among them, castling
// rights, rooks beside those that may castle, and en passant squares.
func smallStart(r *rand.Rand) *chess.Setup {
	for {
		c := &crowd{r: r, s: chess.Setup{EnPassant: chess.NoSquare, FullmoveNumber: 1, Turn: chess.Color(r.IntN(2))}}
		c.width = 2 + r.IntN(3)
		c.left = r.IntN(9 - c.width)
		c.king(chess.White)
		c.king(chess.Black)
		more := 1 // men without a purpose
		switch r.IntN(5) {
		case 0: // a bishop in a cage, of either colour, on any rank
			sq := chess.MakeSquare(r.IntN(8), []int{0, 7, 0, 7, r.IntN(8)}[r.IntN(5)])
			if !c.put(c.either(chess.Bishop), sq) {
				continue
			}
			c.cage(sq)
		case 1:
			more = c.promotion()
		}
		for range more + more*r.IntN(5) {
			c.put(c.either(chess.Pawn), c.near())
		}
		for range more * r.IntN(3) {
			kinds := []chess.Kind{chess.Bishop, chess.Bishop, chess.Knight, chess.Rook, chess.Knight, chess.Queen}
			c.put(chess.MakeMan(chess.Color(r.IntN(2)), kinds[r.IntN(len(kinds))]), c.near())
		}
		if r.IntN(3) == 0 {
			findDoubleStep(r, &c.s)
		}
		if p, err := chess.NewPosition(c.s); err == nil && p.HasLegalMove() {
			return &c.s
		}
	}
}

// PawnsStart returns a start with pawns that can capture one another, and hardly
// anything else: two kings far away, and a few victims.
func PawnsStart(r *rand.Rand) *chess.Setup {
	for {
		s := chess.Setup{EnPassant: chess.NoSquare, FullmoveNumber: 1, Turn: chess.Color(r.IntN(2))}
		width := 2 + r.IntN(4)
		left := r.IntN(9 - width)
		far := (left + 4) % 8
		s.Board[chess.MakeSquare(far, 0)], s.Board[chess.MakeSquare(far, 7)] = chess.WhiteKing, chess.BlackKing
		for range 3 + r.IntN(5) {
			c := chess.Color(r.IntN(2))
			rank := 1 + r.IntN(4)
			if c == chess.Black {
				rank = 7 - rank
			}
			if sq := chess.MakeSquare(left+r.IntN(width), rank); s.Board[sq] == chess.NoMan {
				s.Board[sq] = chess.MakeMan(c, chess.Pawn)
			}
		}
		for range r.IntN(4) {
			kind := []chess.Kind{chess.Bishop, chess.Knight, chess.Knight}[r.IntN(3)]
			if sq := chess.MakeSquare(left+r.IntN(width), r.IntN(8)); s.Board[sq] == chess.NoMan {
				s.Board[sq] = chess.MakeMan(chess.Color(r.IntN(2)), kind)
			}
		}
		if r.IntN(2) == 0 {
			findDoubleStep(r, &s)
		}
		if p, err := chess.NewPosition(s); err == nil && p.HasLegalMove() {
			return &s
		}
	}
}

// AnySmallStart returns one of all these.
func AnySmallStart(r *rand.Rand) *chess.Setup {
	switch r.IntN(4) {
	case 0:
		return PawnsStart(r)
	case 1:
		return RemainsStart(r)
	}
	return smallStart(r)
}

// RemainsStart returns a start with some of the men of the initial position, where they
// begin, and pawns that have gone far: cages of bishops, castling rights, and promotions
// next to them.
func RemainsStart(r *rand.Rand) *chess.Setup {
	initial := chess.InitialSetup()
	for {
		s := chess.Setup{EnPassant: chess.NoSquare, FullmoveNumber: 1, Turn: chess.Color(r.IntN(2))}
		for range 2 { // mostly many rights
			s.Castling |= initial.Castling & chess.Castling(r.IntN(16))
		}
		// Three files keep most of their men, the others little besides kings and rooks.
		left, width := r.IntN(6), 3
		for sq, m := range initial.Board {
			f := chess.Square(sq).File()
			keep := 0
			switch {
			case m.Kind() == chess.King, m.Kind() == chess.Rook && r.IntN(3) > 0:
				keep = 100
			case f >= left && f < left+width:
				keep = []int{0, 0, 15, 20, 75, 35, 70}[m.Kind()]
			case m.Kind() == chess.Pawn:
				keep = 5
			}
			if m != chess.NoMan && r.IntN(100) < keep {
				s.Board[sq] = m
			}
		}
		for range 1 + r.IntN(3) {
			f, rank, c := left+r.IntN(width), 1+r.IntN(3), chess.Black
			if r.IntN(2) == 0 {
				rank, c = 7-rank, chess.White
			}
			if sq := chess.MakeSquare(f, rank); s.Board[sq] == chess.NoMan || r.IntN(2) == 0 &&
				s.Board[sq].Kind() == chess.Pawn {
				s.Board[sq] = chess.MakeMan(c, chess.Pawn)
			}
		}
		if r.IntN(2) == 0 {
			sq := chess.MakeSquare(left+r.IntN(width), r.IntN(8))
			if s.Board[sq] == chess.NoMan {
				s.Board[sq] = chess.MakeMan(chess.Color(r.IntN(2)), chess.Knight)
			}
		}
		// Rights without their king or rook go.
		for i, squares := range [4][2]chess.Square{{4, 7}, {4, 0}, {60, 63}, {60, 56}} {
			if s.Board[squares[0]] != initial.Board[squares[0]] || s.Board[squares[1]] != initial.Board[squares[1]] {
				s.Castling &^= 1 << i
			}
		}
		if r.IntN(4) == 0 {
			findDoubleStep(r, &s)
		}
		if p, err := chess.NewPosition(s); err == nil && p.HasLegalMove() {
			return &s
		}
	}
}

// findDoubleStep gives a start an en passant square if it can have one.
func findDoubleStep(r *rand.Rand, s *chess.Setup) {
	rank, behind := 4, 5 // Black has moved
	if s.Turn == chess.Black {
		rank, behind = 3, 2
	}
	f := r.IntN(8)
	if s.Board[chess.MakeSquare(f, rank)] == chess.NoMan {
		s.Board[chess.MakeSquare(f, rank)] = chess.MakeMan(s.Turn.Other(), chess.Pawn)
	}
	if sq := chess.MakeSquare(f^1, rank); r.IntN(2) == 0 && s.Board[sq] == chess.NoMan {
		s.Board[sq] = chess.MakeMan(s.Turn, chess.Pawn)
	}
	old := s.EnPassant
	s.EnPassant = chess.MakeSquare(f, behind)
	if _, err := chess.NewPosition(*s); err != nil {
		s.EnPassant = old
	}
}

// Reached is a position that legal moves lead to from a start.
type Reached struct {
	Pos   *chess.Position
	From  *Reached       // one of those before it; nil for the start
	Move  chess.Move     // from there
	Plies int            // of this way
	Moved chess.Bitboard // squares that men left or came to, or were captured on, on all ways that were looked at
	rare  bool
}

// Around visits positions that can be reached from a start: all of them, those of the
// fewest moves first, if deep is 0, and else some at random, until there are most.
// Sparse leaves out so many in a hundred of the moves of pieces that capture nothing.
func Around(r *rand.Rand, start *chess.Setup, most, deep, sparse int, visit func(*Reached) bool) (n int) {
	p, err := chess.NewPosition(*start)
	if err != nil {
		panic(err)
	}
	type key struct {
		k     uint64
		field chess.Square
	}
	// Each position is kept once, with all men that can have moved on some way to it: the moves of each are made once.
	nodes := map[key]*Reached{{p.Key(), p.EnPassant()}: {Pos: p}}
	todo := []*Reached{nodes[key{p.Key(), p.EnPassant()}]}
	var order []*Reached
	var buf [256]chess.Move
	for len(todo) > 0 && len(nodes) < most {
		i := 0
		if deep > 0 && r.IntN(100) < deep {
			for range 4 { // rather captures by pawns, and what cannot be taken back on the first and last ranks
				i = len(todo) - 1 - r.IntN(min(len(todo), 1+len(todo)/4))
				if todo[i].rare {
					break
				}
			}
			todo[0], todo[i] = todo[i], todo[0]
		}
		g := todo[0]
		todo = todo[1:]
		for _, m := range g.Pos.LegalMoves(buf[:0]) {
			captured := g.Pos.Captured(m)
			if sparse > 0 && captured == chess.NoMan && !pawnMove(g.Pos, m) && r.IntN(100) < sparse {
				continue
			}
			q := g.After(m)
			k := key{q.Pos.Key(), q.Pos.EnPassant()}
			to := nodes[k]
			if to == nil {
				to = q
				edge := m.To().Rank() == 0 || m.To().Rank() == 7
				to.rare = edge && (captured != chess.NoMan || m.Promotion() != chess.NoKind) || captured != chess.NoMan &&
					pawnMove(g.Pos, m)
				nodes[k] = to
				todo = append(todo, to)
				order = append(order, to)
			}
			to.Moved |= q.Moved
		}
	}
	for _, g := range order {
		if !visit(g) {
			break
		}
		n++
	}
	return n
}

// Way returns the moves that lead to the position.
func (r *Reached) Way() []chess.Move {
	if r.From == nil {
		return nil
	}
	return append(r.From.Way(), r.Move)
}

// After returns the position after a legal move.
func (r *Reached) After(m chess.Move) *Reached {
	moved := m.From().Bit() | m.To().Bit()
	if m.IsEnPassant() {
		moved |= (m.To() ^ 8).Bit()
	}
	if m.IsCastling() {
		rank := m.From().Rank()
		from, to := chess.MakeSquare(7, rank), chess.MakeSquare(5, rank)
		if m.To().File() == 2 {
			from, to = chess.MakeSquare(0, rank), chess.MakeSquare(3, rank)
		}
		moved |= from.Bit() | to.Bit()
	}
	q := *r.Pos
	q.Make(m)
	return &Reached{Pos: &q, From: r, Move: m, Plies: r.Plies + 1, Moved: r.Moved | moved}
}

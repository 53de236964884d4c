package chess

// pick returns a number below n.
func (s *splitmix64) pick(n int) int { return int(s.next() >> 1 % uint64(n)) }

// wildMen are sets of men, kings apart, for positions that no game would see.
var wildMen = []string{
	"", "Q", "qR", "PPpp", "PPPPpppp", "PPPPPPPPpppppppp", "QQQQQQqqqqqq", "RRBBNNrrbbnn", "BBBBBbbbbb",
	"NNNNNNNNnnnnnnnn", "QRBNPPqrbnpp", "RRPPPPrrpppp", "qqqqqqqqqqqq", "QQQQQQQQQRRbnp", "RRrr", "RRQPPPPPrrqppppp",
}

// wildPosition returns a random position with the men of one of the wildMen,
// now and then with castling rights and an en passant square.
func wildPosition(random *splitmix64) *Position {
	for {
		s := EmptySetup()
		place := func(m Man) {
			at := Square(random.pick(NumSquares))
			if m.Kind() == Pawn {
				at = Square(8 + random.pick(48))
			}
			if s.Board[at] == NoMan {
				s.Board[at] = m
			}
		}
		s.Turn = Color(random.pick(2))
		if random.pick(3) == 0 {
			for _, path := range CastlingPaths {
				need := path.Home
				if random.pick(2) == 0 {
					s.Board[need[0].Square], s.Board[need[1].Square] = need[0].Man, need[1].Man
				}
			}
		}
		for _, king := range []Man{WhiteKing, BlackKing} {
			for s.Find(king) == NoSquare {
				place(king)
			}
		}
		for _, letter := range []byte(wildMen[random.pick(len(wildMen))]) {
			m, _ := ParseMan(letter)
			place(m)
		}
		for i, path := range CastlingPaths {
			need := path.Home
			if s.At(need[0].Square) == need[0].Man && s.At(need[1].Square) == need[1].Man && random.pick(4) > 0 {
				s.Castling |= 1 << i
			}
		}
		if random.pick(2) == 0 {
			// Most of these are refused, so that all files are tried.
			for file := range 8 {
				with := s
				with.EnPassant = MakeSquare(file, 5-3*int(s.Turn))
				if p, err := NewPosition(with); err == nil {
					return p
				}
			}
		}
		if p, err := NewPosition(s); err == nil {
			return p
		}
	}
}

// randomGame plays a game of random moves, up to so many plies, and calls visit
// before each of them and at the end. Every other game prefers captures, and so
// soon becomes an ending. One in four begins at a wild position.
func randomGame(random *splitmix64, plies int, visit func(*Position)) {
	p := InitialPosition()
	if random.pick(4) == 0 {
		p = wildPosition(random)
	}
	greedy := random.pick(2) == 0
	for range plies {
		visit(p)
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			return
		}
		m := moves[random.pick(len(moves))]
		if greedy && p.Captured(m) == NoMan && m.Promotion() == NoKind {
			m = moves[random.pick(len(moves))]
		}
		p.Make(m)
	}
	visit(p)
}

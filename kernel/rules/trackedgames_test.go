package rules

import (
	"math/rand/v2"

	"retroproof/chess"
)

// trackedMan is where a man of the start stands after each move of a game; NoSquare once it is captured.
type trackedMan struct {
	at  []chess.Square
	man []chess.Man
}

// trackedGame is a random game with its men.
type trackedGame struct {
	start, goal chess.Setup
	turn        []chess.Color // to move, after each move
	men         []*trackedMan
	castled     []bool // whether a move castles
}

// openStart returns a start with few men, near each other.
func openStart(r *rand.Rand) *chess.Setup {
	for {
		s := chess.EmptySetup()
		s.Turn = chess.Color(r.IntN(2))
		s.Castling = chess.WhiteKingside | chess.WhiteQueenside | chess.BlackKingside | chess.BlackQueenside
		s.Board[4], s.Board[60] = chess.WhiteKing, chess.BlackKing
		for i, path := range chess.CastlingPaths {
			if r.IntN(3) == 0 {
				s.Castling &^= 1 << i
			} else {
				s.Board[path.Home[1].Square] = path.Home[1].Man
			}
		}
		withHomes(&s)
		for _, k := range [2]chess.Square{4, 60} {
			if to := chess.Square(r.IntN(64)); r.IntN(2) == 0 && s.Board[to] == chess.NoMan {
				s.Board[to], s.Board[k] = s.Board[k], chess.NoMan
			}
		}
		withHomes(&s)
		for range 3 + r.IntN(9) {
			m := chess.MakeMan(chess.Color(r.IntN(2)), [...]chess.Kind{chess.Queen, chess.Rook, chess.Rook, chess.Bishop, chess.Bishop, chess.Knight, chess.Pawn, chess.Pawn, chess.Pawn}[r.IntN(9)])
			sq := chess.Square(r.IntN(64))
			if s.Board[sq] == chess.NoMan && (m.Kind() != chess.Pawn || sq.Rank() > 0 && sq.Rank() < 7) {
				s.Board[sq] = m
			}
		}
		if p, err := chess.NewPosition(s); err == nil && p.HasLegalMove() {
			return &s
		}
	}
}

// trackGame plays a random game.
func trackGame(r *rand.Rand, start *chess.Setup) *trackedGame {
	p, err := chess.NewPosition(*start)
	if err != nil {
		return nil
	}
	g := &trackedGame{start: *start, turn: []chess.Color{p.Turn()}}
	here := map[chess.Square]*trackedMan{}
	for sq, m := range start.Board {
		if m != chess.NoMan {
			man := &trackedMan{[]chess.Square{chess.Square(sq)}, []chess.Man{m}}
			here[chess.Square(sq)] = man
			g.men = append(g.men, man)
		}
	}
	for range 4 + r.IntN(40) {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[r.IntN(len(moves))]
		for range 4 {
			if m.IsCastling() || m.IsEnPassant() || m.Promotion() != chess.NoKind || p.At(m.From()).Kind() == chess.King {
				break // rare otherwise
			}
			m = moves[r.IntN(len(moves))]
		}
		before := p.Setup()
		p.Make(m)
		after := p.Setup()
		man := here[m.From()]
		if p.Turn() != before.Turn && m.IsEnPassant() {
			delete(here, chess.MakeSquare(m.To().File(), m.From().Rank()))
		}
		delete(here, m.From())
		here[m.To()] = man
		g.castled = append(g.castled, m.IsCastling())
		if m.IsCastling() {
			for _, path := range chess.CastlingPaths {
				if path.KingTo == m.To() {
					here[path.RookTo] = here[path.Home[1].Square]
					delete(here, path.Home[1].Square)
				}
			}
		}
		for _, x := range g.men {
			x.at, x.man = append(x.at, chess.NoSquare), append(x.man, chess.NoMan)
		}
		for sq, x := range here {
			x.at[len(x.at)-1], x.man[len(x.man)-1] = sq, after.Board[sq]
		}
		g.turn = append(g.turn, after.Turn)
	}
	g.goal = p.Setup()
	return g
}

package rules

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/ways"
	"retroproof/proofs/illegal/facts"
)

// LastMove refutes a position to which no move leads, and which is not the start. The
// predecessors have any castling rights and en passant squares; if the start is the initial
// position, they have no more men than it.
func LastMove(start *chess.Setup, p *chess.Position) *Impossible {
	s := p.Setup()
	if facts.SameSetup(start, &s) || hasUnmove(p, *start == initial) {
		return nil
	}
	return NoUnmoves(p)
}

// NoUnmoves is the Impossible of a position that has no un-moves; the caller has seen to that.
func NoUnmoves(p *chess.Position) *Impossible {
	s := p.Setup()
	us, them := Side(p.Turn().Other()), Side(p.Turn())
	if squares := EnPassantSquares(&s); squares != nil {
		var steps, passed []string
		up := s.Turn.Other().Forward()
		for _, sq := range squares {
			steps = append(steps, (sq-chess.Square(up)).String()+"-"+(sq+chess.Square(up)).String())
			passed = append(passed, sq.String())
		}
		return proven(NoLastMove, "no move by %s leads here but %s, after which %s could capture en passant: the en "+
			"passant square %s would have to be given",
			us, answer.Alternatives(steps), them, answer.Alternatives(passed))
	}
	if checkers := p.Checkers(); checkers != 0 {
		return proven(NoLastMove, "%s, and no possible move by %s began that", giveCheck(&s, checkers), us)
	}
	return proven(NoLastMove, "no move by %s leads here. %s", us, strings.Join(closed(&s), ". "))
}

// giveCheck says that some men give check.
func giveCheck(s *chess.Setup, checkers chess.Bitboard) string {
	return Actors(s, checkers) + answer.Plural(checkers.Count(), " gives", " give") + " check"
}

// closed says of each man of the side that has moved why it did not make the last move. There is no check. Where a
// capture or a promotion leaves no check before, the numbers of men exclude it.
func closed(s *chess.Setup) (words []string) {
	us, them := s.Turn.Other(), s.Turn
	king := s.Find(chess.MakeMan(them, chess.King))
	kept := s.Castling.Homes() & sideOf(s, us) // kings and rooks that may still castle
	var stuck, rest chess.Bitboard
	always := true // wherever one of the rest came from, there was check already
	for to := range (sideOf(s, us) &^ kept).Squares() {
		quiet, more := cameFrom(s, to)
		if quiet|more == 0 {
			stuck |= to.Bit()
			continue
		}
		rest |= to.Bit()
		for from := range (quiet | more).Squares() {
			before := *s
			before.Board[from] = s.Board[to]
			for _, captured := range []chess.Man{chess.NoMan, chess.MakeMan(them, chess.Knight)} {
				before.Board[to] = captured
				always = always && before.Attackers(king, us) != 0
			}
		}
	}
	if kept != 0 {
		words = append(words, Men(s, kept)+" may still castle and have never moved")
	}
	if stuck != 0 {
		words = append(words, "There is no square that "+Men(s, stuck)+" can have come from")
	}
	if rest != 0 {
		words = append(words, fmt.Sprintf("Wherever %s came from, the king on %s was in check already",
			Actors(s, rest), king))
		if !always {
			words[len(words)-1] += ", or there were more men than a game has"
		}
	}
	return words
}

// mostMen is how many men a side has that has lost none.
const mostMen = 16

// cameFrom returns the squares from which the man on a square can have come without a capture or a promotion, and with
// one of these, as far as the men in the way allow.
func cameFrom(s *chess.Setup, to chess.Square) (quiet, more chess.Bitboard) {
	m, all := s.Board[to], occupied(s)
	us := m.Color()
	rank := us.RelativeRank(to.Rank())
	if m.Kind() != chess.Pawn {
		quiet = chess.Attacks(m, to, all) &^ all
	}
	if rank > 1 && (m.Kind() == chess.Pawn || rank == 7 && m.Kind() != chess.King) {
		behind := ways.Ahead(us.Other(), to.Bit()) &^ all
		if m.Kind() == chess.Pawn {
			quiet |= behind
		} else {
			more |= behind
		}
		if sideOf(s, us.Other()).Count() < mostMen {
			more |= chess.PawnAttacks(us.Other(), to) &^ all
		}
	}
	return quiet, more
}

// EnPassantSquares returns the en passant squares that a position without one can have: a double step over it can have
// been the last move, and a capture en passant is legal. With another one the position would be the same without it.
func EnPassantSquares(s *chess.Setup) (squares []chess.Square) {
	if s.EnPassant != chess.NoSquare {
		return nil
	}
	rank := s.Turn.RelativeRank(5)
	for file := range 8 {
		with := *s
		with.EnPassant = chess.MakeSquare(file, rank)
		p, err := chess.NewPosition(with)
		if err != nil || !capturesEnPassant(p) || !hasUnmove(p, false) {
			continue
		}
		squares = append(squares, with.EnPassant)
	}
	return squares
}

// capturesEnPassant reports whether a capture en passant is legal.
func capturesEnPassant(p *chess.Position) bool {
	return slices.ContainsFunc(p.LegalMoves(nil), func(m chess.Move) bool {
		return m.To() == p.EnPassant() && p.At(m.From()).Kind() == chess.Pawn
	})
}

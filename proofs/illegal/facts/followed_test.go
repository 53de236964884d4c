package facts_test

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// followed are the men of a game, by their squares at the start, and what each has done.
type followed struct {
	id      [chess.NumSquares]chess.Square   // by square: where its man was at the start
	moved   chess.Bitboard                   // those that have moved
	became  chess.Bitboard                   // pawns that have promoted
	taken   [chess.NumSquares]chess.Square   // where a man was captured, NoSquare if it was not
	by      [chess.NumSquares]chess.Square   // by the captured man: who captured it
	victims [chess.NumSquares]chess.Bitboard // of pawns: what they captured as pawns
	visited [chess.NumSquares]chess.Bitboard
	odd     [chess.NumSquares]bool // whether a man has made an odd number of moves
}

func newFollowed() *followed {
	f := &followed{}
	for i := range f.id {
		f.id[i], f.taken[i] = chess.Square(i), chess.NoSquare
	}
	return f
}

// follow notes a move that is about to be made.
func (f *followed) follow(p *chess.Position, m chess.Move) {
	who, at := f.id[m.From()], m.To()
	pawn := p.At(m.From()).Kind() == chess.Pawn
	if m.IsEnPassant() {
		at = chess.MakeSquare(m.To().File(), m.From().Rank())
	}
	if p.Captured(m) != chess.NoMan {
		f.taken[f.id[at]], f.by[f.id[at]] = at, who
		if pawn {
			f.victims[who] |= f.id[at].Bit()
		}
	}
	if m.Promotion() != chess.NoKind {
		f.became |= who.Bit()
	}
	f.id[m.To()] = who
	f.moved |= who.Bit()
	f.visited[who] |= m.To().Bit()
	f.odd[who] = !f.odd[who]
	for _, path := range chess.CastlingPaths {
		if m.IsCastling() && path.KingTo == m.To() {
			rook := f.id[path.Home[1].Square]
			f.id[path.RookTo] = rook
			f.moved |= rook.Bit()
		}
	}
}

// wrong reports whether a fact about men that never move is not true of the game.
func (f *followed) wrong(fact facts.Fact) bool {
	dead := fact.By == facts.ByDeadBishop
	for sq := range chess.Bitboard(fact.Squares).Squares() {
		taken := f.taken[sq] != chess.NoSquare
		if f.moved.Has(sq) || taken != dead || dead && f.victims[f.by[sq]].Has(sq) {
			return true
		}
	}
	return false
}

package retro

import (
	"cmp"
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/retro/table"
)

// A CastlingError says that a position has castling rights. Tables have no such
// positions: with so few men, games leave no such rights.
type CastlingError struct {
	Rights chess.Castling
}

// Error names the rights.
func (e *CastlingError) Error() string {
	return fmt.Sprintf("castling rights %s, want none: tables have no positions with castling rights", e.Rights)
}

// Probe returns the value of a position, a right to capture en passant
// included, which tables do not have. Two bare kings are a draw and need no
// table. The rules that end a game by counting moves are left out.
//
// The error is a [*CastlingError] for a position with castling rights, a
// [*table.MissingError] if there is no table, or says what is wrong with one.
func (ts *Tables) Probe(p *chess.Position) (table.Value, error) {
	if p.Castling() != chess.NoCastling {
		return table.Value{}, &CastlingError{p.Castling()}
	}
	if p.CapturableEnPassant() != chess.NoSquare {
		return probeEnPassant(p, ts.lookup)
	}
	return ts.lookup(p)
}

// probeEnPassant is Probe where a capture en passant is legal. It is a move like
// any other, but the table's value comes from the others only; if there are no
// others, the table has a mate or a stalemate there.
func probeEnPassant(p *chess.Position, lookup func(*chess.Position) (table.Value, error)) (table.Value, error) {
	var best table.Value
	var list [128]chess.Move
	moves := p.LegalMoves(list[:0])
	captures := 0
	after := *p
	for _, m := range moves {
		if !m.IsEnPassant() {
			continue
		}
		captures++
		undo := after.Make(m)
		v, err := lookup(&after)
		after.Unmake(m, undo)
		if err != nil {
			return table.Value{}, table.NeededBy(table.MaterialOfPosition(p), err)
		}
		best = table.Better(best, v.Before())
	}
	if captures == len(moves) {
		return best, nil
	}
	v, err := lookup(p)
	return table.Better(best, v), err
}

// Value is a value as it is reported. Draws have no depth.
type Value struct {
	Result  table.Result `json:"result"`
	Plies   *int         `json:"dtm_plies"`
	InMoves *int         `json:"dtm_moves"`
}

// ValueOf returns a value as it is reported.
func ValueOf(v table.Value) Value {
	if !v.Decided() {
		return Value{Result: v.Result}
	}
	plies, moves := v.Plies, v.Moves()
	return Value{v.Result, &plies, &moves}
}

// RankedMove is a legal move of a position with its value.
type RankedMove struct {
	Move chess.Move `json:"-"`
	// Exact is the position's value if this move is played, for the side that
	// plays it: plies are counted from the position, the move included.
	Exact     table.Value `json:"-"`
	SAN       string      `json:"san"`
	UCI       string      `json:"uci"`
	Value                 // the same, as it is reported
	Capture   bool        `json:"capture"` // en passant captures too
	EnPassant bool        `json:"en_passant"`
	Promotion bool        `json:"promotion"`
	Check     bool        `json:"check"` // mate too
	Mate      bool        `json:"mate"`
	Stalemate bool        `json:"stalemate"`
}

// Moves returns all legal moves of a position, best first: wins, the shortest
// first; draws; losses, the longest first. Moves of one value are in the order
// of the squares they leave, a1, b1, ..., h8, then of those they go to, and
// promotions in the order queen, rook, bishop, knight.
//
// Errors are those of Probe; a [*table.MissingError] may be about a table that a
// capture or a promotion leads to.
func (ts *Tables) Moves(p *chess.Position) ([]RankedMove, error) {
	if p.Castling() != chess.NoCastling {
		return nil, &CastlingError{p.Castling()}
	}
	var list [128]chess.Move
	moves := p.LegalMoves(list[:0])
	ranked := make([]RankedMove, 0, len(moves))
	after := *p
	for _, m := range moves {
		r := RankedMove{
			Move:      m,
			SAN:       notation.SAN(p, m),
			UCI:       m.UCI(),
			Capture:   p.Captured(m) != chess.NoMan,
			EnPassant: m.IsEnPassant(),
			Promotion: m.Promotion() != chess.NoKind,
		}
		undo := after.Make(m)
		v, err := ts.Probe(&after)
		r.Check = after.InCheck()
		if !after.HasLegalMove() {
			r.Mate, r.Stalemate = r.Check, !r.Check
		}
		after.Unmake(m, undo)
		if err != nil {
			return nil, table.NeededBy(table.MaterialOfPosition(p), err)
		}
		r.Exact = v.Before()
		r.Value = ValueOf(r.Exact)
		ranked = append(ranked, r)
	}
	slices.SortFunc(ranked, func(a, b RankedMove) int {
		return cmp.Or(-a.Exact.Compare(b.Exact), table.CompareMoves(a.Move, b.Move))
	})
	return ranked, nil
}

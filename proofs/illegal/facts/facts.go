package facts

import (
	"encoding/json"
	"errors"
	"fmt"

	"retroproof/chess"
)

// Squares is a set of squares. In JSON it is a list of names, from a1 on.
type Squares chess.Bitboard

// Names returns the names of the squares, from a1 on.
func (s Squares) Names() []string {
	names := []string{}
	for sq := range chess.Bitboard(s).Squares() {
		names = append(names, sq.String())
	}
	return names
}

// MarshalJSON writes the list of names.
func (s Squares) MarshalJSON() ([]byte, error) { return json.Marshal(s.Names()) }

// UnmarshalJSON reads a list of names in any order, each once.
func (s *Squares) UnmarshalJSON(text []byte) error {
	var names []string
	if err := json.Unmarshal(text, &names); err != nil {
		return err
	}
	var set chess.Bitboard
	for _, name := range names {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			return err
		}
		if set.Has(sq) {
			return fmt.Errorf("square %s is listed twice", name)
		}
		set |= sq.Bit()
	}
	*s = Squares(set)
	return nil
}

// FactRule is why men never move. The identifiers are stable. Each has its argument
// where it is verified.
type FactRule string

// The rules of facts.
const (
	// ByCastling: king and rook of a castling right that the goal still has.
	ByCastling FactRule = "castling"
	// ByHomePawn: pawns of the goal on their first squares.
	ByHomePawn FactRule = "home-pawn"
	// ByCone: pawns behind which there are no more than the goal needs.
	ByCone FactRule = "cone"
	// ByGoesOn: pawns that have no other square of the goal to go on to, and no
	// pawn of theirs is lost.
	ByGoesOn FactRule = "goes-on"
	// ByOnlySource: men that no other man of the start can have become, and that
	// could not have come back had they left.
	ByOnlySource FactRule = "only-source"
	// ByDeadlock: men that can only move after one another, and nothing is captured.
	ByDeadlock FactRule = "deadlock"
	// ByCagedBishop: bishops of the goal between men that never move.
	ByCagedBishop FactRule = "caged-bishop"
	// ByDeadBishop: bishops between men that never move, which are not at the goal.
	// They are captured where they stand, by pieces, and are the only men of facts
	// that are.
	ByDeadBishop FactRule = "dead-bishop"
	// ByCheckedKing: a king that never moves, by a fact before. Pawns that give check to
	// him are captured where they do.
	ByCheckedKing FactRule = "checked-king"
)

// Fact says of men of the start that they never move on any way to the goal.
type Fact struct {
	By      FactRule `json:"by"`
	Squares Squares  `json:"squares"`
}

// Proven is a start and a goal, what facts have proven of men that never move between
// them, and where the others can get.
type Proven struct {
	Start, Goal *chess.Setup
	// Blocked squares: the man on one never moves and is never captured, so that no
	// other man ever comes there or passes over.
	Blocked  chess.Bitboard
	Dead     chess.Bitboard // squares of dead bishops
	Checked  chess.Bitboard // squares of kings that never move, and pawns go no further than to give check to them
	Captures [2]int         // that a side makes, those of dead bishops included

	from, to [2]chess.Bitboard            // the pawns of start and goal
	at       [chess.NumMen]chess.Bitboard // where men stand at the start

	// What follows from the blocked squares: see Refresh.
	ways    [chess.NumSquares]pawnWays      // of the start's pawns
	regions [chess.NumMen][6]chess.Bitboard // connected for a piece, as far as they were asked for
}

// New returns a start and a goal of which nothing has been proven.
func New(start, goal *chess.Setup) *Proven {
	p := &Proven{Start: start, Goal: goal}
	for sq := range chess.Square(chess.NumSquares) {
		if m := start.Board[sq]; m != chess.NoMan {
			p.at[m&(chess.NumMen-1)] |= sq.Bit()
			p.Captures[m.Color().Other()]++
		}
		if m := goal.Board[sq]; m != chess.NoMan {
			p.Captures[m.Color().Other()]--
			if m.Kind() == chess.Pawn {
				p.to[m.Color()] |= sq.Bit()
			}
		}
	}
	for c := range p.from {
		p.from[c] = p.at[chess.MakeMan(chess.Color(c), chess.Pawn)]
	}
	return p
}

// Verify verifies a list of facts: each has to follow from those before it, and to be
// about other squares.
func Verify(start, goal *chess.Setup, list []Fact) (*Proven, error) {
	p := New(start, goal)
	for i, f := range list {
		if err := p.Add(f); err != nil {
			return nil, fmt.Errorf("fact %d, %s on %v: %w", i+1, f.By, f.Squares.Names(), err)
		}
	}
	return p, nil
}

// Add adds a fact, or says what is wrong with it.
func (p *Proven) Add(f Fact) error {
	set := chess.Bitboard(f.Squares)
	if set == 0 {
		return errors.New("no squares")
	}
	if f.By == ByCheckedKing {
		for sq := range set.Squares() {
			if !p.Blocked.Has(sq) || p.Start.Board[sq].Kind() != chess.King {
				return fmt.Errorf("on %s is no king that never moves", sq)
			}
		}
		p.Checked |= set
		return nil
	}
	if set&(p.Blocked|p.Dead) != 0 {
		return errors.New("a square of a fact before it")
	}
	for sq := range set.Squares() {
		if p.Start.Board[sq] == chess.NoMan {
			return fmt.Errorf("no man is on %s at the start", sq)
		}
	}
	switch f.By {
	case ByCastling:
		if !p.castlingKept(set) {
			return errors.New("not king and rook of a castling right of the goal, that the start has too")
		}
	case ByDeadlock:
		if p.Captures != [2]int{} || p.Released(set|p.Blocked) != 0 {
			return errors.New("something is captured, or a man can move away first")
		}
	default:
		if f.By == ByOnlySource {
			p.Refresh()
		}
		for sq := range set.Squares() {
			if !p.Follows(f.By, sq) {
				return fmt.Errorf("it does not follow for %s", sq)
			}
		}
	}
	if f.By == ByDeadBishop {
		p.Dead |= set
	} else {
		p.Blocked |= set
	}
	return nil
}

// Follows reports whether a rule says of the man on a square of the start that it never
// moves. It is about rules that look at one man at a time; no other rule, and no unknown
// one, says so of any.
func (p *Proven) Follows(by FactRule, sq chess.Square) bool {
	m := p.Start.Board[sq]
	switch by {
	case ByHomePawn:
		return p.homePawn(sq, m)
	case ByCone:
		return p.neededInCone(sq, m)
	case ByGoesOn:
		return p.cannotGoOn(sq, m)
	case ByOnlySource:
		return p.onlySource(sq, m)
	case ByCagedBishop:
		return p.cagedBishop(sq, m)
	case ByDeadBishop:
		return p.deadBishop(sq, m)
	}
	return false
}

// castlingKept reports whether a set is part of the king and rook of a right that start
// and goal have: they have never moved, since rights do not come back.
func (p *Proven) castlingKept(set chess.Bitboard) bool {
	for i := range chess.CastlingPaths {
		if right := chess.Castling(1 << i); set&^right.Homes() == 0 && p.Goal.Castling.Has(right) && p.Start.Castling.Has(right) {
			return true
		}
	}
	return false
}

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
	// could not have come back.
	ByOnlySource FactRule = "only-source"
	// ByDeadlock: men that can only move after one another, and nothing is captured.
	ByDeadlock FactRule = "deadlock"
	// ByCagedBishop: bishops of the goal between men that never move.
	ByCagedBishop FactRule = "caged-bishop"
	// ByDeadBishop: bishops between men that never move, which are not at the goal.
	// They are captured where they stand, by pieces, and are the only men of facts
	// that are.
	ByDeadBishop FactRule = "dead-bishop"
)

// Fact tells men of the start that never move on any way to the goal.
type Fact struct {
	By      FactRule `json:"by"`
	Squares Squares  `json:"squares"`
}

// known is what has been found out of one start and one goal.
type known struct {
	start, goal *chess.Setup
	// blocked squares: the man on one never moves and is never captured.
	blocked chess.Bitboard
	dead    chess.Bitboard // of dead bishops
	facts   []Fact         // that say so, each proven from those before it
}

// block adds a fact, as far as it is news.
func (k *known) block(by FactRule, set chess.Bitboard) {
	if set &^= k.blocked; set != 0 {
		k.facts = append(k.facts, Fact{by, Squares(set)})
		k.blocked |= set
	}
}

// bury adds the fact that a bishop is dead.
func (k *known) bury(sq chess.Square) {
	k.facts = append(k.facts, Fact{ByDeadBishop, Squares(sq.Bit())})
	k.dead |= sq.Bit()
}

// verifyFacts replays a list of facts: each has to follow from those before it, and to tell
// of squares that none of them has told of.
func verifyFacts(start, goal *chess.Setup, facts []Fact) (*reach, error) {
	r := prepareReach(start, goal)
	for i, f := range facts {
		set := chess.Bitboard(f.Squares)
		err := r.verify(f.By, set)
		if set&(r.blocked|r.dead) != 0 {
			err = errors.New("a square of a fact before it")
		}
		if err != nil {
			return nil, fmt.Errorf("fact %d, %s on %v: %w", i+1, f.By, f.Squares.Names(), err)
		}
		if f.By == ByDeadBishop {
			r.dead |= set
		} else {
			r.blocked |= set
		}
	}
	return r, nil
}

// verify reports what is wrong with a fact, given what is known.
func (r *reach) verify(by FactRule, set chess.Bitboard) error {
	if set == 0 {
		return errors.New("no squares")
	}
	for sq := range set.Squares() {
		if r.start.Board[sq] == chess.NoMan {
			return fmt.Errorf("nobody is on %s at the start", sq)
		}
	}
	var follows func(sq chess.Square, m chess.Man) bool
	switch by {
	case ByCastling:
		if !r.castlingKept(set) {
			return errors.New("not king and rook of a castling right of the goal, that the start has too")
		}
		return nil
	case ByDeadlock:
		if !r.deadlocked(set) {
			return errors.New("something is captured, or a man can move away first")
		}
		return nil
	case ByOnlySource:
		r.refresh()
		follows = r.onlySource
	case ByHomePawn:
		follows = r.homePawn
	case ByCone:
		follows = r.neededInCone
	case ByGoesOn:
		follows = r.cannotGoOn
	case ByCagedBishop:
		follows = r.cagedBishop
	case ByDeadBishop:
		follows = r.deadBishop
	default:
		return errors.New("there is no such rule")
	}
	for sq := range set.Squares() {
		if !follows(sq, r.start.Board[sq]) {
			return fmt.Errorf("it does not follow for %s", sq)
		}
	}
	return nil
}

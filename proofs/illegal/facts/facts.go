package facts

import (
	"encoding/json"
	"errors"
	"fmt"

	chess "retroproof/chess/board"
)

// Squares is a set of squares. In JSON it is a list of names, from a1 to h8, rank by rank.
type Squares chess.Bitboard

// Names returns the names of the squares, from a1 to h8, rank by rank.
func (s Squares) Names() []string {
	names := []string{}
	for sq := range chess.Bitboard(s).Squares() {
		names = append(names, sq.String())
	}
	return names
}

// MarshalJSON writes the list of names.
func (s Squares) MarshalJSON() ([]byte, error) { return json.Marshal(s.Names()) }

// UnmarshalJSON reads a list of names in any order. It returns an error for a repeated name.
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

// FactRule says why men never move. The identifiers are stable. The proof of each rule stands
// where it is verified.
type FactRule string

// The rules of facts.
const (
	// ByCastling: king and rook of a castling right that the goal still has.
	ByCastling FactRule = "castling"
	// ByHomePawn: pawns of the goal on their first squares.
	ByHomePawn FactRule = "home-pawn"
	// ByCone: pawns of the goal such that the cone behind each had no more pawns at the start
	// than at the goal.
	ByCone FactRule = "cone"
	// ByGoesOn: pawns that have no other square of the goal's pawns ahead of them, where the
	// side loses no pawn.
	ByGoesOn FactRule = "goes-on"
	// ByOnlySource: men that no other man of the start can have become, and that could not have
	// left and come back.
	ByOnlySource FactRule = "only-source"
	// ByDeadlock: men of which none can move first, where nothing is captured.
	ByDeadlock FactRule = "deadlock"
	// ByCagedBishop: bishops of the goal enclosed by men that never move.
	ByCagedBishop FactRule = "caged-bishop"
	// ByDeadBishop: bishops enclosed by men that never move and absent at the goal. Pieces
	// capture them where they stand. They are the only men of facts that are captured.
	ByDeadBishop FactRule = "dead-bishop"
	// ByCheckedKing: a king that never moves, by an earlier fact. A pawn that gives check to
	// this king is captured on its square.
	ByCheckedKing FactRule = "checked-king"
	// ByClosing: pawns of the goal, each of which shuts something in or out once it stands on its
	// square: see Closing. The fact says only that they are pawns of the goal, which may move.
	ByClosing FactRule = "closing"
	// ByJam: pieces of the goal, each of which was there before the last of the pawns beside it came: see
	// Jam. The fact says only that each stands between pawns of the goal and men that never move.
	ByJam FactRule = "jam"
	// ByMakers: pieces of the goal, of which it matters where the pawns that became them promoted: see Made. The fact
	// says only that they are pieces of the goal, which may move.
	ByMakers FactRule = "makers"
)

// Fact states of men of the start that they never move in any game to the goal; by ByClosing, it
// names pawns of the goal, and by ByJam and ByMakers pieces of it.
type Fact struct {
	By      FactRule `json:"by"`
	Squares Squares  `json:"squares"`
}

// Proven is a start and a goal, with what facts have proven about men that never move between
// them, and the squares that the other men can reach.
type Proven struct {
	Start, Goal *chess.Setup
	// Blocked squares: the man on one never moves and is never captured, so no other man ever
	// enters the square or passes over it.
	Blocked  chess.Bitboard
	Dead     chess.Bitboard // squares of dead bishops
	Checked  chess.Bitboard // squares of kings that never move and whose checks end a pawn's advance: see ByCheckedKing
	Closings chess.Bitboard // squares of pawns of ByClosing, at the goal
	Jams     chess.Bitboard // squares of pieces of ByJam, at the goal
	Makers   chess.Bitboard // squares of pieces of ByMakers, at the goal
	Captures [2]int         // that a side makes, captures of dead bishops included

	from, to [2]chess.Bitboard            // the pawns of start and goal, by colour
	at       [chess.NumMen]chess.Bitboard // where each kind of man stands at the start

	// These follow from the blocked squares: see Refresh.
	ways    [chess.NumSquares]pawnWays                     // of the start's pawns
	regions [chess.NumMen][chess.NumSquares]chess.Bitboard // of a piece on a square, computed when first needed

	not   [chess.NumSquares]chess.Bitboard // by square of a pawn of the goal: pawns of the start that did not become it
	past  map[chess.Square]chess.Square    // squares at the goal of certain pawns, by those at the start: see GoPast
	walks [chess.NumSquares]*walked        // of pieces of the start, each computed when first needed
}

// New returns a start and a goal about which nothing has been proven, but that the men stay of which the start says so.
func New(start, goal *chess.Setup) *Proven {
	p := &Proven{Start: start, Goal: goal, Blocked: start.Stay}
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

// Verify verifies a list of facts. Each must follow from those before it, and none may repeat a
// square of an earlier fact, except for ByCheckedKing.
func Verify(start, goal *chess.Setup, list []Fact) (*Proven, error) {
	p := New(start, goal)
	for i, f := range list {
		if err := p.Add(f); err != nil {
			return nil, fmt.Errorf("fact %d, %s on %v: %w", i+1, f.By, f.Squares.Names(), err)
		}
	}
	return p, nil
}

// Add verifies a fact and adds it. The error says what is wrong with the fact.
func (p *Proven) Add(f Fact) error {
	set := chess.Bitboard(f.Squares)
	if set == 0 {
		return errors.New("no squares")
	}
	// Four rules block nothing, and may share squares with facts before.
	into := &p.Blocked
	switch f.By {
	case ByCheckedKing:
		into = &p.Checked
	case ByClosing:
		into = &p.Closings
	case ByJam:
		into = &p.Jams
	case ByMakers:
		into = &p.Makers
	case ByDeadBishop:
		into = &p.Dead
		fallthrough
	default:
		if set&(p.Blocked|p.Dead) != 0 {
			return errors.New("a square of a fact before it")
		}
		for sq := range set.Squares() {
			if p.Start.Board[sq] == chess.NoMan {
				return fmt.Errorf("no man is on %s at the start", sq)
			}
		}
	}
	// Two rules are about all squares together, the others about each by itself, with what is blocked before this fact.
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
	*into |= set
	return nil
}

// single are the rules that consider one square at a time, and the man there at the start.
var single = map[FactRule]func(p *Proven, sq chess.Square, m chess.Man) bool{
	ByHomePawn: (*Proven).homePawn, ByCone: (*Proven).neededInCone, ByGoesOn: (*Proven).cannotGoOn,
	ByOnlySource: (*Proven).onlySource, ByCagedBishop: (*Proven).cagedBishop, ByDeadBishop: (*Proven).deadBishop,
	ByCheckedKing: func(p *Proven, sq chess.Square, m chess.Man) bool {
		return p.Blocked.Has(sq) && m.Kind() == chess.King
	},
	ByClosing: func(p *Proven, sq chess.Square, _ chess.Man) bool {
		return p.Goal.Board[sq].Kind() == chess.Pawn && !(p.Blocked | p.Closings).Has(sq)
	},
	ByJam: func(p *Proven, sq chess.Square, _ chess.Man) bool {
		_, ok := p.Jam(sq)
		return ok && !p.Jams.Has(sq)
	},
	ByMakers: func(p *Proven, sq chess.Square, _ chess.Man) bool {
		_, ok := PieceKindOf(p.Goal.Board[sq], sq)
		return ok && !(p.Blocked | p.Makers).Has(sq)
	},
}

// Follows reports whether a rule proves what it says of a square. It covers the rules that consider one square at a
// time, and is false for all other rules.
func (p *Proven) Follows(by FactRule, sq chess.Square) bool {
	rule, ok := single[by]
	return ok && rule(p, sq, p.Start.Board[sq])
}

// castlingKept reports whether a set of squares is part of the squares of king and rook of a
// castling right that start and goal have. These men have never moved, since a lost right does
// not return.
func (p *Proven) castlingKept(set chess.Bitboard) bool {
	for i := range chess.CastlingPaths {
		if right := chess.Castling(1 << i); set&^right.Homes() == 0 && p.Goal.Castling.Has(right) &&
			p.Start.Castling.Has(right) {
			return true
		}
	}
	return false
}

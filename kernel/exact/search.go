package exact

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"retroproof/chess"
)

// search is one search.
type search struct {
	ctx    context.Context
	o      Options
	target *Target
	from   *chess.Position
	goal   *chess.Position
	begin  tally  // in the start
	bound  *bound // nil if the target is no diagram
	sight  *sight // nil if it is one
	table  *table
	states *states  // what the sides can do on their own, or nil
	known  []*known // of all plies, if pairs of side states were searched: the positions of games
	game   []chess.Move
	result Result
}

// errEnough ends a search that has found more games than it is to list.
var errEnough = errors.New("enough games")

// forward searches from the start.
func (s *search) forward(plies int) (Result, error) {
	s.table = newTable(s.o.Memory)
	p := *s.from
	n, err := s.count(&p, s.begin, plies)
	s.result.Solutions, s.result.Total = n.capped(), n.big()
	return s.finish(err)
}

// prepare finds what the sides can do on their own. It returns false if there is no game.
func (s *search) prepare(plies int) bool {
	if !s.bound.derive(s.from, &s.begin, plies) {
		return false
	}
	most := int(min(2*s.o.Nodes, mostStates, s.o.Memory/(4*stateBytes)))
	for _, limit := range [...]int{min(most, firstStates), most} {
		var ok bool
		if s.states, ok = newStates(s.ctx, s.bound, plies, limit); !ok {
			return false
		}
		n := s.states
		if n.sides[0] == nil && n.sides[1] == nil && limit < most {
			continue
		}
		for c, a := range n.sides {
			if a == nil && n.sides[1-c] != nil && !s.target.Series && !s.statesBeside(chess.Color(c), plies, 2*most) {
				return false
			}
		}
		break
	}
	return true
}

// spend takes positions off the budget.
func (s *search) spend(nodes uint64) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if s.result.Nodes+nodes > s.o.Nodes {
		s.result.Nodes = s.o.Nodes
		return ErrNodes
	}
	s.result.Nodes += nodes
	return nil
}

// finish makes the result of an error of the search.
func (s *search) finish(err error) (Result, error) {
	if err == nil {
		// If the context ends while side states are refined, some of them are not marked as reached, and what
		// follows finds too few games.
		err = s.ctx.Err()
	}
	switch {
	case err == nil:
		s.result.Complete = true
	case errors.Is(err, ErrNodes):
		s.result.Cause = err
	case !errors.Is(err, errEnough):
		return s.result, err
	}
	// A game that ended the search is not counted.
	if least := uint64(len(s.result.Games)); s.result.Total == nil || s.result.Solutions < least {
		s.result.Solutions, s.result.Total = least, new(big.Int).SetUint64(least)
	}
	return s.result, nil
}

// count returns the number of games from a position with a number of plies, in which happens what has to, and lists
// them while there are not enough.
func (s *search) count(p *chess.Position, t tally, plies int) (number, error) {
	if plies == 0 {
		if !t.done() || s.target.Promoted&^t.promoted != 0 || !s.reached(p) {
			return number{}, nil
		}
		return one, s.found()
	}
	if s.sight != nil && !s.sight.may(s.target, p, plies, &t.wanted) {
		return number{}, nil
	}
	// A position that comes again with as many plies is looked up, so that orders of moves that lead to it are
	// searched once; what is listed is played again.
	key := keyOf(p, plies).with(&t)
	if n, ok := s.table.get(key); ok && (n == (number{}) || len(s.result.Games) >= s.o.Max && s.o.All) {
		return n, nil
	}
	if s.result.Nodes >= s.o.Nodes {
		return number{}, ErrNodes
	}
	s.result.Nodes++
	if s.result.Nodes&0xFF == 0 && s.ctx.Err() != nil {
		return number{}, s.ctx.Err()
	}
	// Each move is made, and what is left of the conditions goes on with it.
	first, n := len(s.game), number{}
	var list [8]chess.Move
	for _, m := range s.moves(p, &t, plies, list[:0]) {
		rest, ok := s.after(t, m)
		if !ok || !s.target.allows(p, m) || plies == 1 && !s.target.isLast(p, m) {
			continue
		}
		undo := p.Make(m)
		next := s.next(p, plies-1)
		if next == nil {
			p.Unmake(m, undo)
			continue
		}
		s.game = append(s.game, m)
		k, err := s.count(next, rest, plies-1)
		s.game = s.game[:first]
		p.Unmake(m, undo)
		n = n.plus(k)
		if err != nil {
			return n, err
		}
	}
	s.table.put(key, n)
	return n, nil
}

// next returns the position to go on from after a move: in a series the side that has moved moves again. It is nil if
// that is against the rules, or if the position leads nowhere by what was found before.
func (s *search) next(p *chess.Position, plies int) *chess.Position {
	if s.target.Series && plies > 0 {
		if p = Passed(p); p == nil {
			return nil
		}
	}
	if s.bound != nil && !s.admits(p, plies) {
		return nil
	}
	return p
}

// Passed returns a position with the other side to move, nil if the side to move is in check.
func Passed(p *chess.Position) *chess.Position {
	if p.InCheck() {
		return nil
	}
	setup := p.Setup()
	setup.Turn, setup.EnPassant = setup.Turn.Other(), chess.NoSquare
	q, err := chess.NewPosition(setup)
	if err != nil {
		return nil
	}
	return q
}

// admits reports whether a position may lead to the goal with a number of plies, by what was found before.
func (s *search) admits(p *chess.Position, plies int) bool {
	if s.known != nil {
		_, _, ok := s.known[plies].pairOf(s.states, p)
		return ok
	}
	return s.states == nil || s.states.admit(p, plies)
}

// found notes the game that leads to the goal.
func (s *search) found() error {
	if len(s.result.Games) < s.o.Max {
		s.result.Games = append(s.result.Games, slices.Clone(s.game))
		return nil
	}
	if s.o.All {
		return nil
	}
	return errEnough
}

// moves appends those moves of a position after which the target may be reached with a
// number of plies, this one included, as far as the bound tells.
func (s *search) moves(p *chess.Position, t *tally, plies int, list []chess.Move) []chess.Move {
	// The bound costs some 20 microseconds, most of what a position takes; where the positions of games are known,
	// to look for the next one among them is cheaper.
	if s.known != nil || s.bound == nil {
		return p.LegalMoves(list)
	}
	if !s.bound.derive(p, t, plies) {
		return list
	}
	var buf [256]chess.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if s.bound.permits(m) {
			list = append(list, m)
		}
	}
	return list
}

// permits reports whether a move is one that derive has left.
func (b *bound) permits(m chess.Move) bool {
	from, to := m.From(), m.To()
	c := b.pos.Turn()
	s := &b.sides[c]
	if b.blocked.Has(from) {
		return false
	}
	if m.IsCastling() {
		right, path := castlingOf(m)
		return path != nil && s.castle.Has(right)
	}
	if !s.dest[from&63].Has(to) {
		return false
	}
	if b.pos.Captured(m) == chess.NoMan {
		return true
	}
	return s.takes.Has(to) && b.sides[c.Other()].victim.Has(victimOf(m)) &&
		(s.pieces || b.pos.At(from).Kind() == chess.Pawn)
}

// ends reports whether a move leads from a position to the target.
func (s *search) ends(q *chess.Position, m chess.Move) bool {
	p := *q
	p.Make(m)
	return s.target.isLast(q, m) && s.reached(&p)
}

// reached reports whether a position is the target.
func (s *search) reached(p *chess.Position) bool {
	if s.target.Aim != nil {
		return s.target.Aim.reached(p)
	}
	if p.Setup().Board != s.goal.Setup().Board || !s.target.AnyCastling && p.Castling() != s.goal.Castling() {
		return false
	}
	return s.target.AnyEnPassant || p.CapturableEnPassant() == s.goal.CapturableEnPassant() &&
		(s.goal.EnPassant() == chess.NoSquare || s.goal.EnPassant() == p.EnPassant())
}

package exact

import (
	"context"

	"retroproof/chess"
)

// mostStates is the largest number of states of a side on its own; beside the other side twice as many are allowed. Up
// to firstStates each side is tried on its own first.
const (
	mostStates  = 1 << 22
	firstStates = 1 << 18
)

// maxRefinements limits how often the side states of both sides are compared at a time. Every number gives a
// correct result.
const maxRefinements = 8

// states has what both sides can do between the start and the goal, by their numbers of moves.
type states struct {
	sides   [2]*sideStates // nil for a side with too many side states
	unknown [2]*sideStates // the same without any: what is known all the same
}

// newStates finds the side states of both sides, at most a number for each; the context may end that early.
// It returns false if there is no game. derive has been called for the start.
func newStates(ctx context.Context, e *bound, plies, most int) (*states, bool) {
	n := new(states)
	for c := chess.White; c <= chess.Black; c++ {
		n.unknown[c] = newSideStates(ctx, e, c, plies)
	}
	// What is known of one side helps with the other, so the one with fewer moves to spare is first.
	first := chess.White
	if e.left[chess.Black]-e.sides[chess.Black].least < e.left[chess.White]-e.sides[chess.White].least {
		first = chess.Black
	}
	for _, c := range [...]chess.Color{first, first.Other()} {
		a := newSideStates(ctx, e, c, plies)
		if !a.find(n.opponent(c), newEstimate(e, a), most) {
			continue
		}
		n.sides[c] = a
		if a.size() == 0 {
			return n, false
		}
	}
	n.refine()
	return n, n.size() > 0 || n.sides == [2]*sideStates{}
}

// opponent returns the opponent of a side.
func (s *states) opponent(c chess.Color) *sideStates {
	if o := s.sides[c.Other()]; o != nil {
		return o
	}
	return s.unknown[c.Other()]
}

// refine drops side states that what is known of the other side excludes, as long as these are many.
func (s *states) refine() {
	for range maxRefinements {
		size := s.size()
		for c, a := range s.sides {
			if a != nil {
				a.pass(s.opponent(chess.Color(c)))
			}
		}
		if s.size() > size-size/8 {
			break
		}
	}
}

// size returns the number of side states.
func (s *states) size() (sum int) {
	for _, a := range s.sides {
		if a != nil {
			sum += a.size()
		}
	}
	return sum
}

// bytes returns about the size of the side states.
func (s *states) bytes() uint64 { return uint64(s.size()) * stateBytes }

// sideState returns the state of a side in a position.
func (s *states) sideState(p *chess.Position, c chess.Color) sideState {
	men := s.unknown[c.Other()].start.men()
	return stateOf(p, c, men.Count()-p.Side(c.Other()).Count())
}

// admit reports whether in a position with a number of plies to go both sides have side states that
// lie on ways from the start to the goal.
func (s *states) admit(p *chess.Position, plies int) bool {
	for _, c := range [...]chess.Color{p.Turn().Other(), p.Turn()} {
		if l := s.sideState(p, c); s.sides[c] != nil && s.sides[c].layers[plies].find(&l) < 0 {
			return false
		}
	}
	return true
}

// keep drops the states of a side with a number of plies to go that are not in a list.
func (s *states) keep(c chess.Color, plies int, list []sideState) {
	layer := &s.sides[c].layers[plies]
	clear(layer.flags)
	for i := range list {
		if at := layer.find(&list[i]); at >= 0 {
			layer.flags[at] = alive
		}
	}
	layer.keep(alive)
}

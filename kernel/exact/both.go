package exact

import (
	"retroproof/chess"
)

// layer has the positions from which the goal is reached in some number of plies, with the
// number of ways. Positions that provably cannot arise from the start are left out.
type layer map[key]uint64

// frontierLimit is the largest number of positions of a layer for which un-moves are generated.
const frontierLimit = 1 << 20

// fromBothEnds searches backwards from the goal to the middle of the games, and then forwards
// from the start to the positions found.
func (s *search) fromBothEnds(plies int) (Result, error) {
	if err := s.back(plies, plies-plies/2, s.o.Nodes); err != nil {
		return s.finish(err)
	}
	return s.forward(plies)
}

// back computes the layers of the last plies, at most a number of them, while the budget of
// nodes lasts. The error is ErrMemory or the context's.
func (s *search) back(plies, most int, nodes uint64) error {
	e := newBound()
	e.pos, e.still = s.from, s.target.Still
	type reached struct {
		pos   chess.Position
		count uint64
	}
	var front []reached
	s.layers = []layer{{}}
	for _, p := range s.finals() {
		front = append(front, reached{p, 1})
		s.layers[0][keyOf(&p, 0)] = 1
	}
	var unmoves []chess.Unmove
	for n := 1; n <= most; n++ {
		next := layer{}
		var ahead []reached
		index := map[key]int{}
		refuted := map[key]bool{}
		for i := range front {
			p := &front[i].pos
			unmoves = p.Unmoves(unmoves[:0], chess.UnmoveOptions{})
			for _, u := range unmoves {
				if u.Captured != chess.NoMan && p.Side(u.Captured.Color()).Count() >= s.from.Side(u.Captured.Color()).Count() {
					continue
				}
				q := p.Before(u)
				if n == 1 && !s.ends(&q, u.Move) {
					continue
				}
				k := keyOf(&q, n)
				if at, ok := index[k]; ok {
					ahead[at].count = add(ahead[at].count, front[i].count)
					continue
				}
				if refuted[k] {
					continue
				}
				if s.result.Nodes >= nodes {
					return nil
				}
				s.result.Nodes++
				if s.result.Nodes&0xFF == 0 && s.ctx.Err() != nil {
					return s.ctx.Err()
				}
				e.goal, e.must, e.may = &q, q.Castling(), q.Castling()
				e.left = movesLeft(s.from.Turn(), plies-n)
				if !e.look() || e.jammed() || e.jammedAtGoal() {
					refuted[k] = true
					continue
				}
				if len(ahead) >= frontierLimit {
					return nil
				}
				index[k] = len(ahead)
				ahead = append(ahead, reached{q, front[i].count})
			}
		}
		for k, at := range index {
			next[k] = ahead[at].count
		}
		s.layers = append(s.layers, next)
		front = ahead
	}
	return nil
}

// ends reports whether a move leads from a position to the target.
func (s *search) ends(q *chess.Position, m chess.Move) bool {
	p := *q
	p.Make(m)
	return s.target.isLast(m) && s.reached(&p)
}

// finals returns the positions that match the target: several if castling rights or en passant
// square are not given.
func (s *search) finals() (all []chess.Position) {
	rights := []chess.Castling{s.goal.Castling()}
	if s.target.AnyCastling {
		rights = rights[:0]
		for set := chess.NoCastling; set <= chess.AllCastling; set++ {
			rights = append(rights, set)
		}
	}
	squares := []chess.Square{s.goal.EnPassant()}
	if s.target.AnyEnPassant {
		for file := range 8 {
			squares = append(squares, chess.MakeSquare(file, s.goal.Turn().RelativeRank(5)))
		}
	}
	for _, set := range rights {
		for _, sq := range squares {
			setup := s.goal.Setup()
			setup.Castling, setup.EnPassant = set, sq
			p, err := chess.NewPosition(setup)
			if err != nil || s.target.AnyEnPassant && sq != chess.NoSquare && p.CapturableEnPassant() != sq {
				continue
			}
			all = append(all, *p)
		}
	}
	return all
}

package formula

import (
	"fmt"

	"retroproof/chess"
	"retroproof/encode"
)

// addGoal demands that the pawns on the board when the last interval ends are
// those of the goal.
func (f *Formula) addGoal() {
	for file := range 8 {
		for rank := range 8 {
			if sq := chess.MakeSquare(file, rank); f.a.Goal.Board[sq].Kind() == chess.Pawn {
				f.goals = append(f.goals, sq)
			}
		}
	}
	n := len(f.slots)
	f.stands = make([][]encode.Bool, len(f.pawns))
	for _, sq := range f.goals {
		c := f.a.Goal.Board[sq].Color()
		steps := seenBy(c, sq.Rank())
		var some []encode.Bool
		for k := range f.pawns {
			p := &f.pawns[k]
			on := p.on[n][sq.File()]
			stands := f.False
			if p.color == c && on != f.False && (!f.Rows || p.ends[n][steps] != f.False) {
				stands = f.Input(fmt.Sprintf("goal.%s.%s", p.at, sq))
				f.clause(stands.Not(), on)
				f.clause(stands.Not(), p.promoted(n).Not())
				if f.Rows {
					f.clause(stands.Not(), p.ends[n][steps])
					f.clause(stands.Not(), p.ends[n][steps+1].Not())
				}
			}
			f.stands[k] = append(f.stands[k], stands)
			some = append(some, stands)
		}
		f.clause(some...)
		f.atMostOne(some...)
	}
	for k := range f.pawns {
		p := &f.pawns[k]
		f.atMostOne(f.stands[k]...)
		f.clause(append([]encode.Bool{f.here(p, n).Not(), p.promoted(n)}, f.stands[k]...)...)
		f.clause(p.byPiece.Not(), p.promoted(n).Not())
	}
	if f.Rows {
		return // then the ranks are in order
	}
	for j, sq := range f.goals {
		for l := j + 1; l < len(f.goals) && f.goals[l].File() == sq.File(); l++ {
			for p := range f.pawns {
				for q := range f.pawns {
					low, high := f.stands[p][j], f.stands[q][l]
					if p != q && low != f.False && high != f.False {
						f.clause(low.Not(), high.Not(), f.isBelow(p, q, n))
					}
				}
			}
		}
	}
}

package proofgame

import "retroproof/chess"

// The random walks of un-moves that peel looks at.
const (
	walks        = 8
	shortestWalk = 4
	longestWalk  = 13
)

// peel walks back from the goal to a position that is looser: officers find
// their way there more easily.
func (r *beam) peel(goal *chess.Position, frozen chess.Bitboard) *target {
	var best target
	most := -1
	var moves []chess.Retraction
	for range walks {
		p := *goal
		var tail []chess.Move
		for n := shortestWalk + r.chance(longestWalk-shortestWalk+1); len(tail) < n; {
			moves = quietUnmoves(&p, frozen, moves[:0])
			if len(moves) == 0 {
				break
			}
			u := moves[r.chance(len(moves))]
			tail = append(tail, u.Move)
			p.Retract(chess.Unmove{Move: u.Move, Castling: u.Castling, EnPassant: chess.NoSquare})
		}
		if l := looseness(&p); l > most {
			most = l
			setup := p.Setup()
			best = target{setup.Board, setup.Turn, tail}
		}
	}
	for i, j := 0, len(best.tail)-1; i < j; i, j = i+1, j-1 {
		best.tail[i], best.tail[j] = best.tail[j], best.tail[i]
	}
	return &best
}

// quietUnmoves returns the un-moves of officers that did not capture.
func quietUnmoves(p *chess.Position, frozen chess.Bitboard, dst []chess.Retraction) []chess.Retraction {
	all := p.Retractions(dst, chess.UnmoveOptions{})
	n := 0
	for _, u := range all {
		if u.Captured == chess.NoMan && p.At(u.Move.To()).Kind() != chess.Pawn && !u.Move.IsCastling() &&
			u.Move.Promotion() == chess.NoKind && !frozen.Has(u.Move.To()) {
			all[n] = u
			n++
		}
	}
	return all[:n]
}

// looseness says how freely the officers of a position stand.
func looseness(p *chess.Position) int {
	sum := 0
	occupied := p.Occupied()
	for set := occupied &^ p.Kind(chess.Pawn); set != 0; set = set.WithoutFirst() {
		m := p.At(set.First())
		n := min(3, (chess.Attacks(m, set.First(), occupied) &^ occupied).Count())
		if m.Kind() == chess.King {
			n *= 2
		}
		sum += n
	}
	if p.InCheck() {
		sum -= 4
	}
	return max(sum, 0)
}

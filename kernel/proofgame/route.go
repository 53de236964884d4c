package proofgame

import (
	"math/bits"
	"slices"

	"retroproof/chess"
	"retroproof/kernel/ways"
)

// widths are those of the beams for kings and pieces, tried in turn. The first two run forwards, and then every second
// one backwards.
var widths = [...]int{8, 8, 16, 16, 16, 32, 32, 64, 64, 64, 128, 128, 256, 256, 512, 512, 1024, 1024}

// wholeTries: every so many tries for the goal itself, and not for a looser position before it.
const wholeTries = 8

// stallLimit is the number of plies without progress after which a beam search gives up.
const stallLimit = 50

// group returns the men of a board that are one kind.
func (b *board) group(m chess.Man) (ids []int) {
	for set := b.side[m.Color()] & b.kind[m.Kind()]; set != 0; set = set.WithoutFirst() {
		ids = append(ids, int(b.at[set.First()]))
	}
	return ids
}

// placesOf returns the squares on which a goal has men of one kind.
func placesOf(m chess.Man, goal *[chess.NumSquares]chess.Man) (places chess.Bitboard) {
	for sq, there := range goal {
		if there == m {
			places |= chess.Square(sq).Bit()
		}
	}
	return places
}

// assignSquares assigns every king and piece a square of the goal, with the least sum of
// distances up to random differences, and sets the distances of the plan. It reports
// whether all can reach their squares.
func (r *router) assignSquares(p *plan, b *board, goal *[chess.NumSquares]chess.Man, walls *obstacles, vary int) bool {
	all := true
	table := make([]ways.Distances, 0, maxMen)
	for c := chess.White; c <= chess.Black; c++ {
		for k := chess.King; k < chess.Pawn; k++ {
			m := chess.MakeMan(c, k)
			ids := b.group(m)
			table, places := table[:0], slices.Collect(placesOf(m, goal).Squares())
			for _, place := range places {
				table = append(table, walls.search(m, place.Bit()))
			}
			if len(table) == 0 {
				all = all && len(ids) == 0
				continue
			}
			// An assignment for each kind of man of each side, cubic in their number, which is small.
			cost := ways.Matrix{N: max(len(ids), len(table))}
			for i, id := range ids {
				for j := range table {
					// Random differences below four moves of one lead to other assignments in later tries.
					d := table[j].To(b.sq[id])
					cost.Cost[i][j] = int32(4*d + r.random(1+vary))
					if d == ways.Far || p.movable>>id&1 == 0 && d > 0 {
						cost.Cost[i][j] = ways.Forbidden
					}
				}
			}
			_, ok := cost.SolveInOrder()
			all = all && ok && len(ids) == len(table)
			for i, id := range ids {
				if j := int(cost.Column[i]); j < len(table) {
					p.dist[id], p.goal[id] = table[j], places[j]
				}
			}
		}
	}
	return all
}

// The weights of pieces and kings. Kings walk a square at a time, and between squares that are attacked. Larger weights
// for men with little room at the goal were worse: the others then stand in their way.
const (
	pieceWeight = 8
	kingWeight  = 24
)

// weigh sets the weights of kings and pieces.
func (p *plan) weigh(b *board, men uint32) {
	for set := men; set != 0; set &= set - 1 {
		id := bits.TrailingZeros32(set)
		p.weight[id] = pieceWeight
		if b.man[id].Kind() == chess.King {
			p.weight[id] = kingWeight
		}
	}
}

// arranged returns a board with kings and pieces on their squares of a plan.
func (p *plan) arranged(b *board, turn chess.Color) *board {
	end := &board{turn: turn, man: b.man}
	if turn == chess.Black {
		end.key = blackKey
	}
	for id, sq := range b.sq {
		if sq != offBoard && b.man[id].Kind() != chess.Pawn {
			sq = p.goal[id]
		}
		if end.sq[id] = offBoard; sq != offBoard {
			end.place(id, sq)
		}
	}
	return end
}

// target is a position for kings and pieces to reach, and the moves from there to the goal.
type target struct {
	board [chess.NumSquares]chess.Man
	turn  chess.Color
	tail  []chess.Move
}

// route brings all kings and pieces of a board, whose pawns are done, to the goal, with
// the first of the widths. The moves are returned.
func (r *router) route(b *board, goal *chess.Position, movable uint32, tries int) ([]chess.Move, bool) {
	setup := goal.Setup()
	whole := target{board: setup.Board, turn: setup.Turn}
	walls := b.obstacles()
	pawns := walls.pawns
	var p plan
	p.movable = movable &^ b.numbers(pawns)
	if !r.assignSquares(&p, b, &whole.board, &walls, 0) {
		r.shutOut = true
		r.learn(b, &whole.board, &walls)
		return nil, false
	}
	for try, width := range widths[:min(tries, len(widths))] {
		t := &whole
		if try%wholeTries != wholeTries-1 {
			t = r.loosen(&whole, setup.Castling.Homes())
		}
		p = plan{movable: movable &^ b.numbers(pawns), turn: t.turn}
		vary := 0
		if try > 0 {
			vary = 2 + 2*try
		}
		if !r.assignSquares(&p, b, &t.board, &walls, vary) {
			continue
		}
		p.need = b.numbers(b.occupied() &^ pawns)
		start := b
		if try%2 == 0 && try > 0 {
			start = p.arranged(b, t.turn)
			p.reverse, p.turn = true, b.turn
			for set := b.occupied() &^ pawns; set != 0; set = set.WithoutFirst() {
				id := b.at[set.First()]
				p.dist[id] = walls.search(b.man[id], set.First().Bit())
			}
		}
		p.weigh(b, p.need)
		if r.run(start, &p, width, stallLimit) {
			return append(append([]chess.Move(nil), r.path...), t.tail...), true
		}
		if r.ctx.Err() != nil || r.states == 0 {
			break
		}
	}
	return nil, false
}

// numbers returns the set of the men on some squares.
func (b *board) numbers(squares chess.Bitboard) (ids uint32) {
	for set := squares & b.occupied(); set != 0; set = set.WithoutFirst() {
		ids |= 1 << b.at[set.First()]
	}
	return ids
}

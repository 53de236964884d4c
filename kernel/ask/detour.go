package ask

import (
	"slices"

	"retroproof/chess"
)

// Where a side has no quiet move left in the end, positions of a class are not a few moves apart. But one man can
// mostly go elsewhere in the same game, earlier on, while all others move as they did.

const (
	detourPlies = 80 // at the end of a game, in which a man may go elsewhere
	detourMoves = 4  // of this man
)

// place is a position on a detour, and how it was reached.
type place struct {
	position chess.Position
	before   *place
	move     chess.Move
}

// detour looks for a game to a goal that goes as a given one does, but for the way of one man in the end. It returns
// how many plies of the game are given up, and the moves in their place; nil if there are none.
//
// Of the man only its square counts: so there are at most 64 positions after each ply, and the cost is that of
// generating the moves of at most some thousands of positions.
func detour(start *chess.Position, game []chess.Move, goal *chess.Position) (plies int, moves []chess.Move) {
	way := replayed(start, game)
	end := &way[len(game)]
	white, black := away(end, goal, chess.White), away(end, goal, chess.Black)
	if end.Turn() != goal.Turn() || goal.EnPassant() != chess.NoSquare || (white|black).Count() != 1 {
		return 0, nil
	}
	squares := squaresOf(way, game, (white | black).First())
	first := len(game) + 1 - len(squares)
	layer := []*place{{position: way[first]}}
	for i, script := range game[first:] {
		layer = follow(layer, &way[first+i], script, squares[i])
	}
	for _, last := range layer {
		if last.position.Repeats(goal) {
			for ; last.before != nil; last = last.before {
				moves = append(moves, last.move)
			}
			slices.Reverse(moves)
			return len(game) - first, moves
		}
	}
	return 0, nil
}

// replayed returns the positions of a game.
func replayed(start *chess.Position, game []chess.Move) []chess.Position {
	way := []chess.Position{*start}
	for _, m := range game {
		p := way[len(way)-1]
		p.Make(m)
		way = append(way, p)
	}
	return way
}

// squaresOf returns where a man stood at the end of a game, ply by ply, since it last did more than move: since then it
// captured nothing, nor castled, nor promoted.
func squaresOf(way []chess.Position, game []chess.Move, at chess.Square) (squares []chess.Square) {
	squares = append(squares, at)
	moved := 0
	man := way[len(game)].At(at)
	for i := len(game) - 1; i >= 0 && len(squares) <= detourPlies && moved < detourMoves; i-- {
		m, p := game[i], &way[i]
		if m.To() == at {
			if p.Captured(m) != chess.NoMan || m.IsCastling() || p.At(m.From()) != man {
				break
			}
			at = m.From()
			moved++
		} else if p.At(at) != man {
			break // the rook of a castling
		}
		squares = append(squares, at)
	}
	slices.Reverse(squares)
	return squares
}

// follow plays a move of the game in each of some positions, which differ from the one in the game in the place of one
// man; that man makes any quiet move where it moves in the game.
func follow(layer []*place, game *chess.Position, script chess.Move, at chess.Square) (next []*place) {
	seen := chess.NoSquares
	for _, from := range layer {
		p := &from.position
		man := away(p, game, game.At(at).Color())
		if man == chess.NoSquares {
			man = at.Bit()
		}
		for _, m := range p.LegalMoves(nil) {
			to := man
			switch {
			case script.From() != at && m == script && p.Captured(m) == game.Captured(m):
			case script.From() == at && man.Has(m.From()) && p.Captured(m) == chess.NoMan && !m.IsCastling():
				to = m.To().Bit()
			default:
				continue
			}
			if seen&to == 0 {
				seen |= to
				q := *p
				q.Make(m)
				next = append(next, &place{q, from, m})
			}
		}
	}
	return next
}

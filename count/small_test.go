package count

import (
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/survey/numbering"
)

// rulesOf returns those of a game with these men at the start.
func rulesOf(pawns, queens, rooks, bishops, knights int) numbering.Rules {
	return numbering.Rules{Start: numbering.Army{Pawns: pawns, Queens: queens, Rooks: rooks, Bishops: bishops, Knights: knights}}
}

// smallGames are games whose positions can be listed.
var smallGames = []game{
	// Two files, three ranks, pawns on the middle one.
	{rulesOf(2, 1, 1, 0, 1), chess.SetOf(0, 1, 8, 9, 16, 17), chess.SetOf(8, 9)},
	{rulesOf(1, 0, 1, 2, 0), chess.SetOf(0, 1, 8, 9, 16, 17), chess.SetOf(8, 9)},
	{rulesOf(1, 1, 0, 2, 0), chess.SetOf(0, 1, 2, 8, 9, 10), chess.SetOf(1, 9, 10)},
	{rulesOf(0, 1, 0, 2, 1), chess.SetOf(0, 1, 2, 8, 9, 10), chess.SetOf(1, 9, 10)},
	// Seven squares.
	{rulesOf(1, 1, 1, 0, 0), chess.SetOf(0, 1, 2, 8, 9, 10, 18), chess.SetOf(8, 9)},
	{rulesOf(2, 0, 0, 2, 0), chess.SetOf(0, 1, 2, 8, 9, 10, 18), chess.SetOf(8, 9, 10)},
}

// walk calls f for all ways to put men, or none, on the squares of a game, with one
// king of each colour.
func (g *game) walk(f func(board *[chess.NumSquares]chess.Man)) {
	var squares []chess.Square
	for s := range g.board.Squares() {
		squares = append(squares, s)
	}
	var board [chess.NumSquares]chess.Man
	var put func(i int, kings [2]int)
	put = func(i int, kings [2]int) {
		if i == len(squares) {
			if kings == [2]int{1, 1} {
				f(&board)
			}
			return
		}
		put(i+1, kings)
		for c := range chess.Color(2) {
			for k := chess.King; k <= chess.Pawn; k++ {
				if k == chess.Pawn && !g.pawnSquares.Has(squares[i]) || k == chess.King && kings[c] == 1 {
					continue
				}
				next := kings
				if k == chess.King {
					next[c]++
				}
				board[squares[i]] = chess.MakeMan(c, k)
				put(i+1, next)
			}
		}
		board[squares[i]] = chess.NoMan
	}
	put(0, [2]int{})
}

// attainable is the rule as the paper has it, side by side.
func (g *game) attainable(promoted, pawns [2]int, men int) bool {
	captures := 2*g.Start.Men() - men
	return promoted[0] <= captures+g.Start.Pawns-pawns[1]-promoted[1] &&
		promoted[1] <= captures+g.Start.Pawns-pawns[0]-promoted[0] &&
		pawns[0]+promoted[0] <= g.Start.Pawns && pawns[1]+promoted[1] <= g.Start.Pawns
}

func TestSmallGames(t *testing.T) {
	games := expect.Short(smallGames[:4], smallGames)
	for i, g := range games {
		// By rule of the kings, and with bishops told apart or not.
		var want [2][2][numbering.MostMenOnBoard + 1]int64
		g.walk(func(board *[chess.NumSquares]chess.Man) {
			var n [2][chess.Pawn + 1]int
			var bishops [2][2]int
			var kings [2]chess.Square
			men := 0
			for s := range g.board.Squares() {
				m := board[s]
				if m == chess.NoMan {
					continue
				}
				men++
				n[m.Color()][m.Kind()]++
				switch {
				case m.Kind() == chess.King:
					kings[m.Color()] = s
				case m.Kind() == chess.Bishop && s.Dark():
					bishops[m.Color()][0]++
				case m.Kind() == chess.Bishop:
					bishops[m.Color()][1]++
				}
			}
			for apart := range 2 {
				var promoted, pawns [2]int
				for c := range 2 {
					excess := max(0, n[c][chess.Bishop]-g.Start.Bishops)
					if apart == 1 {
						excess = max(0, bishops[c][0]-g.Start.Bishops/2) + max(0, bishops[c][1]-g.Start.Bishops/2)
					}
					promoted[c] = excess + max(0, n[c][chess.Queen]-g.Start.Queens) +
						max(0, n[c][chess.Rook]-g.Start.Rooks) + max(0, n[c][chess.Knight]-g.Start.Knights)
					pawns[c] = n[c][chess.Pawn]
				}
				if g.attainable(promoted, pawns, men) {
					want[0][apart][men]++
					if !chess.KingAttacks(kings[0]).Has(kings[1]) {
						want[1][apart][men]++
					}
				}
			}
		})
		for rule, kings := range []KingRule{AnyKings, NonadjacentKings} {
			for apart, got := range []*numbering.Breakdown{g.positions(kings, g.sideClasses()), g.bishopPositions(kings, g.sumColors())} {
				for men, want := range want[rule][apart] {
					n := int64(0)
					if got.Men[men] != nil {
						n = got.Men[men].Int64()
					}
					expect.Equal(t, n, want, "game %d, rule of kings %d, bishops apart %d", i, rule, apart)
				}
			}
		}
	}
}

package retro

import (
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/table"
)

// kpk is a position of king and pawn against king, the pawn White's: squares 0 to 63, a1 to h8,
// and who is to move. The rules below are written for these three men alone and share nothing with
// the generator of tables.
type kpk struct {
	white          bool
	king, pawn, bk int
}

func file(s int) int { return s & 7 }
func rank(s int) int { return s >> 3 } // from 0 on

func between(a, b int) int { return max(a, b) - min(a, b) }

// distance is the number of king's moves between two squares.
func distance(a, b int) int { return max(between(file(a), file(b)), between(rank(a), rank(b))) }

func (k kpk) guards(s int) bool {
	return rank(s) == rank(k.pawn)+1 && between(file(s), file(k.pawn)) == 1
}

func (k kpk) legal() bool {
	return k.king != k.pawn && k.bk != k.pawn && distance(k.king, k.bk) > 1 && !(k.white && k.guards(k.bk))
}

func (k kpk) cell() int {
	c := k.king<<12 | k.pawn<<6 | k.bk
	if k.white {
		c |= 1 << 18
	}
	return c
}

// around calls visit for the squares that a king's move leads to.
func around(s int, visit func(to int)) {
	for y := max(rank(s)-1, 0); y <= min(rank(s)+1, 7); y++ {
		for x := max(file(s)-1, 0); x <= min(file(s)+1, 7); x++ {
			if to := y*8 + x; to != s {
				visit(to)
			}
		}
	}
}

// whiteMoves returns the positions that White's moves lead to, and whether the pawn can become a
// queen or rook that is not lost at once and does not stalemate: this wins, by the endings KQK and KRK.
func (k kpk) whiteMoves() (after []kpk, promotes bool) {
	around(k.king, func(to int) {
		if to != k.pawn && distance(to, k.bk) > 1 {
			after = append(after, kpk{false, to, k.pawn, k.bk})
		}
	})
	for to := k.pawn + 8; to != k.king && to != k.bk; to += 8 {
		if rank(to) == 7 {
			return after, k.promotionWins(to, true) || k.promotionWins(to, false)
		}
		after = append(after, kpk{false, k.king, to, k.bk})
		if rank(k.pawn) != 1 || rank(to) != 2 {
			break
		}
	}
	return after, false
}

func (k kpk) promotionWins(at int, queen bool) bool {
	if distance(k.bk, at) == 1 && distance(k.king, at) > 1 {
		return false
	}
	attacked := func(s int) bool {
		dx, dy := file(s)-file(at), rank(s)-rank(at)
		n := max(between(dx, 0), between(dy, 0))
		if n == 0 || dx != 0 && dy != 0 && !(queen && between(dx, 0) == between(dy, 0)) {
			return false
		}
		for i := 1; i < n; i++ {
			if (rank(at)+dy/n*i)*8+file(at)+dx/n*i == k.king {
				return false
			}
		}
		return true
	}
	moves := attacked(k.bk)
	around(k.bk, func(to int) {
		moves = moves || to != at && distance(to, k.king) > 1 && !attacked(to)
	})
	return moves
}

// blackMoves returns the positions that Black's moves lead to, and whether he can take the pawn.
func (k kpk) blackMoves() (after []kpk, takes bool) {
	around(k.bk, func(to int) {
		switch {
		case distance(to, k.king) < 2 || k.guards(to):
		case to == k.pawn:
			takes = true
		default:
			after = append(after, kpk{true, k.king, k.pawn, to})
		}
	})
	return after, takes
}

// kpkNotions is what the textbooks know to be won with Black to move, each part of which can be left out.
type kpkNotions struct {
	square, keySquares                 bool // the notions
	pawnIsSafe, wayIsFree, noStalemate bool // their conditions
}

var kpkTextbook = kpkNotions{square: true, keySquares: true, pawnIsSafe: true, wayIsFree: true, noStalemate: true}

func (n kpkNotions) won(q kpk) bool {
	after, takes := q.blackMoves()
	if q.white || takes && n.pawnIsSafe || !takes && len(after) == 0 && n.noStalemate {
		return false
	}
	return n.square && n.outsideSquare(q) || n.keySquares && onKeySquare(q)
}

// outsideSquare: the black king is outside the square of the pawn, one step more as he is to move,
// and the white king is not in the pawn's way. A pawn at home moves two squares.
func (n kpkNotions) outsideSquare(q kpk) bool {
	steps := 7 - max(rank(q.pawn), 2)
	inTheWay := file(q.king) == file(q.pawn) && rank(q.king) > rank(q.pawn)
	return distance(q.bk, 56+file(q.pawn)) > steps+1 && !(inTheWay && n.wayIsFree)
}

// onKeySquare: the white king is on the pawn's file or beside it, two ranks ahead of it or, from the
// fifth rank on, one; not with a pawn of the a- or h-file.
func onKeySquare(q kpk) bool {
	ahead := rank(q.king) - rank(q.pawn)
	return file(q.pawn)%7 != 0 && between(file(q.king), file(q.pawn)) <= 1 && (ahead == 2 || ahead == 1 && rank(q.pawn) >= 4)
}

// forced returns all positions from which White can force a position of the notions, or a promotion that
// wins, within that many plies; and the plies after which no more are added. The notions are about Black
// to move, so White's positions are added at the first ply, Black's at the next, and so on.
func (n kpkNotions) forced(most int) (won []bool, plies int) {
	won = make([]bool, 1<<19)
	eachKPK(func(q kpk) { won[q.cell()] = n.won(q) })
	for ; plies < most; plies++ {
		var added []int
		eachKPK(func(q kpk) {
			if q.white == (plies%2 == 0) && !won[q.cell()] && q.leadsTo(won) {
				added = append(added, q.cell())
			}
		})
		if len(added) == 0 {
			break
		}
		for _, c := range added {
			won[c] = true
		}
	}
	return won, plies
}

// leadsTo says whether some move of White's, or every move of Black's, leads to these.
func (k kpk) leadsTo(won []bool) bool {
	if k.white {
		after, promotes := k.whiteMoves()
		for _, p := range after {
			promotes = promotes || won[p.cell()]
		}
		return promotes
	}
	after, takes := k.blackMoves()
	all := !takes && len(after) > 0
	for _, p := range after {
		all = all && won[p.cell()]
	}
	return all
}

// eachKPK visits all legal positions with the pawn on the files a to d: of the others these are mirror images.
func eachKPK(visit func(q kpk)) {
	for cell := range 1 << 19 {
		q := kpk{cell>>18 == 1, cell >> 12 & 63, cell >> 6 & 63, cell & 63}
		if file(q.pawn) < 4 && rank(q.pawn) > 0 && rank(q.pawn) < 7 && q.legal() {
			visit(q)
		}
	}
}

// TestKPKByNotions: with king and pawn against king White wins if and only if he can force, within 18
// plies, that the black king is outside the pawn's square or his own on a key square, Black to move.
// The table says the same in all 165,676 positions. Each part of the notions is needed.
func TestKPKByNotions(t *testing.T) {
	t.Parallel()
	won, plies := kpkTextbook.forced(100)
	expect.Equal(t, plies, 18, "all are found within")
	ts := allTables(t)
	var total, wins [2]int
	eachKPK(func(q kpk) {
		s := chess.EmptySetup()
		side, result := 1, table.Lost
		s.Turn = chess.Black
		if q.white {
			side, result, s.Turn = 0, table.Won, chess.White
		}
		s.Board[q.king], s.Board[q.pawn], s.Board[q.bk] = chess.WhiteKing, chess.WhitePawn, chess.BlackKing
		p, err := chess.NewPosition(s)
		expect.NoError(t, err, q)
		v, err := ts.Probe(p)
		expect.NoError(t, err)
		total[side]++
		if v.Result == result {
			wins[side]++
		}
		expect.Equal(t, won[q.cell()], v.Result == result, "%s: won", p.FEN())
	})
	if total != [2]int{81664, 84012} || wins != [2]int{62480, 48802} {
		t.Errorf("%d positions, %d won", total, wins)
	}

	for _, c := range []struct {
		without string
		change  func(n *kpkNotions)
		wrong   int // positions that the notions then call won, and are not
	}{
		{"that the pawn is safe", func(n *kpkNotions) { n.pawnIsSafe = false }, 781},
		{"that its way is free", func(n *kpkNotions) { n.wayIsFree = false }, 3},
		{"that it is no stalemate", func(n *kpkNotions) { n.noStalemate = false }, 2},
	} {
		n := kpkTextbook
		c.change(&n)
		wrong := 0
		eachKPK(func(q kpk) {
			if n.won(q) && !won[q.cell()] {
				wrong++
			}
		})
		expect.Equal(t, wrong, c.wrong, "without %s", c.without)
	}
	for _, n := range []struct {
		notions kpkNotions
		missing int
	}{
		{kpkNotions{square: true, pawnIsSafe: true, wayIsFree: true, noStalemate: true}, 6943},
		{kpkNotions{keySquares: true, pawnIsSafe: true, noStalemate: true}, 36},
	} {
		some, _ := n.notions.forced(18)
		missing := 0
		eachKPK(func(q kpk) {
			if won[q.cell()] && !some[q.cell()] {
				missing++
			}
		})
		expect.Equal(t, missing, n.missing, "%+v", n.notions)
	}
}

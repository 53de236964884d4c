package core

import (
	"math"
	"slices"

	chess "retroproof/chess/board"
)

// Lit is a variable, the negation of one, or a constant. A variable is its kind with its arguments.
type Lit int64

// The constants. A variable that does not exist is never true.
const (
	Always Lit = math.MaxInt64
	Never  Lit = -Always
)

// The kinds of variables, with their arguments: P, Q, W pawns of the start, T slots, I snapshots, f files, r ranks
// from 1, c sides, k kinds of pieces, M, s, t squares. Snapshot I is the board right before capture I; the last one
// is the goal.
const (
	VarFrom       = iota + 1 // T f: the pawn that captures comes from the file
	VarTo                    // T f: it captures on the file
	VarRow                   // T r: it captures on the rank or a higher one
	VarMan                   // T c k: it captures a piece of the start
	VarBy                    // T c: a pawn of the side captures
	VarUsed                  // T: a pawn captures
	VarTakes                 // P T: the pawn makes the capture
	VarTaken                 // P T: the capture takes the pawn
	VarTakenPiece            // P T: the capture takes what the pawn became
	VarByPiece               // P: a piece captures the pawn, or what it became
	VarUnder                 // P T: the pawn is below the rank of the capture
	VarOver                  // P T: the pawn is above the rank of the capture
	VarOn                    // P I f: the pawn is on the file, or has promoted there
	VarRank                  // P I r: the pawn is, or was last, on the rank or a higher one
	VarBelow                 // P Q I: both are on one file, P below Q
	VarLost                  // P: the pawn is captured by a piece, or as a pawn
	VarGoal                  // P s: the pawn is the goal's pawn on the square
	VarRole                  // P k: the pawn is a piece of the goal
	VarCage                  // P s: the pawn is the goal's bishop on the caged square
	VarOpen                  // f: the pair on the file does not face each other any more
	VarCount                 // L i j: j or more of the first i entries of a list are true
	VarThere                 // s T: the closing pawn is there right after the capture
	VarAgain                 // s t W: the pawn promoted on t's file, and is a piece of the goal
	VarMade                  // M P: the pawn became the piece
	VarBeside                // M s T: the pawn beside the piece is there right after the capture
	VarClosed                // M T: all pawns beside the piece are
	VarHere                  // T: the capture is one that a statement is about
)

// Key returns a variable of a kind. Arguments are numbers: of pawns in their order, of squares from a1, b1 to h8.
func Key(kind int, arguments ...int) Lit {
	l := Lit(kind)
	for i := range 3 {
		l <<= 10 // no argument is larger: there are 64 squares, and fewer men
		if i < len(arguments) {
			l |= Lit(arguments[i])
		}
	}
	return l
}

// exists returns a variable, or Never if it does not exist.
func exists(ok bool, kind int, arguments ...int) Lit {
	if !ok {
		return Never
	}
	return Key(kind, arguments...)
}

func (q *Question) from(t, f int) Lit       { return exists(f >= 0 && f < 8, VarFrom, t, f) }
func (q *Question) to(t, f int) Lit         { return exists(f >= 0 && f < 8, VarTo, t, f) }
func (q *Question) row(t, r int) Lit        { return edge(r, Key(VarRow, t, r)) }
func (q *Question) man(t, c, k int) Lit     { return Key(VarMan, t, c, k) }
func (q *Question) by(t, c int) Lit         { return Key(VarBy, t, c) }
func (q *Question) used(t int) Lit          { return exists(t >= 0 && t < q.slots, VarUsed, t) }
func (q *Question) takes(p, t int) Lit      { return exists(q.pawns[p].captures, VarTakes, p, t) }
func (q *Question) taken(p, t int) Lit      { return exists(q.pawns[p].prey, VarTaken, p, t) }
func (q *Question) takenPiece(p, t int) Lit { return exists(q.pawns[p].prey, VarTakenPiece, p, t) }
func (q *Question) byPiece(p int) Lit       { return exists(q.pawns[p].prey, VarByPiece, p) }
func (q *Question) under(p, t int) Lit      { return Key(VarUnder, p, t) }
func (q *Question) over(p, t int) Lit       { return Key(VarOver, p, t) }
func (q *Question) lost(p int) Lit          { return Key(VarLost, p) }
func (q *Question) role(p, k int) Lit       { return exists(q.pawns[p].moves, VarRole, p, k) }
func (q *Question) open(f int) Lit          { return exists(q.pairs[f] != nil, VarOpen, f) }
func (q *Question) there(s, t int) Lit      { return Key(VarThere, s, t) }
func (q *Question) beside(m, s, t int) Lit  { return Key(VarBeside, m, s, t) }
func (q *Question) closed(m, t int) Lit     { return Key(VarClosed, m, t) }
func (q *Question) here(t int) Lit          { return Key(VarHere, t) }

// edge returns a literal about a rank or a higher one: that is true of rank 1, and false of rank 9.
func edge(r int, l Lit) Lit {
	switch {
	case r <= 1:
		return Always
	case r >= 9:
		return Never
	}
	return l
}

// on: a pawn changes its file by captures alone, one file each.
func (q *Question) on(p, i, f int) Lit {
	pawn := &q.pawns[p]
	away := max(f-pawn.file, pawn.file-f)
	return exists(f >= 0 && f < 8 && (away == 0 || pawn.captures && away <= min(i, q.a.Captures[pawn.color])),
		VarOn, p, i, f)
}

// rank: a pawn does not go behind its first rank.
func (q *Question) rank(p, i, r int) Lit {
	pawn := &q.pawns[p]
	behind := r <= pawn.first
	switch {
	case pawn.moves && behind == (pawn.color == chess.Black):
		return edge(r, Key(VarRank, p, i, r))
	case behind:
		return edge(r, Always)
	}
	return edge(r, Never)
}

// advanced: the pawn is on its k-th rank, as its side counts them, or farther.
func (q *Question) advanced(p, i, k int) Lit {
	if q.pawns[p].color == chess.White {
		return q.rank(p, i, k)
	}
	return -q.rank(p, i, 10-k)
}

func (q *Question) promoted(p, i int) Lit { return q.advanced(p, i, 8) }

// ahead: the capture is on the k-th rank or farther, as the side of a pawn counts them.
func (q *Question) ahead(p, t, k int) Lit {
	if q.pawns[p].color == chess.White {
		return q.row(t, k)
	}
	return -q.row(t, 10-k)
}

// below: two pawns that can be on one file.
func (q *Question) below(p, r, i int) Lit {
	meet := false
	for f := range 8 {
		meet = meet || q.on(p, i, f) != Never && q.on(r, i, f) != Never
	}
	return exists(p != r && meet && (i > 0 || p < r), VarBelow, p, r, i)
}

func (q *Question) goal(p, s int) Lit {
	return exists(q.goalPawn(q.pawns[p].color, s) && q.on(p, q.slots, s%8) != Never, VarGoal, p, s)
}

func (q *Question) cage(p, s int) Lit {
	return exists(slices.Contains(q.specials, s) && q.lastRank(p, s) && q.pawns[p].moves && q.on(p, q.slots, s%8) != Never,
		VarCage, p, s)
}

func (q *Question) again(s, t, w int) Lit {
	corner, ok := q.corner(s, t, w)
	return exists(ok && corner.Again, VarAgain, s, t, w)
}

func (q *Question) made(m, p int) Lit {
	return exists(q.makers[m] != nil && q.makers[m].Makers.Has(q.pawns[p].at), VarMade, m, p)
}

package core

import (
	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
)

// Version names the definition of schemas and files. It changes whenever one of them does.
const Version = "kernel-core/1"

// Question is a kernel question. Of the goal's diagram it depends only on the pawns.
type Question struct {
	a        *facts.Abstraction
	slots    int                // for captures by pawns
	pawns    []pawn             // of the start: by file, and on each file from rank 1 upwards
	of       [2][]int           // pawns by colour: indices of pawns
	goals    []int              // squares of the goal's pawns, in the same order
	pairs    [8][]int           // by file: a white pawn and the next one above it, a black one, if there are such
	specials []int              // squares of caged bishops, white ones first
	closings [64]*facts.Closing // by square of the closing pawn
	jams     [64]*facts.Jam     // by square of the piece
	makers   [64]*facts.Made    // the same
	assume   [][]Lit            // clauses of a statement
}

// pawn is a pawn of the start.
type pawn struct {
	at             chess.Square
	color          chess.Color
	file, first    int  // its file, 0 to 7, and its rank, 1 to 8
	moves          bool // it may move
	captures, prey bool // it may capture; it may be captured
}

// New returns the question whether there is an extended kernel of an abstraction of a start and a goal.
func New(a *facts.Abstraction) *Question {
	q := &Question{a: a, slots: max(0, a.Captures[chess.White]) + max(0, a.Captures[chess.Black])}
	for n := range 64 {
		file, at := n/8, chess.MakeSquare(n/8, n%8)
		if a.Goal.Board[at].Kind() == chess.Pawn {
			q.goals = append(q.goals, int(at))
		}
		m, p, moves := a.Start.Board[at], len(q.pawns), !a.Fixed.Has(at)
		if m.Kind() != chess.Pawn {
			continue
		}
		c := m.Color()
		q.pawns = append(q.pawns, pawn{at, c, file, a.StartRank(at) + 1, moves, moves && a.Captures[c] > 0,
			moves && a.Captures[c.Other()] > 0})
		q.of[c] = append(q.of[c], p)
		if c == chess.Black && q.pairs[file] == nil && p > 0 && q.pawns[p-1].file == file &&
			q.pawns[p-1].color == chess.White {
			q.pairs[file] = []int{p - 1, p}
		}
	}
	for _, s := range a.Specials {
		q.specials = append(q.specials, int(chess.MakeSquare(s.File, s.Color.RelativeRank(7))))
	}
	for i := range a.Closings {
		q.closings[a.Closings[i].Pawn] = &a.Closings[i]
	}
	for i := range a.Jams {
		q.jams[a.Jams[i].Man] = &a.Jams[i]
	}
	for i := range a.Made {
		q.makers[a.Made[i].Man] = &a.Made[i]
	}
	return q
}

// kinds are the kinds of pieces that are distinguished: queens, rooks and knights; bishops on dark squares; on light
// ones.
var kinds = [3][]facts.PieceKind{{facts.Queen, facts.Rook, facts.Knight}, {facts.DarkBishop}, {facts.LightBishop}}

// pieces adds up, over the pieces that a kind stands for, how many a side wants at the goal: that many more than it
// had; the same, if it is more; and those that are not there since the start.
func (q *Question) pieces(c, kind int) (more, missing, replaced int) {
	for _, k := range kinds[kind] {
		had, want := q.a.Pieces[c][k], q.a.Wants[c][k]
		more, missing, replaced = more+want-had, missing+max(0, want-had), replaced+want-q.a.Keep[c][k]
	}
	return more, missing, replaced
}

// goalPawn reports whether the goal has a pawn of a colour on a square.
func (q *Question) goalPawn(c chess.Color, sq int) bool {
	return q.a.Goal.Board[sq] == chess.MakeMan(c, chess.Pawn)
}

// faceAtGoal reports whether the goal has a white pawn below a black one on a file.
func (q *Question) faceAtGoal(file int) bool {
	white := false
	for sq := file; sq < 64; sq += 8 {
		if white && q.goalPawn(chess.Black, sq) {
			return true
		}
		white = white || q.goalPawn(chess.White, sq)
	}
	return false
}

// spare is how many pawns of a side the goal does not need.
func (q *Question) spare(c int) int {
	spare := len(q.of[c]) - q.a.Needed[c]
	for _, s := range q.goals {
		if q.goalPawn(chess.Color(c), s) {
			spare--
		}
	}
	return spare
}

// corner returns the corner on square t of the closing pawn on s, if it is one where the pawn w may promote.
func (q *Question) corner(s, t, w int) (corner facts.Corner, ok bool) {
	if c := q.closings[s]; c != nil && q.lastRank(w, t) && q.pawns[w].moves && q.on(w, q.slots, t%8) != Never {
		for _, corner := range c.Corners {
			if int(corner.Square) == t {
				return corner, true
			}
		}
	}
	return corner, false
}

// lastRank reports whether a square is on the last rank of a pawn's side.
func (q *Question) lastRank(p, sq int) bool { return q.ownRank(p, sq) == 8 }

// ownRank is the rank of a square, 1 to 8, as the side of a pawn counts them.
func (q *Question) ownRank(p, sq int) int { return 1 + q.pawns[p].color.RelativeRank(sq/8) }

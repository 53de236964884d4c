package story

import (
	"slices"
	"strings"

	"retroproof/chess"
)

// Two pawns that face each other on a file are stuck: neither passes the other,
// and neither promotes, until one of them captures, which takes it to another
// file, or is captured. So a file whose goal has not all the pawns between its
// lowest white one and its highest black one, in their order, has seen a pawn
// leave by a capture, or a pawn captured. One capture does that for at most two
// files: for the one that the capturing pawn leaves, and for the one on which
// it takes a pawn.

// stuck returns the part of a column that stays as long as no pawn of the column
// leaves by a capture or is captured: from the lowest white pawn to the highest
// black one. Those below are black and may promote, those above are white.
func stuck(col string) string {
	first, last := strings.IndexByte(col, 'P'), strings.LastIndexByte(col, 'p')
	if first < 0 || last < first {
		return ""
	}
	return col[first : last+1]
}

// within reports whether a column has all pawns of another one, in their order.
func within(part, col string) bool {
	for i := range len(col) {
		if part == "" {
			return true
		}
		if part[0] == col[i] {
			part = part[1:]
		}
	}
	return part == ""
}

// jams are the files that a capture must have opened, and what there is to open
// them with.
type jams struct {
	files []int
	leave int // captures by which a pawn can have left a file
	taken int // pawns that can have been captured
}

func (l *ledger) jams() jams {
	j := jams{
		leave: l.captures[chess.White] + l.captures[chess.Black],
		taken: l.pawnsTaken[chess.White] + l.pawnsTaken[chess.Black],
	}
	for f := range 8 {
		if !within(stuck(column(&l.start, f)), column(&l.goal, f)) {
			j.files = append(j.files, f)
		}
	}
	return j
}

// tight is the case in which every jammed file was opened once, and nothing can
// be spared: every capture was made by a pawn that left one of these files, and
// as many pawns as possible were taken on others of them, next to those. Every
// way to share the captures out is tried; the order of what happens on different
// files is left open.
type tight struct {
	*ledger
	jammed    [8]bool
	open      [8]bool     // opened already
	event     [8]fileLeft // what opened it
	arrived   [8][2]int   // pawns that came to a file without taking a pawn, by colour
	captures  [2]int      // left, by colour
	taken     [2]int      // left to be taken, by colour
	tried     *int        // ways to share the captures out
	reachable map[fileQuestion]bool
}

// maxWays bounds the ways to share captures out. With more, nothing is claimed.
const maxWays = 2000

// fileLeft is what happened to one pawn of a file: it left or was captured, and
// then another one may stand in its place.
type fileLeft struct{ gone, instead byte }

// tight reports whether the case is refuted by trying, and how many ways there
// were.
func (l *ledger) tight(j jams) (ways int, refuted bool) {
	t := tight{ledger: l, captures: l.captures, taken: l.pawnsTaken, tried: &ways, reachable: map[fileQuestion]bool{}}
	for _, f := range j.files {
		t.jammed[f] = true
	}
	found := t.share(0)
	return ways, !found
}

// share opens the jammed files from one on. It reports whether that may give the
// goal. Each way begins with a copy of what is shared out so far.
func (t tight) share(f int) bool {
	for f < 8 && (!t.jammed[f] || t.open[f]) {
		f++
	}
	if f == 8 {
		if t.captures != [2]int{} || t.taken != [2]int{} {
			return false
		}
		if *t.tried++; *t.tried > maxWays {
			return true // too many for an argument that people can follow
		}
		for f := range 8 {
			if !t.possible(f, t.event[f], t.arrived[f]) {
				return false
			}
		}
		return true
	}
	for c := range chess.Color(2) {
		if t.captures[c] == 0 {
			continue
		}
		own, theirs := pawnLetter(c), pawnLetter(c.Other())
		opened := t
		opened.open[f] = true
		opened.captures[c]--
		// A pawn of this file took one of the next, or the other way round.
		if g := f + 1; g < 8 && t.jammed[g] && !t.open[g] && t.taken[c.Other()] > 0 {
			both := opened
			both.open[g] = true
			both.taken[c.Other()]--
			for _, events := range [][2]fileLeft{{{own, 0}, {theirs, own}}, {{theirs, own}, {own, 0}}} {
				both.event[f], both.event[g] = events[0], events[1]
				if both.share(f + 1) {
					return true
				}
			}
		}
		// A pawn left the file, and took a piece.
		for _, g := range []int{f - 1, f + 1} {
			if g < 0 || g > 7 {
				continue
			}
			left := opened
			left.event[f] = fileLeft{own, 0}
			left.arrived[g][c]++
			if left.share(f + 1) {
				return true
			}
		}
	}
	return false
}

func pawnLetter(c chess.Color) byte { return chess.MakeMan(c, chess.Pawn).Letter() }

// fileQuestion is a file on its way to the goal.
type fileQuestion struct {
	file    int
	col     string
	left    fileLeft
	arrived [2]int
}

// possible reports whether a file can become the goal's with one of its pawns
// gone, or replaced, and others arriving, at any time, and with any promotions.
func (t *tight) possible(f int, left fileLeft, arrived [2]int) bool {
	return t.canBecome(fileQuestion{f, column(&t.start, f), left, arrived}, column(&t.goal, f))
}

func (t *tight) canBecome(q fileQuestion, goal string) bool {
	if q.col == goal && q.left == (fileLeft{}) && q.arrived == [2]int{} {
		return true
	}
	if ok, known := t.reachable[q]; known {
		return ok
	}
	ok := t.canStep(q, goal)
	t.reachable[q] = ok
	return ok
}

// canStep tries all that can happen next on a file.
func (t *tight) canStep(q fileQuestion, goal string) bool {
	n, next := len(q.col), q
	become := func(col string) bool {
		next.col = col
		return t.canBecome(next, goal)
	}
	// Promotions.
	if n > 0 && (q.col[n-1] == 'P' && become(q.col[:n-1]) || q.col[0] == 'p' && become(q.col[1:])) {
		return true
	}
	// A pawn leaves the file, or another one stands in its place.
	instead := ""
	if q.left.instead != 0 {
		instead = string(q.left.instead)
	}
	next.left = fileLeft{}
	for i := range n {
		if q.col[i] == q.left.gone && become(q.col[:i]+instead+q.col[i+1:]) {
			return true
		}
	}
	// A pawn arrives, anywhere.
	for c := range chess.Color(2) {
		next = q
		if next.arrived[c]--; next.arrived[c] < 0 {
			continue
		}
		for i := range n + 1 {
			if become(q.col[:i] + string(pawnLetter(c)) + q.col[i:]) {
				return true
			}
		}
	}
	return false
}

// pairs returns the files as pairs of neighbours, or nil if they are not: there
// is at most one way.
func pairs(files []int) (pairs [][2]int) {
	for i := 0; i < len(files); i += 2 {
		if i+1 == len(files) || files[i+1] != files[i]+1 {
			return nil
		}
		pairs = append(pairs, [2]int{files[i], files[i+1]})
	}
	return slices.Clip(pairs)
}

package story

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/rules"
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

// argueJams counts the files that captures must have opened.
func (l *ledger) argueJams() *argument {
	j := l.jams()
	most := j.leave + j.taken
	if len(j.files) < most || len(j.files) == 0 {
		return nil
	}
	ways, refuted := 0, true
	a := &argument{}
	if len(j.files) == most {
		if ways, refuted = l.tight(j); !refuted {
			return nil
		}
	}
	for _, f := range j.files {
		pawns := l.pawnsOn(f)
		a.marked |= pawns[chess.White] | pawns[chess.Black]
	}
	a.intro, a.sentences = l.jamText(j)
	opened := fmt.Sprintf("So captures have opened at most %d + %d = %d %s, ",
		j.leave, j.taken, most, answer.Plural(most, "file", "files"))
	switch {
	case most == 0:
		a.sentences = append(a.sentences, "So captures have opened no file.")
	case len(j.files) > most:
		a.sentences = append(a.sentences, opened+"and not "+number(len(j.files))+".")
	default:
		a.sentences = append(a.sentences, opened+"just as many as there are, and nothing can be spared.")
		a.sentences = append(a.sentences, l.tightText(j, ways)...)
	}
	return a
}

// jamText states which files must have been opened, and how many captures can have done
// that.
func (l *ledger) jamText(j jams) (intro string, words []string) {
	where, gone := "Where a white pawn stands below a black one on a file, both are stuck, and so are the pawns "+
		"between them: "+
		"none passes another, and none promotes,", "such pawns of the start are not all there any more"
	every := true
	for f := range 8 {
		every = every && column(&l.start, f) == "Pp"
	}
	if every {
		where, gone = "At the start a white pawn and a black one face each other on every file, and such a pair is stuck: "+
			"neither pawn passes the other, and neither promotes,", "no white pawn stands below a black one any more"
	}
	intro = where + " until one of them captures, which takes it to another file, or is itself captured."
	on := " on " + number(len(j.files)) + " files, the " + files(j.files) + ". Each of them"
	switch len(j.files) {
	case 8:
		on = ", on any of the eight files. Each of them"
	case 1:
		on = " on the " + files(j.files) + ". It"
	}
	made := l.madeText()
	if dead := l.lost[0] + l.lost[1] - j.leave; dead > 0 {
		made += answer.Plural(dead, ", but one of these was by a piece, of a bishop that never left its square",
			", but "+number(dead)+" of these were by pieces, of bishops that never left their squares")
	}
	left := "a pawn has left its file at most " + times(j.leave)
	if j.leave == 0 {
		left = "no pawn has left its file"
	}
	taken := "No pawn was"
	if j.taken > 0 {
		taken = "At most " + several(j.taken, "pawn") + answer.Plural(j.taken, " was", " were")
	}
	return intro, []string{
		fmt.Sprintf("The diagram has %s.", rules.Pawns(&l.start, &l.goal)),
		fmt.Sprintf("So %s%s has been opened, by a pawn that left it capturing or by the capture of a pawn on it.", gone, on),
		made + "; so " + left + ".",
		fmt.Sprintf("%s captured as %s.", taken, answer.Plural(max(1, j.taken), "a pawn", "pawns")),
		l.takenText(chess.White), l.takenText(chess.Black),
	}
}

// madeText states the numbers of captures.
func (l *ledger) madeText() string {
	if l.lost == [2]int{} {
		return "Nothing was captured"
	}
	return fmt.Sprintf("White has made %s and Black %s",
		several(l.lost[chess.Black], "capture"), numberOrNone(l.lost[chess.White]))
}

// takenText explains the greatest number of pawns of a side that were captured.
func (l *ledger) takenText(c chess.Color) string {
	by := l.captures[c.Other()]
	left := l.had.Pawns[c] - l.has.Pawns[c] - l.promotions[c]
	switch {
	case l.lost[c] == 0:
		return fmt.Sprintf("None was %s's, since %s has captured nothing.", rules.Side(c), rules.Side(c.Other()))
	case by == 0:
		return fmt.Sprintf("None was %s's, since %s has captured nothing else.", rules.Side(c), rules.Side(c.Other()))
	case left > by:
		return fmt.Sprintf("At most %s %s %s's, as many as there were captures.",
			number(by), answer.Plural(by, "was", "were"), rules.Side(c))
	}
	became := ""
	if n := l.promotions[c]; n > 0 {
		became = " and at least " + number(n) + " became " + answer.Plural(n, "a piece", "pieces")
	}
	return fmt.Sprintf("Of %s's %s %s %s still there%s, which leaves %s.", rules.Side(c), several(l.had.Pawns[c], "pawn"),
		numberOrNone(l.has.Pawns[c]), answer.Plural(l.has.Pawns[c], "is", "are"), became, numberOrNone(left))
}

// tightText ends the argument of the tight case; see tight.
func (l *ledger) tightText(j jams, ways int) (words []string) {
	every := "Every capture"
	if l.lost[0]+l.lost[1] > j.leave {
		every = "Every other capture"
	}
	every += " was made by a pawn that left " + answer.Plural(len(j.files), "this file", "one of these files")
	switch {
	case j.taken == 0:
		return []string{every + ", and none took a pawn that was still one.", tried(ways)}
	case j.taken < j.leave:
		return []string{every + "; " + number(j.taken) + " of them took a pawn on another of the files, beside it.",
			tried(ways)}
	}
	words = []string{every + ", and took a pawn on another of them, beside it: the files are pairs of neighbours."}
	pairs := pairs(j.files)
	if pairs == nil {
		return append(words, "But the "+files(j.files)+" cannot be shared out so.")
	}
	var names []string
	for _, p := range pairs {
		names = append(names, fmt.Sprintf("%c and %c", 'a'+p[0], 'a'+p[1]))
	}
	words = append(words, fmt.Sprintf("These are %s.", answer.List(names)))
	t := tight{ledger: l, reachable: map[fileQuestion]bool{}}
	for _, p := range pairs {
		if !t.pairPossible(p[0], p[1]) && !t.pairPossible(p[1], p[0]) {
			return append(words, fmt.Sprintf("But on %c and %c that is impossible: "+
				"whoever took the other, and whatever promoted then, the pawns do not become %s.",
				'a'+p[0], 'a'+p[1], l.pairText(p)))
		}
	}
	return append(words, tried(ways))
}

func tried(ways int) string {
	switch ways {
	case 0:
		return "But the captures cannot be shared out so."
	case 1:
		return "There is one way to do that, and it does not give the pawns of the diagram."
	}
	return fmt.Sprintf("There are %d ways to share the captures out like that, and none of them gives the pawns of the "+
		"diagram.", ways)
}

// pairPossible reports whether a capture of a pawn of one file by one of another may give the goal.
func (t *tight) pairPossible(from, to int) bool {
	for c := range chess.Color(2) {
		own, theirs := pawnLetter(c), pawnLetter(c.Other())
		if t.ledger.captures[c] > 0 && t.possible(from, fileLeft{own, 0}, [2]int{}) &&
			t.possible(to, fileLeft{theirs, own}, [2]int{}) {
			return true
		}
	}
	return false
}

// pawnsOn returns the pawns of a file in the diagram, by colour.
func (l *ledger) pawnsOn(file int) (pawns [2]chess.Bitboard) {
	for sq := range chess.FileSet(file).Squares() {
		if m := l.goal.Board[sq]; m.Kind() == chess.Pawn {
			pawns[m.Color()] |= sq.Bit()
		}
	}
	return pawns
}

// pairText lists the pawns of two files in the diagram.
func (l *ledger) pairText(p [2]int) string {
	one, other := l.pawnsOn(p[0]), l.pawnsOn(p[1])
	var words []string
	for c := range chess.Color(2) {
		if pawns := one[c] | other[c]; pawns != 0 {
			words = append(words, rules.Side(c)+"'s on "+rules.Men(&l.goal, pawns))
		}
	}
	if words == nil {
		return "none at all"
	}
	return answer.List(words)
}

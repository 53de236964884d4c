package story

import (
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// argument is why the pawns of a goal cannot have come about: a few sentences that are
// easy to follow and are a complete proof.
type argument struct {
	kind      string // for tests
	intro     string // what holds for all arguments of its kind, or ""
	sentences []string
	marked    chess.Bitboard
}

// argue looks for an argument, the simplest kind first. There need not be one
// where a search finds that there is no kernel.
func (l *ledger) argue() *argument {
	for c := range chess.Color(2) {
		if a := l.argueWalks(c); a != nil {
			return a
		}
	}
	return l.argueJams()
}

// argueWalks counts the captures that the pawns of one side need.
func (l *ledger) argueWalks(c chess.Color) *argument {
	a := &argument{kind: "walks"}
	on := chess.AllSquares
	ways, sum := l.fewestCaptures(c, on)
	if sum <= l.captures[c] {
		k, ok := l.onlyBishop(c)
		if !ok {
			return nil
		}
		on = ofColor(k)
		if ways, sum = l.fewestCaptures(c, on); sum <= l.captures[c] {
			return nil
		}
		a.kind = "colours"
		a.sentences = append(a.sentences, l.onlyText(c, k))
	}
	for _, w := range ways {
		if w.at.Valid() && w.captures > 0 {
			a.marked |= w.at.Bit()
		}
	}
	if sum >= impossible {
		a.kind = "no " + a.kind
		a.sentences = append(a.sentences, l.noWays(c, ways, on)...)
		return a
	}
	which := ""
	if on != chess.AllSquares {
		which = " on such squares"
	}
	a.sentences = append(a.sentences,
		fmt.Sprintf("%s's pawns need at least %s%s: with the fewest, %s.", Side(c), several(sum, "capture"), which, l.waysText(ways)),
		fmt.Sprintf("But %s.", l.capturesText(c)))
	return a
}

// onlyText states that pawns can have captured bishops of one colour only.
func (l *ledger) onlyText(c chess.Color, k facts.PieceKind) string {
	color := "dark"
	if k == facts.LightBishop {
		color = "light"
	}
	what := "the " + pieceNames[k]
	if l.captures[c] > 1 {
		what = pieceNames[k] + "s"
	}
	besides := ""
	if l.lost[c.Other()] > l.captures[c] {
		besides = ", besides what died at home"
	}
	return fmt.Sprintf("%s has lost nothing but %s%s: if a pawn of %s's has captured, then on a %s square.", Side(c.Other()), what, besides, Side(c), color)
}

// waysText lists the ways that need captures.
func (l *ledger) waysText(ways []pawnWay) string {
	var words []string
	for _, w := range ways {
		if w.captures == 0 {
			continue
		}
		words = append(words, fmt.Sprintf("%s (%s)", w, several(w.captures, "capture")))
	}
	return list(words)
}

// String writes "c6 comes from b2", or "the pawn from b2 becomes a queen".
func (w pawnWay) String() string {
	if w.at.Valid() {
		return fmt.Sprintf("%s comes from %s", w.at, w.from)
	}
	return fmt.Sprintf("the pawn from %s becomes a %s", w.from, pieceNames[w.piece])
}

// noWays states that some pawn has no way at all.
func (l *ledger) noWays(c chess.Color, ways []pawnWay, on chess.Bitboard) []string {
	which := ""
	if on != chess.AllSquares {
		which = " on such squares"
	}
	those := fmt.Sprintf("%s's pawns in the diagram", Side(c))
	if l.promotions[c] > 0 {
		those += fmt.Sprintf(" and the %s that must have promoted", several(l.promotions[c], "pawn"))
	}
	words := []string{fmt.Sprintf("However %s are shared out among the pawns of the start, one of them has no way there, with any number of captures%s, past the men that never moved.", those, which)}
	for _, w := range ways {
		if w.captures < impossible {
			continue
		}
		if w.at.Valid() {
			words = append(words, fmt.Sprintf("For instance the pawn from %s does not come to %s.", w.from, w.at))
		} else {
			words = append(words, fmt.Sprintf("For instance the pawn from %s does not become a %s.", w.from, pieceNames[w.piece]))
		}
		break
	}
	var checks chess.Bitboard
	before := 6
	if c == chess.Black {
		before = 1
	}
	for sq := range (chess.RankSet(before) &^ l.fixed).Squares() {
		if l.checksForEver(c, sq) {
			checks |= sq.Bit()
		}
	}
	if l.promotions[c] > 0 && checks != 0 {
		words = append(words, fmt.Sprintf("(A pawn on %s gives check to a king that has never moved: it is captured there, and never promotes.)", orList(checks)))
	}
	return words
}

// orList writes "d7 or f7".
func orList(set chess.Bitboard) string {
	s := ""
	for sq := range set.Squares() {
		if s != "" {
			s += " or "
		}
		s += sq.String()
	}
	return s
}

// capturesText states the number of captures that the pawns of a side can have made.
func (l *ledger) capturesText(c chess.Color) string {
	them := c.Other()
	n := l.captures[c]
	if l.lost[them] == 0 {
		return fmt.Sprintf("%s has lost nothing", Side(them))
	}
	if dead := l.lost[them] - n; dead > 0 {
		return fmt.Sprintf("%s has lost %s, and pieces must have taken %s: bishops that died at home", Side(them), several(l.lost[them], "man"), all(dead, l.lost[them]))
	}
	return fmt.Sprintf("%s has lost only %s", Side(them), several(n, "man"))
}

func all(n, of int) string {
	if n == of {
		if n == 1 {
			return "it"
		}
		return "them all"
	}
	return number(n) + " of these"
}

// argueJams counts the files that captures must have opened.
func (l *ledger) argueJams() *argument {
	j := l.jams()
	most := j.leave + j.taken
	if len(j.files) < most || len(j.files) == 0 {
		return nil
	}
	ways, refuted := 0, true
	a := &argument{kind: "jams"}
	if len(j.files) == most {
		if ways, refuted = l.tight(j); !refuted {
			return nil
		}
		a.kind = "tight"
	}
	for _, f := range j.files {
		for sq := range chess.FileSet(f).Squares() {
			if l.goal.Board[sq].Kind() == chess.Pawn {
				a.marked |= sq.Bit()
			}
		}
	}
	a.intro, a.sentences = l.jamText(j)
	sum := fmt.Sprintf("%d + %d = %d", j.leave, j.taken, most)
	if len(j.files) > most {
		if most == 0 {
			a.sentences = append(a.sentences, "So captures have opened no file.")
		} else {
			a.sentences = append(a.sentences, fmt.Sprintf("So captures have opened %s %s at the most, and not %s.", sum, plural(most, "file", "files"), number(len(j.files))))
		}
		return a
	}
	a.sentences = append(a.sentences, fmt.Sprintf("So captures have opened %s %s at the most, just as many as there are, and nothing can be spared.", sum, plural(most, "file", "files")))
	a.sentences = append(a.sentences, l.tightText(j, ways)...)
	return a
}

// jamText states which files must have been opened, and how many captures can have done
// that.
func (l *ledger) jamText(j jams) (intro string, words []string) {
	every := true
	for f := range 8 {
		every = every && column(&l.start, f) == "Pp"
	}
	if every {
		intro = "At the start a white pawn and a black one face each other on every file, and such a pair is stuck: neither pawn passes the other, and neither promotes, until one of them captures, which takes it to another file, or is itself captured."
	} else {
		intro = "Where a white pawn stands below a black one on a file, both are stuck, and so are the pawns between them: none passes another, and none promotes, until one of them captures, which takes it to another file, or is itself captured."
	}
	gone := "no white pawn stands below a black one any more"
	if !every {
		gone = "such pawns of the start are not all there any more"
	}
	if len(j.files) == 8 {
		words = append(words, fmt.Sprintf("In the diagram %s, on any of the eight files: each of them has been opened, by a pawn that left it capturing or by the capture of a pawn on it.", gone))
	} else if len(j.files) == 1 {
		words = append(words, fmt.Sprintf("In the diagram %s on the %s: it has been opened, by a pawn that left it capturing or by the capture of a pawn on it.", gone, files(j.files)))
	} else {
		words = append(words, fmt.Sprintf("In the diagram %s on %s files, the %s: each of them has been opened, by a pawn that left it capturing or by the capture of a pawn on it.", gone, number(len(j.files)), files(j.files)))
	}
	made := l.madeText()
	if dead := l.lost[0] + l.lost[1] - j.leave; dead > 0 {
		made += ", but " + deadText(dead)
	}
	if j.leave == 0 {
		words = append(words, made+"; so no pawn has left its file.")
	} else {
		words = append(words, fmt.Sprintf("%s; so a pawn has left its file %s at the most.", made, times(j.leave)))
	}
	words = append(words, fmt.Sprintf("%s: %s, and %s.", pawnsTaken(j.taken), l.takenText(chess.White), l.takenText(chess.Black)))
	return intro, words
}

func pawnsTaken(n int) string {
	switch n {
	case 0:
		return "No pawn was captured as a pawn"
	case 1:
		return "At most one pawn was captured as a pawn"
	}
	return fmt.Sprintf("At most %s were captured as pawns", several(n, "pawn"))
}

// madeText states the numbers of captures.
func (l *ledger) madeText() string {
	if l.lost == [2]int{} {
		return "Nothing was captured"
	}
	return fmt.Sprintf("White has made %s and Black %s", several(l.lost[chess.Black], "capture"), numberOrNone(l.lost[chess.White]))
}

func deadText(dead int) string {
	if dead == 1 {
		return "one of these was of a bishop that never left its square, which a piece took"
	}
	return number(dead) + " of these were of bishops that never left their squares, which pieces took"
}

// takenText explains the greatest number of pawns of a side that were captured.
func (l *ledger) takenText(c chess.Color) string {
	switch {
	case l.lost[c] == 0:
		return fmt.Sprintf("none of %s's, since %s has captured nothing", Side(c), Side(c.Other()))
	case l.captures[c.Other()] == 0:
		return fmt.Sprintf("none of %s's, since %s has captured nothing else", Side(c), Side(c.Other()))
	}
	left := l.had.Pawns[c] - l.has.Pawns[c] - l.promotions[c]
	if left > l.captures[c.Other()] {
		return fmt.Sprintf("%s of %s's, as many as there were captures", number(l.captures[c.Other()]), Side(c))
	}
	leaves := number(left)
	if left == 0 {
		leaves = "none"
	}
	became := ""
	if n := l.promotions[c]; n > 0 {
		became = fmt.Sprintf(" and at least %s became %s", number(n), plural(n, "a piece", "pieces"))
	}
	return fmt.Sprintf("of %s's %s %s %s still there%s, which leaves %s",
		Side(c), several(l.had.Pawns[c], "pawn"), numberOrNone(l.has.Pawns[c]), plural(l.has.Pawns[c], "is", "are"), became, leaves)
}

func numberOrNone(n int) string {
	if n == 0 {
		return "none"
	}
	return number(n)
}

// tightText ends the argument of the tight case; see tight.
func (l *ledger) tightText(j jams, ways int) (words []string) {
	if j.taken < j.leave {
		left := plural(len(j.files), "this file", "one of these files")
		if j.taken == 0 {
			words = append(words, fmt.Sprintf("%s was made by a pawn that left %s, and none took a pawn that was still one.", l.everyCapture(j), left))
		} else {
			words = append(words, fmt.Sprintf("%s was made by a pawn that left %s; %s of them took a pawn on another of the files, beside it.", l.everyCapture(j), left, number(j.taken)))
		}
		return append(words, tried(ways))
	}
	words = append(words, l.everyCapture(j)+" was made by a pawn that left one of these files, and took a pawn on another of them, beside it: the files are pairs of neighbours.")
	pairs := pairs(j.files)
	if pairs == nil {
		return append(words, fmt.Sprintf("But the %s cannot be shared out so.", files(j.files)))
	}
	var names []string
	for _, p := range pairs {
		names = append(names, fmt.Sprintf("%c and %c", 'a'+p[0], 'a'+p[1]))
	}
	words = append(words, fmt.Sprintf("These are %s.", list(names)))
	t := tight{ledger: l, reachable: map[fileQuestion]bool{}}
	for _, p := range pairs {
		if !slices.ContainsFunc(pairCaptures, func(c pairCapture) bool { return l.captures[c.by] > 0 && t.pairPossible(p, c) }) {
			return append(words, fmt.Sprintf("But on %c and %c that is impossible: whoever took the other, and whatever promoted then, the pawns do not become %s.",
				'a'+p[0], 'a'+p[1], l.pairText(p)))
		}
	}
	return append(words, tried(ways))
}

// everyCapture is the subject of a sentence about the captures that pawns can have made.
func (l *ledger) everyCapture(j jams) string {
	if l.lost[0]+l.lost[1] > j.leave {
		return "Every other capture"
	}
	return "Every capture"
}

func tried(ways int) string {
	switch ways {
	case 0:
		return "But the captures cannot be shared out so."
	case 1:
		return "There is one way to do that, and it does not give the pawns of the diagram."
	}
	return fmt.Sprintf("There are %d ways to share the captures out like that, and none of them gives the pawns of the diagram.", ways)
}

// pairCapture is a capture between the pawns of two files.
type pairCapture struct {
	by    chess.Color
	first bool // the capturing pawn leaves the first of the two
}

var pairCaptures = []pairCapture{{chess.White, true}, {chess.White, false}, {chess.Black, true}, {chess.Black, false}}

// pairPossible reports whether a capture between two files may give the goal.
func (t *tight) pairPossible(p [2]int, c pairCapture) bool {
	own, theirs := pawnLetter(c.by), pawnLetter(c.by.Other())
	from, to := p[0], p[1]
	if !c.first {
		from, to = to, from
	}
	return t.possible(from, fileLeft{own, 0}, [2]int{}) && t.possible(to, fileLeft{theirs, own}, [2]int{})
}

// pairText lists the pawns of two files in the diagram.
func (l *ledger) pairText(p [2]int) string {
	var pawns [2]chess.Bitboard
	for _, f := range p {
		for sq := range chess.FileSet(f).Squares() {
			if m := l.goal.Board[sq]; m.Kind() == chess.Pawn {
				pawns[m.Color()] |= sq.Bit()
			}
		}
	}
	var words []string
	for c := range chess.Color(2) {
		if pawns[c] != 0 {
			words = append(words, Side(c)+"'s on "+squares(&l.goal, pawns[c]))
		}
	}
	if words == nil {
		return "none at all"
	}
	return list(words)
}

package story

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// argue looks for an argument that is a complete proof about the pawns, the simplest kind first.
func (l *ledger) argue() *argument {
	if a := l.argueWays(); a != nil {
		return a
	}
	return l.argueJams()
}

// argueWays gives each pawn a way, and counts the captures that those of one side or the other need.
func (l *ledger) argueWays() *argument {
	if a := l.argueWalks(chess.White); a != nil {
		return a
	}
	return l.argueWalks(chess.Black)
}

// argueWalks counts the captures that the pawns of one side need.
func (l *ledger) argueWalks(c chess.Color) *argument {
	a := &argument{}
	on, which := chess.AllSquares, ""
	ways, sum := l.fewestCaptures(c, on)
	if sum <= l.captures[c] {
		k, ok := l.onlyBishop(c)
		if !ok {
			return nil
		}
		on, which = ofColor(k), " on such squares"
		if ways, sum = l.fewestCaptures(c, on); sum <= l.captures[c] {
			return nil
		}
		a.sentences = []string{l.onlyText(c, k)}
	}
	for _, w := range ways {
		if w.at.Valid() && w.captures > 0 {
			a.marked |= w.at.Bit()
		}
	}
	if sum >= impossible {
		a.sentences = append(a.sentences, l.noWays(c, ways, which)...)
		return a
	}
	need := fmt.Sprintf("%s's pawns need at least %s%s.", rules.Side(c), several(sum, "capture"), which)
	a.sentences = append(append(append(a.sentences, need), waysText(ways)...), "But "+l.capturesText(c)+".")
	return a
}

// onlyText states that pawns can have captured bishops of one colour only.
func (l *ledger) onlyText(c chess.Color, k facts.PieceKind) string {
	color, _, _ := strings.Cut(rules.PieceNames[k], "-")
	besides := ""
	if l.lost[c.Other()] > l.captures[c] {
		besides = ", besides what died at home"
	}
	return fmt.Sprintf("%s has lost nothing but %s%s: if a %s pawn has captured, then on a %s square.",
		rules.Side(c.Other()), answer.Plural(l.captures[c], "the "+rules.PieceNames[k], rules.PieceNames[k]+"s"),
		besides, c, color)
}

// waysText lists the ways that need captures, a few in a sentence.
func waysText(ways []pawnWay) (sentences []string) {
	const most = 4
	var words []string
	for _, w := range ways {
		if w.captures > 0 {
			way := w.text("%[2]s comes from %[1]s", "the pawn from %s becomes a %s")
			words = append(words, fmt.Sprintf("%s (%s)", way, number(w.captures)))
		}
	}
	with := "With the fewest, "
	for part := range slices.Chunk(words, most) {
		sentences = append(sentences, with+answer.List(part)+".")
		with = "Also, "
	}
	return sentences
}

// text writes a way: the square that a pawn comes from, and the one that it comes to, or the piece that it becomes.
func (w pawnWay) text(comes, becomes string) string {
	if w.at.Valid() {
		return fmt.Sprintf(comes, w.from, w.at)
	}
	return fmt.Sprintf(becomes, w.from, rules.PieceNames[w.piece])
}

// noWays states that some pawn has no way at all.
func (l *ledger) noWays(c chess.Color, ways []pawnWay, which string) []string {
	those := rules.Side(c) + "'s pawns in the diagram"
	if l.promotions[c] > 0 {
		those += fmt.Sprintf(" and the %s that must have promoted", several(l.promotions[c], "pawn"))
	}
	words := []string{fmt.Sprintf("However %s are shared out among the pawns of the start, one of them has no way there. "+
		"That holds for any number of captures%s, past the men that never moved.", those, which)}
	if i := slices.IndexFunc(ways, func(w pawnWay) bool { return w.captures >= impossible }); i >= 0 {
		words = append(words, ways[i].text("For instance the pawn from %s does not come to %s.",
			"For instance the pawn from %s does not become a %s."))
	}
	if checks := l.checksForEver(c) & chess.RankSet(c.RelativeRank(6)); l.promotions[c] > 0 && checks != 0 {
		words = append(words, fmt.Sprintf("(A pawn on %s gives check to a king that has never moved: "+
			"it is captured there, and never promotes.)", anyOf(checks)))
	}
	return words
}

// capturesText states the number of captures that the pawns of a side can have made.
func (l *ledger) capturesText(c chess.Color) string {
	them := c.Other()
	n, lost := l.captures[c], l.lost[them]
	dead := lost - n
	all := number(dead) + " of these"
	switch {
	case lost == 0:
		return rules.Side(them) + " has lost nothing"
	case dead == 0:
		return fmt.Sprintf("%s has lost only %s", rules.Side(them), several(n, "man"))
	case n == 0:
		all = answer.Plural(lost, "it", "them all")
	}
	return fmt.Sprintf("%s has lost %s, and pieces must have taken %s: bishops that died at home",
		rules.Side(them), several(lost, "man"), all)
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

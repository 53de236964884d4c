package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/proofs/illegal/facts"
)

// ReachThenPast is [Reach], and returns what then looks for pawns that are in the way: past refutes a goal that Reach
// does not, if too few men of the start can have got past pawns of the goal that can have come from one square only.
// First it narrows what pawns can have become: by supposing for each pawn and each pawn of the goal that the one
// became the other, and by counting what is left for all others. Then it takes up to four such pawns that stand near
// each other, and follows all pieces past them. It makes a few hundred countings at most, and looks at some thousands
// of places of pieces and pawns for each of ten sets of pawns.
func ReachThenPast(start, goal *chess.Setup) (refuted *Impossible, past func() *Impossible) {
	f := reachFinder{finder: newFinder(start, goal)}
	return f.solve(), f.past
}

func (f *reachFinder) past() *Impossible {
	without := f.exclude()
	for _, set := range f.nearPawns() {
		if f.GoPast(set) != nil || f.short() == nil {
			continue
		}
		// Most of what was found first is not needed.
		for i := len(without) - 1; i >= 0; i-- {
			if less := slices.Delete(slices.Clone(without), i, i+1); f.pastSet(less, set) != nil {
				without = less
			}
		}
		for sq := range set.Squares() {
			if less := set &^ sq.Bit(); f.pastSet(without, less) != nil {
				set = less
			}
		}
		return f.pastSet(without, set)
	}
	return nil
}

// exclude finds pawns that did not become pawns of the goal, until no more follow.
func (f *reachFinder) exclude() (list []facts.Without) {
	for again := true; again; {
		again = false
		for to := range (pawnsOf(f.Goal) &^ f.Blocked).Squares() {
			sources := f.Sources(to)
			if !sources.Several() {
				continue
			}
			for from := range sources.Squares() {
				undo := f.Suppose(from, to)
				refuted := f.short()
				undo()
				if refuted == nil {
					continue
				}
				w := facts.Without{Pawn: from.String(), To: to.String(), Count: *refuted.Argument.Count}
				if f.Exclude([]facts.Without{w}) == nil {
					list, again = append(list, w), true
				}
			}
		}
	}
	return list
}

// short is match for both sides, with the sources as they are now.
func (f *reachFinder) short() *Impossible {
	for sq := range occupied(f.Goal).Squares() {
		f.sources[sq] = f.Sources(sq)
	}
	return cmp.Or(f.match(chess.White), f.match(chess.Black))
}

// nearPawns returns sets of pawns of the goal that can have moved, and that have one source each: those of a side on
// four files next to each other, and of more than four those with the fewest squares on their ways.
func (f *reachFinder) nearPawns() (sets []chess.Bitboard) {
	var list [2][]chess.Square
	for sq := range (pawnsOf(f.Goal) &^ f.Blocked).Squares() {
		if c := f.Goal.Board[sq].Color(); f.Sources(sq).Count() == 1 {
			list[c] = append(list[c], sq)
		}
	}
	for c := range list {
		ahead := func(sq chess.Square) int { return chess.Color(c).RelativeRank(sq.Rank()) }
		slices.SortFunc(list[c], func(a, b chess.Square) int { return cmp.Or(ahead(a)-ahead(b), int(a)-int(b)) })
		for file := range 5 {
			var set chess.Bitboard
			for _, sq := range list[c] {
				if sq.File() >= file && sq.File() < file+4 && set.Count() < facts.MostPast {
					set |= sq.Bit()
				}
			}
			if set != 0 && !slices.Contains(sets, set) {
				sets = append(sets, set)
			}
		}
	}
	return sets
}

// pastSet refutes the goal if pawns are excluded as sources, and pieces go past others; nil if it does not follow.
func (f *reachFinder) pastSet(without []facts.Without, set chess.Bitboard) *Impossible {
	proven, err := facts.Verify(f.Start, f.Goal, f.found)
	if err != nil {
		return nil
	}
	g := reachFinder{finder: finder{Proven: proven, found: f.found}}
	g.Refresh()
	if g.Exclude(without) != nil || g.GoPast(set) != nil {
		return nil
	}
	refuted := g.short()
	if refuted == nil {
		return nil
	}
	a := refuted.Argument
	a.Without, a.Past = without, facts.Squares(set)
	if men := chess.Bitboard(a.Count.Needs); a.Count.Captures|a.Count.Men == 0 && !men.Several() {
		refuted.Reason = PieceUnreachable
		refuted.Detail = fmt.Sprintf("no man of the start can have become %s", Men(f.Goal, men))
	}
	refuted.Detail = strings.Join(append(g.pastWords(a), Sentence(refuted.Detail)), " ")
	refuted.Detail = strings.TrimSuffix(refuted.Detail, ".")
	return refuted
}

// pastWords says which pawns did not become which, and who does not get past those that are certain.
func (f *reachFinder) pastWords(a *facts.Argument) (words []string) {
	if len(a.Without) > 0 {
		list := []string{fmt.Sprintf("the pawn from %s had come to %s", a.Without[0].Pawn, a.Without[0].To)}
		for _, w := range a.Without[1:] {
			list = append(list, fmt.Sprintf("the one from %s to %s", w.Pawn, w.To))
		}
		words = append(words, "Too few men would be left if "+answer.Alternatives(list)+".")
	}
	set := chess.Bitboard(a.Past)
	if set == 0 {
		return words
	}
	var from chess.Bitboard
	for sq := range set.Squares() {
		from |= f.Sources(sq)
	}
	words = append(words, fmt.Sprintf("The %s on %s can only have come from %s, and nothing passes %s.",
		answer.Plural(set.Count(), "pawn", "pawns"), answer.List(facts.Squares(set).Names()),
		answer.List(facts.Squares(from).Names()), answer.Plural(set.Count(), "it", "them")))
	// Pieces that these pawns shut in, or out.
	for at := range (f.free() &^ pawnsOf(f.Start)).Squares() {
		m := f.Start.Board[at]
		if m.Kind() == chess.King || chess.Attacks(m, at, f.Blocked)&^f.Blocked == 0 {
			continue
		}
		if squares, _ := f.Walk(at); squares.Count() <= mostNamed {
			words = append(words, fmt.Sprintf("So %s %s.", f.Start.NameOn(at), onlyOn(squares)))
		}
	}
	return words
}

// onlyOn says that a man gets to some squares only.
func onlyOn(squares chess.Bitboard) string {
	if !squares.Several() {
		return "does not leave its square"
	}
	return "gets to " + answer.List(facts.Squares(squares).Names()) + " only"
}

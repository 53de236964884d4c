package rules

import (
	"fmt"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/proofs/illegal/facts"
)

// Matching: each man of the goal, and each capture of a man, takes a man of the start
// of its own.

// need is a man of the goal, or a capture that a pawn of the goal has made: each
// needs a man of the start of its own, which became it or was captured.
type need struct {
	at      chess.Square   // of the man or the pawn
	by      chess.Man      // NoMan, or the capturing pawn
	pawns   chess.Bitboard // that captured, or all of several on one file, some of which did
	sources chess.Bitboard
}

// match gives every need of a side a man of the start, or refutes the goal.
func (f *reachFinder) match(c chess.Color) *Impossible {
	var buf [48]need
	needs := f.needs(c, buf[:0], 0)
	if met, seen := unmatched(needs); met != 0 {
		return f.unmatched(c, needs, met, seen)
	}
	return nil
}

// needs appends the needs of a side: its men of the goal, and the captures of its men that pawns of the goal have made,
// but for some of these pawns.
func (f *reachFinder) needs(c chess.Color, needs []need, except chess.Bitboard) []need {
	needs = f.captureNeeds(c, needs, except)
	for sq := range sideOf(f.Goal, c).Squares() {
		needs = append(needs, need{at: sq, sources: f.sources[sq]})
	}
	return needs
}

// unmatched finds needs, by their indices, that have too few men of the start between them, and these men; none if each
// need can have one. (Hall's theorem: if no augmenting path leads from a need, those that the search for it has met.)
func unmatched(needs []need) (met uint64, men chess.Bitboard) {
	var of [64]int8 // by start square: 1 + the index of the need
	var augment func(i int) bool
	augment = func(i int) bool {
		met |= 1 << i
		for b := needs[i].sources &^ men; b != 0; b &^= men {
			from := b.First()
			men |= from.Bit()
			if of[from] == 0 || augment(int(of[from])-1) {
				of[from] = int8(i + 1)
				return true
			}
		}
		return false
	}
	for i := range needs {
		met, men = 0, 0
		if !augment(i) {
			return met, men
		}
	}
	return 0, 0
}

// unmatched says which needs have too few men.
func (f *reachFinder) unmatched(c chess.Color, needs []need, met uint64, seen chess.Bitboard) *Impossible {
	count := countOf(c, needs, met, seen)
	var words []string
	var alone chess.Bitboard // pawns of which each has captured a man
	total := 0
	for i, n := range needs {
		switch {
		case met>>i&1 == 0:
			continue
		case n.by != chess.NoMan && n.pawns.Several():
			words = append(words, fmt.Sprintf("the one that one of the %s pawns on %s has captured on its way",
				n.by.Color(), Men(f.Goal, n.pawns)))
		case n.by != chess.NoMan:
			alone |= n.pawns
		}
		total++
	}
	switch who := fmt.Sprintf("%s pawn", c.Other()); alone.Count() {
	case 0:
	case 1:
		words = append(words, fmt.Sprintf("the one that the %s on %s has captured on its way", who, alone.First()))
	default:
		words = append(words, fmt.Sprintf("those that the %ss on %s have captured on their way", who, Men(f.Goal, alone)))
	}
	if men := chess.Bitboard(count.Needs); men != 0 {
		words = append([]string{"those on " + Men(f.Goal, men)}, words...)
	}
	others := ""
	if n := len(words) - 1; n > 1 {
		others = ". These are " + answer.List(words[1:])
		words = []string{words[0], answer.Counted(n, "other", "others")}
	}
	return Because(MenUnmatched, "%d %s men need a man of the start each, namely %s%s. But %s%s",
		total, c, answer.List(words), others, these(f.Start, seen), f.goneWords(c, seen)).
		by(facts.Argument{Blocked: f.found, Count: &count})
}

// these names the only men of the start that will do for some needs.
func these(start *chess.Setup, men chess.Bitboard) string {
	switch men.Count() {
	case 0:
		return "no man of the start will do"
	case 1:
		return "only this one will do: " + Men(start, men)
	}
	return fmt.Sprintf("only these %d will do: %s", men.Count(), Men(start, men))
}

// countOf returns what an argument says of needs, by their indices, and of the men of the start that will do for them.
func countOf(c chess.Color, needs []need, met uint64, men chess.Bitboard) facts.Count {
	count := facts.Count{Side: c.String(), Men: facts.Squares(men)}
	for i, n := range needs {
		switch {
		case met>>i&1 == 0:
		case n.by == chess.NoMan:
			count.Needs |= facts.Squares(n.at.Bit())
		default:
			count.Captures |= facts.Squares(n.pawns)
		}
	}
	return count
}

// captureNeeds appends the captures of a side's men that pawns of the goal have made, but for some of these.
func (f *reachFinder) captureNeeds(c chess.Color, needs []need, except chess.Bitboard) []need {
	pawn := chess.MakeMan(c.Other(), chess.Pawn)
	pawns := menOf(f.Goal, pawn)
	for file := range 8 {
		// Of pawns that may have captured nothing, no more did than began on their file.
		var several, straight, all chess.Bitboard
		for sq := range (pawns & chess.FileSet(file) &^ f.Blocked &^ except).Squares() {
			victims, own := f.Victims(sq)
			if own == 0 {
				needs = append(needs, need{at: sq, by: pawn, pawns: sq.Bit(), sources: victims})
				continue
			}
			several |= sq.Bit()
			straight |= own
			all |= victims
		}
		for range several.Count() - straight.Count() {
			needs = append(needs, need{at: several.First(), by: pawn, pawns: several, sources: all})
		}
	}
	return needs
}

package story

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/rules"
	"retroproof/kernel/ways"
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
	return cmp.Or(l.argueWalks(chess.White), l.argueWalks(chess.Black))
}

// argueWalks counts the captures that the pawns of one side need.
func (l *ledger) argueWalks(c chess.Color) *argument {
	a := &argument{}
	on, which := chess.AllSquares, ""
	chosen, sum := l.fewestCaptures(c, on)
	if sum <= l.captures[c] {
		k, ok := l.onlyBishop(c)
		if !ok {
			return nil
		}
		on, which = ofColor(k), " on such squares"
		if chosen, sum = l.fewestCaptures(c, on); sum <= l.captures[c] {
			return nil
		}
		a.sentences = []string{l.onlyText(c, k)}
	}
	for _, w := range chosen {
		if w.at.Valid() && w.captures > 0 {
			a.marked |= w.at.Bit()
		}
	}
	if sum >= impossible {
		a.sentences = append(a.sentences, l.noWays(c, chosen, which)...)
		return a
	}
	need := fmt.Sprintf("%s's pawns need at least %s%s.", rules.Side(c), several(sum, "capture"), which)
	a.sentences = append(append(append(a.sentences, need), waysText(chosen)...), "But "+l.capturesText(c)+".")
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
func waysText(chosen []pawnWay) (sentences []string) {
	const most = 4
	var words []string
	for _, w := range chosen {
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
func (l *ledger) noWays(c chess.Color, chosen []pawnWay, which string) []string {
	those := rules.Side(c) + "'s pawns in the diagram"
	if l.promotions[c] > 0 {
		those += fmt.Sprintf(" and the %s that must have promoted", several(l.promotions[c], "pawn"))
	}
	words := []string{fmt.Sprintf("However %s are shared out among the pawns of the start, one of them has no way there. "+
		"That holds for any number of captures%s, past the men that never moved.", those, which)}
	if i := slices.IndexFunc(chosen, func(w pawnWay) bool { return w.captures >= impossible }); i >= 0 {
		words = append(words, chosen[i].text("For instance the pawn from %s does not come to %s.",
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

// The captures that the pawns of one side need, regardless of the other side: a
// pawn changes its file only by capturing. Every pawn of the goal, and every
// piece that was a pawn, needs a pawn of the start of its own; of all ways to
// share them out, the one with the fewest captures is a lower bound.

// impossible is more captures than there can be.
const impossible = 1000

// walk is where a pawn comes, by the number of its captures. On the last rank it promotes. Only men that never move are
// in its way.
type walk [ways.MostTakes + 1]chess.Bitboard

// walkOf returns the walk of a pawn that captures only on some squares.
func (l *ledger) walkOf(c chess.Color, from chess.Square, on chess.Bitboard) walk {
	at := walk{from.Bit()} // rank by rank
	all := at
	if l.fixed.Has(from) {
		return all
	}
	for rank := c.RelativeRank(from.Rank()); rank < 7; rank++ {
		var next walk
		for n, set := range at {
			if rank == 6 {
				set &^= l.checksForEver(c)
			}
			next[n] |= ways.Ahead(c, set) &^ l.fixed
			if n < ways.MostTakes {
				next[n+1] = ways.Captures(c, set) & on &^ l.fixed
			}
			all[n] |= next[n]
		}
		at = next
	}
	return all
}

// to returns the least number of captures with which the pawn comes to one of some squares.
func (w *walk) to(set chess.Bitboard) int {
	for n, at := range w {
		if at&set != 0 {
			return n
		}
	}
	return impossible
}

// checksForEver returns where pawns give check to a king that never moves: they will be captured there, and do not
// promote.
func (l *ledger) checksForEver(c chess.Color) chess.Bitboard {
	king := l.start.Find(chess.MakeMan(c.Other(), chess.King))
	if !l.fixed.Has(king) {
		return 0
	}
	return chess.PawnAttacks(c.Other(), king) &^ l.fixed
}

// pawnNeed is a pawn of the goal, or a piece that was a pawn.
type pawnNeed struct {
	at    chess.Square    // of a pawn
	piece facts.PieceKind // what a pawn became, if at is no square
	on    chess.Bitboard  // where a pawn has to come, to one of them
}

// pawnWay is a pawn of the start that has become one of the goal, or a piece.
type pawnWay struct {
	pawnNeed
	from     chess.Square
	captures int
}

// fewestCaptures returns ways for the pawns of a side with as few captures as
// can be, all of them on some squares. The sum is at least impossible if there are no
// ways at all.
func (l *ledger) fewestCaptures(c chess.Color, on chess.Bitboard) (chosen []pawnWay, sum int) {
	var needs []pawnNeed
	pawn := chess.MakeMan(c, chess.Pawn)
	var from []chess.Square
	for sq := range chess.Square(chess.NumSquares) {
		if l.goal.Board[sq] == pawn {
			needs = append(needs, pawnNeed{at: sq, on: sq.Bit()})
		}
		if l.start.Board[sq] == pawn {
			from = append(from, sq)
		}
	}
	for k := range facts.NumPieceKinds {
		for range l.surplus(c, k) {
			needs = append(needs, pawnNeed{chess.NoSquare, k, ways.LastRank(c) & ofColor(k)})
		}
	}
	if len(from) > ways.Max {
		return nil, 0 // more pawns than in any game from the initial position
	}
	m := &ways.Matrix{N: len(from)} // rows without a need take what is left
	for j, sq := range from {
		w := l.walkOf(c, sq, on)
		for i, n := range needs {
			m.Cost[i][j] = int32(w.to(n.on))
		}
	}
	m.SolveByRows()
	for i, n := range needs {
		j := m.Column[i]
		chosen = append(chosen, pawnWay{n, from[j], int(m.Cost[i][j])})
		sum += int(m.Cost[i][j])
	}
	return chosen, sum
}

// onlyBishop returns the one kind of man that pawns of a side can have captured, if
// that is bishops on squares of one colour: nothing else is missing, but for bishops
// that died at home, and no pawn of the other side is missing that might have become
// something else.
func (l *ledger) onlyBishop(c chess.Color) (k facts.PieceKind, ok bool) {
	them := c.Other()
	if l.captures[c] == 0 || l.had.Pawns[them] != l.has.Pawns[them] {
		return 0, false
	}
	for k := range facts.NumPieceKinds {
		switch n := -l.surplus(them, k); {
		case n == l.captures[c] && (k == facts.DarkBishop || k == facts.LightBishop):
			return k, true
		case n != 0:
			return 0, false
		}
	}
	return 0, false
}

// ofColor returns the squares on which a piece can stand: a bishop on those of its colour.
func ofColor(k facts.PieceKind) chess.Bitboard {
	switch k {
	case facts.DarkBishop:
		return chess.DarkSquares
	case facts.LightBishop:
		return chess.LightSquares
	}
	return chess.AllSquares
}

package cpi

import (
	"fmt"
	"math/bits"

	chess "retroproof/chess/board"
	"retroproof/proofs/survey/numbering"
)

// Rank returns the Chess Position Integer of a position. The clocks do not matter. An
// en passant square behind a pawn beside which no pawn stands to capture it counts as
// none. The error is a [*numbering.DomainError] that names the condition that the diagram
// violates.
func Rank(s *chess.Setup) (numbering.Uint, error) {
	army, err := numbering.ArmiesOf(s)
	if err != nil {
		return numbering.Uint{}, err
	}
	if s.Turn == chess.Black {
		army[0], army[1] = army[1], army[0]
	}
	if err := numbering.CheckCastling(s); err != nil {
		return numbering.Uint{}, err
	}
	file, err := numbering.EnPassantFile(s)
	if err != nil {
		return numbering.Uint{}, err
	}

	t, table := allTables(), armiesOf()
	index := blockOf(s, file).index()
	l := t.layouts[index]
	c := l.context
	r := t.start[index].Add(numbering.Of(1))

	mover := table.place[army[0]]
	r = r.Add(c.before[mover])
	words := uint64(table.words[c.rooks[0]][mover])
	class := table.classes[table.class[mover]]
	r = r.Add(c.perPawns[table.class[mover]][army[1].Pawns].Mul(words))
	factor, squares := c.moverFactor(class, army[1].Pawns)
	others := c.others(class, army[1].Pawns, squares)
	r = r.Add(factor.Mul(words).MulWide(others.before(army[1])))

	// From now on everything is known but the places.
	var on board
	var kings [2]int
	for sq, m := range s.Board {
		at := int(place(chess.Square(sq)))
		on[at] = m
		if m.Kind() == chess.King {
			kings[m.Color()^s.Turn] = at
		}
	}
	p := newPlaces(l, army)
	r = r.Add(p.kingsBefore(kings))
	scan := l.newScan(army, kings, &on)
	return r.Add(scan.read(&on)), nil
}

// Unrank returns the position of an integer, with clocks of 0 and 1. The error is a
// [*numbering.DomainError].
func Unrank(n numbering.Uint) (chess.Setup, error) {
	t, table := allTables(), armiesOf()
	if n.IsZero() || Total().Less(n) {
		return chess.Setup{}, &numbering.DomainError{Condition: numbering.OutOfRange,
			Detail: fmt.Sprintf("%s, want 1 to %s", n, Total())}
	}
	r := n.Sub(numbering.Of(1))
	index := numbering.LastNotAbove(t.start[:], r)
	r = r.Sub(t.start[index])
	l := t.layouts[index]
	c := l.context

	var army [2]numbering.Army
	mover := numbering.LastNotAbove(c.before, r)
	r = r.Sub(c.before[mover])
	army[0] = table.list[mover]
	words := uint64(table.words[c.rooks[0]][mover])
	class := table.classes[table.class[mover]]
	byPawns := &c.perPawns[table.class[mover]]
	unit, _ := r.DivSmall(words)
	pawns := numbering.LastNotAbove(byPawns[:], unit)
	r = r.Sub(byPawns[pawns].Mul(words))
	factor, squares := c.moverFactor(class, pawns)
	factor = factor.Mul(words)
	v, _ := r.DivRemLong(factor)
	others := c.others(class, pawns, squares)
	other, v := others.at(v)
	army[1] = other
	r = r.Sub(factor.MulWide(v))

	var on board
	p := newPlaces(l, army)
	kings := p.kingsAt(&r)
	for side, k := range kings {
		on[k] = chess.MakeMan(l.turn^chess.Color(side), chess.King)
	}
	for set := l.fixed; set != 0; set &= set - 1 {
		at := bits.TrailingZeros64(set)
		on[at] = l.men[at]
	}
	scan := l.newScan(army, kings, &on)
	scan.write(r, &on)

	s := chess.EmptySetup()
	for at, m := range on {
		s.Board[place(chess.Square(at))] = m
	}
	s.Turn, s.Castling, s.EnPassant = l.turn, l.rights(), l.passed
	return s, nil
}

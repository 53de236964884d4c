package urposition

import (
	"fmt"

	chess "retroproof/chess/board"
	"retroproof/proofs/survey/numbering"
)

// found is a position with all that its urpositions have in common.
type found struct {
	on        board
	turn      int
	armies    [2]army
	rights    [2]int
	castling  chess.Castling
	e         enPassant // of the left capturer, if there are two
	classes   [2]int
	groups    [2]int
	places    [2]int // in the groups
	c         pawnCase
	lists     *fileLists
	capturers []enPassant
	number    int
}

// find looks at a position. The error is a [*numbering.DomainError] for one that has no
// urposition.
func find(s *chess.Setup) (*found, error) {
	f := &found{turn: int(s.Turn), castling: s.Castling, e: noEnPassant}
	total, err := numbering.ArmiesOf(s)
	if err != nil {
		return nil, err
	}
	if err := numbering.CheckCastling(s); err != nil {
		return nil, err
	}
	file, err := numbering.EnPassantFile(s)
	if err != nil {
		return nil, err
	}
	for sq, m := range s.Board {
		f.on[sq^56] = m
	}
	fixed := 0
	if file > 0 {
		fixed = 1
		f.e = enPassant{[2]int{file - 1, file - 1}, 3}
		if s.Turn == chess.Black {
			f.e.row = 4
		}
		f.capturers = f.e.capturers(&f.on)
		f.e = f.capturers[0]
	}
	for i := range 4 {
		if s.Castling.Has(1 << i) {
			f.rights[i/2]++
		}
	}
	for c, a := range total {
		f.armies[c] = army{a.Queens, a.Rooks - f.rights[c], a.Bishops, a.Knights, a.Pawns - fixed}
		var ok bool
		f.classes[c], f.groups[c], f.places[c], ok = sides()[f.rights[c]][fixed].find(f.armies[c])
		if !ok {
			return nil, &numbering.DomainError{Condition: numbering.TooManyPromoted,
				Detail: fmt.Sprintf("no army of %s", chess.Color(c))}
		}
	}
	f.number = 6*f.rights[0] + 2*f.rights[1] + fixed
	w, bl := &sides()[f.rights[0]][fixed].classes[f.classes[0]], &sides()[f.rights[1]][fixed].classes[f.classes[1]]
	f.c, _ = (&block{enPassant: fixed}).pawnCase(w, bl)
	f.lists = newFileLists(&f.on, f.c.pairs)
	if f.lists.lists() == 0 {
		return nil, &numbering.DomainError{Condition: numbering.TooFewPairs, Detail: fmt.Sprintf(
			"%d files need a black pawn above a white one, given the captures that there were", f.c.pairs)}
	}
	return f, nil
}

// Multiplicity returns how many urpositions a position has. It is exact for
// [Repaired], and for [Published] without en passant; with en passant, the published
// ranking may have fewer urpositions than the number that it states, which is
// returned. The error is a [*numbering.DomainError].
func Multiplicity(s *chess.Setup) (int, error) {
	f, err := find(s)
	if err != nil {
		return 0, err
	}
	return f.multiplicity(), nil
}

func (f *found) multiplicity() int { return f.lists.multiplicity(f.e, &f.on) }

// Rank returns the rank of one of the urpositions of a position, and how many there
// are. The index counts from 0. Clocks do not matter, and an en passant square on
// which no pawn stands ready to capture counts as none. The error is a
// [*numbering.DomainError].
func (r *Ranking) Rank(s *chess.Setup, index int) (rank numbering.Uint, multiplicity int, err error) {
	f, err := find(s)
	if err != nil {
		return numbering.Uint{}, 0, err
	}
	multiplicity = f.multiplicity()
	if index < 0 || index >= multiplicity {
		return numbering.Uint{}, multiplicity, &numbering.DomainError{Condition: numbering.Multiplicity,
			Detail: fmt.Sprintf("index %d, want 0 to %d", index, multiplicity-1)}
	}
	lists := f.lists.lists()
	if len(f.capturers) > 0 {
		f.e = f.capturers[index/lists]
	}
	pairs := f.lists.at(index % lists)
	t := r.tables()
	i := f.turn*numCases + f.number
	rank, ok := t.blocks[i].rank(f, &pairs)
	if !ok {
		return numbering.Uint{}, multiplicity, &numbering.DomainError{Condition: numbering.NoUrposition, Detail: fmt.Sprintf(
			"index %d stands for pairs of pawns that the published ranking cannot choose", index)}
	}
	return t.start[i].Add(rank), multiplicity, nil
}

// rank returns the rank in the block, and whether there is one.
func (b *block) rank(f *found, pairs *chosenPairs) (r numbering.Uint, ok bool) {
	w, bl := &b.white.classes[f.classes[0]], &b.black.classes[f.classes[1]]
	white, black := &w.groups[f.groups[0]], &bl.groups[f.groups[1]]
	r = b.before[f.classes[0]].Add(b.unit[f.classes[0]].Mul(w.before[f.groups[0]]))
	sum := b.totals[f.classes[0]][bl.total]
	for j := b.black.totals[bl.total]; j < f.classes[1]; j++ {
		c := &b.black.classes[j]
		if pawns := b.pawnWays(w, c); pawns != 0 {
			sum = sum.Add(b.pieceSquares(w, c).Mul(pawns).Mul(c.weight))
		}
	}
	unit := b.pieceSquares(w, bl).Mul(b.pawnWays(w, bl))
	sum = sum.Add(unit.Mul(bl.before[f.groups[1]]))
	r = r.Add(sum.Mul(white.weight * b.masks))

	pawns, ok := b.rankPawns(f, pairs)
	if !ok {
		return numbering.Uint{}, false
	}
	words := b.pieceSquares(w, bl).Mul(white.words).Mul(black.words)
	armies := [2]uint64{uint64(len(white.armies)), uint64(len(black.armies))}
	r = r.Add(words.Mul(armies[0] * armies[1] * b.masks).Mul(pawns))

	n := (b.castlingIndex(f.castling)*armies[0]+uint64(f.places[0]))*armies[1] + uint64(f.places[1])
	r = r.Add(words.Mul(n))
	squares := ^f.e.reserved()
	for sq := range f.castling.Homes().Squares() {
		squares &^= 1 << (sq ^ 56)
	}
	for at, m := range f.on {
		if m.Kind() == chess.Pawn {
			squares &^= 1 << at
		}
	}
	return r.Add(f.on.pieceRank(squares, b.pieceNumbers(f.armies, w, bl), words)), true
}

// castlingIndex is the inverse of castling.
func (b *block) castlingIndex(rights chess.Castling) (index uint64) {
	for c, s := range [...]*side{b.white, b.black} {
		if s.rights == 1 {
			index *= 2
			if rights.Has(castlingRight(chess.Color(c), true)) {
				index++
			}
		}
	}
	return index
}

// rankPawns is the inverse of unrankPawns. It also reports whether the pawns are a possible
// choice.
func (b *block) rankPawns(f *found, p *chosenPairs) (index uint64, ok bool) {
	c := &f.c
	if b.enPassant == 1 {
		index = f.e.index() * b.rules.ways[1][c.white][c.black][c.pairs]
	}
	want, choice, ok := b.rules.stepOf(f.e, p)
	if !ok {
		return 0, false
	}
	for s, ways := range b.rules.steps(c) {
		if s != want {
			index += ways
			continue
		}
		free := c.freeWays(s)
		n, ok := b.rules.chosenIndex(p, f.e, c, s, choice)
		if !ok {
			return 0, false
		}
		white, black, _ := c.free(s)
		at := places(f.e, p)
		return index + n*free + f.on.pawnRank(at.free, white, black, free), true
	}
	return 0, false
}

// stepOf returns the choices 7 and 8 that belong to pairs, and the pairs in files
// with a fixed pawn; false if the ranking has none such.
func (r *rules) stepOf(e enPassant, p *chosenPairs) (s step, choice [2]pair, ok bool) {
	_, s.space = p.numbers()
	for color, file := range e.files {
		if file < 0 || p[file] == noPair {
			continue
		}
		choice[color] = p[file]
		s.use[color] = others
		if color == 0 && int(p[file].white) == e.row || color == 1 && int(p[file].black) == e.row {
			s.use[color] = special
		}
		if s.use[color] >= r.uses {
			return s, choice, false
		}
	}
	return s, choice, true
}

// chosenIndex is the inverse of choose.
func (r *rules) chosenIndex(p *chosenPairs, e enPassant, c *pawnCase, s step, choice [2]pair) (index uint64, ok bool) {
	left := c.left(s)
	if e.files[0] < 0 {
		return p.walkIndex(e, left, s.space), true
	}
	for _, black := range r.specials[1][s.use[1]] {
		for _, white := range r.specials[0][s.use[0]] {
			space := s.space - spaceOf(white) - spaceOf(black)
			if [2]pair{white, black} == choice {
				return index + p.walkIndex(e, left, space), true
			}
			index += pairsOf(left, space, 6)
		}
	}
	return 0, false
}

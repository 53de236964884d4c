package cpi

import (
	"sync"

	"retroproof/proofs/survey/numbering"
)

const (
	mostPawns  = 8
	mostPieces = 15
)

// armyClass is what placements ask of an army; see sideClass of package count.
type armyClass struct{ pawns, promoted, pieces int }

// armyTable has the armies with what context and pair need of them.
type armyTable struct {
	list    []numbering.Army
	class   []int16     // by place in the list
	words   [3][]uint32 // by number of fixed rooks and place: orders of the other pieces, 0 without those rooks
	classes []armyClass
	place   map[numbering.Army]int
	first   [mostPawns + 1][mostPawns + 2][mostPawns + 3]int16 // place of the first army with so many pawns, queens, rooks
	others  [3]othersTable                                     // by number of fixed rooks
}

// pieceSums has, by number of pieces and by how many promoted men there are at most,
// the orders of the pieces of some armies together, fixed rooks apart. None
// is higher than 4^15, the number of all words of four letters.
type pieceSums [mostPieces + 1][mostPawns + 1]uint32

// othersTable has the sums of the armies that begin with some numbers: of pawns, of
// pawns and queens, of pawns, queens and rooks.
type othersTable struct {
	pawns  [mostPawns + 1]pieceSums
	queens [mostPawns + 1][mostPawns + 2]*pieceSums
	rooks  [mostPawns + 1][mostPawns + 2][mostPawns + 3]*pieceSums
}

// armiesOf returns the table. It is made when it is needed.
var armiesOf = sync.OnceValue(func() *armyTable {
	t := &armyTable{list: numbering.Armies(), place: map[numbering.Army]int{}}
	index := map[armyClass]int16{}
	for i, a := range t.list {
		t.place[a] = i
		if a.Bishops+a.Knights == 0 {
			t.first[a.Pawns][a.Queens][a.Rooks] = int16(i)
		}
		c := armyClass{a.Pawns, a.Promoted(), a.Pieces()}
		k, ok := index[c]
		if !ok {
			k = int16(len(t.classes))
			index[c] = k
			t.classes = append(t.classes, c)
		}
		t.class = append(t.class, k)
		for rooks := range t.words {
			w := uint32(0)
			if a.Rooks >= rooks {
				w = uint32(numbering.Multinomial(a.Queens, a.Rooks-rooks, a.Bishops, a.Knights))
			}
			t.words[rooks] = append(t.words[rooks], w)
			t.others[rooks].add(a, w)
		}
	}
	return t
})

// add adds an army with its words.
func (t *othersTable) add(a numbering.Army, words uint32) {
	if words == 0 {
		return
	}
	queens, rooks := &t.queens[a.Pawns][a.Queens], &t.rooks[a.Pawns][a.Queens][a.Rooks]
	if *queens == nil {
		*queens = new(pieceSums)
	}
	if *rooks == nil {
		*rooks = new(pieceSums)
	}
	for _, s := range [...]*pieceSums{&t.pawns[a.Pawns], *queens, *rooks} {
		for most := a.Promoted(); most <= mostPawns; most++ {
			s[a.Pieces()][most] += words
		}
	}
}

// promotedLeft returns how many promoted men the other army may have, given the
// mover's class and the other's pawns and pieces; below 0 for no army at all.
func (c armyClass) promotedLeft(pawns, pieces int) int {
	captures := 2*mostPieces - c.pawns - c.pieces - pawns - pieces
	return min(captures+mostPawns-max(c.pawns, pawns)-c.promoted, mostPawns)
}

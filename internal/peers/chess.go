package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"retroproof/chess"
	"retroproof/encode"
	"retroproof/kernel/formula"
	"retroproof/krk"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/strategy/lemmas"
)

// AddClause makes a builder a sink of package encode and formula.
func (b *builder) AddClause(lits []int) {
	for _, l := range lits {
		b.vars = max(b.vars, l, -l)
	}
	b.add(lits...)
}

// hardKernels are draws of kernel whose formulas took more than 5,000 conflicts, of the
// first 400: most take next to none.
var hardKernels = []uint64{69, 106, 229, 312, 333, 147, 167, 181, 373, 300, 390, 377, 378}

// kernel asks whether there is an extended proof kernel of a position that is drawn: pawns
// on random squares, and most of the pieces where they are at the start.
func kernel(draw uint64) (*builder, error) {
	r := rand.New(rand.NewPCG(draw, 5))
	start, err := chess.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	if err != nil {
		return nil, err
	}
	goal := chess.EmptySetup()
	white, black := 3+r.IntN(6), 3+r.IntN(6)
	for colour, n := range []int{white, black} {
		for n > 0 {
			sq := chess.MakeSquare(r.IntN(8), 1+r.IntN(6))
			if goal.Board[sq] == chess.NoMan {
				goal.Board[sq] = chess.MakeMan(chess.Color(colour), chess.Pawn)
				n--
			}
		}
	}
	for file := range 8 {
		for _, rank := range []int{0, 7} {
			sq := chess.MakeSquare(file, rank)
			if r.IntN(10) > 0 || file == 4 {
				goal.Board[sq] = start.Board[sq]
			}
		}
	}
	a, err := facts.NewAbstraction(&start, &goal, nil)
	if err != nil {
		return nil, err
	}
	b := &builder{}
	formula.New(a).Emit(b)
	return b, nil
}

// krkLemmas are the formulas of the strategy for king and rook that take longest: whole lemmas with the board's
// symmetry broken, and parts without that, which certificates have with it.
var krkLemmas = []struct {
	lemma, part string
	symmetry    bool
}{{"2", "", true}, {"4", "", true}, {"2", "2b", false}, {"2", "2c", false}, {"4", "4b", false}}

func krkFormula(i int) (*builder, error) {
	x := krkLemmas[i]
	suite, err := krk.New(lemmas.Encoding{Whole: !x.symmetry})
	if err != nil {
		return nil, err
	}
	list, err := suite.Lemmas()
	if err != nil {
		return nil, err
	}
	for _, l := range list {
		for _, f := range append(l.Parts, l) {
			if l.Key == x.lemma && f.Key == cmp.Or(x.part, x.lemma) && !f.Composed {
				b := &builder{}
				f.Formula(f.Lemma).CNF(encode.Compact).Emit(b)
				return b, nil
			}
		}
	}
	return nil, fmt.Errorf("no lemma %s %s", x.lemma, x.part)
}

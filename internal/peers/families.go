package main

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"

	"retroproof/chess"
	"retroproof/encode"
	"retroproof/kernel/formula"
	"retroproof/krk"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/strategy/lemmas"
)

// A family is a generator with the size that was fixed before anything was tuned: CaDiCaL
// takes about a second for most seeds.
type family struct {
	name string
	what string
	size int
	make func(seed, size int) (*builder, error)
}

// drawn makes a generator of one that draws. Two families draw different numbers.
func drawn(name string, f func(*rand.Rand, int) *builder) func(seed, size int) (*builder, error) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	salt := h.Sum64()
	return func(seed, size int) (*builder, error) { return f(rand.New(rand.NewPCG(uint64(seed), salt)), size), nil }
}

var families = []family{
	{"random", "random 3-SAT with half of the formulas satisfiable", 230, drawn("random", random3SAT)},
	{"model", "random 3-SAT, most of which has a model", 400, drawn("model", easier3SAT)},
	{"pigeonhole", "one pigeon more than holes", 9, drawn("pigeonhole", pigeonhole((*builder).atMostOne))},
	{"counted", "the same, with literals for what is in a hole so far", 10,
		drawn("counted", pigeonhole((*builder).countedAtMostOne))},
	{"clique", "a graph with a clique of five nodes, and four colours for it", 9, drawn("clique", cliqueColouring)},
	{"langford", "Langford's problem", 10, drawn("langford", langford)},
	{"counters", "a totalizer and a counter", 18, drawn("counters", counters)},
	{"ordering", "a linear order without a least element", 60, drawn("ordering", ordering)},
	{"parity", "sums modulo 2 on a random graph of degree 4", 30, drawn("parity", parityGraph)},
	{"colouring", "four colours for a random graph", 140, drawn("colouring", colouring)},
	{"bmc", "bounded model checking: two registers, the same but for their gates", 16, drawn("bmc", boundedModelChecking)},
	{"miter", "two multipliers that add in different orders", 7, drawn("miter", miter)},
	{"factoring", "two factors of a number", 16, drawn("factoring", factoring)},
	{"hash", "an input of rounds of additions, rotations and exclusive ors", 4, drawn("hash", hashPiece)},
	{"kernel", "extended proof kernels of chess positions", 0, func(seed, _ int) (*builder, error) {
		return kernel(hardKernels[seed%len(hardKernels)])
	}},
	{"krk", "lemmas 2 and 4 of the strategy for king and rook, whole and up to symmetry; 2b, 2c and 4b of them on the " +
		"whole board", 0, func(seed, _ int) (*builder, error) {
		return krkFormula(seed % len(krkLemmas))
	}},
}

// write writes one formula of the family into a folder.
func (f family) write(dir string, seed int) error {
	b, err := f.make(seed, f.size)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	b.writeDIMACS(&text)
	return os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.cnf", f.name, seed)), text.Bytes(), 0o666)
}

func familyOf(name string) (family, error) {
	for _, f := range families {
		if f.name == name {
			return f, nil
		}
	}
	return family{}, fmt.Errorf("no family %q", name)
}

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

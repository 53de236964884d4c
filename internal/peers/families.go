package main

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
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

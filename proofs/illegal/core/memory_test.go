package core

import (
	"context"
	"encoding/binary"
	"errors"
	"runtime"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/limits"
)

// TestMemory: what reading and checking a core takes is less than what is charged for it.
func TestMemory(t *testing.T) {
	start := expect.Must(chess.ParseFEN("k6K/pppppppp/pppppppp/8/PPPPPPPP/PPPPPPPP/8/8 w - - 0 1"))
	goal := expect.Must(chess.ParseFEN("k6K/8/8/8/8/8/8/8 w - - 0 1"))
	a, err := facts.NewAbstraction(&start, &goal, nil)
	expect.NoError(t, err)
	q := New(a)
	var instances []byte
	used, last := 0, 0
	place := func(name string) int {
		return slices.IndexFunc(schemas, func(s schema) bool { return s.name == name })
	}
	for id := place("idle"); id < place("openings"); id++ { // all instances, of most schemas
		ranks := q.Instances(id)
		var list []byte
		n, before := 0, int64(-1)
		for rank := range min(ranks, 300_000) {
			if _, err := q.Clause(id, rank); err == nil {
				list = binary.AppendUvarint(list, uint64(rank-before-1))
				before = rank
				n++
			}
		}
		if n > 0 {
			instances = binary.AppendUvarint(binary.AppendUvarint(instances, uint64(id-last)), uint64(n))
			instances = append(instances, list...)
			used, last = used+1, id
		}
	}
	file := append(binary.AppendUvarint([]byte{Lemmas}, uint64(used)), instances...)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	const memory = 1 << 30
	c, err := q.Read(file, memory)
	expect.NoError(t, err)
	if _, err := c.Check(context.Background(), nil); !errors.Is(err, errOpen) {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after) // with garbage
	took, charged := int64(after.TotalAlloc-before.TotalAlloc), memory-c.left
	t.Logf("%d clauses, %d variables: %d kB allocated, %d kB charged", len(c.Clauses), len(c.Variables), took>>10, charged>>10)
	if took > 3*charged/2 || len(c.Clauses) < 100_000 {
		t.Errorf("%d clauses: %d bytes allocated, %d charged", len(c.Clauses), took, charged)
	}
	expect.ErrorIs(t, expect.Err(q.Read(file, charged-1)), limits.ErrMemory, "q.Read")
}

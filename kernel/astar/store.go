package astar

import (
	"slices"

	"retroproof/chess"
)

// node is a position that a search has found: 40 bytes.
type node struct {
	packed
	before uint32     // index of the node that it was reached from
	move   chess.Move // from there
	plies  uint16     // of the shortest way to it found so far
	bound  uint16     // of the plies that remain
	closed bool       // its successors have been generated
}

const (
	chunkBits = 12
	chunkSize = 1 << chunkBits
	nodeBytes = 40

	maxPlies = 1<<16 - 1 // that a node can have
	maxNodes = 1<<32 - 2
)

// store keeps nodes, each position once. Nodes are numbered from 0 and do not move.
type store struct {
	chunks [][]node
	n      int
	table  []uint32 // open addressing: 1 + the number of a node
}

// at returns a node.
func (s *store) at(i uint32) *node { return &s.chunks[i>>chunkBits][i&(chunkSize-1)] }

// slot returns where a position is in the table, or where it belongs. Positions are
// compared, not hashes.
func (s *store) slot(k *packed, hash uint64) int {
	mask := len(s.table) - 1
	for i := int(hash) & mask; ; i = (i + 1) & mask {
		if t := s.table[i]; t == 0 || s.at(t-1).packed == *k {
			return i
		}
	}
}

// find returns the number of a position and whether it is in the store.
func (s *store) find(k *packed) (uint32, bool) {
	if len(s.table) == 0 {
		return 0, false
	}
	t := s.table[s.slot(k, k.hash(0))]
	return t - 1, t != 0
}

// add adds a position that is not in the store, and returns its number.
func (s *store) add(n node) uint32 {
	if 4*(s.n+1) > 3*len(s.table) {
		s.grow()
	}
	if s.n&(chunkSize-1) == 0 {
		s.chunks = append(s.chunks, make([]node, 0, chunkSize))
	}
	last := len(s.chunks) - 1
	s.chunks[last] = append(s.chunks[last], n)
	s.n++
	s.table[s.slot(&n.packed, n.hash(0))] = uint32(s.n)
	return uint32(s.n - 1)
}

// grow doubles the table.
func (s *store) grow() {
	s.table = make([]uint32, max(1024, 2*len(s.table)))
	for i := range s.n {
		n := s.at(uint32(i))
		s.table[s.slot(&n.packed, n.hash(0))] = uint32(i + 1)
	}
}

// bytes returns the memory in use, in bytes.
func (s *store) bytes() uint64 {
	return uint64(len(s.chunks))*chunkSize*nodeBytes + uint64(len(s.table))*4
}

// way returns the moves that lead to a node. They may be fewer than its plies say, if a
// shorter way to a node between has been found since.
func (s *store) way(i uint32) []chess.Move {
	moves := make([]chess.Move, 0, s.at(i).plies)
	for ; i != 0; i = s.at(i).before {
		moves = append(moves, s.at(i).move)
	}
	slices.Reverse(moves)
	return moves
}

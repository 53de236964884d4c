package sat

import "math"

// varMap renumbers variables densely in the order of their first use.
//
// Solvers allocate some 200 bytes for every variable up to the largest, used or not. With the renumbering a formula
// that uses variable 2,000,000,000 and no other costs nothing, and numberings with holes, as incremental encoders
// leave them, cost nothing either.
type varMap struct {
	dense  []int32         // dense[v]-1 is the index of variable v; 0: none
	sparse map[int32]int32 // the same for variables far above the number of those in use
	names  []int32         // names[i] is the variable with index i
}

// len returns the number of variables seen.
func (m *varMap) len() int { return len(m.names) }

// find returns the index of v, or -1.
func (m *varMap) find(v int32) int32 {
	if int(v) < len(m.dense) && m.dense[v] != 0 {
		return m.dense[v] - 1
	}
	if i, ok := m.sparse[v]; ok {
		return i
	}
	return -1
}

// index returns the index of v, giving it the next one if it is new.
func (m *varMap) index(v int32) int32 {
	if i := m.find(v); i >= 0 {
		return i
	}
	i := int32(len(m.names))
	m.names = append(m.names, v)
	// Up to four times as many entries as variables: then the table is at most some 16 bytes a variable.
	if limit := 4*len(m.names) + 1<<16; int(v) < limit {
		if int(v) >= len(m.dense) {
			grown := make([]int32, min(limit, max(int(v)+1, 2*len(m.dense))))
			copy(grown, m.dense)
			m.dense = grown
		}
		m.dense[v] = i + 1
		return i
	}
	if m.sparse == nil {
		m.sparse = map[int32]int32{}
	}
	m.sparse[v] = i
	return i
}

// literal translates a caller's literal to +-(index+1).
func (m *varMap) literal(lit int) int32 {
	if lit < 0 {
		return -m.index(int32(-lit)) - 1
	}
	return m.index(int32(lit)) + 1
}

// literals translates a caller's literals, and appends them to dst.
func (m *varMap) literals(dst []int32, lits []int) []int32 {
	for _, l := range lits {
		dst = append(dst, m.literal(l))
	}
	return dst
}

// original translates +-(index+1) back.
func (m *varMap) original(lit int32) int {
	if lit < 0 {
		return -int(m.names[-lit-1])
	}
	return int(m.names[lit-1])
}

// validLiteral reports whether a literal is non-zero and its variable fits 31 bits. The bounds exclude the smallest
// int, whose negative is itself.
func validLiteral(lit int) bool {
	return lit != 0 && lit >= -math.MaxInt32 && lit <= math.MaxInt32
}

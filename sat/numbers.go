package sat

import (
	"math/bits"
	"slices"
	"strings"

	"retroproof/encode"
)

// numbers are constraints that relate each number among the inputs to others one at a time: what is asked of queens, of
// colours, of letters that are different digits. Each number gets a variable a value, and each pair of values that do
// not go together a binary clause, which propagates more than gates over bits do. What is read from the circuit is
// truth tables, so how inputs are grouped into numbers decides about speed alone.
type numbers struct {
	e      *evaluation
	fixed  []int    // literals of inputs that hold in all models
	bits   [][]int  // by number: its other inputs, the highest bit first
	may    []uint64 // by number: the set of its values, all of them if it has more than mostBits bits
	pairs  []numberPair
	rest   []encode.Bool // constraints about one number
	values [][]int       // by number, if it is in a pair: the variable of each value; 0 if it never has that
}

// numberPair is a constraint about two numbers: bit a<<n|b of its table is whether they may be a and b.
type numberPair struct {
	numbers []int
	table   []uint64
}

// mostBits is the size of the largest numbers with a variable a value.
const mostBits = 6

// findNumbers returns the constraints of a circuit in that form, or nil if they are not of it. Inputs whose names are
// the same up to the last dot, as NumInput gives them, are a number.
func findNumbers(c *encode.Circuit, e *evaluation) *numbers {
	n := &numbers{e: e}
	// What all must hold is a constraint each: conjunctions are taken apart.
	constraints := map[encode.Bool]bool{}
	var order []encode.Bool
	for todo := []encode.Bool{e.ok}; len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x, y, gate := c.Gate(b); gate && !b.Negated() {
			todo = append(todo, x, y)
		} else if !constraints[b] {
			constraints[b] = true
			order = append(order, b)
		}
	}
	of, named := map[int]int{}, map[string]int{} // the number of an input, by index, and by name
	for i, b := range e.over {
		switch {
		case constraints[b]:
			n.fixed = append(n.fixed, i+1)
		case constraints[b.Not()]:
			n.fixed = append(n.fixed, -i-1)
		default:
			name := c.Name(b)
			name = name[:max(0, strings.LastIndexByte(name, '.'))]
			k, ok := named[name]
			if !ok {
				k = len(n.bits)
				named[name] = k
				n.bits, n.may = append(n.bits, nil), append(n.may, ^uint64(0))
			}
			of[b.Index()] = k
			n.bits[k] = append(n.bits[k], i+1)
		}
	}
	// A table of two numbers has at most 4,096 rows, evaluated 64 at a time.
	for _, b := range order {
		about := numbersBelow(c, b, of)
		large := slices.ContainsFunc(about, func(k int) bool { return len(n.bits[k]) > mostBits })
		switch {
		case len(about) > 2 || len(about) == 2 && large:
			return nil
		case len(about) == 2:
			n.pairs = append(n.pairs, numberPair{about, n.table(c, b, about)})
		default:
			n.rest = append(n.rest, b)
			if len(about) == 1 && !large {
				n.may[about[0]] &= n.table(c, b, about)[0]
			}
		}
	}
	if len(n.pairs) == 0 {
		return nil
	}
	return n
}

// numbersBelow returns the numbers that a constraint depends on, ascending; of more than two, three.
func numbersBelow(c *encode.Circuit, root encode.Bool, of map[int]int) (about []int) {
	seen := map[int]bool{}
	for todo := []encode.Bool{root}; len(todo) > 0 && len(about) < 3; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[b.Index()] {
			continue
		}
		seen[b.Index()] = true
		if x, y, gate := c.Gate(b); gate {
			todo = append(todo, x, y)
		} else if k, ok := of[b.Index()]; ok && !slices.Contains(about, k) {
			about = append(about, k)
		}
	}
	slices.Sort(about)
	return about
}

// table returns the truth table of a constraint by the values of the numbers that it is about.
func (n *numbers) table(c *encode.Circuit, b encode.Bool, about []int) []uint64 {
	e := evaluation{values: c.NewEvaluator(b), ok: b, over: n.e.over}
	var free []int
	for _, k := range about {
		free = append(free, n.bits[k]...)
	}
	return e.table(Cube{Fixed: n.fixed, Free: free})
}

// write writes what the pairs say, with the variables after the given one.
func (n *numbers) write(last int, add func([]int)) {
	n.values = make([][]int, len(n.bits))
	for _, p := range n.pairs {
		for _, k := range p.numbers {
			if n.values[k] == nil {
				last = n.writeValues(k, last, add)
			}
		}
	}
	differ := map[[2]int]uint64{} // the values that not both of two numbers have
	for _, p := range n.pairs {
		g, h := p.numbers[0], p.numbers[1]
		for a, x := range n.values[g] {
			for b, y := range n.values[h] {
				i := a<<len(n.bits[h]) | b
				if x == 0 || y == 0 || p.table[i/64]>>(i%64)&1 != 0 {
					continue
				}
				add([]int{-x, -y})
				if a == b {
					differ[[2]int{g, h}] |= 1 << a
				}
			}
		}
	}
	n.writePermutations(differ, add)
}

// writePermutations looks for numbers, all different, that are as many as their values: then each is that of one.
func (n *numbers) writePermutations(differ map[[2]int]uint64, add func([]int)) {
	for first := range n.values {
		var all []int
		values := uint64(0)
		for k := first; k < len(n.values); k++ {
			if n.values[k] == nil || slices.ContainsFunc(all, func(g int) bool {
				return n.may[g]&n.may[k]&^differ[[2]int{g, k}] != 0
			}) {
				continue
			}
			all = append(all, k)
			values |= n.may[k]
		}
		if len(all) < 2 || bits.OnesCount64(values) != len(all) {
			continue
		}
		for v := range 64 {
			var some []int
			for _, k := range all {
				if n.may[k]>>v&1 != 0 {
					some = append(some, n.values[k][v])
				}
			}
			if len(some) > 0 {
				add(some)
			}
		}
	}
}

// writeValues gives a number a variable a value, true if just its bits have it.
func (n *numbers) writeValues(k, last int, add func([]int)) int {
	var some []int
	size := len(n.bits[k])
	if size < mostBits {
		n.may[k] &= 1<<(1<<size) - 1
	}
	for value := range 1 << size {
		if n.may[k]>>value&1 == 0 {
			n.values[k] = append(n.values[k], 0)
			continue
		}
		last++
		n.values[k] = append(n.values[k], last)
		some = append(some, last)
		all := []int{last}
		for i, v := range n.bits[k] {
			if value>>(size-1-i)&1 == 0 {
				v = -v
			}
			add([]int{-last, v})
			all = append(all, -v)
		}
		add(all)
	}
	add(some)
	return last
}

package models

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/reach"
)

var families = flag.String("families", "", "the folder to write the families' models to, in AIGER")

// TestFamilies decides the smallest models of each family, whose names say which are unsafe, by each engine that can;
// with -families it writes all.
func TestFamilies(t *testing.T) {
	tried := map[string]int{}
	all := allFamilies()
	if len(all) < 120 {
		t.Errorf("%d models, want at least 120", len(all))
	}
	for _, m := range all {
		s := m.System()
		if *families != "" {
			f, err := os.Create(filepath.Join(*families, m.Name+".aig"))
			expect.NoError(t, err)
			expect.NoError(t, s.Model().Write(f))
			expect.NoError(t, f.Close())
			continue
		}
		kind := m.Name[:strings.LastIndexByte(m.Name, '-')]
		if tried[kind]++; tried[kind] > 2 {
			continue
		}
		want := reach.Safe
		if strings.HasSuffix(kind, "-unsafe") {
			want = reach.Unsafe
		}
		for _, engine := range []reach.Engine{reach.Auto, reach.PDR} {
			r, err := reach.Decide(t.Context(), s, reach.Options{Engine: engine})
			if err != nil || r.Verdict != want {
				t.Errorf("%s by %s: %v, %v", m.Name, engine, r, err)
			}
		}
	}
}

// allFamilies returns models of all sizes in use for comparisons with other programs, with names such as ring-12: token
// rings, arbiters, queues, pairs of counters, Johnson counters, 3n+1, multipliers, counters.
func allFamilies() (list []Model) {
	add := func(from, to, step int, kind string, make func(n int) *reach.System) {
		for n := from; n <= to; n += step {
			list = append(list, Model{fmt.Sprintf("%s-%d", kind, n), "", func() *reach.System { return make(n) }})
		}
	}
	add(4, 24, 2, "ring", func(n int) *reach.System { return ring(n, false) })
	add(4, 24, 2, "ring-unsafe", func(n int) *reach.System { return ring(n, true) })
	add(3, 16, 1, "arbiter", arbiter)
	add(1, 5, 1, "queue", queue)
	add(2, 7, 1, "pair", pair)
	add(4, 24, 2, "johnson", func(n int) *reach.System { return johnson(n, false) })
	add(4, 24, 2, "johnson-unsafe", func(n int) *reach.System { return johnson(n, true) })
	add(8, 16, 1, "collatz", func(n int) *reach.System { return collatz(n, 0) })
	add(8, 16, 1, "collatz-unsafe", func(n int) *reach.System { return collatz(n, 16) })
	add(2, 7, 1, "multiplier", multiplier)
	add(2, 15, 1, "counter-unsafe", func(n int) *reach.System { return counter(n, 1<<n-1, -1) })
	add(2, 16, 1, "counter-safe", func(n int) *reach.System { return counter(n, 1<<n-1, 1<<n-1) })
	return list
}

// ring: a token goes round, and two stations must not both have it; or the last one has it, which is unsafe.
func ring(n int, unsafe bool) *reach.System {
	b := newBuilder()
	token, set := b.register("token", n, 1)
	set(b.IteNum(b.input("move"), rotated(token), token))
	if unsafe {
		return b.bad(token[n-1])
	}
	return b.bad(token[0], token[n/2])
}

// arbiter: the one who asks gets the grant if it is its turn, which then goes on.
func arbiter(n int) *reach.System {
	b := newBuilder()
	turn, setTurn := b.register("turn", n, 1)
	grant, setGrant := b.register("grant", n, 0)
	given := make(encode.Num, n)
	for i := range given {
		given[i] = b.And(turn[i], b.input(fmt.Sprintf("ask%d", i)))
	}
	setGrant(given)
	setTurn(b.IteNum(b.Or(given...), rotated(turn), turn))
	return b.bad(grant[0], grant[n-1])
}

// queue: two pointers and a count; the pointers are the same only if the queue is empty or full.
func queue(k int) *reach.System {
	b := newBuilder()
	head, setHead := b.register("head", k, 0)
	tail, setTail := b.register("tail", k, 0)
	count, setCount := b.register("count", k+1, 0)
	full, empty := count[k], b.Num2Bool(count).Not()
	push, pop := b.input("push"), b.input("pop")
	push, pop = b.And(push, full.Not()), b.And(pop, empty.Not())
	setHead(b.Add(head, b.Bool2Num(pop, k)))
	setTail(b.Add(tail, b.Bool2Num(push, k)))
	setCount(b.Sub(b.Add(count, b.Bool2Num(push, k+1)), b.Bool2Num(pop, k+1)))
	return b.bad(b.EqNum(head, tail), full.Not(), empty.Not())
}

// pair: a counter and one that counts a step later are at most 1 apart.
func pair(k int) *reach.System {
	b := newBuilder()
	first, setFirst := b.register("first", k, 0)
	second, setSecond := b.register("second", k, 0)
	late, setLate := b.register("late", 1, 0)
	in := b.input("count")
	setFirst(b.Add(first, b.Bool2Num(in, k)))
	setSecond(b.Add(second, b.Resize(late, k)))
	setLate(encode.Num{in})
	return b.bad(b.Sub(first, second)[1])
}

// johnson: a shift register with its last bit inverted at its beginning has no 1, 0, 1; or all 1, which is unsafe.
func johnson(n int, unsafe bool) *reach.System {
	b := newBuilder()
	x, set := b.register("x", n, 0)
	next := rotated(x)
	next[0] = next[0].Not()
	set(b.IteNum(b.input("shift"), next, x))
	if unsafe {
		return b.bad(x...)
	}
	return b.bad(x[0], x[n/2].Not(), x[n-1])
}

// collatz: 3n+1 or n/2 from a number below 16, which is odd, comes to a number.
func collatz(n int, to uint64) *reach.System {
	b := newBuilder()
	x, set := b.register("x", n, 1)
	begun, setBegun := b.register("begun", 1, 0)
	setBegun(encode.Num{b.True})
	start := b.Num(1, n)
	for i := 1; i < 4; i++ {
		start[i] = b.input(fmt.Sprintf("x%d", i))
	}
	three := b.Add(b.Add(x, b.ShlConst(x, 1)), b.Num(1, n))
	set(b.IteNum(begun[0], b.IteNum(x[0], three, b.ShrConst(x, 1)), start))
	return b.bad(b.EqNum(x, b.Num(to, n)))
}

// multiplier: the product of two numbers, added up bit by bit, is odd only if both are.
func multiplier(k int) *reach.System {
	b := newBuilder()
	x, setX := b.register("x", 2*k, 0)
	y, setY := b.register("y", k, 0)
	sum, setSum := b.register("sum", 2*k, 0)
	odd, setOdd := b.register("odd", 1, 0)
	start := b.input("start")
	var inX, inY encode.Num
	for i := range k {
		inX, inY = append(inX, b.input(fmt.Sprintf("x%d", i))), append(inY, b.input(fmt.Sprintf("y%d", i)))
	}
	setX(b.IteNum(start, b.Resize(inX, 2*k), b.ShlConst(x, 1)))
	setY(b.IteNum(start, inY, b.ShrConst(y, 1)))
	add := b.IteNum(y[0], x, b.Num(0, 2*k))
	setSum(b.IteNum(start, b.Num(0, 2*k), b.Add(sum, add)))
	setOdd(encode.Num{b.Ite(start, b.And(inX[0], inY[0]), odd[0])})
	return b.bad(b.Num2Bool(y).Not(), b.Xor(sum[0], odd[0]))
}

package encode_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"retroproof/encode"
	"retroproof/sat"
)

// URSA's first example: nv = nu+1; assert(nv==2);
func Example() {
	c := encode.NewCircuit()
	nu := c.NumInput("nu", 4)    // independent: URSA makes a variable so by reading it before it is set
	nv := c.Add(nu, c.Num(1, 4)) // dependent
	c.Assert(c.EqNum(nv, c.Num(2, 4)))

	m, err := sat.Assert(context.Background(), "", c)
	if err != nil {
		log.Fatal(err)
	}
	if m == nil {
		fmt.Println("no")
		return
	}
	value := 0
	for i, bit := range nu {
		if m.Value(bit) {
			value |= 1 << i
		}
	}
	fmt.Println("yes, nu =", value)
	// Output: yes, nu = 1
}

// The paper's toy problem: the rook is on (3,1); where is the black king if it is left of the rook and below it?
// assert_all(nBKx<3 && nBKy<1);
func Example_assertAll() {
	c := encode.NewCircuit()
	nBKx, nBKy := c.NumInput("nBKx", 3), c.NumInput("nBKy", 3)
	c.Assert(c.LtNum(nBKx, c.Num(3, 3)), c.LtNum(nBKy, c.Num(1, 3)))

	// The most significant bits first, so that the models come in the order of the numbers.
	over := []encode.Bool{nBKx[2], nBKx[1], nBKx[0], nBKy[2], nBKy[1], nBKy[0]}
	for v, err := range sat.ListAll(context.Background(), "", c, over) {
		if err != nil {
			log.Fatal(err)
		}
		number := func(bits []bool) (n int) {
			for _, b := range bits {
				n *= 2
				if b {
					n++
				}
			}
			return n
		}
		fmt.Printf("(%d,%d)\n", number(v[:3]), number(v[3:]))
	}
	// Output:
	// (0,0)
	// (1,0)
	// (2,0)
}

// The same in another representation, with decoding by Ints.
func Example_integers() {
	for i, rep := range []encode.Representation{encode.Order, encode.OneHot, encode.Binary} {
		a := encode.Ints{Circuit: encode.NewCircuit(), Rep: rep}
		rook := a.Int(3)
		king := a.IntInput("king", 7)
		a.Assert(a.Lt(king, rook), a.Eq(a.AbsDiff(king, rook), a.Int(2)))
		m, err := sat.Assert(context.Background(), "", a.Circuit)
		if err != nil || m == nil {
			log.Fatal(m, err)
		}
		fmt.Println([]string{"order", "onehot", "binary"}[i], len(a.Inputs()), "inputs, king on", a.Value(king, m.Value))
	}
	// Output:
	// order 7 inputs, king on 1
	// onehot 8 inputs, king on 1
	// binary 3 inputs, king on 1
}

// A procedure of URSA is a function. On ground values it computes, on symbolic ones it builds a condition.
func Example_procedure() {
	c := encode.NewCircuit()
	// procedure IsWhiteOnTurn(nPos, bWhiteOnTurn) { bWhiteOnTurn = num2bool(nPos >> 18); }
	isWhiteOnTurn := func(nPos encode.Num) encode.Bool { return c.Num2Bool(c.ShrConst(nPos, 18)) }

	value, ground := c.Ground(isWhiteOnTurn(c.Num(1<<18|77, 19)))
	fmt.Println(value, ground)
	nPos := c.NumInput("nPos", 19)
	fmt.Println(isWhiteOnTurn(nPos) == nPos[18])
	// Output:
	// true true
	// true
}

func ExampleCNF_DIMACS() {
	c := encode.NewCircuit()
	x, y, z := c.Input("x"), c.Input("y"), c.Input("z")
	c.Assert(c.Or(c.And(x, y), z), c.Xor(x, z))
	f := c.CNF(encode.Compact)
	d := f.DIMACS(os.Stdout, "an example")
	f.Emit(d) // a solver can be given the clauses in the same call
	if err := d.Flush(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// c an example
	// c var x 1
	// c var y 2
	// c var z 3
	// p cnf 4 6
	// -4 1 0
	// -4 2 0
	// 4 -1 -2 0
	// 3 4 0
	// -1 -3 0
	// 1 3 0
}

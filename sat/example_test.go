package sat_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/sat"
)

// A man stands on one of the squares 1, 2, 3.
func Example() {
	solver, err := sat.New("") // the embedded solver
	if err != nil {
		log.Fatal(err)
	}
	defer solver.Close()
	solver.AddClause([]int{1, 2, 3}) // at least one square
	solver.AddClause([]int{-1, -2})  // no two
	solver.AddClause([]int{-1, -3})
	solver.AddClause([]int{-2, -3})

	ctx := context.Background()
	solver.Assume(-1, -3)
	status, err := solver.Solve(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(status, solver.Value(2))

	solver.Assume(2, 3)
	status, err = solver.Solve(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(status, len(solver.Failed()))
	// Output:
	// SATISFIABLE true
	// UNSATISFIABLE 2
}

func ExampleEnumerate() {
	// Variable 4 is "1 or 2", variable 5 its negation; variable 3 does not matter.
	clauses := [][]int{{-4, 1, 2}, {4, -1}, {4, -2}, {4, 5}, {-4, -5}}
	solver, err := sat.New("")
	if err != nil {
		log.Fatal(err)
	}
	defer solver.Close()
	for _, c := range clauses {
		solver.AddClause(c)
	}
	e := sat.Enumeration{
		Solver: solver, Assume: []int{4},
		Complement: solver, AssumeComplement: []int{5}, // the same circuit with its output negated
		Project: []int{1, 2, 3},
	}
	for cube, err := range sat.Enumerate(context.Background(), e) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(cube.Fixed, "free", cube.Free, "size", cube.Size())
	}
	// Output:
	// [-1 2] free [3] size 2
	// [1] free [2 3] size 4
}

package table_test

import (
	"fmt"

	"retroproof/retro/table"
)

func ExampleValue() {
	mated := table.Value{Result: table.Lost}
	fmt.Println(mated, "is reached by a", mated.Before())
	fmt.Println(table.Better(table.Value{Result: table.Won, Plies: 5}, table.Value{Result: table.Won, Plies: 3}))
	fmt.Println(table.ValueOf(table.LossIn[uint8](30)), "has code", table.LossIn[uint8](30))
	// Output:
	// mated is reached by a win in 1 ply
	// win in 3 plies
	// loss in 30 plies has code 16
}

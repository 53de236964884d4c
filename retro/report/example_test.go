package report_test

import (
	"fmt"

	"retroproof/retro/report"
	"retroproof/retro/table"
)

// A value as it is told: plies and moves to mate, and neither of a draw.
func ExampleValueOf() {
	v := report.ValueOf(table.Value{Result: table.Won, Plies: 21})
	fmt.Println(v.Result, *v.Plies, "plies,", *v.InMoves, "moves")
	fmt.Println(report.ValueOf(table.Value{Result: table.Drawn}).Plies)
	// Output:
	// win 21 plies, 11 moves
	// <nil>
}

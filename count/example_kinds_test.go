package count_test

import (
	"fmt"

	"retroproof/count"
)

// The armies that a side can have.
func ExampleKind() {
	k := count.Armies()
	fmt.Println(k.Total, k.Title)
	fmt.Println(len(k.JSON().ByMen), "numbers by men")
	// Output:
	// 8694 armies
	// 16 numbers by men
}

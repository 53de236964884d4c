package kinds_test

import (
	"fmt"

	"retroproof/count/kinds"
)

// The armies that a side can have.
func Example() {
	k := kinds.Armies()
	fmt.Println(k.Total, k.Title)
	fmt.Println(len(k.JSON().ByMen), "numbers by men")
	// Output:
	// 8694 armies
	// 16 numbers by men
}

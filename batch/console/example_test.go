package console_test

import (
	"fmt"

	"retroproof/batch/console"
)

// What errors call the lists that work reads.
func Example() {
	fmt.Println(console.SourceName("positions.txt"), console.SourceName("-"))
	// Output: positions.txt <stdin>
}

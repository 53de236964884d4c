package limits_test

import (
	"fmt"

	"retroproof/proofs/limits"
)

// What decoding a line may take is known before it is decoded.
func ExampleJSONCost() {
	fmt.Println(limits.JSONCost([]byte(`{"nodes":[1,2,3]}`)))
	// Output: 1416
}

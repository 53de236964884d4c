package core_test

import (
	"fmt"

	"retroproof/proofs/strategy/core"
)

func ExampleRead() {
	s, err := core.Read([]byte(form))
	fmt.Println(s.Material(), s.Board, s.Steps[0].Name, err)
	// Output: KRvK 4x4 S <nil>
}

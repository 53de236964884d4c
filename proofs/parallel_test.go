package proofs_test

import (
	"fmt"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs"
)

func ExampleParallel() {
	squares := make([]int, 4)
	proofs.Parallel(len(squares), func(i int) { squares[i] = i * i })
	fmt.Println(squares)
	// Output: [0 1 4 9]
}

// TestPanic: the caller gets a panic, and not before the others have ended.
func TestPanic(t *testing.T) {
	ended := make([]bool, 8)
	defer func() {
		expect.Equal(t, recover(), "three", "recovered")
		for i, e := range ended {
			expect.Equal(t, e, i != 3, "%d has ended", i)
		}
	}()
	proofs.Parallel(len(ended), func(i int) {
		if i == 3 {
			panic("three")
		}
		ended[i] = true
	})
	t.Error("Do has returned")
}

package lzma_test

import (
	"fmt"

	"retroproof/retro/gaviota/lzma"
)

func Example() {
	fmt.Printf("% x\n", lzma.NewEncoder().Append(nil, []byte("abcabcabcabcabc")))
	// Output:
	// 00 30 98 88 a9 1b 55 d0 00
}

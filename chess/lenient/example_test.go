package lenient_test

import (
	"fmt"

	"retroproof/chess"
	"retroproof/chess/lenient"
)

// A line of an EPD file, with a capital W.
func ExampleClean() {
	s, err := chess.ParseFEN(lenient.Clean(`4k3/8/8/3pP3/8/8/8/4K3 W - D6 bm exd6; id "1";`))
	fmt.Println(s.FEN(), err)
	// Output: 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 <nil>
}

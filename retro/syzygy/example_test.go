package syzygy_test

import (
	"fmt"

	"retroproof/chess"
	"retroproof/retro/syzygy"
)

func ExampleOpenDir() {
	tables := syzygy.OpenDir("no-such-directory")
	defer tables.Close()
	p, err := chess.ParsePosition("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
	if err != nil {
		panic(err)
	}
	_, err = tables.WDL(p)
	fmt.Println(err)
	fmt.Println(syzygy.WithClock(31, 0), "or with 90 plies on the clock a", syzygy.WithClock(31, 90))
	// Output:
	// no Syzygy file KRvK.rtbw in no-such-directory
	// win or with 90 plies on the clock a cursed win
}

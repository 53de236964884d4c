package generate_test

import (
	"context"
	"fmt"

	"retroproof/chess"
	"retroproof/retro/generate"
	"retroproof/retro/table"
)

func ExampleTable() {
	krk, err := table.ParseMaterial("KRvK")
	if err != nil {
		panic(err)
	}
	t, err := generate.Table(context.Background(), krk, nil, generate.Options{}) // captures lead to KvK only
	if err != nil {
		panic(err)
	}
	p, err := chess.ParsePosition("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
	if err != nil {
		panic(err)
	}
	fmt.Println(t.Lookup(p))
	// Output:
	// win in 31 plies
}

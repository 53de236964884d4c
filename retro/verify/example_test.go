package verify_test

import (
	"context"
	"fmt"

	"retroproof/retro/generate"
	"retroproof/retro/table"
	"retroproof/retro/verify"
)

func ExampleTable() {
	krk, err := table.ParseMaterial("KRvK")
	if err != nil {
		panic(err)
	}
	load := func(ctx context.Context, m table.Material) (*table.Table, error) {
		return generate.Table(ctx, m, nil, generate.Options{})
	}
	v, err := verify.Table(context.Background(), load, krk, verify.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(v.OK(), v.Counts[0].Legal()+v.Counts[1].Legal(), "positions")
	// Output:
	// true 50015 positions
}

package ursa_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/ursa"
)

// The numbers whose square is 49, in eight bits.
func Example() {
	ctx := context.Background()
	p, err := ursa.Parse("square.urs", "assert_all(nx*nx == 49);", 8, false)
	if err != nil {
		log.Fatal(err)
	}
	err = p.Run(ctx, ursa.Options{}, ursa.Handler{Assert: func(a *ursa.Assertion) error {
		for s, err := range a.Solutions(ctx, "") {
			if err != nil {
				return err
			}
			fmt.Println(a.Variables[0].Name, "=", s[0])
		}
		return nil
	}})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// nx = 7
	// nx = 121
	// nx = 135
	// nx = 249
}

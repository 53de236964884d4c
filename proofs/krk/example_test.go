package krk_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing/fstest"

	certificate "retroproof/proofs/krk"
	"retroproof/proofs/krk/spec"
	"retroproof/proofs/lrat"
)

// The checker knows which formulas there must be. A folder without them is refused,
// whatever its manifest says. A folder on disk is os.DirFS("cert").
func ExampleCheck() {
	for _, l := range spec.Lemmas()[1:3] {
		fmt.Print("lemma ", l.Key, " by")
		for _, f := range certificate.Formulas(l) {
			fmt.Print(" ", f.Key)
		}
		fmt.Println()
	}
	_, err := certificate.Check(context.Background(), fstest.MapFS{}, lrat.DefaultMemory)
	fmt.Println(errors.Is(err, os.ErrNotExist))
	// Output:
	// lemma 1 by 1
	// lemma 2 by 1 2a 2b 2c 2d 2e 2f 2
	// true
}

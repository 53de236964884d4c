package ursa_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"retroproof/proofs/lrat"
	"retroproof/proofs/ursa"
)

// A folder that says which solution a program has at its assertion, and one that says another.
func ExampleCheck() {
	const manifest = `{"schema": "retroproof.ursa.certificate/2", "tool": "by hand", "bits": 8, "tries": [], "assertions":
		[{"assertion": 1, "line": 1, "verdict": "satisfiable", "variables": ["nx"], "solutions": ["%d"]}]}`
	for _, x := range []int{121, 122} {
		folder := fstest.MapFS{
			"program.urs":   {Data: []byte("assert(nx*nx == 49);")},
			"manifest.json": {Data: fmt.Appendf(nil, manifest, x)},
		}
		report, err := ursa.Check(context.Background(), folder, lrat.DefaultMemory)
		if err != nil {
			fmt.Println(err)
		} else {
			fmt.Println(report.Claims)
		}
	}
	// Output:
	// [line 1: there is a solution]
	// not as the program says: assertion 1 in line 1: one of the last solutions is none
}

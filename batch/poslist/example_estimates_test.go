package poslist_test

import (
	"fmt"
	"strings"

	"retroproof/batch/poslist"
	"retroproof/proofs/survey"
)

// Two draws, of which one is illegal.
func ExampleLists() {
	lists := poslist.Lists{Counts: survey.NewCounts()}
	err := lists.Read("list", strings.NewReader(`rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 legal
rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1 illegal
`))
	fmt.Println(lists.Counts.Legal, lists.Counts.Illegal, err)
	// Output: map[1:1] 1 <nil>
}

package text_test

import (
	"fmt"

	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
)

// A strategy of two lines: the rook goes as far from the black king as it can.
func ExampleParse() {
	s, err := text.Parse("away", `strategy "Away"
men rook r
step Away: moved(r) least 7 - distance(r', bk) from 0 to 7
`, rules.Board{Files: 8, Ranks: 8})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := rules.Position{BK: rules.Square{X: 7, Y: 7}, Men: [rules.Most]rules.Square{{X: 2, Y: 1}}, White: true}
	moves, step := s.Moves(nil, p)
	fmt.Println(s.Title, s.Material(), s.Steps[step].Name)
	for _, q := range moves {
		fmt.Println(s.Describe(q))
	}
	// Output:
	// Away KRvK Away
	// Ka1 Rc1 kh8, Black to move
	// Ka1 Ra2 kh8, Black to move
}

package story_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/ask"
	"retroproof/kernel/story"
)

// Who may castle: the answer for a reader, and a part of it.
func ExampleRights() {
	s, err := chess.ParseFEN("4k2r/8/8/8/8/8/8/4K3 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	var o ask.Options
	o.Resolve.NoGame = true
	r, err := ask.AskRights(context.Background(), &s, o)
	if err != nil {
		log.Fatal(err)
	}
	a := story.Rights(r)
	if err := answer.Write(os.Stdout, a, 0); err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Castling[0].Name, a.Castling[0].Verdict)
	// Output:
	// Black may not castle short: it is impossible that the right is there.
	// k impossible
}

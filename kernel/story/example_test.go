package story_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/story"
)

// A verdict, explained like an article about a retro problem. WriteHTML writes the same
// as a page with diagrams.
func ExampleNew() {
	goal, err := chess.ParseFEN("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	d, err := kernel.Decide(context.Background(), &goal, kernel.DecideOptions{})
	if err != nil {
		log.Fatal(err)
	}
	if err := story.New(&d).WriteText(os.Stdout, 72); err != nil {
		log.Fatal(err)
	}
	// Output:
	// illegal OppositeCheck
	//
	// White to move
	// 8 . . . . k . . .
	// 7 . . . . R . . .
	// 6 . . . . . . . .
	// 5 . . . . . . . .
	// 4 . . . . . . . .
	// 3 . . . . . . . .
	// 2 . . . . . . . .
	// 1 . . . . K . . .
	//   a b c d e f g h
	//
	// 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1
	//
	// Why no game leads here
	// ----------------------
	//
	// It is White's move, but Black is in check from Re7 and has just moved.
}

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

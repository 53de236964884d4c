package ask_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/ask"
)

// Who may castle: the answer for a reader, and a part of it as JSON.
func ExampleRights_Answer() {
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
	a := r.Answer()
	if err := answer.Write(os.Stdout, a, 0); err != nil {
		log.Fatal(err)
	}
	text, _ := json.Marshal(a.Castling)
	fmt.Println(string(text))
	// Output:
	// Black may not castle short: it is impossible that the right is there.
	// [{"right":"k","verdict":"impossible","lost":"open","permitted":false}]
}

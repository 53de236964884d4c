// Command legality says of each FEN whether a game can lead to it, and why not, or how.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

func main() {
	for _, fen := range os.Args[1:] {
		goal, err := chess.ParseFEN(fen)
		if err != nil {
			log.Fatal(err)
		}
		// The zero Options have budgets that decide most positions.
		answer, err := resolve.Position(context.Background(), &goal, resolve.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(answer.Verdict, answer.Reason) // such as "illegal OppositeCheck"
		if len(answer.Game) > 0 {
			fmt.Println(strings.Join(answer.Game, " "))
		} else {
			fmt.Println(story.Explain(&answer.Decision))
		}
	}
}

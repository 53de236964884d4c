package main

import (
	"context"
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

// legality says of each FEN whether a game can lead to it, and why not, or how.
func legality(ctx context.Context, fens []string) error {
	for _, fen := range fens {
		goal, err := chess.ParseFEN(fen)
		if err != nil {
			return err
		}
		// The zero Options have budgets that decide most positions.
		answer, err := resolve.Position(ctx, &goal, resolve.Options{})
		if err != nil {
			return err
		}
		fmt.Println(answer.Verdict, answer.Reason) // such as "illegal OppositeCheck"
		if len(answer.Game) > 0 {
			fmt.Println(strings.Join(answer.Game, " "))
		} else {
			fmt.Println(story.Explain(&answer.Decision))
		}
	}
	return nil
}

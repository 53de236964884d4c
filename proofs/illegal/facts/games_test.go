package facts_test

import (
	"encoding/json"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// TestArgumentsAgainstGames has a legal game for conditions of the checker: without that one
// condition the argument would be accepted against the end of the game. So the condition alone
// must refuse it.
func TestArgumentsAgainstGames(t *testing.T) {
	t.Parallel()
	refusedByGames(t, "testdata/against-games.tsv")
}

// refusedByGames checks arguments against games. A row has a start and a game, an argument that is refused against its
// end, how the error begins, and start and goal against which the argument is accepted, if there are any.
func refusedByGames(t *testing.T, file string) {
	var tt struct{ name, start, game, argument, refused, unreachable string }
	for range expect.Rows(t, file, &tt.name, &tt.start, &tt.game, &tt.argument, &tt.refused, &tt.unreachable) {
		t.Run(tt.name, func(t *testing.T) {
			var a facts.Argument
			expect.NoError(t, json.Unmarshal([]byte(tt.argument), &a))
			start := mustFEN(t, tt.start)
			game := play(t, start, tt.game)
			goals := []chess.Setup{game[len(game)-1]}
			if goals[0].EnPassant != chess.NoSquare {
				plain := goals[0]
				plain.EnPassant = chess.NoSquare
				goals = append(goals, plain)
			}
			for _, goal := range goals {
				if err := facts.Check(&start, &goal, &a); err == nil || !strings.HasPrefix(err.Error(), tt.refused) {
					t.Errorf("%s: %v", goal.FEN(), err)
				}
			}
			from, to, ok := strings.Cut(tt.unreachable, "; ")
			if !ok {
				return
			}
			start, goal := mustFEN(t, from), mustFEN(t, to)
			expect.Succeeds(t, facts.Check(&start, &goal, &a), "from %s to %s", from, to)
		})
	}
}

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
	refusedByGames(t, []againstGame{
		{
			// The king is shut in by pawns and by what they attack, e3 and e4 among it. The pawn
			// passes over e3, where it would give check; from e3 it would not go on.
			name:        "a double step passes over a check",
			start:       "8/8/8/2ppp3/3k4/3P4/3PP3/6K1 w - - 0 1",
			game:        "e2e4",
			argument:    `{"kind": "unmatched", "count": {"side": "white", "needs": ["e4"]}, "blocked": [{"by": "home-pawn", "squares": ["d2"]}, {"by": "only-source", "squares": ["c5", "d5", "e5", "d3"]}, {"by": "only-source", "squares": ["d4"]}, {"by": "checked-king", "squares": ["d4"]}]}`,
			refused:     "the men that will do are those on [e2], not on []",
			unreachable: "8/8/8/2ppp3/3k4/3P4/3P2P1/6K1 w - - 0 1; 8/8/8/2ppp3/3kP3/3P4/3P4/6K1 b - - 0 1",
		},
		{
			// The knight of the group cannot move. The other one makes one move, and is captured; it is not
			// it that stands on a1 at the goal, after an even number of moves.
			name:        "a knight of a group on a square of another one's",
			start:       "1n2k2r/8/8/8/8/1P6/2P3PP/N3K1NR w Kk - 0 1",
			game:        "g1f3 b8c6 h2h3 c6d4 g2g3 d4f3",
			argument:    `{"kind": "parity", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}, {"by": "castling", "squares": ["e8", "h8"]}], "groups": [["a1", "c2", "b3"]]}`,
			refused:     "parity does not follow",
			unreachable: "1n2k2r/8/8/8/8/1P6/2P4P/N3K2R w Kk - 0 1; 1n2k2r/8/8/8/8/1P5P/2P5/N3K2R w Kk - 0 1",
		},
		{
			// b2xa3 takes the rook, which cannot move, and not the knight, which is on c6.
			name:        "a pawn captures a man that never moved",
			start:       "1n2k2r/8/8/8/p2N4/rP6/PP6/4K2R w Kk - 0 1",
			game:        "b2a3 b8c6 d4c6",
			argument:    `{"kind": "parity", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}, {"by": "castling", "squares": ["e8", "h8"]}, {"by": "home-pawn", "squares": ["a2"]}, {"by": "goes-on", "squares": ["b3", "a4"]}]}`,
			refused:     "parity does not follow",
			unreachable: "1n2k2r/8/8/8/p2N4/1P6/PP6/4K2R w Kk - 0 1; 4k2r/8/2N5/8/p7/PP6/P7/4K2R b Kk - 0 1",
		},
		{
			name:        "a pawn captures a man of a group",
			start:       "1n2k2r/8/8/8/p2N4/rP6/PP6/4K2R w Kk - 0 1",
			game:        "b2a3 b8c6 d4c6",
			argument:    `{"kind": "parity", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}, {"by": "castling", "squares": ["e8", "h8"]}, {"by": "home-pawn", "squares": ["a2"]}, {"by": "goes-on", "squares": ["b3"]}], "groups": [["a3", "a4"]]}`,
			refused:     "parity does not follow",
			unreachable: "1n2k2r/8/8/8/p2N4/rP6/P5P1/4K2R w Kk - 0 1; 4k2r/8/2N5/8/p7/rP5P/P7/4K2R w Kk - 0 1",
		},
		{
			// The rook was captured on b8, after one move.
			name:        "a rook captured on either of two squares",
			start:       "r1b1k2r/pp1p4/8/8/1N6/8/8/4K2R w Kk - 0 1",
			game:        "b4a6 a8b8 a6b8",
			argument:    `{"kind": "parity", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}, {"by": "castling", "squares": ["e8", "h8"]}, {"by": "home-pawn", "squares": ["a7", "b7", "d7"]}, {"by": "caged-bishop", "squares": ["c8"]}]}`,
			refused:     "parity does not follow",
			unreachable: "r1b1k2r/pp1p4/8/8/1N6/8/8/4K2R w Kk - 0 1; 1rb1k2r/pp1p4/8/8/1N6/8/8/4K2R w Kk - 0 1",
		},
		{
			// b2xa3 takes the knight that cannot move; the other one makes one move.
			name:        "knights captured in two regions",
			start:       "4k2r/8/8/1p6/2p5/n3N3/PPP4n/1B2K2R w Kk - 0 1",
			game:        "b2a3 h2g4 e3g4",
			argument:    `{"kind": "parity", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}, {"by": "castling", "squares": ["e8", "h8"]}, {"by": "home-pawn", "squares": ["a2", "c2"]}, {"by": "caged-bishop", "squares": ["b1"]}, {"by": "cone", "squares": ["b5", "c4"]}]}`,
			refused:     "parity does not follow",
			unreachable: "4k2r/8/8/1p6/2p5/n3N3/PPP5/1B2K2R w Kk - 0 1; 4k2r/8/8/1p6/2p3N1/P7/P1P5/1B2K2R b Kk - 0 1",
		},
		{
			// The double step is one move for two ranks.
			name:        "a pawn on its 4th rank made a double step",
			start:       "1n2k2r/8/8/8/8/8/P7/4K2R w Kk - 0 1",
			game:        "a2a4 b8c6",
			argument:    `{"kind": "parity", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}, {"by": "castling", "squares": ["e8", "h8"]}]}`,
			refused:     "parity does not follow",
			unreachable: "1n2k2r/8/8/8/8/P7/8/4K2R w Kk - 0 1; 4k2r/8/2n5/8/P7/8/8/4K2R b Kk - 0 1",
		},
		{
			// The pawn is next to b7, and does not attack it.
			name:     "a king steps out of a deadlock next to a pawn",
			start:    "k7/P7/8/8/8/8/8/4K3 b - - 0 1",
			game:     "a8b7",
			argument: `{"kind": "deadlock", "square": "a8", "blocked": [{"by": "deadlock", "squares": ["a7", "a8"]}]}`,
			refused:  "fact 1, deadlock on [a7 a8]",
		},
		{
			// b7xc6 takes the queen that was a pawn, which has come past b7 by way of a7.
			name:        "a pawn passes another one by capturing",
			start:       "4k3/npp5/1P6/8/8/8/8/4K2R w K - 0 1",
			game:        "b6a7 e8e7 a7a8q e7f7 a8a6 f7g7 a6c6 b7c6",
			argument:    `{"kind": "unmatched", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}, {"by": "home-pawn", "squares": ["c7"]}], "count": {"side": "white", "captures": ["c6"]}}`,
			refused:     "the men that will do are those on [b6], not on []",
			unreachable: "4k3/1pp5/1P6/8/8/8/8/4K2R w K - 0 1; 8/2p3k1/2p5/8/8/8/8/4K2R w K - 0 1",
		},
		{
			// d7xc6 takes the queen; the pawn from b7 is on a6.
			name:     "a pawn on either side of the file captures",
			start:    "4k3/1ppp4/1P6/8/8/8/8/4K1NR w K - 0 1",
			game:     "g1e2 e8f8 e2d4 f8g8 d4b3 g8g7 b3c5 g7g8 c5a6 b7a6 b6b7 g8g7 b7b8q g7f7 b8b6 f7g7 b6c6 d7c6",
			argument: `{"kind": "unmatched", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}, {"by": "home-pawn", "squares": ["c7"]}], "count": {"side": "white", "captures": ["a6", "c6"], "men": ["g1"]}}`,
			refused:  "the men that will do are those on [g1 b6], not on [g1]",
		},
		{
			// The pawn from a7 is on c5 when the knight leaves a8 by way of b6 and c4.
			name:     "a pawn stops on its way",
			start:    "2b1k3/pppp4/8/P2P4/P7/8/8/4K1RR w - - 0 1",
			game:     "g1g6 e8f8 g6b6 a7b6 h1h3 f8g8 h3c3 g8h8 c3c5 b6c5 a5a6 h8g8 a6a7 g8h8 a7a8n h8g8 a8b6 g8h8 b6c4 h8g8 c4e5 c5c4",
			argument: `{"kind": "unmatched", "count": {"side": "white", "needs": ["e5"]}, "blocked": [{"by": "home-pawn", "squares": ["b7", "c7", "d7"]}, {"by": "caged-bishop", "squares": ["c8"]}, {"by": "cone", "squares": ["a4", "d5"]}]}`,
			refused:  "the men that will do are those on [a5], not on []",
		},
		{
			name:        "a pawn behind the one that promotes",
			start:       "4k3/8/P7/8/p7/8/8/4K2R w K - 0 1",
			game:        "a6a7 e8d7 a7a8q d7e7 a8f3 e7d6 f3b3 a4b3",
			argument:    `{"kind": "unmatched", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}], "count": {"side": "white", "captures": ["b3"]}}`,
			refused:     "the men that will do are those on [a6], not on []",
			unreachable: "4k3/8/8/8/p7/8/P7/4K2R w K - 0 1; 8/8/3k4/8/8/1p6/8/4K2R w K - 0 1",
		},
		{
			name:     "a pawn on the next file",
			start:    "4k3/1pp5/P7/8/8/8/8/4K2R w K - 0 1",
			game:     "a6a7 e8e7 a7a8q e7f7 a8a6 f7g7 a6c6 b7c6",
			argument: `{"kind": "unmatched", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}, {"by": "home-pawn", "squares": ["c7"]}], "count": {"side": "white", "captures": ["c6"]}}`,
			refused:  "the men that will do are those on [a6], not on []",
		},
		{
			name:     "another pawn captures what has promoted",
			start:    "4k3/1pp2p2/1P6/8/8/8/8/4K1NR w K - 0 1",
			game:     "g1f3 e8f8 f3e5 f8g8 e5c6 b7c6 b6b7 g8g7 b7b8q g7f6 b8b3 f6g7 b3e6 f7e6",
			argument: `{"kind": "unmatched", "blocked": [{"by": "castling", "squares": ["e1", "h1"]}, {"by": "home-pawn", "squares": ["c7"]}], "count": {"side": "white", "captures": ["c6", "e6"], "men": ["g1"]}}`,
			refused:  "the men that will do are those on [g1 b6], not on [g1]",
		},
		{
			name:        "a piece has captured nothing",
			start:       "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
			game:        "b1c3",
			argument:    `{"kind": "price", "count": {"side": "white", "worth": {"c3": 1}}}`,
			refused:     "the man on c3 is worth 1, and costs 0 from b1",
			unreachable: "4k3/8/8/8/8/8/1P6/4K3 w - - 0 1; 4k3/8/8/8/8/2P5/8/4K3 b - - 0 1",
		},
		{
			name:     "a pawn that has not moved",
			start:    "4k3/8/8/8/8/8/7P/4K3 w - - 0 1",
			game:     "e1d1",
			argument: `{"kind": "price", "count": {"side": "white", "worth": {"h2": 1}}}`,
			refused:  "the man on h2 is worth 1, and costs 0 from h2",
		},
		{
			name:        "a double step is no capture",
			start:       "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
			game:        "a2a4",
			argument:    `{"kind": "price", "count": {"side": "white", "worth": {"a4": 1}}}`,
			refused:     "the man on a4 is worth 1, and costs 0 from a2",
			unreachable: "4k3/8/8/8/8/8/1P6/4K3 w - - 0 1; 4k3/8/8/8/P7/8/8/4K3 b - - 0 1",
		},
		{
			name:     "a promoted piece has left the last rank",
			start:    "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
			game:     "a7a8q e8e7 a8a1",
			argument: `{"kind": "price", "count": {"side": "white", "worth": {"a1": 1}}}`,
			refused:  "the man on a1 is worth 1, and costs 0 from a7",
		},
		{
			// A bishop on dark squares comes from b8 to none of those that the pawn has passed.
			name:     "a bishop promoted next to squares that it never enters",
			start:    "4k3/8/1P6/8/8/8/8/4K3 w - - 0 1",
			game:     "b6b7 e8e7 b7b8b e7e8 b8c7",
			argument: `{"kind": "price", "count": {"side": "white", "worth": {"c7": 1}}}`,
			refused:  "the man on c7 is worth 1, and costs 0 from b6",
		},
		{
			// It might have promoted on a8 as well. A knight comes to d7 from both squares.
			name:     "a pawn captures once more where it promotes",
			start:    "1r2k3/8/P7/8/8/8/8/4K3 w - - 0 1",
			game:     "a6a7 e8e7 a7b8n e7e6 b8d7",
			argument: `{"kind": "price", "count": {"side": "white", "worth": {"d7": 1}}}`,
			refused:  "the man on d7 is worth 1, and costs 0 from a6",
		},
		{
			name:        "one capture is needed and made",
			start:       "4k3/8/8/8/8/7n/6P1/4K3 w - - 0 1",
			game:        "g2h3",
			argument:    `{"kind": "price", "count": {"side": "white", "worth": {"h3": 1}}}`,
			refused:     "1 captures are needed, and 1 can be made",
			unreachable: "4k3/8/8/8/8/8/6P1/4K3 w - - 0 1; 4k3/8/8/8/8/7P/8/4K3 b - - 0 1",
		},
		{
			name:        "a capture en passant",
			start:       "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
			game:        "d7d5 e5d6",
			argument:    `{"kind": "price", "count": {"side": "white", "worth": {"d6": 1}}}`,
			refused:     "1 captures are needed, and 1 can be made",
			unreachable: "4k3/8/8/4P3/8/8/8/4K3 b - - 0 1; 4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
		},
		{
			name:        "a bishop of the own side that a piece captures",
			start:       "4k2r/8/8/8/2r5/7n/1P1P2P1/2B1K3 w k - 0 1",
			game:        "g2h3 c4c1",
			argument:    `{"kind": "price", "blocked": [{"by": "home-pawn", "squares": ["b2", "d2"]}, {"by": "dead-bishop", "squares": ["c1"]}], "count": {"side": "white", "worth": {"h3": 1}}}`,
			refused:     "1 captures are needed, and 1 can be made",
			unreachable: "4k2r/8/8/8/2r5/8/1P1P2P1/2B1K3 w k - 0 1; 4k2r/8/8/8/8/7P/1P1P4/2r1K3 w k - 0 1",
		},
		{
			name:        "a bishop of the other side that a piece captures",
			start:       "2b1k2r/1p1p4/8/8/2R5/7n/6P1/4K3 w k - 0 1",
			game:        "g2h3 e8f7 c4c8",
			argument:    `{"kind": "price", "blocked": [{"by": "home-pawn", "squares": ["b7", "d7"]}, {"by": "dead-bishop", "squares": ["c8"]}], "count": {"side": "white", "worth": {"h3": 1}}}`,
			refused:     "1 captures are needed, and 1 can be made",
			unreachable: "2b1k2r/1p1p4/8/8/2R5/8/6P1/4K3 w k - 0 1; 2R4r/1p1p1k2/8/8/8/7P/8/4K3 b - - 0 1",
		},
		{
			name:     "a worth of no man",
			start:    "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
			game:     "a2a4",
			argument: `{"kind": "price", "count": {"side": "white", "worth": {"e4": 1}}}`,
			refused:  "no white man is on e4 at the goal",
		},
		{
			// Black has captured, and White has not.
			name:     "a worth of a man of the other side",
			start:    "4k3/8/8/8/8/1p6/P7/4K3 b - - 0 1",
			game:     "b3a2",
			argument: `{"kind": "price", "count": {"side": "white", "worth": {"a2": 1}}}`,
			refused:  "no white man is on a2 at the goal",
		},
		{
			name:     "a man costs its price",
			start:    "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
			game:     "a2a4",
			argument: `{"kind": "price", "count": {"side": "white", "worth": {"a4": 1}, "price": {"a2": 1}}}`,
			refused:  "0 captures are needed, and 0 can be made",
		},
		{
			name:     "a man that is captured costs its price",
			start:    "4k3/8/8/8/8/1n6/P7/R3K3 b - - 0 1",
			game:     "b3a1",
			argument: `{"kind": "price", "count": {"side": "white", "worth": {"a2": 1}, "price": {"a1": 1, "a2": 1}}}`,
			refused:  "-1 captures are needed, and 0 can be made",
		},
		{
			name:        "two men of the goal and one price",
			start:       "4k3/8/8/8/5n2/8/6PP/4K3 w - - 0 1",
			game:        "h2h4 f4h3 g2h3",
			argument:    `{"kind": "price", "count": {"side": "white", "worth": {"h3": 1, "h4": 1}, "price": {"h2": 1}}}`,
			refused:     "1 captures are needed, and 1 can be made",
			unreachable: "4k3/8/8/8/8/8/6PP/4K3 w - - 0 1; 4k3/8/8/8/7P/7P/8/4K3 b - - 0 1",
		},
		{
			name:     "a price below 0",
			start:    "4k3/8/8/8/8/7n/6P1/4K3 w - - 0 1",
			game:     "g2h3",
			argument: `{"kind": "price", "count": {"side": "white", "worth": {"h3": 1}, "price": {"e1": -1}}}`,
			refused:  "no white man is on e1 at the start, or its price",
		},
		{
			name:     "prices whose sum overflows",
			start:    "4k3/8/8/8/8/7n/6P1/R3K3 w - - 0 1",
			game:     "g2h3",
			argument: `{"kind": "price", "count": {"side": "white", "worth": {"h3": 1}, "price": {"a1": 9223372036854775807, "e1": 9223372036854775807}}}`,
			refused:  "no white man is on a1 at the start, or its price",
		},
	})
}

// againstGame is a game, and an argument that is refused against its end.
type againstGame struct {
	name, start, game, argument string
	refused                     string // begins the error
	unreachable                 string // start and goal, against which the argument is accepted, if there are any
}

// refusedByGames checks arguments against games.
func refusedByGames(t *testing.T, list []againstGame) {
	for _, tt := range list {
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
			if err := facts.Check(&start, &goal, &a); err != nil {
				t.Errorf("from %s to %s: %v", from, to, err)
			}
		})
	}
}

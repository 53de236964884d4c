package strategy_test

import (
	"context"
	"log"
	"os"

	"retroproof/internal/answer"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
)

// A strategy's positions on a small board.
func ExampleCountOf() {
	s, err := text.New("krk2016", rules.Board{Files: 4, Ranks: 4})
	if err != nil {
		log.Fatal(err)
	}
	t, err := wins.New(context.Background(), s)
	if err != nil {
		log.Fatal(err)
	}
	best, err := strategy.Best(context.Background(), t)
	if err != nil {
		log.Fatal(err)
	}
	if err := answer.Write(os.Stdout, strategy.CountOf(t, best), 0); err != nil {
		log.Fatal(err)
	}
	// Output:
	// King and rook against king, 2016 on 4x4: 1312 legal positions with White to move, 1312 claimed
	// ImmediateMate             120
	// ReadyToMate               404
	// Squeeze                   436
	// ApproachDiag               72
	// ApproachNonDiag           124
	// KeepRoomDiag               24
	// KeepRoomNonDiag            24
	// RookHome                   60
	// RookSafe                   28
	// RookSafeSmallBoards        20
	// no step                     0
	// several moves             216
	// not won                     0
	// with Black to move       2184
	// mates                      40
	// stalemates                 36
	// longest                    10 moves, 7 by best play; 0 positions need more than 50
	//
	// Positions with White to move, by moves to mate:
	// moves  best play  strategy
	//     1        120       120
	//     2        404       404
	//     3        316       136
	//     4        236       104
	//     5        168       140
	//     6         56       132
	//     7         12        64
	//     8                  128
	//     9                   80
	//    10                    4
}

package report_test

import (
	"context"
	"log"
	"os"

	"retroproof/internal/answer"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy/report"
)

// A strategy's positions on a small board.
func Example() {
	s, err := text.New("krk2016", rules.Board{Files: 4, Ranks: 4})
	if err != nil {
		log.Fatal(err)
	}
	t, err := wins.New(context.Background(), s)
	if err != nil {
		log.Fatal(err)
	}
	if err := answer.Write(os.Stdout, report.CountOf(t), 0); err != nil {
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
	// longest                    10 moves; 0 positions need more than 50
	// by moves to mate, from 1: 120 404 136 104 140 132 64 128 80 4
}

package chess_test

import (
	"errors"
	"fmt"

	"retroproof/chess"
	"retroproof/chess/notation"
)

func ExampleParseFEN() {
	s, err := chess.ParseFEN("8/8/8/3k4/4R3/5K2/8/8 b - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Turn, s.Men())
	fmt.Println(s.FEN())
	// Output:
	// black [Kf3 Re4 kd5]
	// 8/8/8/3k4/4R3/5K2/8/8 b - - 0 1
}

func ExampleFENError() {
	_, err := chess.ParseFEN("8/8/8/3k4/44/5K2/8/8 b - - 0 1")
	var e *chess.FENError
	if errors.As(err, &e) {
		fmt.Println(e.Reason, e.Column, e.Token)
	}
	fmt.Println(err)
	// Output:
	// AdjacentDigits 11 44
	// FEN board, column 11: two digits in a row, want one digit for a run of empty squares: "44"
}

func ExamplePosition() {
	p, err := chess.ParsePosition("4k3/8/8/8/8/8/7r/R3K3 w Q - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range p.LegalMoves(nil) {
		san := notation.SAN(p, m)
		undo := p.Make(m)
		if p.InCheck() {
			fmt.Println(san, m)
		}
		p.Unmake(m, undo)
	}
	// Output:
	// Ra8+ a1a8
}

func ExamplePositionError() {
	_, err := chess.ParsePosition("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1")
	var e *chess.PositionError
	if errors.As(err, &e) {
		fmt.Println(e.Reason, e.Square)
	}
	fmt.Println(err)
	// Output:
	// OppositeCheck e7
	// not a playable position: white to move gives check with Re7: "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"
}

func ExamplePosition_Unmoves() {
	p, err := chess.ParsePosition("4k3/8/8/8/8/8/5PPP/3n1RK1 b - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, u := range p.Unmoves(nil, chess.UnmoveOptions{MaterialLimit: true}) {
		if u.Captured == chess.NoMan {
			before := p.Before(u)
			fmt.Println(p.UnmoveText(u.Move, u.Captured), "from", &before)
		}
	}
	// Output:
	// 0-0 from 4k3/8/8/8/8/8/5PPP/3nK2R w K - 0 1
	// Kh1-g1 from 4k3/8/8/8/8/8/5PPP/3n1R1K w - - 0 1
}

package problem_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/kernel/exact"
	"retroproof/kernel/exact/problem"
)

func Example() {
	t, err := problem.ParseTarget("rnbqkbnr/1ppppppp/8/8/4P3/p7/PPPP1PPP/RNBQK1NR w ? - 0 1")
	fmt.Println(t.AnyCastling, t.AnyEnPassant, err)
	fmt.Println(problem.ParseLength("4.5"))
	fmt.Println(problem.MovesText(9))
	// Output:
	// true false <nil>
	// 9 <nil>
	// 4.5
}

func TestParseTarget(t *testing.T) {
	for _, text := range []string{
		"8/8/8/8/8/8/8/K1k5 w ? ? 0 1",
		"8/8/8/8/8/8/8/K1k5 w - ? 0 1",
		"8/8/8/8/8/8/8/K1k5 w ? - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	} {
		target, err := problem.ParseTarget(text)
		if got := problem.TargetText(&target); err != nil || got != text {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	for _, text := range []string{"8/8/8/8/8/8/8/K1k5 ? - - 0 1", "8/8/8/8/8/8/8/K1k5 w K? - 0 1", "8/8/8/8/8/8/8/K1k5 w - ?? 0 1", "?"} {
		_, err := problem.ParseTarget(text)
		var fen *chess.FENError
		if !errors.As(err, &fen) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestParseLength(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "9": 9, "4.5": 9, "5.0": 10, "": -1, "4.": -1, "4.2": -1, "-1": -1, "1001": -1, "500.5": -1, "x": -1, "4.55": -1} {
		n, err := problem.ParseLength(text)
		if (err != nil) != (want < 0) || err == nil && n != want {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
}

func TestParsePromotion(t *testing.T) {
	for text, want := range map[string]exact.Promotion{"a2": {Square: 8}, "b7=n": {Square: 49, To: chess.Knight}, "h4=q": {Square: 31, To: chess.Queen}} {
		if p, err := problem.ParsePromotion(text); err != nil || p != want {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
	for _, text := range []string{"", "a9", "a2=", "a2=k", "a2=p", "a2=Q", "a2=qr", "a2q", "=q"} {
		if _, err := problem.ParsePromotion(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestReadPopeye(t *testing.T) {
	pieces := `BeginProblem
Title Pieces of a title
Pieces
 White Ke1 Qd1 Ra1h1 Bc1f1 Sb1f3 Pa2b2c2d2e4f2g2h2
 Black Ke8 Qd8 Ra8h8 Bc8f8 Sc6g8 Pa7b7c7d7e5f7g7h7
Stipulation dia2.0
EndProblem
nothing here is read`
	board := "BeginProblem\nForsyth r1bqkbnr/pppp1ppp/2s5/4p3/4P3/5S2/PPPP1PPP/RSBQKB1R\nStipulation dia 2\nEndProblem\n"
	for _, text := range []string{pieces, board} {
		all, err := problem.ReadPopeye(strings.NewReader(text))
		if err != nil || len(all) != 1 || all[0].Twin != "" {
			t.Fatal(all, err)
		}
		p := all[0]
		if got := problem.TargetText(&p.Target); got != "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w ? ? 0 1" || p.Plies != 4 {
			t.Error(got, p.Plies)
		}
	}
	for text, want := range map[string]string{
		"":                                         "line 1: the problem ends without men",
		"Pieces\nWhite Ke1":                        "line 2: the problem ends without a stipulation",
		"Pieces\nKe1":                              `line 2: "Ke1"`,
		"Pieces\nWhite Ke9":                        `"e9" is no square`,
		"Pieces\nWhite Ke1 Qe1":                    "two men on e1",
		"Pieces\nWhite Ke1\nStip h#2":              "want dia N",
		"Forsyth 8/8":                              "line 1: ",
		"Condition Circe":                          "not supported",
		"Pieces White Ke1 Stip dia4.3":             "want dia N",
		"BeginProblem\nhello":                      `line 2: unexpected "hello"`,
		"Pieces\nWhite K":                          `line 2: "K"`,
		"Pieces White Ke1 Stip dia2.5":             "no black king",
		"Pieces White Ke1 Stip ser-dia2.5":         "want dia N, dia N.5 or ser-dia N",
		"Pieces White Ke1 Black Ke8 Option Duplex": `option "Duplex" is not supported`,
		"Pieces White Ke1 Black Ke8 Stip dia2 Twin Rotate 90":            `twin with "Rotate"`,
		"Pieces White Ke1 Black Ke8 Stip dia2 Twin Move e1":              `the twin ends with "move e1"`,
		"Pieces White Ke1 Black Ke8 Stip dia2 Twin Move d1 c1":           "a square is empty",
		"Pieces White Ke1 Black Ke8 Stip dia2 Twin Shift a1 e1":          "leaves the board",
		"Pieces White Ke1 Black Ke8 Stip dia2 Twin Remove e":             "remove e, want squares",
		"Pieces White Ke1 Black Ke8 Stip dia2 Twin Substitute Q E":       "want two letters",
		"Pieces White Ke1 Black Ke8 Stip dia2 Twin Move e1 e9":           "want two squares",
		"Pieces White Ke1 Black Ke8 Stip dia2 Twin Remove e1 EndProblem": "no white king",
		"Pieces White Ke1 Black Ke8 Stip dia2 Twin ZeroPosition":         "ZeroPosition after a twin",
	} {
		_, err := problem.ReadPopeye(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzReadPopeye(f *testing.F) {
	f.Add("BeginProblem\nPieces\n White Ke1 Pa2b2\n Black Ke8\nStipulation dia2.5\nEndProblem")
	f.Add("Pieces White Ke1 Black Ke8 Stip ser-dia 2 Twin Cont Move e1 d1 Twin Add White Qa1 Stip dia1.5 EndProblem")
	f.Add("Forsyth 8/8/8/8/8/8/8/K1k5\nStip dia 2")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := problem.ReadPopeye(strings.NewReader(text))
		if err != nil {
			p = nil
		}
		var bad *problem.PopeyeError
		if (p == nil) == (err == nil) {
			t.Fatal(p, err)
		}
		if err != nil && !errors.As(err, &bad) && !strings.Contains(err.Error(), "token too long") {
			t.Fatal(err)
		}
	})
}

func TestCompare(t *testing.T) {
	start := chess.InitialSetup()
	var games [][]chess.Move
	for _, line := range []string{
		"Nf3 e5 e4 Nf6 Be2 Ng8",
		"e4 e5 Nf3 Nf6 Be2 Ng8",
		"Nh3 e5 e4 Nf6 Be2 Ng8",
		"e4 e5 Nf3 Nh6 Be2 Ng8",
	} {
		p := chess.InitialPosition()
		var game []chess.Move
		for _, san := range strings.Fields(line) {
			m := expect.Must(notation.ParseSAN(p, san))
			p.Make(m)
			game = append(game, m)
		}
		games = append(games, game)
	}
	want := []problem.Dual{{}, {problem.Order, 0}, {problem.Otherwise, 0}, {problem.Routes, 0}}
	for i, d := range problem.Compare(&start, games, false) {
		if d != want[i] {
			t.Errorf("game %d: %v, want %v", i, d, want[i])
		}
	}
}

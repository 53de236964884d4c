package problem_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/kernel/exact"
	"retroproof/kernel/exact/problem"
)

// TestParseGoal compares goals with the last moves of all games of three plies from some positions: as short notation
// writes these, a pattern tells which are meant.
func TestParseGoal(t *testing.T) {
	for _, c := range []struct{ fen, goal, pattern string }{
		{chess.InitialFEN, "2.Nf3", `^Nf3`},
		{chess.InitialFEN, "N-f3", `^Nf3`},
		{chess.InitialFEN, "2.x", `x`},
		{chess.InitialFEN, "-", `^[^x]*$`},
		{chess.InitialFEN, "xd5", `xd5`},
		{chess.InitialFEN, "exd5", `^exd5`},
		{chess.InitialFEN, "e4", `^e4`},
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", "QxP+", `^Qx.*[+#]`},
		{"rnbqkbnr/ppp1pppp/8/8/3pP3/7P/PPPP1PP1/RNBQKBNR b KQkq - 0 1", "2...+", `[+#]`},
		{"4k3/2p5/8/3P4/8/8/8/R3K2R w KQ - 0 1", "O-O-O", `^O-O-O`},
		{"4k3/2p5/8/3P4/8/8/8/R3K2R w KQ - 0 1", "O-O", `^O-O($|\+)`},
		{"4k3/2p5/8/3P4/8/8/8/R3K2R w KQ - 0 1", "dxc6 e.p.", `e\.p\.`},
		{"4k3/2p5/8/3P4/8/8/8/R3K2R w KQ - 0 1", "e.p.", `e\.p\.`},
		{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "=N", `=N`},
		{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=", `^axb8=`},
		{"7k/8/5KP1/8/8/8/8/R7 w - - 0 1", "#", `#`},
	} {
		start := expect.Must(chess.ParseFEN(c.fen))
		goal := expect.Must(problem.ParseGoal(c.goal))
		plies, told, err := goal.Plies(&start)
		if err != nil || told && plies != 3 {
			t.Errorf("%s: %d plies, %t, %v", c.goal, plies, told, err)
		}
		want := 0
		p, pattern := mustPosition(t, c.fen), regexp.MustCompile(c.pattern)
		lasts(p, 3, func(san string) {
			if pattern.MatchString(san) {
				want++
			}
		})
		target := exact.Target{Aim: &goal.Aim}
		r, err := exact.Search(t.Context(), &start, &target, 3, exact.Options{All: true})
		if err != nil || !r.Complete || r.Solutions != uint64(want) || want == 0 {
			t.Errorf("%s of %s: %d games, %v, want %d", c.goal, c.fen, r.Solutions, err, want)
		}
	}
	for _, text := range []string{"", ",", "hello", "5.", "Nf9", "Kx#K", "NR", "N-xR", "Q=N", "e.p.=Q", "0.#", "#,#", "red homebase", "Nf3-e.p."} {
		if g, err := problem.ParseGoal(text); err == nil && text != "5." {
			t.Errorf("%q is %+v", text, g)
		}
	}
}

func mustPosition(t *testing.T, fen string) *chess.Position {
	t.Helper()
	p := expect.Must(chess.ParsePosition(fen))
	return p
}

// lasts calls a function with the last moves of all games of so many plies.
func lasts(p *chess.Position, plies int, visit func(san string)) {
	for _, m := range p.LegalMoves(nil) {
		if plies == 1 {
			if san := notation.SAN(p, m); m.IsEnPassant() {
				visit(san + " e.p.")
			} else {
				visit(san)
			}
			continue
		}
		undo := p.Make(m)
		lasts(p, plies-1, visit)
		p.Unmake(m, undo)
	}
}

func FuzzParseGoal(f *testing.F) {
	for _, text := range []string{"5.NxR#", "e.p.#, homebase", "4...axb1=N", "O-O-O", "xRh1", "Ng1-f3 stalemate"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := chess.InitialSetup()
		if g, err := problem.ParseGoal(text); err == nil {
			if plies, told, err := g.Plies(&start); err == nil && told && plies < 1 {
				t.Errorf("%q: %d plies", text, plies)
			}
		}
	})
}

// TestTwins: what the twins of a problem are.
func TestTwins(t *testing.T) {
	for text, want := range map[string]string{
		"Pieces White Ke1 Ra1 Black Ke8 Stip dia1.5 Twin Move a1 b1 Twin Cont Remove b1 Twin Add Black Qd8 White Pa2 Stip ser-dia 3 EndProblem": "" +
			"a 3 4k3/8/8/8/8/8/8/R3K3 b, b 3 4k3/8/8/8/8/8/8/1R2K3 b, c 3 4k3/8/8/8/8/8/8/4K3 b, d series 3 3qk3/8/8/8/8/8/P7/R3K3 b",
		"Stip ser-dia4 Pieces White Ke1 Ra1 Black Ke8 ZeroPosition Exchange a1 e1\nTwin Substitute R S PolishType": "" +
			"a series 4 4k3/8/8/8/8/8/8/K3R3 b, b series 4 4K3/8/8/8/8/8/8/n3k3 b",
		"Pieces White Ke1 Ra1 Black Ke7 Stip dia 2 Option MaxSolutions 5 Intelligent Twin Shift a1 a2 Remove a2": "" +
			"a 4 8/4k3/8/8/8/8/8/R3K3 w, b 4 4k3/8/8/8/8/8/4K3/8 w",
	} {
		all, err := problem.ReadPopeye(strings.NewReader(text))
		var got []string
		for _, p := range all {
			series := ""
			if p.Target.Series {
				series = "series "
			}
			got = append(got, fmt.Sprintf("%s %s%d %s", p.Twin, series, p.Plies, strings.Join(strings.Fields(p.Target.Setup.FEN())[:2], " ")))
		}
		if err != nil || strings.Join(got, ", ") != want {
			t.Errorf("%s:\n%s, %v, want\n%s", text, strings.Join(got, ", "), err, want)
		}
	}
}

package legal

import (
	"bytes"
	"html"
	"strings"
	"testing"

	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/formulas"
	"retroproof/cmd/retroproof/numbers"
	"retroproof/cmd/retroproof/verb"
	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/internal/expect"
	"retroproof/proofs/replay"
)

// TestLegalPageGame: the PGN on a page is accepted by the checker of games, which
// replays it to the position.
func TestLegalPageGame(t *testing.T) {
	for _, tt := range []struct{ start, goal, title string }{
		{"", "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1", "Legal: a shortest game of 6 plies"},
		{"4k3/8/8/8/8/8/8/4K2R b K - 0 7", "8/3k4/8/8/8/8/8/4K2R w K - 0 1", "Legal: a shortest game of 1 ply"},
	} {
		args := []string{"legal", "--html", "-", tt.goal}
		if tt.start != "" {
			args = append(args, "--start", tt.start)
		}
		program := verb.Program{Subjects: []verb.Subject{Subject}}
		var page, stderr bytes.Buffer
		if code := program.Run(args, strings.NewReader(""), &page, &stderr); code != 0 {
			t.Fatalf("exit code %d: %s", code, &stderr)
		}
		expect.Contains(t, page.String(), "<h1>"+tt.title+"</h1>", "%s: no title %s", tt.goal, tt.title)
		_, pgn, _ := strings.Cut(page.String(), "<pre>")
		pgn, _, _ = strings.Cut(pgn, "</pre>")
		game, err := notation.NewPGNReader(strings.NewReader(html.UnescapeString(pgn))).Read()
		if err != nil {
			t.Fatalf("%s: %v\n%s", tt.goal, err, pgn)
		}
		moves, _, err := game.Play()
		if err != nil {
			t.Fatalf("%s: %v\n%s", tt.goal, err, pgn)
		}
		if _, err := replay.Check(tt.start, tt.goal, strings.Fields(notation.UCI(moves)), replay.Options{}); err != nil {
			t.Errorf("%s: %v\n%s", tt.goal, err, pgn)
		}
	}
}

func TestMain(m *testing.M) { verbtest.Main(m, Subject, formulas.Subject, numbers.Subject) }

func TestScripts(t *testing.T) { verbtest.Scripts(t) }

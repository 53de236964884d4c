package story

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

var sentencesFile = flag.String("sentences", "", "file to which TestSentences writes all reasons")

// illegalSamples decides positions of the test data and of random games of which a man was moved or doubled, or the
// other side is to move. It calls visit with the illegal ones, of those of games no more than a number for a reason.
func illegalSamples(t *testing.T, visit func(d *kernel.Decision)) (n int) {
	t.Helper()
	const most = 80
	count := map[facts.Reason]int{}
	decide := func(s chess.Setup) {
		d, err := kernel.Decide(context.Background(), &s, kernel.DecideOptions{
			KernelNodes: 5000, LastMovePositions: 30, LastMoveKernelNodes: 200, CageStates: 600, FormulaConflicts: 50, Time: -1,
		})
		expect.NoError(t, err)
		if d.Verdict == kernel.Illegal && count[d.Reason] < most {
			count[d.Reason]++
			n++
			visit(&d)
		}
	}
	for _, name := range []string{"composed", "posed", "legality-cases", "legality-random-1k"} {
		text, err := os.ReadFile("../../testdata/legality/" + name + ".tsv")
		expect.NoError(t, err)
		for _, field := range strings.FieldsFunc(string(text), func(r rune) bool { return r == '\t' || r == '\n' }) {
			if s, err := chess.ParseFEN(field); err == nil {
				decide(s)
			}
		}
	}
	r := rand.New(rand.NewPCG(4, 3))
	randomgames.Play(6, expect.Size(900, 3500), func(g *randomgames.Position) bool {
		s := g.Pos.Setup()
		if g.Start != nil {
			return true
		}
		from, to := chess.Square(r.IntN(chess.NumSquares)), chess.Square(r.IntN(chess.NumSquares))
		switch s.EnPassant = chess.NoSquare; r.IntN(4) {
		case 0:
			s.Turn = s.Turn.Other()
		case 1:
			s.Board[to] = s.Board[from]
		default:
			s.Board[to], s.Board[from] = s.Board[from], chess.NoMan
		}
		decide(s)
		return true
	})
	t.Logf("%d illegal positions: %v", n, count)
	return n
}

var (
	// A move of a kernel ("wxDB", "bPe1xDBd0"), an extended one ("wPe2-e4"), a reason's name, or a word of the program.
	internalToken = regexp.MustCompile(`\b[wb](x[A-Za-z]|P[a-h]|[LD]B)|[a-h]xP[a-h][0-9]|` +
		`\b[A-Z][a-z]+[A-Z][a-z]|[Kk]ernel|%!`)
	// A square, or a man by its colour and name.
	namedMan    = regexp.MustCompile(`\b[KQRBN]?[a-h][1-8]\b|\b(white|black) (king|queen|rook|bishop|knight|pawn)\b`)
	sentenceEnd = regexp.MustCompile(`[.?!]\)?\s+`)
)

// checkReason tells what is wrong with the text of a reason.
func checkReason(text string) (wrong []string) {
	if token := internalToken.FindString(text); token != "" {
		wrong = append(wrong, "the internal token "+token)
	}
	if !namedMan.MatchString(text) {
		wrong = append(wrong, "no man and no square")
	}
	for _, s := range sentenceEnd.Split(text, -1) {
		if len(strings.Fields(s)) > 40 {
			wrong = append(wrong, "more than 40 words: "+s)
		}
	}
	return wrong
}

// TestSentences: the reasons of hundreds of illegal positions name men and squares, have no token of the program, and
// no sentence is long.
func TestSentences(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	check := func(fen string, reason facts.Reason, text string) {
		all.WriteString(string(reason) + "\t" + strings.ReplaceAll(text, "\n", " ") + "\n")
		if wrong := checkReason(text); wrong != nil {
			t.Errorf("%s %s has %s\n%s", fen, reason, wrong, text)
		}
	}
	n := illegalSamples(t, func(d *kernel.Decision) {
		check(d.Setup.FEN(), d.Reason, Explain(d))
		ex := newExplainer(d)
		for _, e := range d.Evidence.Nodes() {
			if e.Reason != rules.LastMovesRefuted {
				check(e.Setup.FEN(), e.Reason, ex.reasonText(e))
				check(e.Setup.FEN(), e.Reason, rules.Sentence(e.Words(&d.Start)))
			}
		}
	})
	if want := expect.Size(400, 1000); n < want {
		t.Errorf("%d illegal positions, want %d", n, want)
	}
	if *sentencesFile != "" {
		expect.NoError(t, os.WriteFile(*sentencesFile, []byte(all.String()), 0o666))
	}
}

// TestCheckReason: the test of sentences finds what they must not have.
func TestCheckReason(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, wrong string }{
		{"The pawns can be captured as in bPa1xLBb0, on a4.", "internal token"},
		{"All captures are forced: wxDB. So Ke1 stays.", "internal token"},
		{"There is no proof kernel for the pawn on a2.", "internal token"},
		{"a2 fails: NoKernel.", "internal token"},
		{"The way back is closed for all men.", "no man and no square"},
		{"Ke1" + strings.Repeat(" and", 40) + ".", "more than 40 words"},
		{"There is no white king. Before b7xNd8=Q, Ra8-c8 was played.", ""},
	} {
		if got := strings.Join(checkReason(tt.text), "; "); !strings.Contains(got, tt.wrong) || tt.wrong == "" && got != "" {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.wrong)
		}
	}
}

// TestExplain asks for the argument of a document where there is one, and else for the reason.
func TestExplain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, fen, has string }{
		{"files", "4k3/8/8/8/pppppppp/8/QQQQQQQQ/RNBQKBNR b - - 0 1", "White has made seven captures and Black none; so a pawn has left its file at most seven times."},
		{"files, as many", "4k3/8/8/8/pppppppp/8/QQQQQQQQ/RNBQKB1R b - - 0 1", "Every capture was made by a pawn that left one of these files, and none took a pawn that was still one."},
		{"files, no capture", "rnbqkbnr/8/PPPPPPPP/8/8/pppppppp/8/RNBQKBNR w KQkq - 0 1", "Nothing was captured; so no pawn has left its file."},
		{"files, bishops taken at home", "r1bqk2r/1pppp1p1/8/5pN1/2Q4p/PP5n/pBPPPPPP/N3K1nR w Kkq - 0 1", "but two of these were by pieces, of bishops that never left their squares; so a pawn has left its file at most once."},
		{"no argument", "rnbqkbnr/1ppppppp/8/8/8/4N3/1PPPPPPP/RNBQKBNR w KQkq - 0 1", "No sequence of captures makes these pawns"},
		{"one king in a cage", "K3k2r/ppp1p1pp/5n2/8/4P3/8/PPPP1PPP/RNBQ1BNR w k - 0 1",
			"taking back Kb8-a8 and Kc8-b8. Then it is on Kc8, and every move back from there is impossible or leads to a position met before. Of the men that never moved, a7, b7, c7 and Ke8 keep it in."},
		{"one rook in a cage", "r1Rqk3/ppp1pppp/3p4/8/8/8/PPPPPPP1/RNBQKBN1 b Qq - 0 1", "Of the men that never moved, b7, c7, Ra8 and Ke8 keep it in."},
		{"men in a cage", "rnbqkbnr/R1pppppp/pp6/8/8/8/1PPPPPPP/1NBQKBNR w Kkq - 0 1", "taking back Rb7-a7, a7-a6, Rb8-b7, b7-b6 and Rc8-b8."},
		{"another reason", "8/8/8/8/8/8/8/Kk6 w - - 0 1", "The kings on a1 and b1 attack each other"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			goal := setup(t, tt.fen)
			d, err := kernel.Decide(context.Background(), &goal, kernel.DecideOptions{})
			expect.NoError(t, err)
			if text := Explain(&d); !strings.Contains(text, tt.has) {
				t.Errorf("%q, want %q", text, tt.has)
			}
		})
	}
}

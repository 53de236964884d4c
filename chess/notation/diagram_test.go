package notation

import (
	"strings"
	"testing"
	"unicode/utf8"

	"retroproof/chess"
	"retroproof/internal/expect"
)

func TestDiagram(t *testing.T) {
	t.Parallel()
	want := `8 r n b q k b n r
7 p p p p p p p p
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . . . .
2 P P P P P P P P
1 R N B Q K B N R
  a b c d e f g h
`
	expect.Equal(t, Diagram(chess.InitialSetup()), want, "Diagram(chess.InitialSetup())")
}

func TestDiagramsGolden(t *testing.T) {
	t.Parallel()
	s := mustParse(t, "8/8/8/3k4/4R3/5K2/8/8 b - - 0 1")
	expect.Compare(t, "testdata/diagrams.txt", Diagrams([]CaptionedSetup{
		{"start", chess.InitialSetup()},
		{"", s},
		{"1... Kd5-d6 runs for the long way round", s},
		{"2. Re4-e1 squeeze", s},
		{"Épée-und-überlanges-Wort", s},
		{"the last", s},
	}))
}

func TestDiagramsFitTheTerminal(t *testing.T) {
	t.Parallel()
	for n := range 10 {
		boards := make([]CaptionedSetup, n)
		for i := range boards {
			boards[i] = CaptionedSetup{strings.Repeat("wörter ", i*i), chess.InitialSetup()}
		}
		text := Diagrams(boards)
		expect.Equal(t, strings.Count(text, "a b c d e f g h"), n, "boards printed")
		if n == 0 && text != "" {
			t.Errorf("no boards printed as %q", text)
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if utf8.RuneCountInString(line) > 80 || strings.HasSuffix(line, " ") {
				t.Errorf("%d boards: a bad line %q", n, line)
			}
		}
	}
	expect.Equal(t, diagramsInRow, 4, "boards in a row")
}

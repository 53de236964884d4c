package lenient

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
)

// form writes positions in a form.
type form struct {
	name  string
	is    Form
	turn  bool // it says whose move it is
	write func(s *chess.Setup) string
}

// grid writes a board: a word for each square, between words of its own.
func grid(s *chess.Setup, before, between, after string, man func(chess.Man) string) string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		b.WriteString(strings.ReplaceAll(before, "#", fmt.Sprint(rank+1)))
		for file := range 8 {
			if file > 0 {
				b.WriteString(between)
			}
			b.WriteString(man(s.Board[chess.MakeSquare(file, rank)]))
		}
		b.WriteString(strings.ReplaceAll(after, "#", fmt.Sprint(rank+1)) + "\n")
	}
	return b.String()
}

func letter(m chess.Man) string {
	if m == chess.NoMan {
		return "."
	}
	return string(m.Letter())
}

func picture(m chess.Man) string {
	if m == chess.NoMan {
		return "⭘"
	}
	return string([]rune(figurines)[6*int(m.Color())+int(m.Kind()-chess.King)])
}

// signed is a cell of Popeye's.
func signed(letters string) func(chess.Man) string {
	return func(m chess.Man) string {
		if m == chess.NoMan {
			return "  ."
		}
		k := string([]rune(letters)[m.Kind()-chess.King])
		if m.Color() == chess.Black {
			return " -" + k
		}
		return "  " + k
	}
}

// listed writes the men of a side, in the order of squares.
func listed(s *chess.Setup, c chess.Color, letters []string, before, pawn, between string) string {
	var words []string
	for _, m := range s.Men() {
		if m.Man.Color() == c {
			l := letters[m.Man.Kind()-chess.King]
			if m.Man.Kind() == chess.Pawn {
				l = pawn
			}
			words = append(words, before+l+m.Square.String())
		}
	}
	return strings.Join(words, between)
}

// inWords writes two lists of men behind words for the sides.
func inWords(white, black, pawn, between, letters string) func(s *chess.Setup) string {
	return func(s *chess.Setup) string {
		l := strings.Fields(letters)
		return white + listed(s, chess.White, l, "", pawn, between) + black + listed(s, chess.Black, l, "", pawn, between)
	}
}

func board(s *chess.Setup) string { b, _, _ := strings.Cut(s.FEN(), " "); return b }

const (
	popeyeBorder = "+---a---b---c---d---e---f---g---h---+\n|                                   |\n"
	popeyeGap    = "   #\n|                                   |"
)

var written = []form{
	{"FEN", FEN, true, func(s *chess.Setup) string { return s.FEN() }},
	{"EPD", FEN, true, func(s *chess.Setup) string {
		return strings.Join(strings.Fields(s.FEN())[:4], " ") + ` bm e4; id "a b";`
	}},
	{"board alone", Board, false, board},
	{"board and side", Board, true, func(s *chess.Setup) string { return strings.Join(strings.Fields(s.FEN())[:2], " ") }},
	{"German board", Forsyth, false, func(s *chess.Setup) string {
		white := strings.NewReplacer("Q", "D", "R", "T", "B", "L", "N", "S", "P", "B")
		return strings.NewReplacer("q", "d", "r", "t", "b", "l", "n", "s", "p", "b").Replace(white.Replace(board(s)))
	}},
	{"lichess editor", Address, true, func(s *chess.Setup) string {
		return "https://lichess.org/editor/" + strings.ReplaceAll(s.FEN(), " ", "_") + "?color=black"
	}},
	{"lichess analysis", Address, true, func(s *chess.Setup) string {
		return "lichess.org/analysis/standard/" + strings.ReplaceAll(s.FEN(), " ", "%20") + "#3"
	}},
	{"chess.com analysis", Address, true, func(s *chess.Setup) string {
		return "https://www.chess.com/analysis?fen=" + url.QueryEscape(s.FEN()) + "&flip=false"
	}},
	{"our diagram", Diagram, false, func(s *chess.Setup) string { return notation.Diagram(*s) }},
	{"python-chess", Diagram, false, func(s *chess.Setup) string { return grid(s, "", " ", "", letter) }},
	{"python-chess, borders", Diagram, false, func(s *chess.Setup) string {
		return "  -----------------\n" + grid(s, "# |", "|", "|\n  -----------------", picture) + "   a b c d e f g h\n"
	}},
	{"Stockfish", Diagram, true, func(s *chess.Setup) string {
		const line = "\n +---+---+---+---+---+---+---+---+"
		man := func(m chess.Man) string { return strings.ReplaceAll(letter(m), ".", " ") }
		return line + "\n" + grid(s, " | ", " | ", " | #"+line, man) +
			"   a   b   c   d   e   f   g   h\n\nFen: " + s.FEN() + "\nKey: 8F8F01D4562F59FB\nCheckers: \n"
	}},
	{"from Black's side", Diagram, false, func(s *chess.Setup) string {
		lines := strings.Split(strings.TrimSpace(grid(s, "# ", " ", "", letter)), "\n")
		var b strings.Builder
		for i := 7; i >= 0; i-- {
			words := strings.Fields(lines[i])
			for j := 8; j >= 0; j-- {
				b.WriteString(words[j] + " ")
			}
			b.WriteString("\n")
		}
		return b.String() + "h g f e d c b a"
	}},
	{"Popeye's diagram", Diagram, false, func(s *chess.Setup) string {
		rows := grid(s, "# ", " ", popeyeGap, signed("KQRBSP"))
		return "A. Composer\n\n" + popeyeBorder + rows + popeyeBorder + "  dia9.5\n"
	}},
	{"Popeye's diagram in German", Diagram, false, func(s *chess.Setup) string {
		return popeyeBorder + grid(s, "# ", " ", popeyeGap, signed("KDTLSB")) + popeyeBorder
	}},
	{"English list", Men, true, func(s *chess.Setup) string {
		men := inWords("White: ", "\nBlack: ", "", ", ", "K Q R B N P")(s)
		return men + "\n" + sideName(string(s.Turn.Letter())) + " to move"
	}},
	{"problemists' list", Men, false, inWords("w: ", "; b: ", "P", " ", "K Q R B S P")},
	{"German list", Men, false, inWords("Weiß: ", " Schwarz: ", "B", " ", "K D T L S B")},
	{"French list", Men, false, inWords("Blancs : ", "; Noirs : ", "", ", ", "R D T F C P")},
	{"Spanish list", Men, false, inWords("Blancas: ", " / Negras: ", "", " ", "R D T A C P")},
	{"Russian list", Men, false, inWords("Белые: ", ". Чёрные: ", "п", ", ", "Кр Ф Л С К п")},
	{"PDB", Men, false, func(s *chess.Setup) string {
		l := strings.Fields("K D T L S B")
		return listed(s, chess.White, l, "w", "B", " ") + " " + listed(s, chess.Black, l, "s", "B", " ")
	}},
	{"Popeye", Popeye, false, func(s *chess.Setup) string {
		men := inWords("White ", "\nBlack ", "p", " ", "k q r b s p")(s)
		return "BeginProblem\nAuthor A. B.\nPieces\n" + men + "\nEndProblem\n"
	}},
	{"Popeye, Forsyth", Popeye, false, func(s *chess.Setup) string {
		return "beginproblem forsyth " + strings.NewReplacer("N", "S", "n", "s").Replace(board(s)) + " endproblem"
	}},
	{"UCI", UCI, true, func(s *chess.Setup) string { return "position fen " + s.FEN() }},
	{"PGN", Game, true, func(s *chess.Setup) string {
		var b strings.Builder
		if _, err := (&notation.Game{Start: *s}).WriteTo(&b); err != nil {
			panic(err)
		}
		return b.String()
	}},
}

// checkForm writes a position in a form, and reads it: as an argument, and after its first line as those of a list.
func checkForm(t *testing.T, f *form, s *chess.Setup) {
	t.Helper()
	text := f.write(s)
	r := Reading{}
	if r.Side = string(s.Turn.Letter()); f.turn {
		r.Side = ""
	}
	got, err := r.Read(text)
	if err != nil {
		// What is ambiguous is refused. Other positions than those that a game leads to are not distinguished.
		if !strings.Contains(err.Error(), "another position") && plausible(s) {
			t.Errorf("%s: %v\n%s", f.name, err, text)
		}
		return
	}
	back, err := chess.ParseFEN(got.FEN)
	if err != nil || back.Board != s.Board || back.Turn != s.Turn {
		t.Errorf("%s: %s, %v, want %s from\n%s", f.name, got.FEN, err, s.FEN(), text)
	}
	if got.Form != f.is && !(f.is == Forsyth && got.Form == Board) {
		t.Errorf("%s is read as %s:\n%s", f.name, got.Form, text)
	}
	text = strings.TrimSpace(text)
	if first, rest, more := strings.Cut(text, "\n"); more && FormOf(first) != FEN {
		belongs := Block(first)
		if belongs == nil {
			t.Fatalf("%s: a list takes the first line alone:\n%s", f.name, text)
		}
		n := 0
		for line := range strings.SplitSeq(rest, "\n") {
			below := f.name == "Stockfish" || strings.HasPrefix(text, "A. ") || strings.HasPrefix(line, "h g")
			if n++; !belongs(line) && !below && strings.TrimSpace(line) != "" {
				t.Errorf("%s: line %d is not taken, %q:\n%s", f.name, n, line, text)
				break
			}
		}
	}
}

// TestForms: each form of positions of random games.
func TestForms(t *testing.T) {
	t.Parallel()
	randomgames.Play(1, 300, func(p *randomgames.Position) bool {
		s := p.Pos.Setup()
		for i := range written {
			checkForm(t, &written[i], &s)
		}
		return !t.Failed()
	})
}

func FuzzForms(f *testing.F) {
	for i := range written {
		f.Add(chess.InitialFEN, uint8(i))
		f.Add("8/1b6/8/3k4/8/2N5/1P6/4K2R b - - 0 1", uint8(i))
	}
	f.Fuzz(func(t *testing.T, fen string, i uint8) {
		s, err := chess.ParseFEN(fen)
		if err != nil || !plausible(&s) {
			return
		}
		if _, err := chess.NewPosition(s); err != nil {
			return // no game begins there
		}
		checkForm(t, &written[int(i)%len(written)], &s)
	})
}

// FuzzRead: whatever the text is, an error says as what it was read, and where within the text.
func FuzzRead(f *testing.F) {
	s := chess.InitialSetup()
	for _, w := range written {
		f.Add(w.write(&s))
		f.Add(strings.Replace(w.write(&s), "1", "9", 1))
	}
	for _, text := range []string{
		"w:", "White Kg1 (1+0)", "8|", "+-+\n|", "position", "http://%zz", "pieces", "R/8",
		"b: Ka1 w: Kc1 b to move w to move",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range []Reading{{}, {Side: "w"}, {Open: true}, {Side: "b", Within: true, Ply: 3}} {
			p, err := r.Read(text)
			var bad *Error
			switch {
			case err == nil && p.Form == FEN:
			case err == nil && !r.Open:
				expect.Succeeds(t, expect.Err(chess.ParseFEN(p.FEN)), "%q: %s", text, p.FEN)
			case err != nil && (!errors.As(err, &bad) || bad.Form == "" || strings.Contains(err.Error(), "\n")):
				t.Errorf("%q: %v", text, err)
			case err != nil && bad.Line > 0:
				lines := strings.Split(text, "\n")
				if bad.Line > len(lines) || bad.Column < 1 || bad.Form != Game && bad.Column > len(lines[bad.Line-1])+1 {
					t.Errorf("%q: line %d, column %d: %v", text, bad.Line, bad.Column, err)
				}
			}
		}
		first, _, _ := strings.Cut(text, "\n")
		if belongs := Block(first); belongs != nil {
			for line := range strings.SplitSeq(text, "\n") {
				belongs(line)
			}
		}
	})
}

// TestRead: what is read from texts, and what is wrong with others; "/" in a want is a position, else an error.
func TestRead(t *testing.T) {
	t.Parallel()
	var tt struct{ text, side, want string }
	for range expect.Rows(t, "testdata/forms.tsv", &tt.text, &tt.side, &tt.want) {
		text := strings.ReplaceAll(tt.text, "¶", "\n")
		r := Reading{}
		r.Side = tt.side
		p, err := r.Read(text)
		got := p.FEN
		if p.Supposed != "" {
			got += "; " + p.Supposed
		}
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, tt.want)
		}
	}
}

// TestPly: a position within a game.
func TestPly(t *testing.T) {
	t.Parallel()
	var text, want string
	for range expect.Rows(t, "testdata/ply.tsv", &text, &want) {
		p, err := Reading{Within: true, Ply: 3}.Read(text)
		if err != nil {
			p.FEN = err.Error()
		}
		expect.Equal(t, p.FEN, want, "%s", text)
	}
}

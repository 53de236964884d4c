package notation

import (
	"bytes"
	"html/template"
	"image/png"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// sheet is two problems, with what has to be escaped.
func sheet(t *testing.T) []Problem {
	start := chess.InitialSetup()
	board := expect.Must(chess.ParseFEN("rnbqkbnr/pppppp1p/8/8/4P3/5Q2/PPPPpPPP/RNB1K2R b KQkq - 0 1"))
	return []Problem{
		{
			Board: board, Source: "A. & B., 50% of <Test> 2026", Stipulation: "Proof game in 4.5 moves", Popeye: "dia4.5",
			Verdict: "C+ unique", Remarks: []string{"Qh5# would be mate."},
			Solution: []string{"1.e4 g5 2.Qh5 g4 3.Nf3 gxf3 4.Be2 fxe2 5.Qf3", "dual 2...g4 3.Nf3 gxf3 4.Be2 fxe2 5.Qf3 (another way)"},
		},
		{Board: start, Stipulation: "Legal?"},
	}
}

func TestSheets(t *testing.T) {
	t.Parallel()
	problems := sheet(t)
	for _, f := range SheetForms {
		var one, two bytes.Buffer
		expect.NoError(t, f.Write(&one, problems[:1]))
		expect.NoError(t, f.Write(&two, problems))
		if f.Name != "png" {
			expect.Compare(t, "testdata/sheet"+f.Suffix, two.String())
			continue
		}
		// A picture: a man on a square is seen, and what is white of it.
		for n, b := range []*bytes.Buffer{&one, &two} {
			img, err := png.Decode(b)
			expect.NoError(t, err)
			const board = 8*pngSquare + 2
			expect.Equal(t, img.Bounds().Dx(), (n+1)*(board+pngGap)-pngGap, "width of %d boards", n+1)
			at := func(file, rank int) (white, black int) {
				for y := range pngSquare {
					for x := range pngSquare {
						switch r, g, b, _ := img.At(1+file*pngSquare+x, 1+(7-rank)*pngSquare+y).RGBA(); {
						case r == 0xffff && g == 0xffff && b == 0xffff:
							white++
						case r < 0x2000 && g < 0x2000 && b < 0x2000:
							black++
						}
					}
				}
				return white, black
			}
			for sq, m := range problems[0].Board.Board {
				white, black := at(sq&7, sq>>3)
				empty := white+black == 0
				if empty != (m == chess.NoMan) || !empty && (white > black) != (m.Color() == chess.White) {
					t.Errorf("%v on %v: %d white dots, %d black ones", m, chess.Square(sq), white, black)
				}
			}
		}
	}
}

// TestOutline: commands of paths, absolute and relative, and numbers without blanks.
func TestOutline(t *testing.T) {
	t.Parallel()
	got := outline("M1 2h3v-1l.5.5-1-1zm1,1L4 4q1 0 2 2")
	want := []ring{{{1, 2}, {4, 2}, {4, 1}, {4.5, 1.5}, {3.5, .5}}, {{2, 3}, {4, 4}}}
	if len(got) != 2 || len(got[1]) != 2+12 || got[1][13] != (point{6, 6}) {
		t.Fatal(got)
	}
	for i, r := range want {
		for j, p := range r {
			expect.Equal(t, got[i][j], p, "ring %d, point %d", i, j)
		}
	}
}

// Markup escapes as package html/template does, in text and in attributes, and leaves markup as it is.
func TestMarkup(t *testing.T) {
	page := template.Must(template.New("").Parse(`<p title="{{.}}">{{.}}</p>`))
	for _, text := range []string{"1.e4+ e5", `<script>alert("x")</script>`, `"' onload='x`, "a & b &amp; c", "\x00", "Zürich ½-½"} {
		var want strings.Builder
		expect.NoError(t, page.Execute(&want, text))
		expect.Equal(t, string(Markup(`<p title="%s">%s</p>`, text, text)), want.String(), "%q", text)
	}
	expect.Equal(t, Markup("%s%s", HTML("<br>"), 3), "<br>3", "markup")
}

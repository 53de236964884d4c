package problem

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
)

// Page is the content of a page or a diagram about a problem.
type Page struct {
	Board       chess.Setup
	Stipulation string   // "Proof game in 4.5 moves"
	Verdict     string   // "C+ unique"
	Solutions   []string // games with the numbers of moves
	Notes       []string // for each game, how it differs from the first; may be shorter than Solutions
	Deductions  []string
}

var page = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Stipulation}}</title>
<style>
:root { color-scheme: light dark; }
body { font-family: Georgia, serif; line-height: 1.45; max-width: 44em; margin: 0 auto; padding: 1em; }
figure { margin: 1em 0; }
figcaption { font-style: italic; }
</style>
</head>
<body>
<h1>{{.Stipulation}}</h1>
<figure>
{{.SVG}}
<figcaption>{{.Count}}</figcaption>
</figure>
<p><strong>{{.Verdict}}</strong></p>
{{if .Games}}<ol>
{{range .Games}}<li>{{.Text}}{{if .Note}} <em>({{.Note}})</em>{{end}}</li>
{{end}}</ol>
{{end}}{{if .Deductions}}<h2>Deductions</h2>
<ul>
{{range .Deductions}}<li>{{.}}</li>
{{end}}</ul>
{{end}}</body>
</html>
`))

// note returns the note of a game.
func (p *Page) note(i int) string {
	if i < len(p.Notes) {
		return p.Notes[i]
	}
	return ""
}

// WriteHTML writes an HTML page that refers to no other files.
func (p *Page) WriteHTML(w io.Writer) error {
	type game struct{ Text, Note string }
	var games []game
	for i, text := range p.Solutions {
		games = append(games, game{text, p.note(i)})
	}
	return page.Execute(w, struct {
		*Page
		SVG   template.HTML
		Count string
		Games []game
	}{p, template.HTML(notation.BoardSVG(p.Board, notation.SVGOptions{})), menCount(&p.Board), games})
}

// menCount returns the numbers of men as problem diagrams show them: "(15+14)".
func menCount(s *chess.Setup) string {
	var n [2]int
	for _, m := range s.Men() {
		n[m.Man.Color()]++
	}
	return fmt.Sprintf("(%d+%d)", n[chess.White], n[chess.Black])
}

// WriteLaTeX writes a document with the diagram, for the package chessboard.
func (p *Page) WriteLaTeX(w io.Writer) error {
	var b strings.Builder
	b.WriteString("\\documentclass{article}\n\\usepackage{chessboard}\n\\begin{document}\n\\begin{center}\n")
	board, _, _ := strings.Cut(p.Board.FEN(), " ")
	fmt.Fprintf(&b, "\\chessboard[setfen=%s, showmover=false]\\\\\n", board)
	fmt.Fprintf(&b, "%s \\hfill %s\n\\end{center}\n", latexText(p.Stipulation), menCount(&p.Board))
	fmt.Fprintf(&b, "\\textbf{%s}\n", latexText(p.Verdict))
	for i, text := range p.Solutions {
		fmt.Fprintf(&b, "\n%s", latexText(text))
		if note := p.note(i); note != "" {
			fmt.Fprintf(&b, " \\emph{(%s)}", latexText(note))
		}
		b.WriteByte('\n')
	}
	b.WriteString("\\end{document}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "#", `\#`, "%", `\%`, "&", `\&`, "_", `\_`, "{", `\{`, "}", `\}`, "$", `\$`, "^", `\^{}`, "~", `\~{}`)

func latexText(text string) string { return latexEscapes.Replace(text) }

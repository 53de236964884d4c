package notation

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"retroproof/chess"
)

// Problem is a position with what is said of it, for print.
type Problem struct {
	Board       chess.Setup
	Source      string   // author, place and date, as whoever prints it gives them
	Stipulation string   // "Proof game in 4.5 moves"
	Popeye      string   // the same for Popeye, "dia4.5"; "" if it has none
	Verdict     string   // "C+ unique"
	Solution    []string // games as magazines have them, "1.e4 g5 2.Qh5", and remarks on them
	Remarks     []string // sentences below
	Twins       []string // changes of the diagram, as Popeye has them; the stipulation has them, too
}

// Count returns the numbers of men as below diagrams: "(15+14)".
func (p *Problem) Count() string {
	var n [2]int
	for _, m := range p.Board.Men() {
		n[m.Man.Color()]++
	}
	return fmt.Sprintf("(%d+%d)", n[chess.White], n[chess.Black])
}

// Letters of men as problems have them, in the order of kinds.
const (
	problemLetters = "KQRBSP" // in English
	germanLetters  = "KDTLSB" // as the package diagram of LaTeX and the database PDB have them
)

// men lists a side's men by kinds, each behind a word: "Kg1 Ra1 Pa2".
func (p *Problem) men(c chess.Color, before, letters, between string) string {
	var words []string
	for k := chess.King; k <= chess.Pawn; k++ {
		for _, m := range p.Board.Men() {
			if m.Man == chess.MakeMan(c, k) {
				words = append(words, before+string(letters[k-chess.King])+m.Square.String())
			}
		}
	}
	return strings.Join(words, between)
}

// SheetForm is a form in which problems are printed.
type SheetForm struct {
	Name   string // "latex"
	Suffix string // of files, ".tex"
	write  func(w io.Writer, sheet []Problem) error
}

// SheetForms are all forms.
var SheetForms = []SheetForm{
	{"latex", ".tex", writeLaTeX}, {"popeye", ".pop", writePopeye}, {"pdb", ".pdb", writePDB},
	{"text", ".txt", writeTextSheet}, {"svg", ".svg", writeSVGSheet}, {"png", ".png", writePNGSheet},
	{"html", ".html", writeHTMLSheet},
}

// SheetFormOf returns the form with a name or, then isFile is true, that of a file by its suffix.
func SheetFormOf(name string) (form SheetForm, isFile, ok bool) {
	for _, f := range SheetForms {
		if f.Name == name || filepath.Ext(name) == f.Suffix {
			return f, f.Name != name, true
		}
	}
	return form, false, false
}

// Write writes problems, all on one sheet.
func (f SheetForm) Write(w io.Writer, sheet []Problem) error { return f.write(w, sheet) }

// each writes problems one by one.
func each(w io.Writer, sheet []Problem, one func(b *strings.Builder, i int, p *Problem)) error {
	var b strings.Builder
	for i := range sheet {
		one(&b, i, &sheet[i])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// titleOf is the source of a problem, with its number where there are several.
func titleOf(sheet []Problem, i int) string {
	if len(sheet) == 1 {
		return sheet[i].Source
	}
	return strings.TrimSpace(fmt.Sprintf("%d. %s", i+1, sheet[i].Source))
}

// texts returns, without empty ones, some texts and what is said below a diagram.
func (p *Problem) texts(first ...string) []string {
	all := slices.Concat(first, []string{p.Verdict}, p.Solution, p.Remarks)
	return slices.DeleteFunc(all, func(text string) bool { return text == "" })
}

// writePlain writes texts of each problem, a line each, with an empty line between problems.
func writePlain(w io.Writer, sheet []Problem, texts func(i int, p *Problem) []string) error {
	return each(w, sheet, func(b *strings.Builder, i int, p *Problem) {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.Join(append(texts(i, p), ""), "\n"))
	})
}

// writeTextSheet writes diagrams in characters.
func writeTextSheet(w io.Writer, sheet []Problem) error {
	return writePlain(w, sheet, func(i int, p *Problem) []string {
		diagram := strings.TrimSuffix(Diagram(p.Board), "\n")
		return p.texts(titleOf(sheet, i), diagram, strings.TrimSpace(p.Stipulation+" "+p.Count()))
	})
}

// writePDB writes the men as the database PDB lists them, with German letters.
func writePDB(w io.Writer, sheet []Problem) error {
	return writePlain(w, sheet, func(_ int, p *Problem) []string {
		men := p.men(chess.White, "w", germanLetters, " ") + " " + p.men(chess.Black, "s", germanLetters, " ")
		return p.texts(p.Source, men, strings.TrimSpace(p.Count()+" "+p.Stipulation))
	})
}

// writePopeye writes the input of the solver Popeye. What it does not take stands in remarks.
func writePopeye(w io.Writer, sheet []Problem) error {
	return each(w, sheet, func(b *strings.Builder, i int, p *Problem) {
		b.WriteString(map[bool]string{true: "BeginProblem\n", false: "NextProblem\n"}[i == 0])
		title := strings.Join(strings.Fields(p.Source), " ")
		if title != "" {
			b.WriteString("Author " + title + "\n")
		}
		if p.Popeye != "" {
			b.WriteString("Stipulation " + p.Popeye + "\n")
		}
		for _, text := range p.texts(p.Stipulation) {
			b.WriteString("Remark " + strings.Join(strings.Fields(text), " ") + "\n")
		}
		b.WriteString("Pieces\n  White " + p.men(chess.White, "", problemLetters, " "))
		b.WriteString("\n  Black " + p.men(chess.Black, "", problemLetters, " ") + "\n")
		for _, change := range p.Twins {
			b.WriteString("Twin " + change + "\n")
		}
		if i == len(sheet)-1 {
			b.WriteString("EndProblem\n")
		}
	})
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "#", `\#`, "%", `\%`, "&", `\&`, "_", `\_`,
	"{", `\{`, "}", `\}`, "$", `\$`, "^", `\^{}`, "~", `\~{}`)

func latexText(text string) string { return latexEscapes.Replace(text) }

// writeLaTeX writes a document for the package diagram, which has problems side by side and solutions below them.
func writeLaTeX(w io.Writer, sheet []Problem) error {
	const head = "\\documentclass[a4paper]{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{diagram}\n" +
		"\\begin{document}\n"
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	err := each(w, sheet, func(b *strings.Builder, i int, p *Problem) {
		b.WriteString("\\begin{diagram}\n")
		if p.Source != "" {
			fmt.Fprintf(b, "\\source{%s}\n", latexText(p.Source))
		}
		fmt.Fprintf(b, "\\pieces[%s]{%s, %s}\n", strings.Trim(p.Count(), "()"),
			p.men(chess.White, "w", germanLetters, ", "), p.men(chess.Black, "s", germanLetters, ", "))
		fmt.Fprintf(b, "\\stipulation{%s}\n", latexText(p.Stipulation))
		texts := p.texts()
		for i, text := range texts {
			texts[i] = latexText(text)
		}
		fmt.Fprintf(b, "\\solution{%s}\n\\end{diagram}\n", strings.Join(texts, "\\newline\n"))
	})
	if err == nil {
		_, err = io.WriteString(w, "\\putsol\n\\end{document}\n")
	}
	return err
}

// Sizes of a sheet in SVG.
const (
	sheetColumns = 3
	sheetBoard   = 240 // a board with its margin
	sheetGap     = 24
	sheetLine    = 15
	sheetLetters = 36 // in a line of text below a board
)

// writeSVGSheet writes a picture of all boards, up to three in a row, with sources and stipulations.
func writeSVGSheet(w io.Writer, sheet []Problem) error {
	columns := max(1, min(sheetColumns, len(sheet)))
	var body strings.Builder
	y := 0
	for first := 0; first < len(sheet); first += columns {
		row := sheet[first:min(first+columns, len(sheet))]
		tall := 0
		for i := range row {
			p := &row[i]
			x := i * (sheetBoard + sheetGap)
			above := wrap(breakWords(p.Source, sheetLetters), sheetLetters)
			below := wrap(breakWords(p.Stipulation+" "+p.Count(), sheetLetters), sheetLetters)
			above = append(slices.Repeat([]string{""}, max(0, 2-len(above))), above...)
			svgLines(&body, above, x, y)
			at := y + len(above)*sheetLine + sheetLine/2
			fmt.Fprintf(&body, "<g transform=\"translate(%d %d)\">\n%s</g>\n", x, at,
				BoardSVG(p.Board, SVGOptions{Shared: true, SquareSize: 10 * sheetBoard / 85}))
			svgLines(&body, below, x, at+sheetBoard)
			tall = max(tall, at+sheetBoard+len(below)*sheetLine-y)
		}
		y += tall + sheetGap
	}
	shared := strings.Replace(SVGShared(), ` width="0" height="0" style="position:absolute" aria-hidden="true"`, "", 1)
	const frame = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%[1]d\" height=\"%[2]d\"" +
		" viewBox=\"0 0 %[1]d %[2]d\" color=\"#000\">\n<rect width=\"100%%\" height=\"100%%\" " +
		"fill=\"#fff\"/>\n%[3]s%[4]s</svg>\n"
	width, height := columns*(sheetBoard+sheetGap)-sheetGap, max(1, y-sheetGap+sheetLine/2)
	_, err := fmt.Fprintf(w, frame, width, height, shared, body.String())
	return err
}

// svgLines writes lines of text over the width of a board.
func svgLines(b *strings.Builder, lines []string, x, y int) {
	for i, line := range lines {
		if line != "" {
			fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" font-family=\"serif\" font-size=\"12\" text-anchor=\"middle\">%s</text>\n",
				x+sheetBoard/2+sheetBoard/40, y+(i+1)*sheetLine, html.EscapeString(line))
		}
	}
}

// HTML is text that is markup already.
type HTML string

// escapeHTML escapes what may stand between tags, or in quotes in one.
var escapeHTML = strings.NewReplacer("\x00", "\uFFFD",
	`"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")

// Markup is fmt.Sprintf for markup: it escapes all arguments, which are for verbs %s, but those of type [HTML].
func Markup(format string, args ...any) HTML {
	escaped := make([]any, len(args))
	for i, a := range args {
		if markup, ok := a.(HTML); ok {
			escaped[i] = string(markup)
		} else {
			escaped[i] = escapeHTML.Replace(fmt.Sprint(a))
		}
	}
	return HTML(fmt.Sprintf(format, escaped...))
}

// sheetHead is the beginning of a page, with its title and the number of columns on paper.
//
//go:embed sheethead.html
var sheetHead string

// writeHTMLSheet writes a page that needs no other file, for the screen and for paper.
func writeHTMLSheet(w io.Writer, sheet []Problem) error {
	title := "Problems"
	var b strings.Builder
	put := func(format string, args ...any) { b.WriteString(string(Markup(format, args...))) }
	for i := range sheet {
		p := &sheet[i]
		if len(sheet) == 1 {
			title = p.Stipulation
		}
		board := HTML(BoardSVG(p.Board, SVGOptions{Shared: true}))
		put("<section>\n<h1>%s</h1>\n%s<p>%s %s</p>\n", titleOf(sheet, i), board, p.Stipulation, p.Count())
		if p.Verdict != "" {
			put("<p><strong>%s</strong></p>\n", p.Verdict)
		}
		for _, line := range p.Solution {
			put("<p>%s</p>\n", line)
		}
		if len(p.Remarks) > 0 {
			put("<ul>\n")
			for _, line := range p.Remarks {
				put("<li>%s</li>\n", line)
			}
			put("</ul>\n")
		}
		put("</section>\n")
	}
	page := Markup(sheetHead, title, min(2, len(sheet))) +
		HTML(SVGShared()+"<main>\n"+b.String()+"</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, string(page))
	return err
}

package verb

import (
	"cmp"
	"io"
	"strings"

	"retroproof/batch"
	"retroproof/chess/notation"
)

// Paper is the flags of verbs that write diagrams and answers for print: a request embeds it.
type Paper struct {
	Paper  string `flag:"paper" of:"FORM" doc:"print as FORM: latex, popeye, pdb, text, svg, png, html; or to such a file"`
	LaTeX  string `flag:"latex" of:"FILE" doc:"print to FILE for LaTeX's package diagram"`
	Source string `flag:"source" of:"TEXT" rare:"" doc:"TEXT above a diagram: author, place, date; with | between those of several"`

	sheet []notation.Problem
}

// CheckPaper refuses forms that there are not, and files that cannot be written in the end.
func (p *Paper) CheckPaper() error {
	_, isFile, ok := notation.SheetFormOf(p.Paper)
	switch {
	case p.Paper != "" && !ok:
		const want = "latex, popeye, pdb, text, svg, png or html, or a file in .tex, .pop, .pdb, .txt, .svg, .png or .html"
		return Usagef("--paper %q, want %s", batch.Cut(p.Paper, 80), want)
	case p.Source != "" && !p.Printed():
		return Usagef("--source needs --paper or --latex")
	case isFile:
		return batch.CheckTarget(p.Paper)
	}
	return nil
}

// Printed reports whether anything is to be printed.
func (p *Paper) Printed() bool { return p.Paper != "" || p.LaTeX != "" }

// PaperOnly reports whether what is printed goes to stdout, in place of answers.
func (p *Paper) PaperOnly() bool {
	_, isFile, ok := notation.SheetFormOf(p.Paper)
	return ok && !isFile || p.LaTeX == "-"
}

// AddProblem adds a problem to the sheet, with its source.
func (p *Paper) AddProblem(one notation.Problem) {
	if sources := strings.Split(p.Source, "|"); len(p.sheet) < len(sources) {
		one.Source = strings.TrimSpace(sources[len(p.sheet)])
	}
	p.sheet = append(p.sheet, one)
}

// WritePaper writes the sheet.
func (p *Paper) WritePaper(stdout io.Writer) error {
	form, _, _ := notation.SheetFormOf(p.Paper)
	latex, _, _ := notation.SheetFormOf("latex")
	return cmp.Or(p.WriteSheet(stdout, form, p.Paper), p.WriteSheet(stdout, latex, p.LaTeX))
}

// WriteSheet writes the sheet in a form to a file; "-" and the name of the form are stdout, "" is nothing. A sheet
// without problems is not written.
func (p *Paper) WriteSheet(stdout io.Writer, form notation.SheetForm, name string) error {
	switch {
	case name == "" || len(p.sheet) == 0:
		return nil
	case name == "-" || name == form.Name:
		return form.Write(stdout, p.sheet)
	}
	return batch.WriteFile(name, func(w io.Writer) error { return form.Write(w, p.sheet) })
}

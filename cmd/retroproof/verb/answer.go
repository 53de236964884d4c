package verb

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/batch"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
)

// What answers are: see package answer.
type (
	Head   = answer.Head
	Answer = answer.Answer
)

// Schema returns the name of an answer's schema.
func Schema(a Answer) string { return answer.Schema(a) }

// Complete puts the schema into an answer that is not printed, and returns it.
func Complete(a Answer) Answer { return answer.Complete(a, 0) }

// Print prints an answer: with --json as an object, else as text. line is that of stdin, 0 for an argument.
func (e *Env) Print(a Answer, line int) error { return e.PrintTo(e.Stdout, a, line) }

// PrintTo is [Env.Print] to a writer of its own.
func (e *Env) PrintTo(w io.Writer, a Answer, line int) error {
	if !e.JSON {
		return answer.Write(w, a, line)
	}
	_, err := fmt.Fprintln(w, AnswerJSON(a, line))
	return err
}

// AnswerJSON is an answer as it is printed with --json.
func AnswerJSON(a Answer, line int) string { return JSON(answer.Complete(a, line)) }

// PrintEach answers for an argument or, if it is "-", for every line of stdin, see [Env.Each]. f returns nil for a line
// without an answer.
func (e *Env) PrintEach(ctx context.Context, arg string, f func(text string) (Answer, error)) error {
	return e.Each(ctx, arg, func(text string, line int) error {
		a, err := f(text)
		if err != nil || a == nil {
			return err
		}
		return e.Print(a, line)
	})
}

// Quick has f print with a buffer, for answers that take microseconds: it is written out when stdin has nothing more
// for now, and in the end.
func (e *Env) Quick(f func(e *Env) error) error {
	w := bufio.NewWriterSize(e.Stdout, 1<<16)
	quick := *e
	quick.Stdout, quick.beforeWait = w, w.Flush
	return cmp.Or(f(&quick), w.Flush())
}

// JSON is an object as it is printed.
func JSON(v any) string { return answer.JSON(v) }

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

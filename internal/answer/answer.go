// Package answer is what answers have in common: they are objects of JSON with a schema, and texts for a reader.
package answer

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Head is what every answer in JSON begins with; answers embed it. Its tag "schema" names the schema, which doc/json.md
// describes.
type Head struct {
	Schema string `json:"schema"`
	Line   int    `json:"line,omitempty"` // of stdin; 0 for an argument
}

func (h *Head) head() *Head { return h }

// Answer is what is answered: a pointer to a struct that embeds [Head] and marshals to the documented JSON.
type Answer interface{ head() *Head }

// Texter is an answer that writes itself for a reader. Answers that are rows of a table need not: who has the table
// writes it.
type Texter interface{ Text(w io.Writer) error }

// Liner is an answer that is written otherwise in a list: in one line, for one line of stdin.
type Liner interface{ LineText(w io.Writer) error }

// Schema returns the name of an answer's schema: the tag of its [Head].
func Schema(a Answer) string {
	t := reflect.TypeOf(a).Elem()
	f, ok := t.FieldByName("Head")
	if !ok {
		panic(t.String() + " has no Head")
	}
	return f.Tag.Get("schema")
}

// Complete puts the schema into an answer, and the line of stdin that it answers, 0 for none. It returns the answer.
func Complete(a Answer, line int) Answer {
	*a.head() = Head{Schema(a), line}
	return a
}

// Write writes an answer for a reader: to a line of stdin, if that is not 0, in one line if the answer has such a form.
func Write(w io.Writer, a Answer, line int) error {
	if l, ok := a.(Liner); ok && line > 0 {
		return l.LineText(w)
	}
	t, ok := a.(Texter)
	if !ok {
		panic(fmt.Sprintf("%T has no text", a))
	}
	return t.Text(w)
}

// Columns prints a table with columns as wide as they need to be, flush right.
func Columns(w io.Writer, rows [][]string) error {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len(cell))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			if i > 0 {
				line += "  "
			}
			line += fmt.Sprintf("%*s", widths[i], cell)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// JSON is an object as it is printed: in a line, with < and > as they are.
func JSON(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // strings and numbers are always encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Plural chooses a word by a number.
func Plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// Counted writes "1 move" or "30 moves".
func Counted(n int, one, more string) string { return fmt.Sprint(n, " ", Plural(n, one, more)) }

// List writes "a, b and c".
func List(words []string) string { return joined(words, " and ") }

// Alternatives writes "a, b or c".
func Alternatives(words []string) string { return joined(words, " or ") }

func joined(words []string, last string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + last + words[n-1]
	}
	return strings.Join(words, "")
}

// Package answer is what answers have in common: they are objects of JSON with a schema, and texts for a reader.
package answer

import (
	"fmt"
	"io"
	"reflect"
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

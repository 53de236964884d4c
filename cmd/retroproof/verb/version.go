package verb

import (
	"context"
	"fmt"
	"io"

	"retroproof"
)

// Build is what this program was built from.
var Build = retroproof.BuildOf("retroproof")

// Own is the verb about the program itself.
var Own = Subject{Help: `
== version: Print the version
doc/install.md

Print the version, the commit, and the version of Go that the program was built with.

$ retroproof version
`, Verbs: []*Verb{Of(Verb{Name: "version", Answers: []Answer{&version{}}}, struct{}{},
	func(_ context.Context, e *Env, _ *struct{}) error {
		if e.JSON {
			return e.PrintJSON(Build)
		}
		return (&version{}).Text(e.Stdout)
	})}, Others: []Answer{&FormAnswer{}, &ProgressAnswer{}, &EvidenceAnswer{}}}

// version is the answer, which in JSON is a [retroproof.Build].
type version struct {
	Head `schema:"retroproof.version/1"`
}

// Text writes the version in a line.
func (*version) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, Build)
	return err
}

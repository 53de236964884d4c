// Package formulas has the verbs about formulas, transition systems and programs in URSA.
package formulas

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"retroproof/cmd/retroproof/verb"
	"retroproof/reach/models"
)

//go:embed help.txt
var help string

// Subject is what the program has of this package.
var Subject = verb.Subject{Help: strings.Replace(help, "MODELS\n", modelTexts(), 1),
	Verbs: []*verb.Verb{solve, reachVerb, ursaVerb}}

// modelTexts lists the models that are built in.
func modelTexts() string {
	var b strings.Builder
	for _, m := range models.All() {
		fmt.Fprintf(&b, "  %-16s%s\n", m.Name, m.Text)
	}
	return b.String()
}

// readAll reads the first bytes of a file, no more than most.
func readAll(ctx context.Context, e *verb.Env, name string, most int64) ([]byte, error) {
	in, err := e.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, most))
}

package text

import (
	"embed"
	"fmt"
	"strings"

	"retroproof/proofs/strategy/rules"
)

//go:embed builtin
var builtin embed.FS

// Builtin are the names of the strategies that are built in, as they are listed.
var Builtin = []string{"krk2013", "krk2016", "kqk", "torres", "kpk", "kbbk", "kbnk", "kbk", "knk"}

// Source returns the text of a strategy that is built in, with libraries written out; false if there is none.
func Source(name string) (string, bool) {
	source, err := builtin.ReadFile("builtin/" + name + ".strategy")
	return Include(string(source)), err == nil
}

// New returns a strategy that is built in, for a board.
func New(name string, b rules.Board) (*Strategy, error) {
	source, ok := Source(name)
	if !ok {
		return nil, fmt.Errorf("no strategy %.40q, want one of %s", name, strings.Join(Builtin, " "))
	}
	return Parse(name, source, b)
}

// Include puts the text of each library, which "include NAME" asks for, in the place of that line.
func Include(source string) string {
	var b strings.Builder
	for line := range strings.Lines(source) {
		if name, ok := strings.CutPrefix(line, "include "); ok {
			if text, err := builtin.ReadFile("builtin/" + strings.TrimSpace(name) + ".notions"); err == nil {
				line = string(text)
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

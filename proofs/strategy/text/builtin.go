package text

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"strings"

	"retroproof/proofs/strategy/core"
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

// Own reports whether a strategy that somebody has written is a built-in one. The error says that its core form is not
// that of its text, or that the text is not that of the strategy with its name.
func Own(s *core.Strategy) (bool, error) {
	again, err := Parse(s.Name, s.Source, s.Board)
	built, own := Source(s.Name)
	switch {
	case err != nil:
		return false, err
	case !bytes.Equal(again.Core, s.Core):
		return false, errors.New("the core form is not that of the text")
	case own && built != s.Source:
		return false, fmt.Errorf("the text is not that of %s", s.Name)
	}
	return own, nil
}

// New returns a strategy that is built in, for a board.
func New(name string, b rules.Board) (*core.Strategy, error) {
	s, _, err := read(name, b)
	return s, err
}

// BoardsOf returns the boards for which a strategy that is built in is defined.
func BoardsOf(name string) (Boards, error) {
	_, boards, err := read(name, rules.Board{Files: 8, Ranks: 8})
	return boards, err
}

func read(name string, b rules.Board) (*core.Strategy, Boards, error) {
	source, ok := Source(name)
	if !ok {
		return nil, Boards{}, fmt.Errorf("no strategy %.40q, want one of %s", name, strings.Join(Builtin, " "))
	}
	return parse(name, source, b)
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

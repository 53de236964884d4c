package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
)

// legalLine is a line of a list of positions: a FEN, a JSON object, or a FEN with
// the tokens of texelutil. Such a token is a word that ends in a colon, and the
// words up to the next one belong to it.
type legalLine struct {
	setup  chess.Setup
	tokens []legalToken
	game   string // of a position that was proven legal by it
}

type legalToken struct {
	name  string
	words []string
}

// texelTokens are the tokens that there are.
var texelTokens = map[string]bool{
	"illegal": true, "unknown": true, "legal": true, "forced": true, "kernel": true, "extKernel": true,
	"path": true, "status": true, "fail": true, "info": true, "proof": true,
}

// errLine is a line that is none of the three.
type errLine struct{ detail string }

func (e *errLine) Error() string { return e.detail }

// parseLegalLine reads a line.
func parseLegalLine(text string) (legalLine, error) {
	var l legalLine
	var err error
	if strings.HasPrefix(text, "{") {
		var object struct{ FEN, Verdict, Game string }
		if err := json.Unmarshal([]byte(text), &object); err != nil {
			return l, &errLine{fmt.Sprintf("no JSON object: %v", err)}
		}
		if object.FEN == "" {
			return l, &errLine{`no field "fen"`}
		}
		if l.setup, err = chess.ParseFEN(object.FEN); err != nil {
			return l, err
		}
		if object.Verdict == kernel.Legal.String() && object.Game != "" {
			l.game = object.Game
		}
		return l, nil
	}
	words := strings.Fields(text)
	first := len(words)
	for i, w := range words {
		if strings.HasSuffix(w, ":") {
			first = i
			break
		}
	}
	if first == len(words) {
		l.setup, err = chess.ParseFEN(text)
		return l, err
	}
	if l.setup, err = chess.ParseFEN(strings.Join(words[:first], " ")); err != nil {
		return l, err
	}
	legal := false
	for _, w := range words[first:] {
		if name, ok := strings.CutSuffix(w, ":"); ok {
			if !texelTokens[name] {
				return l, &errLine{fmt.Sprintf("unknown token %q", w)}
			}
			l.tokens = append(l.tokens, legalToken{name: name})
			legal = legal || name == "legal"
			continue
		}
		t := &l.tokens[len(l.tokens)-1]
		t.words = append(t.words, w)
	}
	for _, t := range l.tokens {
		if legal && t.name == "proof" {
			l.game = strings.Join(t.words, " ")
		}
	}
	return l, nil
}

// legalTokens writes a decision as texelutil does. Of the tokens that the line
// had, those of a search for proof games are kept while it makes sense.
func legalTokens(d *kernel.Decision, had []legalToken) string {
	var b strings.Builder
	b.WriteString(d.Setup.FEN())
	switch d.Verdict {
	case kernel.Illegal:
		fmt.Fprintf(&b, " illegal: %s", d.Reason)
		return b.String()
	case kernel.Legal:
		b.WriteString(" legal: proof:")
		return b.String()
	}
	b.WriteString(" unknown:")
	found := d.Kernel.Status == kernel.ExtendedFound
	if found {
		fmt.Fprintf(&b, " kernel:%s extKernel:%s", leadingBlank(d.Kernel.Kernel), leadingBlank(d.Kernel.Extended))
	}
	for _, t := range had {
		switch t.name {
		case "kernel", "extKernel":
			if found {
				continue
			}
			fallthrough
		case "path", "status", "fail", "info":
			fmt.Fprintf(&b, " %s:%s", t.name, leadingBlank(strings.Join(t.words, " ")))
		}
	}
	return b.String()
}

func leadingBlank(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

// answeredFEN returns the FEN of a line of output, to compare it with the input's
// when a run is resumed.
func answeredFEN(text string) (string, error) {
	if strings.HasPrefix(text, "{") {
		var object struct{ Schema, FEN string }
		if err := json.Unmarshal([]byte(text), &object); err != nil {
			return "", err
		}
		if object.Schema != legalSchema {
			return "", errors.New("another schema")
		}
		return object.FEN, nil
	}
	words := strings.Fields(text)
	if len(words) < 7 {
		return "", errors.New("no answer")
	}
	return strings.Join(words[:6], " "), nil
}

// illegalAnswer reports whether a line of output says that its position is
// illegal.
func illegalAnswer(text string) bool {
	if strings.HasPrefix(text, "{") {
		var object struct{ Verdict string }
		return json.Unmarshal([]byte(text), &object) == nil && object.Verdict == kernel.Illegal.String()
	}
	words := strings.Fields(text)
	return len(words) > 6 && strings.TrimSuffix(words[6], ":") == kernel.Illegal.String()
}

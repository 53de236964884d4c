package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"retroproof/kernel"
	"retroproof/kernel/resolve"
)

// legalTokens writes an answer as texelutil does. Of the tokens that the line
// had, those of a search for proof games are kept while it makes sense.
func legalTokens(a *resolve.Answer, had []listToken) string {
	var b strings.Builder
	b.WriteString(a.Setup.FEN())
	switch a.Verdict {
	case kernel.Illegal:
		fmt.Fprintf(&b, " illegal: %s", a.Reason)
		return b.String()
	case kernel.Legal:
		b.WriteString(" legal: proof:" + leadingBlank(strings.Join(a.Game, " ")))
		return b.String()
	}
	b.WriteString(" unknown:")
	found := a.Kernel.Status == kernel.ExtendedFound
	if found {
		fmt.Fprintf(&b, " kernel:%s extKernel:%s", leadingBlank(a.Kernel.Kernel), leadingBlank(a.Kernel.Extended))
	}
	for _, t := range had {
		renewed := found && (t.name == "kernel" || t.name == "extKernel")
		if !renewed && slices.Contains(searchTokens, t.name) {
			fmt.Fprintf(&b, " %s:%s", t.name, leadingBlank(strings.Join(t.words, " ")))
		}
	}
	return b.String()
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

// decidedAnswer reports whether a line of output says that its position is illegal
// or legal.
func decidedAnswer(text string) bool {
	verdict := ""
	if strings.HasPrefix(text, "{") {
		var object struct{ Verdict string }
		if json.Unmarshal([]byte(text), &object) == nil {
			verdict = object.Verdict
		}
	} else if words := strings.Fields(text); len(words) > 6 {
		verdict = strings.TrimSuffix(words[6], ":")
	}
	return verdict == kernel.Illegal.String() || verdict == kernel.Legal.String()
}

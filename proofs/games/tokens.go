package games

import (
	"bufio"
	"strings"
)

// tokenReader reads lines with a FEN and tokens: words that end in a colon, each with the words
// up to the next one. All tokens except illegal, legal and proof are about the search for a
// game, and are ignored.
type tokenReader struct {
	lines lineReader
	start string // of all games: the lines do not state it
}

func newTokenReader(r *bufio.Reader, o Options) reader {
	return &tokenReader{newLineReader(r), o.Start}
}

var tokens = map[string]bool{
	"illegal": true, "unknown": true, "legal": true, "forced": true, "kernel": true, "extKernel": true,
	"path": true, "status": true, "fail": true, "info": true, "proof": true,
}

func (t *tokenReader) next() (entry, error) {
	text, err := t.lines.next()
	e := entry{line: t.lines.line, start: t.start, plies: -1}
	if err != nil {
		return e, err
	}
	words := strings.Fields(text)
	if len(words) < 6 {
		return e, because(ErrSyntax, "%d words, want the six of a FEN", len(words))
	}
	e.goal = strings.Join(words[:6], " ")
	seen := map[string]bool{}
	token := ""
	for _, w := range words[6:] {
		name, ok := strings.CutSuffix(w, ":")
		switch {
		case ok && !tokens[name]:
			return e, because(ErrSyntax, "unknown token %.20q", w)
		case ok && seen[name]:
			return e, because(ErrSyntax, "token %q twice", w)
		case ok:
			token, seen[name] = name, true
		case token == "":
			return e, because(ErrSyntax, "%.20q after the FEN, want a token such as legal:", w)
		case token == "proof":
			e.moves = append(e.moves, w)
		}
	}
	switch {
	case seen["illegal"] && seen["legal"], seen["unknown"] && (seen["legal"] || seen["illegal"]):
		return e, because(ErrSyntax, "two verdicts")
	case seen["proof"] && !seen["legal"]:
		return e, because(ErrSyntax, "proof: without legal:")
	case seen["illegal"]:
		e.claim = illegal
	case seen["legal"]:
		e.claim, e.bare = legal, !seen["proof"]
	}
	return e, nil
}

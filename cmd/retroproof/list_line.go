package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/kernel"
)

// listLine is a line of a list of positions: a FEN, a JSON object, or a FEN with
// the tokens of texelutil. Such a token is a word that ends in a colon, and the
// words up to the next one belong to it. The fields of an object that say the same
// become tokens.
type listLine struct {
	setup  chess.Setup
	tokens []listToken
	start  string   // FEN that an object names as the start; "" if nothing is said
	proven bool     // it is called legal, and a game is given
	game   []string // the game
}

type listToken struct {
	name  string
	words []string
}

// texelTokens are the tokens that there are.
var texelTokens = map[string]bool{
	"illegal": true, "unknown": true, "legal": true, "forced": true, "kernel": true, "extKernel": true,
	"path": true, "status": true, "fail": true, "info": true, "proof": true,
}

// errLine is a line that is none of the three.
type errLine struct {
	column int // in bytes from 1; 0 if it is not known
	detail string
}

func (e *errLine) Error() string { return e.detail }

// parse reads a line. Columns in errors are those of the line in its file.
func (line numberedLine) parse() (listLine, error) {
	if err := line.tooLong(); err != nil {
		return listLine{}, err
	}
	l, err := parseListLine(line.text)
	return l, atColumn(err, line.indent)
}

// parseListLine reads a line.
func parseListLine(text string) (l listLine, err error) {
	if strings.HasPrefix(text, "{") {
		err = l.readObject(text)
	} else {
		err = l.readTokens(text)
	}
	return l, err
}

// token returns the words of a token, and whether it is there.
func (l *listLine) token(name string) ([]string, bool) {
	for _, t := range l.tokens {
		if t.name == name {
			return t.words, true
		}
	}
	return nil, false
}

// readTokens reads a FEN with tokens.
func (l *listLine) readTokens(text string) error {
	fen := lenient.FEN(text)
	tokens := ""
	if first := firstToken(fen); first >= 0 {
		fen, tokens = fen[:first], fen[first:]
	}
	var err error
	if l.setup, err = chess.ParseFEN(strings.TrimRight(fen, " \t")); err != nil {
		return err
	}
	at := len(fen)
	for w := range strings.FieldsSeq(tokens) {
		at += strings.Index(text[at:], w)
		if name, ok := strings.CutSuffix(w, ":"); ok {
			if !texelTokens[name] {
				return &errLine{at + 1, fmt.Sprintf("unknown token %q", cutText(w, shownOfLong))}
			}
			l.tokens = append(l.tokens, listToken{name: name})
			at += len(w)
			continue
		}
		at += len(w)
		t := &l.tokens[len(l.tokens)-1]
		t.words = append(t.words, w)
	}
	_, legal := l.token("legal")
	game, proof := l.token("proof")
	if legal && proof {
		l.proven, l.game = true, game
	}
	return nil
}

// firstToken returns where the first token of a line is, -1 if there is none.
func firstToken(text string) int {
	at := 0
	for w := range strings.FieldsSeq(text) {
		at += strings.Index(text[at:], w)
		if strings.HasSuffix(w, ":") {
			return at
		}
		at += len(w)
	}
	return -1
}

// listObject has the fields of JSON objects that are read, those of "legal" and
// "proofgame".
type listObject struct {
	Schema   string
	FEN      string
	Start    string
	Verdict  string
	Reason   string
	Game     string
	Plies    *int
	Kernel   *string
	Extended *string `json:"extended_kernel"`
	Info     string
	States   uint64
	GaveUp   bool `json:"gave_up"`
}

// readObject reads a JSON object.
func (l *listLine) readObject(text string) error {
	var o listObject
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return &errLine{jsonColumn(err), fmt.Sprintf("no JSON object: %v", err)}
	}
	if o.FEN == "" {
		return &errLine{1, `no field "fen"`}
	}
	var err error
	if l.setup, err = chess.ParseFEN(lenient.FEN(o.FEN)); err != nil {
		return atColumn(err, strings.Index(text, o.FEN))
	}
	if l.start = o.Start; l.start == "" && o.Schema != "" {
		l.start = chess.InitialFEN // our own objects only name others
	}
	add := func(name, words string) {
		l.tokens = append(l.tokens, listToken{name, strings.Fields(words)})
	}
	switch o.Verdict {
	case kernel.Legal.String():
		add("legal", "")
		if o.Game != "" || o.Plies != nil && *o.Plies == 0 {
			add("proof", o.Game)
			l.proven, l.game = true, strings.Fields(o.Game)
		}
	case kernel.Illegal.String():
		add("illegal", o.Reason)
	}
	if o.Kernel != nil {
		add("kernel", *o.Kernel)
	}
	if o.Extended != nil {
		add("extKernel", *o.Extended)
	}
	if o.States > 0 {
		add("status", "N="+strconv.FormatUint(o.States, 10))
	}
	if o.GaveUp {
		add("fail", "")
	}
	if o.Info != "" {
		add("info", o.Info)
	}
	return nil
}

// jsonColumn returns where in a text the decoder has stopped, in bytes from 1; 0 if
// it does not say.
func jsonColumn(err error) int {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return int(max(syntax.Offset, 1))
	case errors.As(err, &kind):
		return int(max(kind.Offset, 1))
	}
	return 0
}

func leadingBlank(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

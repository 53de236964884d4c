// Package poslist reads and writes the lines of lists of positions, and answers them: with verdicts ([Verdicts]), or
// with games, a pass at a time ([Games]).
//
// A line is a FEN, a JSON object with a field "fen", or a FEN with the tokens of texelutil's lists of proof games: such
// a token is a word that ends in a colon, and the words up to the next one belong to it. What "retroproof legal" and
// "retroproof proofgame" print is read, too. The fields of an object that say the same as tokens become tokens.
package poslist

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
)

// Line is a line of a list.
type Line struct {
	Setup   chess.Setup
	Verdict kernel.Verdict // Unknown, too, without one

	// Of [Parse] only.
	Tokens  []Token
	HasGame bool     // the position is called legal, and a game is given
	Game    []string // in SAN; empty for a start

	// Of [ParseVerdict] only.
	Answered bool // there is a verdict, unknown or another

	// Of objects.
	Schema string // "" if the line is no object, or its schema is not named
	Start  string // FEN of the start that is named; "" if nothing is said
	Number string // which draw of its sample, as "draw 5", or line of the list that was asked about, as "line 5"
}

// Token is a token with its words.
type Token struct {
	Name  string // without the colon
	Words []string
}

// texelTokens are the tokens that there are.
var texelTokens = map[string]bool{
	"illegal": true, "unknown": true, "legal": true, "forced": true, "kernel": true, "extKernel": true,
	"path": true, "status": true, "fail": true, "info": true, "proof": true,
}

// verdicts has the verdicts by the words that stand for them.
var verdicts = map[string]kernel.Verdict{
	kernel.Unknown.String(): kernel.Unknown, kernel.Illegal.String(): kernel.Illegal, kernel.Legal.String(): kernel.Legal,
}

// Malformed is the verdict that is printed on a line that is no position.
const Malformed = "malformed"

// Parse reads a line with all of its tokens. The error is a [*batch.LineError] or a [*chess.FENError], with columns of
// the line in its list.
func Parse(line batch.Line) (Line, error) {
	return parse(line, (*Line).readTokens, func(l *Line, o *object) error {
		if err := cmp.Or(o.describe(l), o.translate()); err != nil {
			return err
		}
		l.Tokens = o.tokens()
		if l.HasGame = l.Verdict == kernel.Legal && o.hasGame(); l.HasGame {
			l.Game = strings.Fields(o.Game)
		}
		return nil
	})
}

// ParseVerdict reads the position and the verdict of a line, and nothing of what follows it. The verdict needs no
// colon. Errors are as those of Parse.
func ParseVerdict(line batch.Line) (Line, error) {
	return parse(line, (*Line).readVerdict, func(l *Line, o *object) error {
		_, l.Answered = verdicts[o.Verdict]
		switch {
		case o.Error != "":
			return &batch.LineError{Detail: "a line without a position: " + o.Error}
		case !l.Answered && o.Verdict != "":
			return &batch.LineError{Detail: fmt.Sprintf("verdict %q, want legal, illegal or unknown", o.Verdict)}
		}
		return o.describe(l)
	})
}

// parse reads a line that is not too long: a FEN with what follows it, or an object.
func parse(line batch.Line, plain func(*Line, string) error, read func(*Line, *object) error) (l Line, err error) {
	if err := line.Err(); err != nil {
		return l, err
	}
	if !strings.HasPrefix(line.Text, "{") {
		err = plain(&l, line.Text)
	} else if o, bad := readObject(line.Text); bad != nil {
		err = bad
	} else {
		err = read(&l, &o)
	}
	return l, AtColumn(err, line.Indent)
}

// AtColumn moves the column of an error about a part of a line that has so many bytes before it.
func AtColumn(err error, before int) error {
	var fen *chess.FENError
	var line *batch.LineError
	switch {
	case before == 0:
	case errors.As(err, &fen):
		moved := *fen
		moved.Column += before
		return &moved
	case errors.As(err, &line) && line.Column > 0:
		return &batch.LineError{Column: line.Column + before, Detail: line.Detail}
	}
	return err
}

// Token returns the words of a token, and whether the line has it.
func (l *Line) Token(name string) ([]string, bool) {
	for _, t := range l.Tokens {
		if t.Name == name {
			return t.Words, true
		}
	}
	return nil, false
}

// readTokens reads a FEN with tokens.
func (l *Line) readTokens(text string) error {
	fen, tokens := split(text, false)
	var err error
	if l.Setup, err = chess.ParseFEN(strings.TrimRight(fen, " \t")); err != nil {
		return err
	}
	at := len(fen)
	for w := range strings.FieldsSeq(tokens) {
		at += strings.Index(text[at:], w)
		if name, ok := strings.CutSuffix(w, ":"); ok {
			if !texelTokens[name] {
				return &batch.LineError{Column: at + 1, Detail: fmt.Sprintf("unknown token %q", batch.Cut(w, 200))}
			}
			l.Tokens = append(l.Tokens, Token{Name: name})
		} else {
			t := &l.Tokens[len(l.Tokens)-1]
			t.Words = append(t.Words, w)
		}
		at += len(w)
	}
	game, proof := l.Token("proof")
	if _, legal := l.Token(kernel.Legal.String()); legal && proof {
		l.HasGame, l.Game = true, game
	}
	if len(l.Tokens) > 0 {
		l.Verdict = verdicts[l.Tokens[0].Name]
	}
	return nil
}

// readVerdict reads a FEN with a verdict.
func (l *Line) readVerdict(text string) (err error) {
	fen, rest := split(text, true)
	if words := strings.Fields(rest); len(words) > 0 {
		switch l.Verdict, l.Answered = verdicts[strings.TrimSuffix(words[0], ":")]; {
		case words[0] == Malformed:
			return &batch.LineError{Detail: "a line without a position: " + text}
		case !l.Answered:
			// Another token of texelutil's; these have a verdict before the first.
			return &batch.LineError{Detail: fmt.Sprintf("%q before a verdict, want legal, illegal or unknown", words[0])}
		}
	}
	l.Setup, err = chess.ParseFEN(strings.TrimRight(fen, " \t"))
	return err
}

// split divides a line before its first token. With bare, the word "malformed" and, after four others, a verdict
// without a colon are such, too.
func split(text string, bare bool) (fen, rest string) {
	text = lenient.Clean(text)
	at, n := 0, 0
	for w := range strings.FieldsSeq(text) {
		at += strings.Index(text[at:], w)
		_, verdict := verdicts[w]
		if strings.HasSuffix(w, ":") || bare && (w == Malformed || verdict && n >= 4) {
			return text[:at], text[at:]
		}
		at += len(w)
		n++
	}
	return text, ""
}

// object has the fields of JSON objects that are read: of "legal", of "proofgame", and of a survey's lines.
type object struct {
	Schema     string
	FEN        string
	Start      string
	Verdict    string
	Reason     string
	Game       string
	UCI        string // the same
	Plies      *int
	Kernel     *string
	Extended   *string `json:"extended_kernel"`
	Info       string
	States     uint64
	GaveUp     bool `json:"gave_up"`
	Error      string
	Draw, Line *uint64

	text string // of the object
}

// readObject reads a JSON object.
func readObject(text string) (o object, err error) {
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return o, jsonError(err)
	}
	if o.text = text; o.FEN == "" {
		return o, &batch.LineError{Column: 1, Detail: `no field "fen"`}
	}
	return o, nil
}

// describe sets what an object says of its position, without tokens.
func (o *object) describe(l *Line) (err error) {
	if l.Setup, err = lenient.ParseSetup(o.FEN); err != nil {
		return AtColumn(err, strings.Index(o.text, o.FEN))
	}
	l.Schema, l.Verdict = o.Schema, verdicts[o.Verdict]
	if l.Start = o.Start; l.Start == "" && o.Schema != "" {
		l.Start = chess.InitialFEN // retroproof's objects name others only
	}
	switch {
	case o.Draw != nil:
		l.Number = fmt.Sprint("draw ", *o.Draw)
	case o.Line != nil:
		l.Number = fmt.Sprint("line ", *o.Line)
	}
	return nil
}

// translate makes the game of an object that has its moves only as UCI has them.
func (o *object) translate() error {
	if o.Game != "" || o.UCI == "" || verdicts[o.Verdict] != kernel.Legal {
		return nil
	}
	start, err := chess.ParseFEN(cmp.Or(o.Start, chess.InitialFEN))
	if err != nil {
		return &batch.LineError{Detail: "start: " + err.Error()}
	}
	san, err := notation.InSAN(&start, strings.Fields(o.UCI))
	if err != nil {
		return &batch.LineError{Detail: "uci: " + err.Error()}
	}
	o.Game = strings.Join(san, " ")
	return nil
}

func (o *object) hasGame() bool { return o.Game != "" || o.Plies != nil && *o.Plies == 0 }

// tokens returns what an object says, as tokens.
func (o *object) tokens() (list []Token) {
	add := func(name, words string) { list = append(list, Token{name, strings.Fields(words)}) }
	switch verdicts[o.Verdict] {
	case kernel.Legal:
		add("legal", "")
		if o.hasGame() {
			add("proof", o.Game)
		}
	case kernel.Illegal:
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
	return list
}

// jsonError is the error about a text that the decoder refuses.
func jsonError(err error) *batch.LineError {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	e := &batch.LineError{Detail: fmt.Sprintf("no JSON object: %v", err)}
	switch {
	case errors.As(err, &syntax):
		e.Column = int(max(syntax.Offset, 1))
	case errors.As(err, &kind):
		e.Column = int(max(kind.Offset, 1))
		e.Detail = fmt.Sprintf("a %s in the field %q", kind.Value, strings.ToLower(kind.Field))
	}
	return e
}

// Text writes a line: a position with its tokens.
func Text(fen string, tokens ...Token) string {
	var b strings.Builder
	b.WriteString(fen)
	for _, t := range tokens {
		fmt.Fprintf(&b, " %s:", t.Name)
		for _, w := range t.Words {
			b.WriteString(" " + w)
		}
	}
	return b.String()
}

// TokenLine writes an answer as texelutil does. Of the tokens that the line
// had, those of a search for proof games are kept while it makes sense.
func TokenLine(a *resolve.Answer, had []Token) string {
	list := []Token{{Name: a.Verdict.String()}}
	switch a.Verdict {
	case kernel.Illegal:
		list[0].Words = []string{string(a.Reason)}
		return Text(a.Setup.FEN(), list...)
	case kernel.Legal:
		return Text(a.Setup.FEN(), append(list, Token{Name: "proof", Words: a.Game})...)
	}
	found := a.Kernel.Extended == kernel.Found
	if found {
		list = append(list, Token{Name: "kernel", Words: strings.Fields(kernel.FormatMoves(a.Kernel.Moves))},
			Token{Name: "extKernel", Words: strings.Fields(a.Kernel.Ranks.String())})
	}
	for _, t := range had {
		renewed := found && (t.Name == "kernel" || t.Name == "extKernel")
		if !renewed && slices.Contains(SearchTokens, t.Name) {
			list = append(list, t)
		}
	}
	return Text(a.Setup.FEN(), list...)
}

// SearchTokens are the names of the tokens that searches leave in a line, in the order in which they are written.
var SearchTokens = []string{"kernel", "extKernel", "path", "status", "fail", "info"}

// NewReader returns the reader of a list of positions, each in any form: those of several lines are gathered, and what
// is no FEN becomes one. tell, which may be nil, is told what is supposed where a text does not say it.
func NewReader(in io.Reader, reading lenient.Reading, tell func(p *lenient.Position)) *batch.Reader {
	list := batch.NewReader(in)
	list.Gather = lenient.Block
	list.Rewrite = func(text string) (string, error) {
		p, err := reading.Read(text)
		if err != nil {
			return "", err
		}
		if tell != nil && p.Supposed != "" {
			tell(&p)
		}
		if p.Form == lenient.FEN && reading.Side == "" {
			return text, nil // with what stands behind it
		}
		return p.FEN, nil
	}
	return list
}

// Column returns where in its line a mistake of a position is, in bytes from 1; 0 if that is not known.
func Column(err error) int {
	var line *batch.LineError
	var fen *chess.FENError
	var form *lenient.Error
	switch {
	case errors.As(err, &form):
		return form.Column
	case errors.As(err, &line):
		return line.Column
	case errors.As(err, &fen):
		return fen.Column
	}
	return 0
}

package poslist

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
)

// line returns a text as the line of a list.
func line(text string) batch.Line { return batch.Line{Number: 1, Text: strings.TrimSpace(text)} }

func TestParseVerdict(t *testing.T) {
	t.Parallel()
	const fen = "8/8/8/8/8/8/8/Kk6 w - - 0 1"
	var tt struct {
		text string
		want kernel.Verdict
		bad  bool
	}
	for range expect.Rows(t, "testdata/parse-verdict.tsv", &tt.text, &tt.want, &tt.bad) {
		l, err := ParseVerdict(line(tt.text))
		if (err != nil) != tt.bad || !tt.bad && (l.Verdict != tt.want || l.Setup.FEN() != fen || l.Number != Number{}) {
			t.Errorf("%q: %+v, %v", tt.text, l, err)
		}
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	const fen = `{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1","verdict":"illegal"`
	for text, want := range map[string]string{
		`,"line":7}`:            "line 7",
		`,"draw":0,"rank":"5"}`: "draw 0",
		`,"line":7,"draw":6}`:   "draw 6",
	} {
		l, err := ParseVerdict(line(fen + text))
		if err != nil || l.Number.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, l.Number, err, want)
		}
	}
	if _, err := ParseVerdict(line(fen + `,"draw":-1}`)); err == nil {
		t.Error("draw -1 is accepted")
	}
}

// TestParse: FENs, tokens and objects, and what is wrong with lines, in which column.
func TestParse(t *testing.T) {
	t.Parallel()
	const fen = "8/8/8/8/8/8/8/Kk6 w - - 0 1"
	var tt struct {
		text  string
		want  string // tokens as Text writes them, and the game if there is one
		start string
	}
	for range expect.Rows(t, "testdata/parse.tsv", &tt.text, &tt.want, &tt.start) {
		l, err := Parse(line(tt.text))
		got := Text("", l.Tokens...)
		if l.HasGame {
			got += " game " + strings.Join(l.Game, " ")
		}
		if err != nil || l.Setup.FEN() != fen || got != tt.want || l.Start != tt.start {
			t.Errorf("%s: %q from %q, %v; want %q", tt.text, got, l.Start, err, tt.want)
		}
		if words, ok := l.Token("kernel"); ok != strings.Contains(tt.want, " kernel:") || ok && strings.Join(words, " ") != "wxDB" {
			t.Errorf("%s: kernel %v, %t", tt.text, words, ok)
		}
	}
	for text, column := range map[string]int{
		"rubbish": 2, fen + " legal: what: x": 36, "{": 1, `{"fen":"rubbish"}`: 10, `{"fen":8}`: 8, `{}`: 1,
		`{"fen":"` + fen + `","verdict":"legal","uci":"e2e5"}`: 0, `{"start":"x","fen":"` + fen + `","verdict":"legal","uci":"e2e4"}`: 0,
	} {
		_, err := Parse(batch.Line{Number: 1, Indent: 3, Text: text})
		var list *batch.LineError
		var position *chess.FENError
		got := 0
		switch {
		case errors.As(err, &list):
			got = list.Column
		case errors.As(err, &position):
			got = position.Column
		}
		if column > 0 {
			column += 3
		}
		if err == nil || got != column {
			t.Errorf("%s: %v in column %d, want %d", text, err, got, column)
		}
	}
	if _, err := Parse(batch.Line{Long: true, Text: fen}); err == nil {
		t.Error("the beginning of a line is a line")
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal: AdjacentKings", "8/8/8/8/8/8/8/Kk6 w - - 0 1 legal: proof: e4",
		`{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1","verdict":"unknown","kernel":"wxDB"}`, "x malformed", "", "{", ":", "a: b:",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		// What has been understood can be written so that it is understood again.
		if l, err := ParseVerdict(line(text)); err == nil {
			again, err := ParseVerdict(line(Text(l.Setup.FEN(), Token{Name: l.Verdict.String()})))
			if err != nil || again.Setup != l.Setup || again.Verdict != l.Verdict || !again.Answered {
				t.Errorf("%q: %+v, %v", text, again, err)
			}
		}
		if strings.ContainsAny(text, "\r\n") {
			return
		}
		if l, err := Parse(line(text)); err == nil && !strings.HasPrefix(strings.TrimSpace(text), "{") {
			again, err := Parse(line(Text(l.Setup.FEN(), l.Tokens...)))
			if err != nil || fmt.Sprint(again) != fmt.Sprint(l) {
				t.Errorf("%q: %+v, %v, want %+v", text, again, err, l)
			}
		}
	})
}

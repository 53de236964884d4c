package poslist

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/astar"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
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
		if (err != nil) != tt.bad || !tt.bad && (l.Verdict != tt.want || l.Setup.FEN() != fen || l.Number != "") {
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
		if err != nil || l.Number != want {
			t.Errorf("%s: %v, %v, want %s", text, l.Number, err, want)
		}
	}
	expect.Fails(t, expect.Err(ParseVerdict(line(fen+`,"draw":-1}`))), "draw -1")
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
	expect.Fails(t, expect.Err(Parse(batch.Line{Long: true, Text: fen})), "the beginning of a line")
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

// TestSeen: a draw counts once, a position as often as it is drawn, and never with two verdicts.
func TestSeen(t *testing.T) {
	t.Parallel()
	const fen = `{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1","verdict":"`
	for _, tt := range []struct {
		lines []string // "-" opens another file
		again uint64
		first string
		bad   string // in the error of the last line
	}{
		{[]string{fen + `illegal"}`, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 legal"}, 0, "", ""},
		{[]string{fen + `illegal"}`, "8/8/8/8/8/8/8/Kk6 w - - 7 8 illegal", fen + `unknown"}`}, 2, "one:2 that of one:1", ""},
		{[]string{fen + `unknown","draw":5}`, "-", fen + `illegal","draw":6}`}, 1, "two:1 that of one:1", ""},
		{[]string{fen + `illegal","draw":5}`, "-", fen + `illegal","line":5}`}, 1, "two:1 that of one:1", ""},
		{[]string{fen + `illegal","draw":5}`, "-", fen + `illegal","draw":5}`}, 0, "", "draw 5 again, which is at one:1"},
		{[]string{fen + `unknown"}`, fen + `legal"}`, fen + `illegal"}`}, 1, "one:2 that of one:1", "is called legal and illegal, here and at one:1"},
	} {
		var s Seen
		s.Open("one")
		number := 0
		for i, text := range tt.lines {
			if text == "-" {
				s.Open("two")
				number = 0
				continue
			}
			number++
			l, err := ParseVerdict(line(text))
			expect.NoError(t, err)
			err = s.Add(&l, number)
			switch last := i == len(tt.lines)-1; {
			case tt.bad != "" && last:
				expect.ErrorSays(t, err, tt.bad, "%q", tt.lines)
			case err != nil:
				t.Errorf("%q: %v", tt.lines, err)
			}
		}
		if s.Again != tt.again || s.First != tt.first {
			t.Errorf("%q: %d again, %s", tt.lines, s.Again, s.First)
		}
	}
}

// FuzzLine: whatever a line is, it is answered or refused, and an answer has
// the line's position.
func FuzzLine(f *testing.F) {
	for _, line := range []string{
		chess.InitialFEN, "8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal: AdjacentKings",
		"4k3/8/8/8/8/8/8/4K3 w - - 7 20 unknown: path: Nf3 Nf6 status: N=5000", `{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1"}`,
		chess.InitialFEN + " legal: proof: Nf3 Nf6 Ng1 Ng8", "{", ":", "a: b:", "",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\r\n") {
			return
		}
		for _, format := range Formats {
			r := &Verdicts{Format: format, Explain: true, Work: Work{Options: resolve.Options{
				Refute: kernel.DecideOptions{KernelNodes: 50, LastMoveKernelNodes: 10, LastMovePositions: 5},
				Game:   proofgame.Options{States: 50},
			}}}
			item := r.answer(context.Background(), batch.Line{Number: 1, Text: strings.TrimSpace(line)})
			if item.failure != nil {
				t.Fatalf("%q: %v", line, item.failure)
			}
			l, err := Parse(item.line)
			if (err != nil) != (item.bad != nil) {
				t.Fatalf("%q: %v, %v", line, err, item.bad)
			}
			if err != nil || format == FormatText {
				continue
			}
			if same, err := r.same(item.text, item.line); !same || err != nil {
				t.Fatalf("%q is answered by %q: %v", l.Setup, item.text, err)
			}
		}
	})
}

// FuzzPassLine: whatever a line is, it is answered or kept; what is answered is the
// answer to it, is a line as well, and is not looked at again if it is final.
func FuzzPassLine(f *testing.F) {
	for _, line := range []string{
		chess.InitialFEN, "8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal: AdjacentKings",
		"4k3/8/8/8/8/8/8/4K3 w - - 7 20 unknown: path: Nf3 Nf6 status: N=5000",
		"4k3/8/8/8/8/8/8/4K3 w - - 7 20 unknown: kernel: bxQ extKernel: fail: info: why not",
		`{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1"}`, `{"fen":"x","verdict":"unknown","error":"x"}`,
		`{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","verdict":"unknown","kernel":"","extended_kernel":"","states":250000,"gave_up":true}`,
		"rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1 unknown: extKernel: wPe2-e4 bPd7-d5 wPe4xd5 bPe7-e5 wPd2-d4 bPe5xd4 status: N=50",
		"rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1 unknown: extKernel: bxe2 wPe2-e4 wxd7 bPd6xe5 wPg5-g8 bNb8-c6 bPg2xh1DB",
		chess.InitialFEN + " legal: proof: Nf3 Nf6 Ng1 Ng8", chess.InitialFEN + " legal: proof:", "{", ":", "a: b:", "",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\r\n") || strings.TrimSpace(line) == "" {
			return
		}
		for _, asJSON := range []bool{false, true} {
			r := &Games{JSON: asJSON, Start: chess.InitialSetup(), Work: Work{Options: resolve.Options{
				Refute: kernel.DecideOptions{KernelNodes: 50, LastMoveKernelNodes: 10, LastMovePositions: 5},
				Game:   proofgame.Options{States: 2000},
			}}}
			r.Options.Refute.Start = &r.Start
			r.Options.LastResort = &astar.Options{Nodes: 20}
			ask := batch.Line{Number: 1, Text: strings.TrimSpace(line)}
			item := r.answer(context.Background(), ask, false)
			if item.failure != nil {
				t.Fatalf("%q: %v", line, item.failure)
			}
			if strings.ContainsAny(item.text, "\r\n") {
				t.Fatalf("%q is answered by several lines, %q", line, item.text)
			}
			p := &pass{Games: r, first: true}
			if same, err := p.same(item.text, ask); !same || err != nil {
				t.Fatalf("%q is answered by %q, which is not the answer to it: %v", line, item.text, err)
			}
			again := r.answer(context.Background(), batch.Line{Number: 1, Text: item.text}, false)
			if again.state != item.state || again.text != item.text {
				t.Fatalf("%q is answered by %q, and that by %q", line, item.text, again.text)
			}
		}
	})
}

func TestBudget(t *testing.T) {
	var tt struct{ tried, most, want uint64 }
	for range expect.Rows(t, "testdata/budget.tsv", &tt.tried, &tt.most, &tt.want) {
		expect.Equal(t, budget(tt.tried, tt.most), tt.want, "after %d of at most %d", tt.tried, tt.most)
	}
}

// TestLine: what a line says is looked at, kept or tried again, pass by pass.
func TestLine(t *testing.T) {
	const (
		built   = "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"
		refuted = "8/8/8/8/8/8/8/Kk6 w - - 0 1"
		known   = " kernel: wPe0xPd1 bPe0xPd0 extKernel: wPe2-e4 bPd7-d5 wPe4xd5 bPe7-e5 wPd2-d4 bPe5xd4"
	)
	var tt struct {
		text  string
		again bool
		state state
		want  string // the tokens of an undecided position
		tried uint64
	}
	for range expect.Rows(t, "testdata/line.tsv", &tt.text, &tt.again, &tt.state, &tt.want, &tt.tried) {
		o := resolve.Options{Game: proofgame.Options{States: 10}}
		a := attemptOf(context.Background(), batch.Line{Number: 1, Text: tt.text}, o, tt.again)
		if a.failure != nil || a.state != tt.state || Text("", a.tokens...) != tt.want || a.tried != tt.tried {
			t.Errorf("%s: state %d, %q, tried %d, %v; want %d, %q, %d", tt.text, a.state, Text("", a.tokens...), a.tried, a.failure, tt.state, tt.want, tt.tried)
		}
		if (a.bad != nil) != (tt.state == malformed) || (a.notGame != nil) != (tt.text == chess.InitialFEN+" legal: proof: Nf3") {
			t.Errorf("%s: %v, %v", tt.text, a.bad, a.notGame)
		}
	}
	// With a larger budget a game is found.
	a := attemptOf(context.Background(), batch.Line{Text: built + " unknown: status: N=10"}, resolve.Options{Game: proofgame.Options{States: 1_000_000}}, false)
	if a.state != legal || len(a.Game) == 0 || a.tried != firstStates {
		t.Errorf("%+v", a)
	}
}

package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/kernel/ask"
	"retroproof/kernel/astar"
	"retroproof/kernel/resolve"
	"retroproof/kernel/retractor"
)

// retractorRequest is what retractor is asked.
type retractorRequest struct {
	Stipulation string `flag:"stipulation" short:"s" of:"TEXT" json:"stipulation" doc:"-1w #1 or -2w #1 (help-retractors), -1 & #1 or -2 & #1 (Proca), with mates in 1 to 3"`
	FEN         string `arg:"FEN|-" json:"fen" doc:"the position; a board alone will do"`
	Start       string `flag:"start" short:"i" of:"FEN" json:"start,omitempty" doc:"the position from which games start; FEN in place of the initial one"`
	Effort      int    `flag:"effort" json:"effort,omitempty" min:"1" max:"5" doc:"rounds of refutation, 1 to 5, each with larger budgets"`
	Limit       int    `flag:"limit" json:"limit,omitempty" min:"1" page:"max=100000" doc:"positions to decide; hard ones count as several"`
	Nodes       uint64 `flag:"nodes" short:"m" json:"nodes,omitempty" page:"max=20000000" doc:"positions that are looked at for mates; 0 for no limit"`
}

var retractorVerb = verb.Of(
	verb.Verb{Name: "retractor", Use: "--stipulation TEXT FEN|-", Answers: []verb.Answer{&retractorAnswer{}}, Open: true,
		Form: &verb.Form{}},
	retractorRequest{Effort: resolve.DefaultEffort, Limit: ask.DefaultLimit, Nodes: retractor.DefaultNodes}, runRetractor)

// lastResort is the budget of the search for a game from a given start, near which none can be constructed.
const lastResort = 20_000

// runRetractor solves for an argument, or for all lines of stdin.
func runRetractor(ctx context.Context, e *verb.Env, q *retractorRequest) error {
	s, err := retractor.Parse(q.Stipulation)
	if err != nil {
		return verb.Usagef("%v", err)
	}
	start, err := verb.StartOf(q.Start)
	if err != nil {
		return err
	}
	o := retractor.Options{Nodes: q.Nodes}
	if q.Nodes == 0 {
		o.Nodes = math.MaxUint64
	}
	o.Ask.Resolve.Effort, o.Ask.Questions = q.Effort, q.Limit
	if start != chess.InitialSetup() {
		o.Ask.Resolve.Refute.Start, o.Ask.Resolve.LastResort = &start, &astar.Options{Nodes: lastResort}
	}
	open := false
	err = e.Each(ctx, q.FEN, func(text string, line int) error {
		all, err := retractor.Diagram(text, s.Side)
		if err != nil {
			return err
		}
		found, err := retractor.Solve(ctx, all, s, o)
		if errors.Is(err, retractor.ErrSide) {
			return verb.WithCode(verb.ExitMalformed, err)
		}
		if err != nil {
			return err
		}
		a := newRetractorAnswer(all[0], s, found)
		if start != chess.InitialSetup() {
			a.Start = start.FEN()
		}
		open = open || a.Verdict == "open"
		return verb.WithCode(verb.ExitIO, e.Print(a, line))
	})
	return end(nil, err, open)
}

// retractorAnswer is the solution of a retractor.
type retractorAnswer struct {
	verb.Head   `schema:"retroproof.retractor/1"`
	FEN         string          `json:"fen"`
	Start       string          `json:"start,omitempty"`
	Stipulation string          `json:"stipulation"`
	Verdict     string          `json:"verdict"`
	Solutions   int             `json:"solutions"`
	Open        int             `json:"open"`
	Lines       []retractorLine `json:"lines"`
	Tried       int             `json:"tried"`
	Nodes       uint64          `json:"nodes"`
}

// retractorLine is a retraction of a solution. Those that go on behind it follow it.
type retractorLine struct {
	Plies    int         `json:"plies"`
	Unmove   string      `json:"un_move"`
	Move     string      `json:"move"`
	Captured string      `json:"captured,omitempty"`
	Verdict  ask.Verdict `json:"verdict"`
	Before   string      `json:"before"`
	Mates    []string    `json:"mates,omitempty"`
}

// newRetractorAnswer makes an answer.
func newRetractorAnswer(p *chess.Position, s retractor.Stipulation, found *retractor.Answer) *retractorAnswer {
	board, _, _ := strings.Cut(p.FEN(), " ")
	a := &retractorAnswer{FEN: fmt.Sprintf("%s %c", board, p.Turn().String()[0]), Stipulation: s.String(),
		Tried: found.Tried, Nodes: found.Nodes, Lines: linesOf([]retractorLine{}, found.Keys, 1)}
	for _, l := range found.Keys {
		solved, open := leaves(l, s)
		a.Solutions, a.Open = a.Solutions+solved, a.Open+open
	}
	if found.Cut {
		a.Open++
	}
	switch {
	case found.Whole == ask.Impossible:
		a.Verdict = "illegal"
	case a.Open > 0 && a.Solutions < 2:
		a.Verdict = "open"
	case a.Solutions == 0:
		a.Verdict = "none"
	case a.Solutions == 1:
		a.Verdict = "unique"
	default:
		a.Verdict = "cooked"
	}
	return a
}

// leaves counts solutions, and what may be some: keys of defensive retractors, and whole lines of help-retractors.
func leaves(l *retractor.Line, s retractor.Stipulation) (solved, open int) {
	if !s.Help || len(l.Next) == 0 {
		if l.Verdict == ask.Possible {
			return 1, 0
		}
		return 0, 1
	}
	for _, next := range l.Next {
		a, b := leaves(next, s)
		solved, open = solved+a, open+b
	}
	return solved, open
}

// linesOf appends retractions, so many plies back, each with those behind it.
func linesOf(all []retractorLine, lines []*retractor.Line, plies int) []retractorLine {
	for _, l := range lines {
		one := retractorLine{
			Plies: plies, Unmove: l.Text, Move: l.Move.UCI(), Verdict: l.Verdict, Before: l.Before.FEN(), Mates: l.Mates,
		}
		if l.Captured != chess.NoMan {
			one.Captured = string(l.Captured.Kind().Letter())
		}
		all = linesOf(append(all, one), l.Next, plies+1)
	}
	return all
}

// Text writes the verdict, and the retractions as a tree.
func (a *retractorAnswer) Text(w io.Writer) error { return a.write(w, "") }

// LineText writes the position before them.
func (a *retractorAnswer) LineText(w io.Writer) error { return a.write(w, a.FEN+" ") }

func (a *retractorAnswer) write(w io.Writer, before string) error {
	text := map[string]string{
		"illegal": "no game leads to this position", "none": "no solution", "unique": "C+ unique: 1 solution",
		"cooked": fmt.Sprintf("cooked: %d solutions", a.Solutions),
		"open": fmt.Sprintf("open: %s, and what may be %d more",
			answer.Counted(a.Solutions, "solution", "solutions"), a.Open),
	}[a.Verdict]
	lines := []string{before + a.Stipulation + " " + text}
	for _, l := range a.Lines {
		text := strings.Repeat("  ", l.Plies-1) + "back " + l.Unmove
		if len(l.Mates) > 0 {
			text += ", then " + strings.Join(l.Mates, " or ")
		}
		if l.Verdict == ask.Open {
			text += " (open)"
		}
		lines = append(lines, text)
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}

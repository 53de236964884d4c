package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/kernel/ask"
	"retroproof/kernel/certify"
	"retroproof/kernel/story"
	"retroproof/web"
)

// askQuery is a question about a position. Budgets are those of the flags of ask.
type askQuery struct {
	positionQuery
	Question    string `json:"question" doc:"last-moves, rights, fields, men, promoted, captures, tempo or release"`
	Plies       int    `json:"plies,omitempty" doc:"of last-moves: how far back; of tempo: length of the games" max:"200"`
	Squares     string `json:"squares,omitempty" doc:"of release: the men, such as a8,b8"`
	NoProofgame bool   `json:"no_proofgame,omitempty" doc:"only try to refute"`
	Effort      int    `json:"effort,omitempty" doc:"rounds of refutation" min:"1" max:"5"`
}

// mostServedPlies is how far back a tree of last moves goes for the page.
const mostServedPlies = 4

// askAnswerJSON is an answer for the page: that of the verb, and the same in prose.
type askAnswerJSON struct {
	Schema string     `json:"schema"`
	Lines  []string   `json:"lines"` // as the verb prints them
	Story  story.JSON `json:"story"`
	Claims bool       `json:"claims"` // a certificate can be made
}

// askAnswerSchema is that of askAnswerJSON.
const askAnswerSchema = "retroproof.ask.answer/1"

// askRoutes are those of the screen about questions.
func askRoutes() []web.Route {
	return []web.Route{
		post(web.Route{Path: "/api/ask", Summary: "The answer to a question about a position, in lines and as a story", Work: web.Job, Answers: []string{askAnswerSchema}}, serveAsk),
		post(web.Route{Path: "/api/ask/certificate", Summary: "What proves the answer to a question, for retroproof-check", Work: web.Job, Media: "text/plain; charset=utf-8"}, serveAskCertificate),
	}
}

// askedAnswer is an answer to a question.
type askedAnswer struct {
	document *story.Document
	lines    []string
	claims   func(context.Context, *ask.Certificate) error // nil if there are none
}

// options are those of a question.
func (q *askQuery) options() (o ask.Options, err error) {
	o.Resolve.Effort, o.Resolve.NoGame = 1, q.NoProofgame
	if q.Effort > 0 {
		o.Resolve.Effort = q.Effort
	}
	o.Resolve.Refute.Start, err = startOf(q.Start)
	return o, err
}

// run answers the question.
func (q *askQuery) run(ctx context.Context) (*askedAnswer, error) {
	o, err := q.options()
	if err != nil {
		return nil, err
	}
	if q.Question == "fields" {
		f, err := ask.AskFields(ctx, q.FEN, o)
		if err != nil {
			return nil, web.Refuse("%v", err)
		}
		return &askedAnswer{f.Document(), fieldLines(f, false), func(ctx context.Context, c *ask.Certificate) error { return c.Fields(ctx, f) }}, nil
	}
	s, err := chess.ParseFEN(lenient.FEN(q.FEN))
	if err != nil {
		return nil, err
	}
	switch q.Question {
	case "last-moves":
		if q.Plies > mostServedPlies {
			return nil, web.Refuse("plies %d, want at most %d; the command line goes further back", q.Plies, mostServedPlies)
		}
		l, _, err := ask.AskTree(ctx, &s, max(1, q.Plies), o)
		if err != nil {
			return nil, err
		}
		return &askedAnswer{l.Document(), append([]string{l.Summary()}, lastMoveLines(l, "")...), func(ctx context.Context, c *ask.Certificate) error { return c.LastMoves(ctx, l) }}, nil
	case "rights":
		r, err := ask.AskRights(ctx, &s, o)
		if err != nil {
			return nil, err
		}
		return &askedAnswer{r.Document(), r.Sentences(), func(ctx context.Context, c *ask.Certificate) error { return c.Fields(ctx, r.Fields) }}, nil
	case "men", "promoted", "captures":
		m, err := ask.AskMen(ctx, &s, o)
		if err != nil {
			return nil, err
		}
		lines := []string{m.Verdict()}
		if text := map[string]func() []string{"men": m.OriginText, "promoted": m.PromotedText, "captures": m.CapturesText}[q.Question]; !m.Illegal() {
			lines = append(lines, text()...)
		}
		return &askedAnswer{m.Document(), lines, func(ctx context.Context, c *ask.Certificate) error { return c.Men(ctx, m) }}, nil
	case "tempo":
		t, err := ask.AskTempo(ctx, &s, q.Plies, o)
		if err != nil {
			return nil, web.Refuse("%v", err)
		}
		return &askedAnswer{document: t.Document(), lines: t.Sentences()}, nil
	case "release":
		var men chess.Bitboard
		for _, name := range strings.FieldsFunc(q.Squares, func(r rune) bool { return r == ',' || r == ' ' }) {
			sq, err := chess.ParseSquare(name)
			if err != nil {
				return nil, web.Refuse("%v", err)
			}
			men |= sq.Bit()
		}
		r, err := ask.AskRelease(ctx, &s, men, o)
		if err != nil {
			return nil, web.Refuse("%v", err)
		}
		return &askedAnswer{r.Document(), r.Sentences(), func(ctx context.Context, c *ask.Certificate) error { return c.Release(ctx, r) }}, nil
	}
	return nil, web.Refuse("question %q, want last-moves, rights, fields, men, promoted, captures, tempo or release", q.Question)
}

// serveAsk answers a question.
func serveAsk(ctx context.Context, q *askQuery, _ web.Emit) (any, error) {
	a, err := q.run(ctx)
	if err != nil {
		return nil, err
	}
	return askAnswerJSON{askAnswerSchema, a.lines, *a.document.JSON(), a.claims != nil}, nil
}

// serveAskCertificate answers with a file of answers.
func serveAskCertificate(ctx context.Context, q *askQuery, _ web.Emit) (any, error) {
	a, err := q.run(ctx)
	if err != nil {
		return nil, err
	}
	if a.claims == nil {
		return nil, web.Refuse("nothing of this answer can be claimed in a certificate")
	}
	o, err := q.options()
	if err != nil {
		return nil, err
	}
	c := ask.NewCertificate(certify.Options{Tool: build.Tool(), Start: o.Resolve.Refute.Start})
	if err := a.claims(ctx, c); err != nil {
		return nil, certifyError(err)
	}
	if c.Claims() == 0 {
		return nil, web.Refuse("there is nothing to claim")
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		return nil, fmt.Errorf("the certificate: %w", err)
	}
	return &web.File{Name: "answers.cert", Bytes: b.Bytes()}, nil
}

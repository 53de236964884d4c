package ask

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/kernel/certify"
	"retroproof/kernel/story"
	"retroproof/web"
)

// pageRequest is a question of the page: that of one of the verbs, with its name.
type pageRequest struct {
	FEN         string `json:"fen" doc:"the position, with the fields of a FEN"`
	Start       string `json:"start,omitempty" doc:"where games begin; the initial position if it is left out"`
	Question    string `json:"question" doc:"the words of a verb, such as last-moves, behind \"ask\""`
	Plies       int    `json:"plies,omitempty" doc:"of last-moves and retract: how far back; of tempo: length of the games" max:"200"`
	Squares     string `json:"squares,omitempty" doc:"of release: the men, such as a8,b8"`
	With        string `json:"with,omitempty" doc:"of fields: a man that is added on every empty square, such as king"`
	NoProofgame bool   `json:"no_proofgame,omitempty" doc:"only try to refute"`
	Effort      int    `json:"effort,omitempty" doc:"rounds of refutation" min:"1" max:"5"`
}

// pageRetractions is how many positions are decided for the page.
const pageRetractions = 1500

// pageAnswer is an answer for the page: that of the verb, and the same in prose.
type pageAnswer struct {
	verb.Head `schema:"retroproof.ask.answer/1"`
	Lines     []string   `json:"lines"` // as the verb prints them
	Story     story.JSON `json:"story"`
	Claims    bool       `json:"claims"` // a certificate can be made
}

// routes are those of the screen about questions.
func routes() []web.Route {
	return []web.Route{
		verb.Post(web.Route{Path: "/api/ask", Summary: "The answer to a question about a position, in lines and as a story",
			Work: web.Job, Answers: []string{verb.Schema(&pageAnswer{})}}, pageRequest{}, answerPage),
		verb.Post(web.Route{Path: "/api/ask/certificate", Summary: "What proves the answer to a question, for " +
			"retroproof-check",
			Work: web.Job, Media: "text/plain; charset=utf-8"}, pageRequest{}, certifyPage),
	}
}

// run answers the question as its verb does.
func (p *pageRequest) run(ctx context.Context) (story.Answer, ask.Options, error) {
	v := byDefault
	v.Start, v.Effort, v.NoProofgame = p.Start, cmp.Or(p.Effort, 1), p.NoProofgame
	o, err := v.options()
	if err != nil {
		return nil, o, err
	}
	i := slices.IndexFunc(questions, func(q *question) bool { return q.Name == "ask "+p.Question })
	fen, err := lenient.Reading{Open: i >= 0 && questions[i].Open}.FEN(p.FEN)
	if err != nil {
		return nil, o, err
	}
	if i < 0 {
		const known = "last-moves, retract, rights, fields, cluster, men, promoted, captures, tempo, clock or release"
		return nil, o, web.Refuse("question %q, want %s", p.Question, known)
	}
	if most := questions[i].mostPlies; most > 0 && p.Plies > most {
		return nil, o, web.Refuse("plies %d, want at most %d; the command line goes further back", p.Plies, most)
	}
	a, err := questions[i].ofPage(ctx, p, o, fen)
	return a, o, err
}

func answerPage(ctx context.Context, q *pageRequest, _ web.Emit) (any, error) {
	a, _, err := q.run(ctx)
	if err != nil {
		return nil, err
	}
	r := a.Replied()
	return verb.Complete(&pageAnswer{Lines: r.Lines, Story: *r.Document.JSON(), Claims: true}), nil
}

func certifyPage(ctx context.Context, q *pageRequest, _ web.Emit) (any, error) {
	a, o, err := q.run(ctx)
	if err != nil {
		return nil, err
	}
	c := ask.NewCertificate(certify.Options{Tool: verb.Build.Tool(), Start: o.Resolve.Refute.Start})
	if err := c.Add(ctx, a.Replied().Claims); err != nil {
		return nil, verb.NoCertificate(err)
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

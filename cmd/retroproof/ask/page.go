package ask

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

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

// How far back a tree goes for the page: of last moves, and of ways, of which a number of positions are decided.
const (
	mostPagePlies   = 4
	mostPageRetract = 8
	pageRetractions = 1500
)

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
	e := &verb.Env{Stderr: io.Discard} // which says what a page shows anyhow
	fen, err := lenient.Reading{Open: together(p.Question)}.FEN(p.FEN)
	if err != nil {
		return nil, o, err
	}
	// Each question has the words of its verb. What would take long here has bounds that the verb does not have.
	var a story.Answer
	switch p.Question {
	case "last-moves":
		if p.Plies > mostPagePlies {
			return nil, o, web.Refuse("plies %d, want at most %d; the command line goes further back", p.Plies, mostPagePlies)
		}
		a, err = askLastMoves(ctx, e, &lastMovesRequest{Plies: max(1, p.Plies)}, o, fen)
	case "retract":
		if p.Plies > mostPageRetract {
			return nil, o, web.Refuse("plies %d, want at most %d; the command line goes further back", p.Plies, mostPageRetract)
		}
		o.Questions, o.Positions = pageRetractions, ask.RetractPositions
		a, err = askRetract(ctx, e, &retractRequest{Plies: uint64(max(1, p.Plies))}, o, fen)
	case "rights":
		a, err = askRights(ctx, e, nil, o, fen)
	case "fields":
		a, err = askFields(ctx, e, &withRequest{With: p.With}, o, fen)
	case "cluster":
		a, err = askCluster(ctx, e, nil, o, fen)
	case "men":
		a, err = askMen(ctx, o, fen, story.OriginText)
	case "promoted":
		a, err = askMen(ctx, o, fen, story.PromotedText)
	case "captures":
		a, err = askMen(ctx, o, fen, story.CapturesText)
	case "tempo":
		a, err = askTempo(ctx, e, &tempoRequest{Plies: p.Plies}, o, fen)
	case "clock":
		a, err = askClock(ctx, e, &clockRequest{Limit: pageRetractions}, o, fen)
	case "release":
		squares := strings.FieldsFunc(p.Squares, func(r rune) bool { return r == ',' || r == ' ' })
		a, err = askRelease(ctx, e, &releaseRequest{Squares: squares}, o, fen)
	default:
		const known = "last-moves, retract, rights, fields, cluster, men, promoted, captures, tempo, clock or release"
		err = web.Refuse("question %q, want %s", p.Question, known)
	}
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

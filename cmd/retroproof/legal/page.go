package legal

import (
	"cmp"
	"context"
	"io"
	"time"

	"retroproof/batch/poslist"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
	"retroproof/web"
)

// pageStates is the budget of the construction of games for the page, unless it asks for another one.
const pageStates = 20_000_000

// routes are those of the screen about a position.
func routes() []web.Route {
	q := byDefault
	q.Effort, q.States, q.ShortestNodes = 0, pageStates, 0
	return []web.Route{
		verb.Post(web.Route{Path: "/api/legal", Summary: "The verdict on a position, as legal --json prints it",
			Work: web.Job}, q, answerPage, &poslist.Verdict{}),
		verb.Post(web.Route{Path: "/api/certificate", Summary: "What proves the verdict, for retroproof-check",
			Work: web.Job, Media: "application/gzip"}, q, certifyPage),
		verb.Post(web.Route{Path: "/api/page", Summary: "The page about a position that legal --html writes",
			Work: web.Job, Media: "text/html; charset=utf-8"}, q, storyPage),
		revmoves.Route(web.Route{Path: "/api/revmoves", Summary: "The moves that can have led to a position, as revmoves " +
			"--json prints them", Work: web.Job}),
		proofkernel.Route(web.Route{Path: "/api/proofkernel", Summary: "A proof kernel of a position, as proofkernel " +
			"--json prints it", Work: web.Job}),
	}
}

// decide decides the position of a request of the page.
func (d *decision) decide(ctx context.Context) (found resolve.Answer, o resolve.Options, err error) {
	given := d.Effort > 0
	d.Effort, d.Given = cmp.Or(d.Effort, resolve.DefaultEffort), func(string) bool { return given }
	goal, err := lenient.ParseSetup(d.FEN)
	if err != nil {
		return found, o, err
	}
	if o, err = d.options(); err != nil {
		return found, o, err
	}
	found, err = resolve.Position(ctx, &goal, o)
	return found, o, err
}

// answerPage answers with a verdict.
func answerPage(ctx context.Context, q *decision, _ web.Emit) (any, error) {
	began := time.Now()
	found, o, err := q.decide(ctx)
	if err != nil {
		return nil, err
	}
	a := poslist.VerdictOf(&found, true)
	if err := a.AddHint(ctx, o); err != nil {
		return nil, err
	}
	if q.Explain {
		document, err := poslist.Tell(ctx, &found, o, q.ShortestNodes)
		if err != nil {
			return nil, err
		}
		a.Explain(document, 0)
	}
	a.Seconds = time.Since(began).Seconds()
	return a, nil
}

// certifyPage answers with the certificate of a verdict.
func certifyPage(ctx context.Context, q *decision, _ web.Emit) (any, error) {
	found, o, err := q.decide(ctx)
	if err != nil {
		return nil, err
	}
	if found.Verdict == kernel.Unknown {
		return nil, web.Refuse("only decided positions have certificates, and this one is undecided")
	}
	c := certify.New(certify.Options{Tool: verb.Build.Tool(), Start: o.Refute.Start})
	one, err := poslist.Certificate(ctx, c, &found)
	if err != nil {
		return nil, verb.NoCertificate(err)
	}
	return web.FileOf("proof.gz", func(w io.Writer) error { return c.Write(w, one) })
}

// storyPage answers with the page about a position.
func storyPage(ctx context.Context, q *decision, _ web.Emit) (any, error) {
	found, o, err := q.decide(ctx)
	if err != nil {
		return nil, err
	}
	document, err := poslist.Tell(ctx, &found, o, q.ShortestNodes)
	if err != nil {
		return nil, err
	}
	return web.FileOf("why.html", func(w io.Writer) error { return story.WriteHTML(w, document) })
}

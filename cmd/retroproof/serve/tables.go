package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"

	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/tb"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro/syzygy"
	"retroproof/retro/table"
	"retroproof/web"
)

// mostBuilt is the most men of a table that is built for the page, in memory: all 35 of up to
// four men take a few CPU seconds. Larger ones are made by "tb build".
const mostBuilt = 4

// tables are the tables of a server.
type tables struct {
	*tb.Tables
	syzygy *syzygy.Tables // nil for none
	turn   chan struct{}  // whoever may look, and build what is missing
}

func openTables(dirs []string, files *syzygy.Tables) *tables {
	quiet := verb.Unattended("", io.Discard, io.Discard)
	return &tables{tb.Open(quiet, dirs, mostBuilt, runtime.GOMAXPROCS(0)), files, make(chan struct{}, 1)}
}

// answer calls f. One request has its turn at a time.
func (t *tables) answer(ctx context.Context, f func() (verb.Answer, error)) (any, error) {
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
		return f()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// list names the materials that have files.
func (t *tables) list() ([]string, error) {
	names := []string{}
	found, err := t.Materials()
	if errors.Is(err, fs.ErrNotExist) {
		return names, nil
	}
	for _, m := range found {
		names = append(names, m.String())
	}
	return names, err
}

// routes are those of the screen about tables.
func (t *tables) routes() []web.Route {
	return []web.Route{
		verb.Post(web.Route{Path: "/api/tb/probe", Summary: "The value of a position and of its moves, as tb probe --json " +
			"prints it, with --syzygy if the server has such files", Work: web.Job, Answers: []string{"retroproof.tb.probe/1"}},
			fenRequest{}, t.probe),
		verb.Post(web.Route{Path: "/api/tb/line", Summary: "The way to mate, as tb line --json prints it",
			Work: web.Job, Answers: []string{"retroproof.tb.line/2"}}, fenRequest{}, t.line),
		verb.Post(web.Route{Path: "/api/tb/stats", Summary: "The numbers of a table, as tb stats --json prints them",
			Work: web.Job, Answers: []string{"retroproof.tb.stats/1"}}, materialRequest{}, t.stats),
		web.Get(web.Route{Path: "/api/tb/list", Summary: "The materials that can be asked for",
			Answers: []string{verb.Schema(&tablesAnswer{})}}, t.materials),
	}
}

// tablesAnswer is the materials of which there are tables.
type tablesAnswer struct {
	verb.Head `schema:"retroproof.serve.tables/1"`
	Files     []string `json:"files"`
	Built     []string `json:"built"` // when they are asked for
}

func (t *tables) materials(context.Context, web.Emit) (any, error) {
	answer := &tablesAnswer{Built: []string{}}
	for men := 3; men <= mostBuilt; men++ {
		for _, m := range table.Materials(men) {
			answer.Built = append(answer.Built, m.String())
		}
	}
	var err error
	answer.Files, err = t.list()
	return verb.Complete(answer), err
}

// fenRequest is a request about a position.
type fenRequest struct {
	FEN string `json:"fen" doc:"a position that can be played on from"`
}

func (t *tables) probe(ctx context.Context, q *fenRequest, _ web.Emit) (any, error) {
	return t.about(ctx, q, func(ctx context.Context, p *chess.Position) (verb.Answer, error) {
		return t.Probe(ctx, p, t.syzygy)
	})
}

func (t *tables) line(ctx context.Context, q *fenRequest, _ web.Emit) (any, error) {
	return t.about(ctx, q, t.Line)
}

// about answers about a position.
func (t *tables) about(ctx context.Context, q *fenRequest,
	f func(context.Context, *chess.Position) (verb.Answer, error)) (any, error) {
	p, err := lenient.ParsePosition(q.FEN)
	if err != nil {
		return nil, err
	}
	return t.answer(ctx, func() (verb.Answer, error) { return f(ctx, p) })
}

// materialRequest is a request about a table.
type materialRequest struct {
	Material string `json:"material" doc:"such as KRvK"`
}

func (t *tables) stats(ctx context.Context, q *materialRequest, _ web.Emit) (any, error) {
	m, err := tb.ParseMaterial(q.Material, table.MaxMen)
	if err != nil {
		return nil, err
	}
	if m.Men() > mostBuilt && !t.HasFile(m) {
		return nil, web.Refuse(`there is no table of %s here; "retroproof tb build %s" builds it`, m, m)
	}
	return t.answer(ctx, func() (verb.Answer, error) {
		a, err := t.Stats(ctx, m, 3)
		if err != nil {
			err = fmt.Errorf("%s: %w", m, err)
		}
		return a, err
	})
}

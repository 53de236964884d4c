package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"

	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/tb"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro/material"
	"retroproof/web"
)

// serveBuild is the most men of a table that is built for the page, in memory: all 35 of up to
// four men take a few CPU seconds. Larger ones are made by "tb build".
const serveBuild = 4

// tablesSchema is that of tablesJSON.
const tablesSchema = "retroproof.serve.tables/1"

// serveTables are the tables of a server.
type serveTables struct {
	*tb.Tables
	turn chan struct{} // whoever may look, and build what is missing
}

func newServeTables(v *serve) (*serveTables, error) {
	dirs, err := v.tables.List()
	if answerInBrowser != nil {
		dirs, err = nil, nil // there are no files
	}
	quiet := &verb.Env{Stderr: io.Discard, ProgressMode: progress.None, Term: progress.NewTerminal(io.Discard)}
	return &serveTables{tb.Open(quiet, dirs, serveBuild, runtime.GOMAXPROCS(0)), make(chan struct{}, 1)}, err
}

func (t *serveTables) close() { t.Close() }

// answer calls f. One request has its turn at a time.
func (t *serveTables) answer(ctx context.Context, f func() (verb.Answer, error)) (any, error) {
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
		a, err := f()
		if err != nil {
			return nil, err
		}
		return verb.Complete(a), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// list names the materials that have files.
func (t *serveTables) list() ([]string, error) {
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
func (t *serveTables) routes() []web.Route {
	return []web.Route{
		post(web.Route{Path: "/api/tb/probe", Summary: "The value of a position and of its moves, as tb probe --json prints it", Work: web.Job, Answers: []string{"retroproof.tb.probe/1"}}, t.probe),
		post(web.Route{Path: "/api/tb/line", Summary: "The way to mate, as tb line --json prints it", Work: web.Job, Answers: []string{"retroproof.tb.line/2"}}, t.line),
		post(web.Route{Path: "/api/tb/stats", Summary: "The numbers of a table, as tb stats --json prints them", Work: web.Job, Answers: []string{"retroproof.tb.stats/1"}}, t.stats),
		web.Get(web.Route{Path: "/api/tb/list", Summary: "The materials that can be asked for", Answers: []string{tablesSchema}}, t.materials),
	}
}

// tablesJSON are the materials of which there are tables.
type tablesJSON struct {
	Schema string   `json:"schema"`
	Files  []string `json:"files"`
	Built  []string `json:"built"` // when they are asked for
}

func (t *serveTables) materials(context.Context, web.Emit) (any, error) {
	answer := tablesJSON{Schema: tablesSchema, Built: []string{}}
	for men := 3; men <= serveBuild; men++ {
		for _, m := range material.All(men) {
			answer.Built = append(answer.Built, m.String())
		}
	}
	var err error
	answer.Files, err = t.list()
	return answer, err
}

// fenQuery is a request about a position.
type fenQuery struct {
	FEN string `json:"fen" doc:"a position that can be played on from"`
}

func (t *serveTables) probe(ctx context.Context, q *fenQuery, _ web.Emit) (any, error) {
	return t.about(ctx, q, t.Probe)
}

func (t *serveTables) line(ctx context.Context, q *fenQuery, _ web.Emit) (any, error) {
	return t.about(ctx, q, t.Line)
}

// about answers about a position.
func (t *serveTables) about(ctx context.Context, q *fenQuery, f func(context.Context, *chess.Position) (verb.Answer, error)) (any, error) {
	p, err := chess.ParsePosition(lenient.FEN(q.FEN))
	if err != nil {
		return nil, err
	}
	return t.answer(ctx, func() (verb.Answer, error) { return f(ctx, p) })
}

// materialQuery is a request about a table.
type materialQuery struct {
	Material string `json:"material" doc:"such as KRvK"`
}

func (t *serveTables) stats(ctx context.Context, q *materialQuery, _ web.Emit) (any, error) {
	m, err := tb.ParseMaterial(q.Material, material.MaxMen)
	if err != nil {
		return nil, err
	}
	if m.Men() > serveBuild && !t.HasFile(m) {
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

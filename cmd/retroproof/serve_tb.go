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
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
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
	tables answerTables
	turn   chan struct{} // whoever may look, and build what is missing
}

func newServeTables(v *serve) (*serveTables, error) {
	quiet := &verb.Env{Stderr: io.Discard, ProgressMode: progress.None}
	quiet.Term = progress.NewTerminal(io.Discard)
	t := &serveTables{tables: answerTables{app: quiet, dirs: v.tables, build: serveBuild, jobs: runtime.GOMAXPROCS(0)}, turn: make(chan struct{}, 1)}
	return t, t.tables.open()
}

func (t *serveTables) close() { t.tables.close() }

// answer calls f, and again when a table that it has missed is built. One request has its turn
// at a time.
func (t *serveTables) answer(ctx context.Context, f func(ts *retro.Tables) error) error {
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
		return t.tables.answer(ctx, 0, f)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// list names the materials that have files.
func (t *serveTables) list() ([]string, error) {
	names := []string{}
	found, err := t.tables.ts.Materials()
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

func (q *fenQuery) position() (*chess.Position, error) {
	return chess.ParsePosition(lenient.FEN(q.FEN))
}

func (t *serveTables) probe(ctx context.Context, q *fenQuery, _ web.Emit) (any, error) {
	p, err := q.position()
	if err != nil {
		return nil, err
	}
	answer := tbProbeAnswer{position: p}
	err = t.answer(ctx, func(ts *retro.Tables) (err error) {
		if answer.value, err = ts.Probe(p); err == nil {
			answer.moves, err = ts.Moves(p)
		}
		return err
	})
	return answer.json(true), err
}

func (t *serveTables) line(ctx context.Context, q *fenQuery, _ web.Emit) (any, error) {
	p, err := q.position()
	if err != nil {
		return nil, err
	}
	var line *retro.Line
	err = t.answer(ctx, func(ts *retro.Tables) (err error) {
		line, err = ts.Line(ctx, p)
		return err
	})
	if err != nil {
		return nil, err
	}
	return lineJSON(line, 0), nil
}

// materialQuery is a request about a table.
type materialQuery struct {
	Material string `json:"material" doc:"such as KRvK"`
}

func (t *serveTables) stats(ctx context.Context, q *materialQuery, _ web.Emit) (any, error) {
	list, err := parseMaterials([]string{q.Material})
	if err != nil {
		return nil, err
	}
	m := list[0].Canonical()
	if err := countable(m, q.Material); err != nil {
		return nil, err
	}
	if m.Men() > serveBuild && !t.tables.ts.HasFile(m) {
		return nil, web.Refuse(`there is no table of %s here; "retroproof tb build %s" builds it`, m, m)
	}
	v := &tbStats{app: t.tables.app, distribution: true, longest: 3}
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	v.tables = t.tables
	s, err := v.statistics(ctx, m)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m, err)
	}
	return v.statsJSON(s), nil
}

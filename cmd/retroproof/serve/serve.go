// Package serve has the verb serve: the local web page, with the routes of all subjects.
package serve

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"time"

	"retroproof/batch"
	"retroproof/batch/surveyrun"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/tb"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro/syzygy"
	"retroproof/retro/table"
	"retroproof/web"
)

//go:embed help.txt
var help string

// request is what serve is asked.
type request struct {
	Port    int     `flag:"port" min:"0" max:"65535" doc:"port to listen at; 0 for any that is free"`
	Open    bool    `flag:"open" doc:"open the page in the browser of this system"`
	Listen  string  `flag:"listen" of:"ADDRESS" doc:"the IP ADDRESS to listen at"`
	IKnow   bool    `flag:"i-know" doc:"allow a --listen that others reach: the page has no password"`
	Tables  tb.Dirs `flag:"tables" of:"DIR" doc:"directory DIR of tables; may be given several times (default tables)"`
	Syzygy  string  `flag:"syzygy" of:"DIR" doc:"a directory DIR of Syzygy's files, for what the fifty-move rule makes of endgames"`
	Folder  string  `flag:"folder" of:"DIR" doc:"the folder DIR of an \"estimate run\" to show"`
	Export  string  `flag:"export" of:"DIR" doc:"write the page as static files to this DIR, and serve nothing"`
	Program string  `flag:"program" of:"FILE" needs:"export" doc:"with --export: the FILE of this program as WebAssembly, which then answers in the browser"`
	Given   verb.Given
}

// Subject is what the program has of this package. The page asks for what the others answer.
func Subject(others []verb.Subject) verb.Subject {
	run := func(ctx context.Context, e *verb.Env, q *request) error { return q.run(ctx, e, others) }
	return verb.Subject{
		Help: help, Verbs: []*verb.Verb{verb.Of(verb.Verb{Name: "serve"}, request{Listen: "127.0.0.1"}, run)},
		Others: []verb.Answer{&aboutAnswer{}, &tablesAnswer{}, &folderAnswer{}},
	}
}

func (r *request) run(ctx context.Context, e *verb.Env, others []verb.Subject) (err error) {
	switch {
	case r.Export == "" && r.Given("export"):
		return verb.Usagef("--export needs the name of a directory")
	case r.Export != "":
		return web.Export(r.Export, r.Program, notation.SVGShared(), func(name string, text []byte) error {
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				return err
			}
			return batch.WriteFile(name, func(w io.Writer) error { _, err := w.Write(text); return err })
		})
	}
	dirs, err := r.Tables.List()
	if err != nil {
		return err
	}
	if answerInBrowser != nil {
		dirs, r.Folder, r.Syzygy = nil, "", "" // there are no files
	}
	var files *syzygy.Tables
	if r.Syzygy != "" {
		if files, err = tb.OpenSyzygy(r.Syzygy); err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, files.Close()) }()
	}
	routes, stop := Routes(others, dirs, files, r.Folder)
	defer stop()
	if answerInBrowser != nil {
		return answerInBrowser(ctx, routes)
	}
	server, err := web.New(web.Options{Name: verb.Build.String(), Routes: routes, Men: notation.SVGShared(),
		Failed: e.Complain})
	if err != nil {
		return err
	}
	listener, err := web.Listen(r.Listen, r.Port, r.IKnow)
	if err != nil {
		return verb.WithCode(verb.ExitUsage, err)
	}
	address := "http://" + listener.Addr().String() + "/"
	if _, err := fmt.Fprintln(e.Stdout, address); err != nil {
		return err
	}
	if r.Open {
		if err := openBrowser(address); err != nil {
			fmt.Fprintf(e.Stderr, "retroproof: no browser was opened: %v\n", err)
		}
	}
	return server.Serve(ctx, listener)
}

// answerInBrowser, if not nil, answers the page's requests where this program itself runs in a browser and there is no
// server.
var answerInBrowser func(context.Context, []web.Route) error

// openBrowser opens an address in the browser of the system.
func openBrowser(address string) error {
	command := []string{"xdg-open", address}
	switch runtime.GOOS {
	case "darwin":
		command[0] = "open"
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	}
	cmd := exec.Command(command[0], command[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait()
	return nil
}

// Routes are all that the page can ask for: what subjects answer, tables in directories, Syzygy's files, nil for none,
// and the folder of an estimate, "" for none. The caller calls stop in the end.
func Routes(subjects []verb.Subject, dirs []string, files *syzygy.Tables,
	folder string) (routes []web.Route, stop func()) {
	quiet := verb.Unattended("", io.Discard, io.Discard)
	t := &tables{tb.Open(quiet, dirs, mostBuilt, runtime.GOMAXPROCS(0)), files, make(chan struct{}, 1)}
	routes = append(routes, aboutRoute(t, folder))
	for _, s := range subjects {
		routes = append(routes, s.AllRoutes()...)
	}
	routes = append(routes, t.routes()...)
	routes = append(routes, folderRoutes(folder)...)
	return routes, func() { t.Close() }
}

// aboutAnswer says what a server can do.
type aboutAnswer struct {
	verb.Head `schema:"retroproof.serve/1"`
	Version   string   `json:"version"`
	Folder    bool     `json:"folder"`  // it shows one
	Syzygy    bool     `json:"syzygy"`  // it has files
	Checker   bool     `json:"checker"` // it has the checker as WebAssembly
	Tables    []string `json:"tables"`  // materials in files
	Build     int      `json:"build"`   // most men of tables that are built
	Jobs      int      `json:"jobs"`    // at once
}

func aboutRoute(t *tables, folder string) web.Route {
	return web.Get(web.Route{Path: "/api/version", Summary: "The version, and what this server can do",
		Answers: []string{verb.Schema(&aboutAnswer{})}},
		func(context.Context, web.Emit) (any, error) {
			list, err := t.list()
			return verb.Complete(&aboutAnswer{
				Version: verb.Build.String(), Folder: folder != "", Syzygy: t.syzygy != nil, Checker: web.HasChecker(),
				Tables: list, Build: mostBuilt, Jobs: runtime.GOMAXPROCS(0),
			}), err
		})
}

// folderInterval is how long a stream waits before it reads the folder again.
const folderInterval = 2 * time.Second

// folderAnswer is what the page shows of the folder of an estimate.
type folderAnswer struct {
	verb.Head `schema:"retroproof.serve.folder/1"`
	surveyrun.Summary
}

// folderRoutes are those of the screen about an estimate. Without a folder they say that there
// is none. The folder is the flag's; no request names one.
func folderRoutes(dir string) []web.Route {
	r := surveyrun.NewWatcher(dir)
	read := func(ctx context.Context) (*folderAnswer, error) {
		if dir == "" {
			return nil, &web.RequestError{Status: 404,
				Text: "no folder is shown here; begin with: retroproof serve --folder DIR"}
		}
		summary, err := r.Read(ctx)
		if errors.Is(err, surveyrun.ErrNoSample) {
			err = &web.RequestError{Status: 404, Text: err.Error()}
		}
		if err != nil {
			return nil, err
		}
		a := &folderAnswer{Summary: *summary}
		verb.Complete(a)
		return a, nil
	}
	return []web.Route{
		web.Get(web.Route{Path: "/api/folder", Summary: "The estimate in the folder of the flag --folder",
			Work: web.Job, Answers: []string{verb.Schema(&folderAnswer{})}},
			func(ctx context.Context, _ web.Emit) (any, error) { return read(ctx) }),
		web.Get(web.Route{Path: "/api/folder/events", Summary: "The same, and again whenever it has changed",
			Events: []string{"folder", "error"}, Answers: []string{verb.Schema(&folderAnswer{})}},
			func(ctx context.Context, emit web.Emit) (any, error) {
				for last := (*folderAnswer)(nil); ; {
					now, err := read(ctx)
					if err != nil {
						return nil, err
					}
					if !reflect.DeepEqual(now, last) {
						if err := emit("folder", now); err != nil {
							return nil, err
						}
						last = now
					}
					select {
					case <-ctx.Done():
						return nil, ctx.Err()
					case <-time.After(folderInterval):
					}
				}
			}),
	}
}

// mostBuilt is the most men of a table that is built for the page, in memory: all 35 of up to
// four men take a few CPU seconds. Larger ones are made by "tb build".
const mostBuilt = 4

// tables are the tables of a server.
type tables struct {
	*tb.Tables
	syzygy *syzygy.Tables // nil for none
	turn   chan struct{}  // whoever may look, and build what is missing
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

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/tb"
	"retroproof/cmd/retroproof/verb"
	"retroproof/web"
)

// serve is one run of the verb.
type serve struct {
	app    *verb.Env
	listen string
	iKnow  bool
	port   int
	open   bool
	tables tb.Dirs
	folder string
	export string
	wasm   string
}

func newServeCommand(a *verb.Env) *cobra.Command {
	v := &serve{app: a}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Show positions, games and proofs on a local web page",
		Long: `Serve a web page on this machine: set up a position and see whether a game can lead
to it, and why not; proof games, the strategy for king and rook, tablebases, numbers
of positions, an estimate, and certificates, which the page checks in the browser by
retroproof-check itself. The address is the first line that is printed. The page needs
no internet; Ctrl-C ends it.

Only this machine is listened to, and only this page is answered: doc/serve.md says
how, and describes the routes, whose JSON is that of the verbs.

--folder DIR shows the folder of an "estimate run", while it runs, too. --tables DIR
are directories of tablebases; small ones are built in memory.

--export DIR writes the page as files instead, for any web server: with the checker,
and with --program FILE, this program built for js/wasm, with everything else.`,
		Example: `  retroproof serve --open
  retroproof serve --port 8040 --folder sample1
  retroproof serve --export site`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return v.run(cmd.Context(), cmd.Flags().Changed) },
	}
	flags := cmd.Flags()
	flags.IntVar(&v.port, "port", 0, "port to listen at; 0 for any that is free")
	flags.BoolVar(&v.open, "open", false, "open the page in the browser of this system")
	flags.StringVar(&v.listen, "listen", "127.0.0.1", "IP address to listen at")
	flags.BoolVar(&v.iKnow, "i-know", false, "allow a --listen that others reach: the page has no password")
	flags.Var(&v.tables, "tables", "directory of tables; may be given several times (default tables)")
	flags.StringVar(&v.folder, "folder", "", "the folder of an \"estimate run\" to show")
	flags.StringVar(&v.export, "export", "", "write the page as static files to this `DIR`, and serve nothing")
	flags.StringVar(&v.wasm, "program", "", "with --export: this program as WebAssembly, which then answers in the browser")
	return cmd
}

func (v *serve) run(ctx context.Context, changed func(string) bool) error {
	switch {
	case v.port < 0 || v.port > 65535:
		return verb.Usagef("--port %d, want 0 to 65535", v.port)
	case v.export == "" && changed("export"):
		return verb.Usagef("--export needs the name of a directory")
	case v.wasm != "" && v.export == "":
		return verb.Usagef("--program is for --export")
	case v.export != "":
		return web.Export(v.export, v.wasm, notation.SVGShared(), func(name string, text []byte) error {
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				return err
			}
			return batch.WriteFile(name, func(w io.Writer) error { _, err := w.Write(text); return err })
		})
	}
	if answerInBrowser != nil {
		v.folder = "" // there are no files
	}
	routes, stop, err := v.routes()
	if err != nil {
		return err
	}
	defer stop()
	if answerInBrowser != nil {
		return answerInBrowser(ctx, routes)
	}
	server, err := web.New(web.Options{Name: build.String(), Routes: routes, Men: notation.SVGShared(), Failed: v.app.Complain})
	if err != nil {
		return err
	}
	listener, err := web.Listen(v.listen, v.port, v.iKnow)
	if err != nil {
		return verb.WithCode(verb.ExitUsage, err)
	}
	address := "http://" + listener.Addr().String() + "/"
	if _, err := fmt.Fprintln(v.app.Stdout, address); err != nil {
		return err
	}
	if v.open {
		if err := openBrowser(address); err != nil {
			fmt.Fprintf(v.app.Stderr, "retroproof: no browser was opened: %v\n", err)
		}
	}
	return server.Serve(ctx, listener)
}

// answerInBrowser, if not nil, answers the page's requests where this program itself runs in a
// browser and there is no server.
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

// routes are all that the page can ask for. The caller calls stop in the end.
func (v *serve) routes() (routes []web.Route, stop func(), err error) {
	tables, err := newServeTables(v)
	if err != nil {
		return nil, nil, err
	}
	routes = append(routes, v.aboutRoute(tables))
	for _, subject := range subjects {
		routes = append(routes, subject.AllRoutes()...)
	}
	routes = append(routes, krkRoutes()...)
	routes = append(routes, tables.routes()...)
	routes = append(routes, folderRoutes(v.folder)...)
	return routes, tables.close, nil
}

// post is verb.Post for requests without defaults.
func post[Q any](r web.Route, f func(ctx context.Context, q *Q, emit web.Emit) (any, error)) web.Route {
	var none Q
	return verb.Post(r, none, f)
}

// serveSchema is that of aboutJSON.
const serveSchema = "retroproof.serve/1"

// aboutJSON says what a server can do.
type aboutJSON struct {
	Schema  string   `json:"schema"`
	Version string   `json:"version"`
	Folder  bool     `json:"folder"`  // it shows one
	Checker bool     `json:"checker"` // it has the checker as WebAssembly
	Tables  []string `json:"tables"`  // materials in files
	Build   int      `json:"build"`   // most men of tables that are built
	Jobs    int      `json:"jobs"`    // at once
}

func (v *serve) aboutRoute(tables *serveTables) web.Route {
	return web.Get(web.Route{Path: "/api/version", Summary: "The version, and what this server can do", Answers: []string{serveSchema}},
		func(context.Context, web.Emit) (any, error) {
			list, err := tables.list()
			return aboutJSON{serveSchema, build.String(), v.folder != "", web.HasChecker(), list, serveBuild, runtime.GOMAXPROCS(0)}, err
		})
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"retroproof/cmd/retroproof/serve"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
	"retroproof/internal/jsondoc"
	"retroproof/web"
)

// testRoutes are the routes of a server with a folder, and without files of tables.
func testRoutes(t *testing.T, folder string) map[string]*web.Route {
	t.Helper()
	list, stop := serve.Routes(subjects, []string{t.TempDir()}, folder)
	t.Cleanup(stop)
	routes := map[string]*web.Route{}
	for i := range list {
		routes[list[i].Path] = &list[i]
	}
	return routes
}

// call asks a route, and returns the objects that it answers, one a line, those of events first.
func call(t *testing.T, r *web.Route, body string) []string {
	t.Helper()
	var lines []string
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	answer, err := r.Call(ctx, []byte(body), func(event string, object any) error {
		if !slices.Contains(r.Events, event) {
			t.Errorf("%s: event %s is not announced", r.Path, event)
		}
		lines = append(lines, verb.JSON(object))
		if event == "folder" {
			cancel() // it would go on
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		p, _ := web.ProblemOf(err)
		return append(lines, verb.JSON(p))
	}
	switch answer := answer.(type) {
	case nil:
	case web.Lines:
		for _, one := range answer {
			lines = append(lines, verb.JSON(one))
		}
	case *web.File:
		if len(answer.Bytes) == 0 || answer.Name == "" || r.Media == "" {
			t.Errorf("%s: no file", r.Path)
		}
	default:
		lines = append(lines, verb.JSON(answer))
	}
	return lines
}

// makeSurvey makes the folder of a small estimate.
func makeSurvey(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "sample")
	var stderr bytes.Buffer
	if code := run([]string{"estimate", "run", "--samples", "60", "--seed", "3", "--chunk", "20", "--certificates=false", "--game-states", "300000", "--dir", dir, "--progress", "none"}, strings.NewReader(""), &bytes.Buffer{}, &stderr); code != 0 {
		t.Fatal(stderr.String())
	}
	return dir
}

// routeRuns are requests that together print all fields of the routes' own schemas.
var routeRuns = [][2]string{
	{"/api/version", ""},
	{"/api/legal", `{"fen":"` + jsonIllegal + `","explain":true}`},
	{"/api/legal", `{"fen":"` + jsonLegal + `","explain":true,"shortest_nodes":1000}`},
	{"/api/legal", `{"fen":"8/8/8/8/8/8/8/9 w - - 0 1"}`},
	{"/api/legal", `{"fen":"` + jsonLegal + `","effort":6}`},
	{"/api/certificate", `{"fen":"` + jsonNoKernel + `"}`},
	{"/api/page", `{"fen":"` + jsonNoKernel + `"}`},
	{"/api/revmoves", `{"fen":"` + jsonKRK + `","verdicts":true}`},
	{"/api/proofkernel", `{"fen":"` + jsonCaptures + `","extended":true}`},
	{"/api/proofgame", `{"fen":"` + jsonLegal + `"}`},
	{"/api/proofgame", `{"fen":"rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1","shortest":true,"nodes":10000}`},
	{"/api/exact", `{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR","length":"2.0","all":true,"explain":true}`},
	{"/api/game", `{"moves":["e4","c7c5"]}`},
	{"/api/krk/play", `{"fen":"6k1/8/7K/8/8/8/8/5R2 w - - 0 1"}`},
	{"/api/krk/check", `{"fen":"8/8/8/3k4/8/8/8/K6R w - - 0 1","move":"Rc1"}`},
	{"/api/krk/prove", `{"lemmas":["1"]}`},
	{"/api/tb/list", ""},
	{"/api/tb/probe", `{"fen":"` + jsonKRK + `"}`},
	{"/api/tb/line", `{"fen":"` + jsonKRK + `"}`},
	{"/api/tb/stats", `{"material":"KRvK"}`},
	{"/api/ask", `{"fen":"8/8/8/8/8/1P1P4/PPprP3/k1K5 w - - 0 1","question":"last-moves","plies":2,"no_proofgame":true}`},
	{"/api/ask", `{"fen":"` + jsonLegal + `","question":"men"}`},
	{"/api/ask", `{"fen":"4k3/8/8/8/8/8/8/4K2R w ? - 0 1","question":"fields","no_proofgame":true}`},
	{"/api/ask", `{"fen":"3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1","question":"release","squares":"d8, e8"}`},
	{"/api/ask", `{"fen":"` + jsonLegal + `","question":"tempo"}`},
	{"/api/ask", `{"fen":"` + jsonLegal + `","question":"rights","no_proofgame":true}`},
	{"/api/ask/certificate", `{"fen":"3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1","question":"last-moves","no_proofgame":true}`},
	{"/api/rank", `{"fen":"` + jsonLegal + `"}`},
	{"/api/unrank", `{"rank":"77"}`},
	{"/api/sample", `{"number":2}`},
	{"/api/count", `{"what":"armies"}`},
	{"/api/armies", `{"white":"KQ","black":"KRRR"}`},
	{"/api/run/rank", `{"fen":"` + jsonLegal + `"}`},
	{"/api/run/ursa", `{"stdin":"x"}`},
	{"/api/run/strategy-show", `{"strategy":"krk2016"}`},
	{"/api/folder", ""},
	{"/api/folder/events", ""},
}

// routeAnswers are the answers to routeRuns.
func routeAnswers(t *testing.T) (lines []string) {
	routes := testRoutes(t, makeSurvey(t))
	for _, run := range routeRuns {
		lines = append(lines, call(t, routes[run[0]], run[1])...)
	}
	return lines
}

// TestRoutesAnswer: what each route answers are objects of the schemas that it announces,
// as doc/json.md has them; and every route is asked.
func TestRoutesAnswer(t *testing.T) {
	page := readJSONPage(t)
	routes := testRoutes(t, makeSurvey(t))
	asked := map[string]bool{}
	for _, run := range routeRuns {
		r := routes[run[0]]
		asked[r.Path] = true
		for _, line := range call(t, r, run[1]) {
			for _, wrong := range page.CheckObject([]byte(line), jsondoc.Seen{}) {
				t.Errorf("%s %s: doc/json.md: %s", run[0], run[1], wrong)
			}
			var o struct{ Schema string }
			expect.NoError(t, json.Unmarshal([]byte(line), &o))
			if o.Schema != web.ErrorSchema && !slices.Contains(r.Answers, o.Schema) {
				t.Errorf("%s: %s is not announced", r.Path, o.Schema)
			}
		}
	}
	for _, run := range formRuns {
		asked[verb.FormPath+strings.ReplaceAll(run.verb, " ", "-")] = true // in TestFormsAreVerbs
	}
	text, err := os.ReadFile("../../doc/serve.md")
	expect.NoError(t, err)
	for path, r := range routes {
		if !asked[path] {
			t.Errorf("%s is not tested", path)
		}
		documented := path
		if strings.HasPrefix(path, verb.FormPath) {
			documented = verb.FormPath + "VERB"
		}
		if !strings.Contains(string(text), "`"+documented+"`") {
			t.Errorf("%s is not in doc/serve.md", path)
		}
		for _, schema := range r.Answers {
			if !page.Has(schema) {
				t.Errorf("%s: %s has no section in doc/json.md", path, schema)
			}
		}
	}
}

// TestOpenAPI compares the description of the routes with the copy in doc/; UPDATE_SCRIPTS=1 writes it.
func TestOpenAPI(t *testing.T) {
	list, stop := serve.Routes(subjects, []string{t.TempDir()}, "")
	defer stop()
	got, err := web.OpenAPI("", list)
	expect.NoError(t, err)
	const name = "../../doc/serve/openapi.json"
	if os.Getenv("UPDATE_SCRIPTS") != "" {
		expect.NoError(t, os.WriteFile(name, got, 0o666))
	}
	want, err := os.ReadFile(name)
	expect.NoError(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; if that is meant: UPDATE_SCRIPTS=1 go test ./cmd/retroproof -run OpenAPI", name)
	}
}

// TestRoutesAreVerbs: a route answers what the verb prints, seconds aside.
func TestRoutesAreVerbs(t *testing.T) {
	routes := testRoutes(t, "")
	for _, c := range []struct {
		path, body string
		args       []string
	}{
		{"/api/legal", `{"fen":"` + jsonIllegal + `","explain":true}`, []string{"legal", "--json", "--explain", jsonIllegal}},
		{"/api/legal", `{"fen":"` + jsonLegal + `","explain":true}`, []string{"legal", "--json", "--explain", jsonLegal}},
		{"/api/legal", `{"fen":"` + jsonCaptures + `","no_proofgame":true,"last_move_positions":1}`, []string{"legal", "--json", "--no-proofgame", "--budget", "last-move-positions=1", jsonCaptures}},
		{"/api/revmoves", `{"fen":"` + jsonKRK + `"}`, []string{"revmoves", "--json", jsonKRK}},
		{"/api/revmoves", `{"fen":"` + jsonKRK + `","verdicts":true}`, []string{"revmoves", "--json", "--verdicts", jsonKRK}},
		{"/api/proofkernel", `{"fen":"` + jsonCaptures + `","extended":true}`, []string{"proofkernel", "--json", "--extended", jsonCaptures}},
		{"/api/proofgame", `{"fen":"` + jsonLegal + `","shortest":true}`, []string{"proofgame", "--json", "--shortest", jsonLegal}},
		{"/api/exact", `{"fen":"` + jsonLegal + `","length":"2.0","max":10}`, []string{"exact", "--json", "2.0", "--max", "10", jsonLegal}},
		{"/api/krk/play", `{"fen":"` + jsonKRK + `","choice":"longest"}`, []string{"krk", "play", "--json", "--choice", "longest", jsonKRK}},
		{"/api/krk/check", `{"fen":"` + jsonKRK + `","move":"Rb3"}`, []string{"krk", "check", "--json", jsonKRK, "Rb3"}},
		{"/api/tb/probe", `{"fen":"` + jsonKRK + `"}`, []string{"tb", "probe", "--json", jsonKRK}},
		{"/api/tb/line", `{"fen":"` + jsonKRK + `"}`, []string{"tb", "line", "--json", jsonKRK}},
		{"/api/tb/stats", `{"material":"KPvK"}`, []string{"tb", "stats", "--json", "--distribution", "--longest", "3", "KPvK"}},
		{"/api/rank", `{"fen":"` + jsonLegal + `","scheme":"urposition-repaired"}`, []string{"rank", "--json", "--scheme", "urposition-repaired", jsonLegal}},
		{"/api/unrank", `{"rank":"123456789"}`, []string{"unrank", "--json", "123456789"}},
		{"/api/sample", `{"number":3,"seed":7,"first":5}`, []string{"sample", "3", "--json", "--seed", "7", "--first", "5"}},
		{"/api/count", `{"what":"pairs"}`, []string{"count", "pairs", "--json"}},
	} {
		var stdout, stderr bytes.Buffer
		run(append(c.args, "--progress", "none"), strings.NewReader(""), &stdout, &stderr)
		lines := call(t, routes[c.path], c.body)
		if got, want := withoutSeconds(t, lines[len(lines)-strings.Count(stdout.String(), "\n"):]), withoutSeconds(t, slices.Collect(strings.Lines(stdout.String()))); got != want {
			t.Errorf("%s %s\n%s\nand %s\n%s%s", c.path, c.body, got, strings.Join(c.args, " "), want, stderr.String())
		}
	}
}

func withoutSeconds(t *testing.T, lines []string) string {
	t.Helper()
	var b strings.Builder
	for _, line := range lines {
		var o map[string]any
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&o); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		delete(o, "seconds")
		b.WriteString(verb.JSON(o) + "\n")
	}
	return b.String()
}

// TestRoutesRefuse: what is wrong in a request is told, with a status that says whose fault it is.
func TestRoutesRefuse(t *testing.T) {
	routes := testRoutes(t, "")
	for _, c := range []struct {
		path, body, want string
		status           int
	}{
		{"/api/legal", `{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - - 0 1"}`, "7 ranks", 422},
		{"/api/legal", `{"fen":"` + jsonLegal + `","kernel_nodes":100000001}`, "kernel_nodes is 100000001, want at most 100000000", 422},
		{"/api/legal", `{"fen":"` + jsonLegal + `","last_move_positions":-2}`, "want at least -1", 422},
		{"/api/legal", `{"fen":"` + jsonLegal + `","game_states":-1}`, "not what this route takes", 400},
		{"/api/legal", `{"fen":"` + jsonLegal + `","file":"/etc/passwd"}`, `unknown field "file"`, 400},
		{"/api/legal", `{"fen":7}`, "not what this route takes", 400},
		{"/api/legal", `{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1"} {}`, "behind the object", 400},
		{"/api/legal", ``, "not what this route takes", 400},
		{"/api/legal", `{"fen":"` + strings.Repeat("8/", 5000) + `"}`, "more than 4096 bytes", 413},
		{"/api/proofgame", `{"fen":"` + jsonLegal + `","nodes":5000001}`, "want at most 5000000", 422},
		{"/api/exact", `{"fen":"` + jsonLegal + `","length":"61"}`, "61 plies, want at most 60", 422},
		{"/api/exact", `{"fen":"` + jsonLegal + `","length":"x"}`, "x", 422},
		{"/api/game", `{"moves":["e4","e4"]}`, "move 2", 422},
		{"/api/krk/play", `{"fen":"` + jsonLegal + `"}`, "", 422},
		{"/api/krk/play", `{"fen":"` + jsonKRK + `","defender":"nobody"}`, "nobody", 422},
		{"/api/krk/prove", `{"lemmas":["99"]}`, "no lemma", 422},
		{"/api/tb/probe", `{"fen":"8/8/8/8/7k/8/8/KQQQ4 w - - 0 1"}`, "KQQQvK", 422},
		{"/api/tb/stats", `{"material":"../../etc/passwd"}`, "", 422},
		{"/api/tb/stats", `{"material":"KQQQvK"}`, "no table of KQQQvK here", 422},
		{"/api/rank", `{"fen":"` + jsonLegal + `","scheme":"x"}`, "x", 422},
		{"/api/unrank", `{"rank":"-1"}`, "no number", 422},
		{"/api/sample", `{"number":101}`, "want at most 100", 422},
		{"/api/count", `{"what":"stars"}`, "want armies", 422},
		{"/api/armies", `{"white":"KX","black":"K"}`, "no man's letter", 422},
		{"/api/folder", ``, "no folder", 404},
	} {
		lines := call(t, routes[c.path], c.body)
		var p web.Problem
		if err := json.Unmarshal([]byte(lines[0]), &p); err != nil || p.Status != c.status || !strings.Contains(p.Error, c.want) {
			t.Errorf("%s %s: %s, want %d and %q", c.path, c.body, lines[0], c.status, c.want)
		}
	}
}

// TestRoutesStop: a request whose connection is gone ends its search.
func TestRoutesStop(t *testing.T) {
	routes := testRoutes(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for path, body := range map[string]string{
		"/api/legal":       `{"fen":"2n3kB/Q6b/1BB1bb2/n4N1R/1n2b1Nn/b4bqR/2PBP1pK/4b2R w - - 0 1"}`,
		"/api/proofgame":   `{"fen":"2n3kB/Q6b/1BB1bb2/n4N1R/1n2b1Nn/b4bqR/2PBP1pK/4b2R w - - 0 1","shortest":true}`,
		"/api/krk/prove":   `{}`,
		"/api/tb/probe":    `{"fen":"8/8/8/3k4/3r4/8/8/KQ6 w - - 0 1"}`,
		"/api/ask":         `{"fen":"8/8/8/8/8/1P1P4/PPprP3/k1K5 w - - 0 1","question":"last-moves","no_proofgame":true}`,
		"/api/revmoves":    `{"fen":"` + jsonKRK + `","verdicts":true}`,
		"/api/proofkernel": `{"fen":"4k3/bb3np1/Rr1PR3/pq1b4/4q1Q1/PbRN1Pq1/P4RBN/1nB2KR1 b - - 0 1","extended":true}`,
		"/api/exact":       `{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","length":"6.0","all":true}`,
	} {
		if answer, err := routes[path].Call(ctx, []byte(body), func(string, any) error { return nil }); err == nil {
			t.Errorf("%s: answered %v", path, answer)
		}
	}
}

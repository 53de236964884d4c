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

	"retroproof/batch/surveyrun"
	"retroproof/cmd/retroproof/serve"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
	"retroproof/internal/jsondoc"
	"retroproof/proofs/survey"
	"retroproof/web"
)

// testRoutes are the routes of a server with a folder, and without files of tables.
func testRoutes(t *testing.T, folder string) map[string]*web.Route {
	t.Helper()
	list, stop := serve.Routes(subjects, []string{t.TempDir()}, nil, folder)
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

// routeAnswers are the answers to the requests of testdata/route-runs.tsv, which lie beside the package.
func routeAnswers(t *testing.T, requests string) (lines []string) {
	routes := testRoutes(t, makeSurvey(t))
	var path, body string
	for range expect.Rows(t, requests, &path, &body) {
		lines = append(lines, call(t, routes[path], body)...)
	}
	return lines
}

// TestRoutesAnswer: what each route answers are objects of the schemas that it announces,
// as doc/json.md has them; and every route is asked.
func TestRoutesAnswer(t *testing.T) {
	page := readJSONPage(t)
	routes := testRoutes(t, makeSurvey(t))
	asked := map[string]bool{}
	var path, body string
	for range expect.Rows(t, "testdata/route-runs.tsv", &path, &body) {
		r := routes[path]
		asked[r.Path] = true
		for _, line := range call(t, r, body) {
			for _, wrong := range page.CheckObject([]byte(line), jsondoc.Seen{}) {
				t.Errorf("%s %s: doc/json.md: %s", path, body, wrong)
			}
			var o struct{ Schema string }
			expect.NoError(t, json.Unmarshal([]byte(line), &o))
			if o.Schema != web.ErrorSchema && !slices.Contains(r.Answers, o.Schema) {
				t.Errorf("%s: %s is not announced", r.Path, o.Schema)
			}
		}
	}
	var form, stdin string
	var words []string
	for range expect.Rows(t, formRuns, &form, &body, &stdin, &words) {
		asked[verb.FormPath+strings.ReplaceAll(form, " ", "-")] = true // in TestFormsAreVerbs
	}
	for _, run := range provingRuns {
		asked[verb.ProvingPath+run.verb] = true // in TestProving
	}
	text, err := os.ReadFile("../../doc/serve.md")
	expect.NoError(t, err)
	for path, r := range routes {
		if !asked[path] {
			t.Errorf("%s is not tested", path)
		}
		documented := path
		for _, begin := range []string{verb.FormPath, verb.ProvingPath} {
			if strings.HasPrefix(path, begin) {
				documented = begin + "VERB"
			}
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
	list, stop := serve.Routes(subjects, []string{t.TempDir()}, nil, "")
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
	var c struct {
		path, body string
		args       []string
	}
	for range expect.Rows(t, "testdata/routes-are-verbs.tsv", &c.path, &c.body, &c.args) {
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
	var path, body, want string
	var status int
	for at := range expect.Rows(t, "testdata/routes-refuse.tsv", &path, &body, &want, &status) {
		lines := call(t, routes[path], strings.ReplaceAll(body, "LONG", strings.Repeat("8/", 5000)))
		var p web.Problem
		if err := json.Unmarshal([]byte(lines[0]), &p); err != nil || p.Status != status || !strings.Contains(p.Error, want) {
			t.Errorf("%s: %s, want %d and %q", at, lines[0], status, want)
		}
	}
}

// TestRoutesStop: a request whose connection is gone ends its search.
func TestRoutesStop(t *testing.T) {
	routes := testRoutes(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for path, body := range map[string]string{
		"/api/legal":     `{"fen":"2n3kB/Q6b/1BB1bb2/n4N1R/1n2b1Nn/b4bqR/2PBP1pK/4b2R w - - 0 1"}`,
		"/api/proofgame": `{"fen":"2n3kB/Q6b/1BB1bb2/n4N1R/1n2b1Nn/b4bqR/2PBP1pK/4b2R w - - 0 1","shortest":true}`,
		"/api/krk/prove": `{}`,

		"/api/prove/strategy-prove": `{"strategy":"kbnk","wins":true}`,
		"/api/tb/probe":             `{"fen":"8/8/8/3k4/3r4/8/8/KQ6 w - - 0 1"}`,
		"/api/ask":                  `{"fen":"8/8/8/8/8/1P1P4/PPprP3/k1K5 w - - 0 1","question":"last-moves","no_proofgame":true}`,
		"/api/revmoves":             `{"fen":"` + jsonKRK + `","verdicts":true}`,
		"/api/proofkernel":          `{"fen":"4k3/bb3np1/Rr1PR3/pq1b4/4q1Q1/PbRN1Pq1/P4RBN/1nB2KR1 b - - 0 1","extended":true}`,
		"/api/exact":                `{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","length":"6.0","all":true}`,
	} {
		if answer, err := routes[path].Call(ctx, []byte(body), func(string, any) error { return nil }); err == nil {
			t.Errorf("%s: answered %v", path, answer)
		}
	}
}

// TestFolderEmpty: a folder without a sample, or that is not there, is told as what it is.
func TestFolderEmpty(t *testing.T) {
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "nowhere")} {
		lines := call(t, testRoutes(t, dir)["/api/folder"], "")
		if want := "the folder " + filepath.Base(dir) + " has no sample yet"; !strings.Contains(lines[0], want) || !strings.Contains(lines[0], `"status":404`) {
			t.Errorf("%s, want 404 and %q", lines[0], want)
		}
	}
}

// TestFolderDamaged: what the page says of a damaged unit names its file and draws, and not where the folder is.
func TestFolderDamaged(t *testing.T) {
	dir := makeSurvey(t)
	name := filepath.Join(dir, "pack-000000.tar")
	text, err := os.ReadFile(name)
	expect.NoError(t, err)
	read := func() error {
		_, err := surveyrun.NewWatcher(dir).Read(t.Context())
		return err
	}
	expect.NoError(t, read())
	at := bytes.LastIndex(text, []byte("/"+survey.VerdictsName(1))) // before it
	flipped := bytes.Clone(text)
	flipped[at+600] ^= 1
	for want, damaged := range map[string][]byte{
		"pack-000000/unit-0000001.jsonl.gz, draws 20 to 39, cannot be read: ": flipped,
		"pack-000000 cannot be read: ":                                        text[:len(text)/2],
	} {
		expect.NoError(t, os.WriteFile(name, damaged, 0o666))
		if err := read(); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), dir) {
			t.Errorf("%d bytes: %v, want %s", len(damaged), err, want)
		}
	}
	expect.NoError(t, os.WriteFile(name, []byte("no file of this kind"), 0o666))
	if err := read(); err == nil || strings.Contains(err.Error(), dir) {
		t.Errorf("%v", err)
	}
}

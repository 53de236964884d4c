package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"retroproof/internal/expect"
)

// testQuery is what the routes of the tests take.
type testQuery struct {
	Text   string `json:"text"`
	Number int    `json:"number,omitempty" min:"1" max:"5"`
}

// post makes a route of a function that takes it.
func post(r Route, answer func(ctx context.Context, q *testQuery, emit Emit) (any, error)) Route {
	return Post(r, func() any { return new(testQuery) },
		func(ctx context.Context, q any, emit Emit) (any, error) { return answer(ctx, q.(*testQuery), emit) })
}

// testServer is a server with routes that echo, wait and stream.
func testServer(t *testing.T) (s *Server, hold chan struct{}, ended chan error) {
	t.Helper()
	hold, ended = make(chan struct{}), make(chan error, 100)
	routes := []Route{
		Get(Route{Path: "/api/version", Summary: "x"}, func(context.Context, Emit) (any, error) { return testQuery{Text: "version"}, nil }),
		post(Route{Path: "/api/echo", Summary: "x"}, func(_ context.Context, q *testQuery, _ Emit) (any, error) { return q, nil }),
		post(Route{Path: "/api/file", Summary: "x", Media: "application/zip"}, func(context.Context, *testQuery, Emit) (any, error) {
			return &File{"proof.zip", []byte("PK")}, nil
		}),
		post(Route{Path: "/api/lines", Summary: "x"}, func(context.Context, *testQuery, Emit) (any, error) {
			return Lines{testQuery{Text: "<a>"}, testQuery{Text: "b"}}, nil
		}),
		post(Route{Path: "/api/fail", Summary: "x"}, func(context.Context, *testQuery, Emit) (any, error) { return nil, errors.New("a mistake in here") }),
		post(Route{Path: "/api/stream", Summary: "x", Events: []string{"tick", "answer", "error"}}, func(ctx context.Context, q *testQuery, emit Emit) (any, error) {
			for i := range 3 {
				if err := emit("tick", testQuery{Number: i}); err != nil {
					return nil, err
				}
			}
			if q.Text == "fail" {
				return nil, Refuse("no more")
			}
			return testQuery{Text: "end"}, nil
		}),
	}
	wait := func(ctx context.Context, _ *testQuery, _ Emit) (any, error) {
		select {
		case <-hold:
			return testQuery{}, nil
		case <-ctx.Done():
			ended <- ctx.Err()
			return nil, ctx.Err()
		}
	}
	routes = append(routes, post(Route{Path: "/api/wait", Summary: "x", Work: Job}, wait), post(Route{Path: "/api/alone", Summary: "x", Work: Solitary}, wait))
	s, err := New(Options{Name: "test", Routes: routes, Men: `<svg style="position:absolute"></svg>`})
	expect.NoError(t, err)
	return s, hold, ended
}

var at = netip.MustParseAddrPort("127.0.0.1:8040")

// request asks with headers, as "Name: value".
func request(h http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "127.0.0.1:8040"
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		switch {
		case name == "Host":
			r.Host = value
		case value == "":
			r.Header.Del(name)
		default:
			r.Header.Set(name, value)
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestGuard tries what pages of other sites can, and what the own page and other programs do.
func TestGuard(t *testing.T) {
	s, _, _ := testServer(t)
	h := s.Handler(at)
	var what, method, path, body string
	var headers []string
	var want int
	for at := range expect.Rows(t, "testdata/guard.tsv", &what, &method, &path, &body, &headers, &want) {
		w := request(h, method, path, strings.ReplaceAll(body, "LONG", strings.Repeat("x", SmallBody)), headers...)
		expect.Equal(t, w.Code, want, "%s, %s", at, what)
		header := w.Header()
		for name := range header {
			if strings.HasPrefix(name, "Access-Control-") || name == "Set-Cookie" {
				t.Errorf("%s: header %s", what, name)
			}
		}
		for name, want := range map[string]string{"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin"} {
			expect.Equal(t, header.Get(name), want, "%s: %s", what, name)
		}
		if w.Code != 200 {
			var p Problem
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Schema != ErrorSchema || p.Status != w.Code || p.Error == "" {
				t.Errorf("%s: %s", what, w.Body)
			}
		}
	}
}

// TestGuardElsewhere: a server that others may reach is addressed by IP addresses only.
func TestGuardElsewhere(t *testing.T) {
	s, _, _ := testServer(t)
	for _, c := range []struct {
		at, host string
		want     int
	}{
		{"0.0.0.0:8040", "192.0.2.7:8040", 200},
		{"0.0.0.0:8040", "evil.example:8040", 421},
		{"0.0.0.0:8040", "192.0.2.7:80", 421},
		{"192.0.2.7:8040", "192.0.2.7:8040", 200},
		{"192.0.2.7:8040", "192.0.2.8:8040", 421},
		{"[::1]:80", "[::1]", 200},
	} {
		if w := request(s.Handler(netip.MustParseAddrPort(c.at)), "GET", "/api/version", "", "Host: "+c.host); w.Code != c.want {
			t.Errorf("%s at %s: %d, want %d", c.host, c.at, w.Code, c.want)
		}
	}
	for host, want := range map[string]bool{"127.0.0.1": true, "::1": true, "0.0.0.0": false, "192.0.2.1": false, "localhost": false} {
		l, err := Listen(host, 0, false)
		if err == nil {
			l.Close()
		}
		if want != (err == nil) && host != "::1" { // which not every machine has
			t.Errorf("Listen(%s): %v", host, err)
		}
	}
}

// TestLimits: so many jobs run, so many wait, and others are refused; one that is alone is
// not joined by another.
func TestLimits(t *testing.T) {
	s, hold, _ := testServer(t)
	h := s.Handler(at)
	var all sync.WaitGroup
	codes := make(chan int, 100)
	most := runtime.GOMAXPROCS(0) + mostWaiting
	for range most {
		all.Go(func() { codes <- request(h, "POST", "/api/wait", `{"text":""}`).Code })
	}
	for len(s.limits.running)+len(s.limits.waiting) < most {
		runtime.Gosched()
	}
	if w := request(h, "POST", "/api/wait", `{"text":""}`); w.Code != 503 || w.Header().Get("Retry-After") == "" {
		t.Errorf("one too many: %d", w.Code)
	}
	if w := request(h, "POST", "/api/echo", `{"text":""}`); w.Code != 200 {
		t.Errorf("what takes nothing does not wait: %d", w.Code)
	}
	close(hold)
	all.Wait()
	for range most {
		expect.Equal(t, <-codes, 200, "status")
	}
	if n := len(s.limits.running) + len(s.limits.waiting) + len(s.limits.solitary); n > 0 {
		t.Errorf("%d still run or wait", n)
	}
}

func TestAlone(t *testing.T) {
	s, hold, _ := testServer(t)
	h := s.Handler(at)
	var first sync.WaitGroup
	first.Go(func() { request(h, "POST", "/api/alone", `{"text":""}`) })
	for len(s.limits.solitary) == 0 {
		runtime.Gosched()
	}
	if w := request(h, "POST", "/api/alone", `{"text":""}`); w.Code != 503 {
		t.Errorf("a second one: %d", w.Code)
	}
	close(hold)
	first.Wait()
	if w := request(h, "POST", "/api/alone", `{"text":""}`); w.Code != 200 {
		t.Errorf("after it: %d", w.Code)
	}
}

// TestClosedTab: when a connection is gone, its job is told, over a real connection.
func TestClosedTab(t *testing.T) {
	s, _, ended := testServer(t)
	l, err := Listen("127.0.0.1", 0, false)
	expect.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	var serving sync.WaitGroup
	serving.Go(func() { s.Serve(ctx, l) })
	asking, leave := context.WithCancel(ctx)
	r, _ := http.NewRequestWithContext(asking, "POST", "http://"+l.Addr().String()+"/api/wait", strings.NewReader(`{"text":""}`))
	r.Header.Set("Content-Type", "application/json")
	var client sync.WaitGroup
	client.Go(func() { http.DefaultClient.Do(r) })
	for len(s.limits.running) == 0 {
		runtime.Gosched()
	}
	leave()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the job was told %v", err)
	}
	client.Wait()
	stop()
	serving.Wait()
}

// TestEnds: a client that sends its header slowly does not keep a server from ending.
func TestEnds(t *testing.T) {
	s, _, _ := testServer(t)
	l, err := Listen("127.0.0.1", 0, false)
	expect.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, l) }()
	c, err := net.Dial("tcp", l.Addr().String())
	expect.NoError(t, err)
	defer c.Close()
	fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: ")
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestAnswers(t *testing.T) {
	s, _, _ := testServer(t)
	h := s.Handler(at)
	if w := request(h, "POST", "/api/file", `{"text":""}`); w.Body.String() != "PK" || w.Header().Get("Content-Disposition") != `attachment; filename="proof.zip"` || w.Header().Get("Content-Type") != "application/zip" {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
	if w := request(h, "POST", "/api/lines", `{"text":""}`); w.Body.String() != "{\"text\":\"<a>\"}\n{\"text\":\"b\"}\n" {
		t.Errorf("%s", w.Body)
	}
	w := request(h, "POST", "/api/stream", `{"text":""}`)
	if want := "event: tick\ndata: {\"text\":\"\"}\n\nevent: tick\ndata: {\"text\":\"\",\"number\":1}\n\nevent: tick\ndata: {\"text\":\"\",\"number\":2}\n\nevent: answer\ndata: {\"text\":\"end\"}\n\n"; w.Body.String() != want || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
		t.Errorf("%s", w.Body)
	}
	if w := request(h, "POST", "/api/stream", `{"text":"fail"}`); !strings.HasSuffix(w.Body.String(), `event: error`+"\n"+`data: {"schema":"retroproof.error/1","status":422,"error":"no more"}`+"\n\n") {
		t.Errorf("%s", w.Body)
	}
	if w := request(h, "GET", OpenAPIPath, ""); !json.Valid(w.Body.Bytes()) || !strings.Contains(w.Body.String(), `"maximum": 5`) {
		t.Errorf("%s", w.Body)
	}
}

// mostPage is how much the page may have without WebAssembly, in bytes.
const mostPage = 400_000

// TestAssets: the page is small, needs nothing from elsewhere, and has no inline scripts and styles.
func TestAssets(t *testing.T) {
	elsewhere := regexp.MustCompile(`(src|href|url|import|fetch)\s*[=(]?\s*["'(]?\s*(https?:)?//`)
	size := 0
	err := fs.WalkDir(embedded, "page", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := embedded.ReadFile(name)
		size += len(text)
		if mediaTypes[filepath.Ext(name)] == "" {
			t.Errorf("%s is not served", name)
		}
		if m := elsewhere.Find(text); m != nil {
			t.Errorf("%s: %s", name, m)
		}
		for _, bad := range []string{"innerHTML", "outerHTML =", "insertAdjacentHTML", "document.write", "eval(", "new Function", "sourceMappingURL", " style=\"", "'style'", "localStorage"} {
			if bytes.Contains(text, []byte(bad)) {
				t.Errorf("%s: %s", name, bad)
			}
		}
		return err
	})
	expect.NoError(t, err)
	t.Logf("%d bytes", size)
	if size > mostPage {
		t.Errorf("the page has %d bytes, want at most %d", size, mostPage)
	}
	s, _, _ := testServer(t)
	h := s.Handler(at)
	w := request(h, "GET", "/", "")
	if w.Code != 200 || !strings.Contains(w.Body.String(), `<svg class="sprite">`) || w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if again := request(h, "GET", "/", "", "If-None-Match: "+w.Header().Get("ETag")); again.Code != 304 || again.Body.Len() > 0 {
		t.Errorf("again: %d", again.Code)
	}
}

// TestImports: modules import files that are there, and names that these export.
func TestImports(t *testing.T) {
	imports := regexp.MustCompile(`(?m)^import \{([^}]*)\} from '\./([a-z-]+\.js)';$`)
	entries, err := embedded.ReadDir("page")
	expect.NoError(t, err)
	found := 0
	for _, e := range entries {
		text, err := embedded.ReadFile("page/" + e.Name())
		expect.NoError(t, err)
		for _, m := range imports.FindAllStringSubmatch(string(text), -1) {
			from, err := embedded.ReadFile("page/" + m[2])
			if err != nil {
				t.Errorf("%s: %v", e.Name(), err)
			}
			rest := strings.Replace(string(text), m[0], "", 1)
			for name := range strings.SplitSeq(m[1], ",") {
				name = strings.TrimSpace(name)
				found++
				if !regexp.MustCompile(`export (async )?(function|const|class) ` + name + `\b`).Match(from) {
					t.Errorf("%s: %s exports no %s", e.Name(), m[2], name)
				}
				if !regexp.MustCompile(`\b` + name + `\b`).MatchString(rest) {
					t.Errorf("%s: %s is imported and not used", e.Name(), name)
				}
			}
		}
	}
	if found < 50 {
		t.Errorf("%d names are imported", found)
	}
}

func TestExport(t *testing.T) {
	if !HasChecker() {
		t.Skip("built without the checker: see make wasm")
	}
	dir := t.TempDir()
	write := func(name string, text []byte) error {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		return os.WriteFile(name, text, 0o666)
	}
	expect.NoError(t, Export(dir, "", "", write))
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil || !bytes.Contains(index, []byte(`content="checker"`)) ||
		!bytes.Contains(index, []byte(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'`)) {
		t.Errorf("%v %s", err, index)
	}
	f, err := os.Open(filepath.Join(dir, checkerFile))
	expect.NoError(t, err)
	defer f.Close()
	if magic, err := bufio.NewReader(f).Peek(4); err != nil || string(magic) != "\x00asm" {
		t.Errorf("%v %q", err, magic)
	}
	if err := Export(dir, filepath.Join(dir, "index.html"), "", write); err == nil {
		t.Error("a page was taken for a program")
	}
}

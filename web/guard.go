package web

import (
	"context"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"time"
)

// guard lets requests through that are meant for this server and come from its own page, or
// from a program that is no browser. Everything else is refused before it is looked at:
//
//   - a page of another site whose name was made to lead here (DNS rebinding) addresses
//     the server by that name;
//   - one that sends a request across sites says so, in Sec-Fetch-Site or Origin, and so
//     does one from another port of this machine.
type guard struct {
	hosts  map[string]bool // the names of this server, with its port
	port   string
	anyIP  bool // also any IP address: the server listens on all, and was told to
	cross  *http.CrossOriginProtection
	behind http.Handler
}

// newGuard makes a guard for a server that listens at an address.
func newGuard(at netip.AddrPort, behind http.Handler) *guard {
	g := &guard{hosts: map[string]bool{}, cross: http.NewCrossOriginProtection(), behind: behind}
	_, g.port, _ = net.SplitHostPort(at.String())
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]"} {
		g.hosts[host+":"+g.port] = true
		if g.port == "80" {
			g.hosts[host] = true // browsers leave out the port of http
		}
	}
	switch {
	case at.Addr().IsUnspecified():
		g.anyIP = true
	case !at.Addr().IsLoopback():
		g.hosts[at.String()] = true
	}
	return g
}

// policy is the Content-Security-Policy: scripts, styles, workers and requests are those of
// this server; no page may frame this one.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
	"style-src 'self'; " +
	"img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if err := g.check(r); err != nil {
		writeProblem(w, err)
		return
	}
	g.behind.ServeHTTP(w, r)
}

// check returns why a request is refused, nil if it is not.
func (g *guard) check(r *http.Request) error {
	if !g.addressed(r.Host) {
		return &RequestError{Status: http.StatusMisdirectedRequest,
			Text: "this server is not called so; open the address that it has printed"}
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		return &RequestError{Status: http.StatusMethodNotAllowed, Text: "only GET and POST"}
	}
	// For requests that change or compute something; it lets every GET through.
	if err := g.cross.Check(r); err != nil {
		return &RequestError{Status: http.StatusForbidden, Text: "a request from another site"}
	}
	if strings.HasPrefix(r.URL.Path, "/api/") {
		switch r.Header.Get("Sec-Fetch-Site") {
		case "", "same-origin", "none":
		default:
			return &RequestError{Status: http.StatusForbidden, Text: "a request from another site"}
		}
	}
	if r.Method == http.MethodPost {
		// A form of another site can send no JSON without being asked for leave first.
		kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || kind != "application/json" {
			return &RequestError{Status: http.StatusUnsupportedMediaType, Text: "want Content-Type: application/json"}
		}
	}
	return nil
}

// addressed reports whether a Host header names this server.
func (g *guard) addressed(host string) bool {
	if g.hosts[strings.ToLower(host)] {
		return true
	}
	if !g.anyIP {
		return false
	}
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		return false
	}
	_, err = netip.ParseAddr(name)
	return err == nil && port == g.port
}

// The limits of a server for one person.
const (
	mostWaiting = 16               // jobs that wait for another one to end
	requestTime = 60 * time.Second // of a job, waiting included; searches end by their budgets before, as a rule
	suiteTime   = 10 * time.Minute // of a stream, whose progress is seen and which ends with its tab
	retryAfter  = 2                // seconds
)

// limits let so many jobs run, and so many wait.
type limits struct {
	running  chan struct{}
	waiting  chan struct{}
	solitary chan struct{}
}

func newLimits() *limits {
	return &limits{
		running:  make(chan struct{}, runtime.GOMAXPROCS(0)),
		waiting:  make(chan struct{}, mostWaiting),
		solitary: make(chan struct{}, 1),
	}
}

// begin waits until a job may run. The caller calls done when it has ended. The error is
// the context's, or a *RequestError if too many wait already.
func (l *limits) begin(ctx context.Context, w Work) (done func(), err error) {
	done = func() {}
	if w == Little {
		return done, nil
	}
	if w == Solitary {
		select {
		case l.solitary <- struct{}{}:
			done = func() { <-l.solitary }
		default:
			return done, &RequestError{Status: http.StatusServiceUnavailable, Retry: retryAfter,
				Text: "another long search is running; stop it first, or wait until it has ended"}
		}
	}
	select {
	case l.running <- struct{}{}:
	default:
		select {
		case l.waiting <- struct{}{}:
		default:
			done()
			return func() {}, &RequestError{Status: http.StatusServiceUnavailable, Retry: retryAfter,
				Text: "too many requests at once"}
		}
		select {
		case l.running <- struct{}{}:
			<-l.waiting
		case <-ctx.Done():
			<-l.waiting
			done()
			return func() {}, ctx.Err()
		}
	}
	alone := done
	return func() { <-l.running; alone() }, nil
}

package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"

	"retroproof/internal/answer"
)

// Options are what a server is made of.
type Options struct {
	Name   string  // the program and its version
	Routes []Route // below /api/
	Men    string  // an invisible SVG element with the drawings that boards use
	// Failed, if set, gets errors that are no fault of a request.
	Failed func(err error)
}

// Server serves the page.
type Server struct {
	options  Options
	limits   *limits
	assets   map[string]*asset
	routes   map[string]*Route
	document []byte // OpenAPI
}

// New makes a server.
func New(o Options) (*Server, error) {
	s := &Server{options: o, limits: newLimits(), routes: map[string]*Route{}}
	var err error
	if s.assets, err = readAssets(o.Men, modeServer); err != nil {
		return nil, err
	}
	if s.document, err = OpenAPI(o.Name, o.Routes); err != nil {
		return nil, err
	}
	for i := range o.Routes {
		r := &o.Routes[i]
		s.routes[r.Path] = r
	}
	return s, nil
}

// Handler returns the server with its guard, for requests that come to an address.
func (s *Server) Handler(at netip.AddrPort) http.Handler { return newGuard(at, s) }

// Serve answers requests until the context ends, which also ends what runs then.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	at, err := netip.ParseAddrPort(l.Addr().String())
	if err != nil {
		return err
	}
	h := &http.Server{
		Handler:           s.Handler(at),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		IdleTimeout:       60 * time.Second,
		MaxHeaderBytes:    16 << 10,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ErrorLog:          log.New(io.Discard, "", 0), // clients that go away
	}
	defer context.AfterFunc(ctx, func() { h.Close() })()
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Listen opens a port of an address; port 0 is any that is free. Addresses of other
// machines' networks are refused unless elsewhere is set.
func Listen(host string, port int, elsewhere bool) (net.Listener, error) {
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return nil, fmt.Errorf("%q is no IP address, such as 127.0.0.1 or ::1", host)
	}
	if !addr.IsLoopback() && !elsewhere {
		return nil, fmt.Errorf("%s is no address of this machine alone: anybody who reaches it could use this server, "+
			"which has no password", host)
	}
	return net.Listen("tcp", netip.AddrPortFrom(addr, uint16(port)).String())
}

// ServeHTTP answers a request that the guard has let through.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch route, asset := s.routes[r.URL.Path], s.assets[r.URL.Path]; {
	case route != nil:
		s.call(w, r, route)
	case r.URL.Path == OpenAPIPath && r.Method != http.MethodPost:
		w.Header().Set("Content-Type", jsonType)
		w.Write(s.document)
	case asset != nil && r.Method != http.MethodPost:
		asset.serve(w, r)
	default:
		writeProblem(w, &RequestError{Status: http.StatusNotFound, Text: "there is nothing here"})
	}
}

// call has a route answer.
func (s *Server) call(w http.ResponseWriter, r *http.Request, route *Route) {
	if r.Method != route.method() {
		w.Header().Set("Allow", route.method())
		writeProblem(w, &RequestError{Status: http.StatusMethodNotAllowed, Text: route.Path + " wants " + route.method()})
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, route.limit()))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		writeProblem(w, &RequestError{Status: http.StatusRequestEntityTooLarge,
			Text: fmt.Sprintf("a request of more than %d bytes", large.Limit)})
		return
	case err != nil:
		return // the client is gone
	}
	limit := requestTime
	if route.Events != nil {
		limit = suiteTime
	}
	ctx, cancel := context.WithTimeout(r.Context(), limit)
	defer cancel()
	done, err := s.limits.begin(ctx, route.Work)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	defer done()
	if route.Events != nil {
		// The body is read: the rest has no limit of its own.
		http.NewResponseController(w).SetReadDeadline(time.Time{})
		s.stream(ctx, w, r, route, body)
		return
	}
	answer, err := route.Call(ctx, body, nil)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.write(w, route, answer)
}

// stream answers with events.
func (s *Server) stream(ctx context.Context, w http.ResponseWriter, r *http.Request, route *Route, body []byte) {
	var open *stream
	stop := func() {}
	defer func() { stop() }()
	begin := func() {
		if open == nil {
			open = openStream(w)
			stop = open.ping()
		}
	}
	emit := func(event string, object any) error {
		if !slices.Contains(route.Events, event) {
			return fmt.Errorf("%s has no event %q", route.Path, event)
		}
		begin()
		return open.event(event, object)
	}
	answer, err := route.Call(ctx, body, emit)
	switch {
	case err != nil && open == nil:
		s.fail(w, r, err)
	case err != nil:
		s.log(r, err)
		p, _ := ProblemOf(err)
		open.event("error", p)
	default:
		begin()
		if answer != nil {
			open.event("answer", answer)
		}
	}
}

const (
	jsonType  = "application/json; charset=utf-8"
	linesType = "application/jsonl; charset=utf-8"
)

// write writes an answer.
func (s *Server) write(w http.ResponseWriter, route *Route, answer any) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	switch answer := answer.(type) {
	case *File:
		h.Set("Content-Type", route.Media)
		h.Set("Content-Disposition", `attachment; filename="`+answer.Name+`"`)
		h.Set("Content-Length", strconv.Itoa(len(answer.Bytes)))
		w.Write(answer.Bytes)
	case Lines:
		h.Set("Content-Type", linesType)
		for _, one := range answer {
			writeObject(w, one)
		}
	default:
		h.Set("Content-Type", jsonType)
		writeObject(w, answer)
	}
}

// fail answers with an error; to a client that is gone with nothing.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return
	}
	s.log(r, err)
	writeProblem(w, err)
}

// log reports an error that is no fault of a request.
func (s *Server) log(r *http.Request, err error) {
	if p, _ := ProblemOf(err); p.Status == http.StatusInternalServerError && s.options.Failed != nil &&
		r.Context().Err() == nil {
		s.options.Failed(fmt.Errorf("%s: %w", r.URL.Path, err))
	}
}

// writeProblem answers with an error.
func writeProblem(w http.ResponseWriter, err error) {
	p, retry := ProblemOf(err)
	h := w.Header()
	if retry > 0 {
		h.Set("Retry-After", strconv.Itoa(retry))
	}
	h.Set("Content-Type", jsonType)
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	writeObject(w, p)
}

// writeObject writes an object in a line. A connection that is gone is noticed elsewhere.
func writeObject(w io.Writer, object any) {
	io.WriteString(w, answer.JSON(object)+"\n")
}

// pingTime is how often a stream sends a comment when nothing else happens, so that a
// connection that is gone is noticed.
const pingTime = 15 * time.Second

// stream writes server-sent events. Its methods may be called from several goroutines.
type stream struct {
	mu    sync.Mutex
	w     http.ResponseWriter
	flush *http.ResponseController
}

// openStream answers with a stream.
func openStream(w http.ResponseWriter) *stream {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	return &stream{w: w, flush: http.NewResponseController(w)}
}

// event sends an event with an object.
func (s *stream) event(name string, object any) error {
	return s.write(fmt.Sprintf("event: %s\ndata: %s\n\n", name, answer.JSON(object)))
}

func (s *stream) write(text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	return s.flush.Flush()
}

// ping keeps sending comments until stop is called.
func (s *stream) ping() (stop func()) {
	quit := make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		tick := time.NewTicker(pingTime)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				if s.write(": ping\n\n") != nil {
					return
				}
			}
		}
	})
	return func() { close(quit); ended.Wait() }
}

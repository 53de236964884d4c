package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Sizes of requests, in bytes.
const (
	SmallBody = 4 << 10
	ListBody  = 64 << 10 // for those with lists of moves
)

// Work says how much a route takes.
type Work int

// The kinds of work.
const (
	Little   Work = iota // nothing that is worth waiting for
	Job                  // one of the jobs that run at once
	Solitary             // a job of which only one runs at a time: it takes much memory, or all processors
)

// Emit sends an event of a stream: a name, and an object. Its error is that of the connection.
type Emit func(event string, object any) error

// Route is something that the page, or another program, can ask for.
type Route struct {
	Path    string // such as "/api/legal"
	Summary string // one sentence
	Body    int64  // most bytes of a request; 0 for SmallBody
	Work    Work
	Events  []string // names of the events of a stream; nil if the answer is one object, a list or a file
	Answers []string // schemas of what is answered
	Media   string   // of a file; "" for JSON

	request reflect.Type // the struct that a request is read into; nil for GET
	answer  func(ctx context.Context, body []byte, emit Emit) (any, error)
}

// Get makes a route without a request a GET route.
func Get(r Route, answer func(ctx context.Context, emit Emit) (any, error)) Route {
	r.answer = func(ctx context.Context, _ []byte, emit Emit) (any, error) { return answer(ctx, emit) }
	return r
}

// Post makes a route whose requests are objects of type Q: a struct, whose fields say
// which there may be. What is answered is an object with a schema, [Lines] or a [File].
func Post[Q any](r Route, answer func(ctx context.Context, q *Q, emit Emit) (any, error)) Route {
	r.request = reflect.TypeFor[Q]()
	r.answer = func(ctx context.Context, body []byte, emit Emit) (any, error) {
		var q Q
		if err := readRequest(body, &q); err != nil {
			return nil, err
		}
		return answer(ctx, &q, emit)
	}
	return r
}

// Call answers a request without HTTP: the page's own, where it runs without a server.
func (r *Route) Call(ctx context.Context, body []byte, emit Emit) (any, error) {
	if int64(len(body)) > r.limit() {
		return nil, &RequestError{Status: http.StatusRequestEntityTooLarge, Text: fmt.Sprintf("a request of more than %d bytes", r.limit())}
	}
	return r.answer(ctx, body, emit)
}

func (r *Route) method() string {
	if r.request == nil {
		return http.MethodGet
	}
	return http.MethodPost
}

func (r *Route) limit() int64 {
	if r.Body == 0 {
		return SmallBody
	}
	return r.Body
}

// Lines are several objects, which are answered one a line, as verbs print them.
type Lines []any

// File is an answer that is saved.
type File struct {
	Name  string
	Bytes []byte
}

// RequestError is what is wrong with a request.
type RequestError struct {
	Status int    // of HTTP; 0 for 400
	Text   string // for people
	Column int    // of a mistake in a FEN, in bytes from 1; 0 if that is not known
	Retry  int    // seconds after which another try makes sense; 0 for none
}

func (e *RequestError) Error() string { return e.Text }

// Refuse makes a RequestError of one about a value in a request.
func Refuse(format string, args ...any) error {
	return &RequestError{Status: http.StatusUnprocessableEntity, Text: fmt.Sprintf(format, args...)}
}

// ErrorSchema is that of [Problem].
const ErrorSchema = "retroproof.error/1"

// Problem is an answer that is an error.
type Problem struct {
	Schema string `json:"schema"`
	Status int    `json:"status"`
	Error  string `json:"error"`
	Column int    `json:"column,omitempty"`
}

// ProblemOf describes an error for the page. An error of no kind that is known says nothing
// of where it comes from.
func ProblemOf(err error) (p Problem, retry int) {
	p = Problem{Schema: ErrorSchema, Status: http.StatusInternalServerError, Error: err.Error()}
	var bad *RequestError
	switch {
	case errors.As(err, &bad):
		p.Status, p.Column, retry = bad.Status, bad.Column, bad.Retry
		if p.Status == 0 {
			p.Status = http.StatusBadRequest
		}
	case errors.Is(err, context.DeadlineExceeded):
		p.Status = http.StatusGatewayTimeout
		p.Error = fmt.Sprintf("no answer within %v, which is the limit of the page; the command line has none", requestTime/time.Second*time.Second)
	}
	return p, retry
}

// readRequest reads one JSON object without unknown fields and without anything behind it.
func readRequest(body []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something behind the object")
		}
	}
	if err != nil {
		return &RequestError{Text: "the request is not what this route takes: " + strings.TrimPrefix(err.Error(), "json: ")}
	}
	return checkBounds(reflect.ValueOf(into).Elem())
}

// checkBounds looks at the numbers of a request: their tags "min" and "max" are bounds. A
// number that is left out is 0, and means what the route does without it.
func checkBounds(q reflect.Value) error {
	for i := range q.NumField() {
		f := q.Type().Field(i)
		v := q.Field(i)
		if !v.CanInt() && !v.CanUint() || v.IsZero() {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		for _, tag := range []string{"min", "max"} {
			bound, err := strconv.ParseInt(f.Tag.Get(tag), 10, 64)
			if err != nil {
				continue
			}
			beyond := v.CanInt() && (v.Int() < bound) == (tag == "min") && v.Int() != bound ||
				v.CanUint() && bound >= 0 && (v.Uint() < uint64(bound)) == (tag == "min") && v.Uint() != uint64(bound)
			if beyond {
				return Refuse("%s is %v, want at %s %d", name, v, map[string]string{"min": "least", "max": "most"}[tag], bound)
			}
		}
	}
	return nil
}

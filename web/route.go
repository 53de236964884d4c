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
	"slices"
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

	request func() any // a pointer to a struct with the defaults of a request; nil for GET
	answer  func(ctx context.Context, body []byte, emit Emit) (any, error)
}

// Get makes a route without a request a GET route.
func Get(r Route, answer func(ctx context.Context, emit Emit) (any, error)) Route {
	r.answer = func(ctx context.Context, _ []byte, emit Emit) (any, error) { return answer(ctx, emit) }
	return r
}

// Parts is a request whose fields are those of several structs: pointers to them.
type Parts []any

// Post makes a route whose requests are objects: request returns a pointer to a struct with their defaults, or [Parts],
// of which the fields with a tag "json" say which there may be. What is answered is an object with a schema, [Lines] or
// a [File].
func Post(r Route, request func() any, answer func(ctx context.Context, q any, emit Emit) (any, error)) Route {
	r.request = request
	r.answer = func(ctx context.Context, body []byte, emit Emit) (any, error) {
		q := request()
		if err := readRequest(body, q); err != nil {
			return nil, err
		}
		return answer(ctx, q, emit)
	}
	return r
}

// Call answers a request without HTTP: the page's own, where it runs without a server.
func (r *Route) Call(ctx context.Context, body []byte, emit Emit) (any, error) {
	if int64(len(body)) > r.limit() {
		return nil, &RequestError{Status: http.StatusRequestEntityTooLarge,
			Text: fmt.Sprintf("a request of more than %d bytes", r.limit())}
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

// FileOf makes a file of what is written.
func FileOf(name string, write func(io.Writer) error) (*File, error) {
	var b bytes.Buffer
	err := write(&b)
	return &File{Name: name, Bytes: b.Bytes()}, err
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
		p.Error = fmt.Sprintf("no answer within %v, which is the limit of the page; the command line has none",
			requestTime/time.Second*time.Second)
	}
	return p, retry
}

// readRequest reads one JSON object, without unknown fields and without anything behind it, into the fields of a struct
// that have a tag "json". A number, a text or a list that is left out, or empty, leaves the default.
func readRequest(body []byte, into any) error {
	fields := fieldsOf(into)
	types := make([]reflect.StructField, len(fields))
	for i, f := range fields {
		types[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: f.value.Type(), Tag: f.tag}
	}
	object := reflect.New(reflect.StructOf(types))
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err := d.Decode(object.Interface())
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something behind the object")
		}
	}
	if err != nil {
		text := strings.Replace(strings.TrimPrefix(err.Error(), "json: "), "Go struct field .", "the field ", 1)
		return &RequestError{Text: "the request is not what this route takes: " + text}
	}
	for i, f := range fields {
		if v := object.Elem().Field(i); !v.IsZero() {
			f.value.Set(v)
			if err := f.checkBounds(); err != nil {
				return err
			}
		}
	}
	return nil
}

// requestField is a field of a request.
type requestField struct {
	name     string // in JSON
	required bool
	value    reflect.Value
	tag      reflect.StructTag
}

// fieldsOf returns the fields of a request: a pointer to a struct, or [Parts].
func fieldsOf(request any) (list []requestField) {
	parts, ok := request.(Parts)
	if !ok {
		parts = Parts{request}
	}
	for _, part := range parts {
		list = append(list, requestFields(reflect.ValueOf(part).Elem())...)
	}
	return list
}

// requestFields returns the fields of a struct that have a tag "json", those of embedded structs among them.
func requestFields(q reflect.Value) (list []requestField) {
	for i := range q.NumField() {
		f := q.Type().Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			list = append(list, requestFields(q.Field(i))...)
		case name != "" && name != "-":
			list = append(list, requestField{name, options != "omitempty", q.Field(i), f.Tag})
		}
	}
	return list
}

// bounds are the least and the most that a number may be: its tags "min" and "max", and "page", which has bounds of
// requests alone, as max=N. ok says which there are.
func (f *requestField) bounds() (least, most int64, ok [2]bool) {
	number := func(text string, to *int64, ok *bool) {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			*to, *ok = n, true
		}
	}
	number(f.tag.Get("min"), &least, &ok[0])
	number(f.tag.Get("max"), &most, &ok[1])
	for part := range strings.SplitSeq(f.tag.Get("page"), ",") {
		name, text, _ := strings.Cut(part, "=")
		switch name {
		case "min":
			number(text, &least, &ok[0])
		case "max":
			number(text, &most, &ok[1])
		}
	}
	return least, most, ok
}

// checkBounds looks at a number of a request, or at a word that is one of a few.
func (f *requestField) checkBounds() error {
	least, most, ok := f.bounds()
	v := f.value
	words := f.tag.Get("choice")
	switch {
	case words != "" && !slices.Contains(strings.Split(words, ","), v.String()):
		return Refuse("unknown %s %q (known: %s)", f.name, v, strings.ReplaceAll(words, ",", ", "))
	case ok[0] && (v.CanInt() && v.Int() < least || v.CanUint() && least > 0 && v.Uint() < uint64(least)):
		return Refuse("%s is %v, want at least %d", f.name, v, least)
	case ok[1] && (v.CanInt() && v.Int() > most || v.CanUint() && most >= 0 && v.Uint() > uint64(most)):
		return Refuse("%s is %v, want at most %d", f.name, v, most)
	}
	return nil
}

// OpenAPIPath is where a server describes its routes for programs.
const OpenAPIPath = "/api/openapi.json"

type object = map[string]any

// schemaKey is the word by which OpenAPI introduces a JSON Schema. (Elsewhere it names one of
// doc/json.md.)
const schemaKey = "schema"

// OpenAPI describes routes as an OpenAPI document. The schemas of answers are those of
// doc/json.md, which it names. A field of a request is described by its tag "doc", and
// by "min" and "max" if it has bounds. Its default is the value of the field.
func OpenAPI(name string, routes []Route) ([]byte, error) {
	paths := object{}
	for i := range routes {
		r := &routes[i]
		op := object{"summary": r.Summary, "responses": r.responses()}
		if r.request != nil {
			op["requestBody"] = object{"required": true,
				"content": object{"application/json": object{schemaKey: describeRequest(r.request())}}}
		}
		paths[r.Path] = object{strings.ToLower(r.method()): op}
	}
	text, err := json.MarshalIndent(object{
		"openapi": "3.1.0",
		"info": object{"title": "retroproof serve", "version": name,
			"description": "The schemas of answers are those of doc/json.md: x-schemas names them."},
		"paths": paths,
	}, "", "  ")
	return append(text, '\n'), err
}

// responses describes what a route answers.
func (r *Route) responses() object {
	kind := "application/json"
	switch {
	case r.Media != "":
		kind = r.Media
	case r.Events != nil:
		kind = "text/event-stream"
	}
	ok := object{"description": r.Summary, "content": object{kind: object{}}, "x-schemas": r.Answers}
	if r.Events != nil {
		ok["x-events"] = r.Events
	}
	return object{"200": ok, "default": object{"description": "an error", "content": object{"application/json": object{}},
		"x-schemas": []string{ErrorSchema}}}
}

// describeRequest describes the fields of a request.
func describeRequest(q any) object {
	properties, required, order := object{}, []string{}, []string{}
	for _, f := range fieldsOf(q) {
		d := describe(f.value.Type())
		d["description"] = f.tag.Get("doc")
		least, most, ok := f.bounds()
		if ok[0] {
			d["minimum"] = least
		}
		if ok[1] {
			d["maximum"] = most
		}
		if words := f.tag.Get("choice"); words != "" {
			d["enum"] = strings.Split(words, ",")
		}
		if sample := f.tag.Get("sample"); sample != "" {
			d["examples"] = []string{sample}
		}
		if v := f.value; !v.IsZero() {
			d["default"] = v.Interface()
		}
		properties[f.name] = d
		order = append(order, f.name)
		if f.required {
			required = append(required, f.name)
		}
	}
	return object{"type": "object", "additionalProperties": false, "properties": properties, "required": required,
		"x-order": order}
}

// describe describes a type.
func describe(t reflect.Type) object {
	switch t.Kind() {
	case reflect.Pointer:
		return describe(t.Elem())
	case reflect.Slice:
		return object{"type": "array", "items": describe(t.Elem())}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	}
	return object{"type": "integer"}
}

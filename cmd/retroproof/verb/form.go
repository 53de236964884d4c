package verb

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"retroproof/kernel/certify"
	"retroproof/retro/table"
	"retroproof/web"
)

// FormPath is where the routes begin that the page's forms ask.
const FormPath = "/api/run/"

// Sizes of forms, in bytes.
const (
	formBody   = 256 << 10 // of one with a text that the verb reads as a file
	mostOutput = 1 << 20
)

// FormAnswer is what a verb prints when the page runs it.
type FormAnswer struct {
	Head    `schema:"retroproof.serve.run/1"`
	Command string `json:"command"` // the command line that does the same
	Output  string `json:"output"`
	Remarks string `json:"remarks,omitempty"` // what stands on stderr
	Exit    int    `json:"exit"`              // the exit code
}

// forms makes the routes of the page's forms: of each verb that has one, and a stream of what can be certified.
func (s *Subject) forms() (list []web.Route) {
	help := parseHelp(s.Help)
	for _, v := range s.Verbs {
		if v.Form == nil {
			continue
		}
		r := web.Route{
			Path: FormPath + strings.ReplaceAll(v.Name, " ", "-"), Summary: v.Name + ": " + help[v.Name].short,
			Work: web.Job, Answers: schemas(&FormAnswer{}),
		}
		if v.Form.Stdin != "" {
			r.Body = formBody
		}
		request := func() any { return web.Parts{v.request(), v.formPart()} }
		list = append(list, web.Post(r, request, v.answerForm))
		if v.Form.Evidence != nil {
			list = append(list, web.Post(v.provingRoute(r), request, v.prove))
		}
	}
	return list
}

// formPart makes the part of a form's request that is not the verb's own: a pointer to a struct with a field for --json
// and, if the verb reads a file, one for its text.
func (v *Verb) formPart() any {
	fields := []reflect.StructField{
		{Name: "JSON", Type: reflect.TypeFor[bool](), Tag: `json:"json,omitempty" doc:"print JSON"`}}
	if v.Form.Stdin != "" {
		tag := reflect.StructTag(`json:"stdin,omitempty" doc:` + strconv.Quote(v.Form.Stdin) + ` sample:` +
			strconv.Quote(v.Form.Sample))
		fields = append(fields, reflect.StructField{Name: "Stdin", Type: reflect.TypeFor[string](), Tag: tag})
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// formRun is a run of a verb with the command line that says the same as a form, so that all that is checked there is
// checked here.
type formRun struct {
	*FormAnswer
	e       *Env
	words   []string
	out     output
	remarks bytes.Buffer
	stdin   string
}

// newRun makes the run of a form, whose verb gets more words.
func (v *Verb) newRun(q any, more ...string) *formRun {
	parts := q.(web.Parts)
	rest := reflect.ValueOf(parts[1]).Elem()
	r := &formRun{words: append(more, v.words(parts[0])...), out: output{left: mostOutput}}
	if rest.Field(0).Bool() {
		r.words = append([]string{"--json"}, r.words...)
	}
	if v.Form.Stdin != "" {
		r.stdin = rest.Field(1).String()
	}
	switch {
	case r.stdin == "":
	case v.Form.Flag != "":
		r.words = append([]string{"--" + v.Form.Flag, "-"}, r.words...)
	default:
		r.words = append(r.words, "-")
	}
	r.FormAnswer = &FormAnswer{Command: commandLine(v.Name, r.words)}
	r.e = Unattended(r.stdin, &r.out, &r.remarks)
	return r
}

// execute runs the verb. Its errors are those of the request.
func (r *formRun) execute(ctx context.Context, v *Verb) error {
	err := v.Execute(ctx, r.e, r.words...)
	r.Remarks = r.remarks.String()
	var coded *ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case r.out.left < 0:
		return web.Refuse("the answer has more than %d bytes; the command line prints it: %s", mostOutput, r.Command)
	case errors.Is(err, errFiles):
		return web.Refuse("the evidence has more than %d bytes; the command line writes it: %s", mostFiles, r.Command)
	case errors.As(err, &coded) && coded.Err == nil:
		r.Exit = coded.Code
	case err != nil && !r.e.Started:
		return web.Refuse("%v", err) // cobra's errors are about the words
	case err != nil:
		return refusal(err)
	}
	return nil
}

// answerForm runs the verb of a form, and answers with what it prints.
func (v *Verb) answerForm(ctx context.Context, q any, _ web.Emit) (any, error) {
	r := v.newRun(q)
	if err := r.execute(ctx, v); err != nil {
		return nil, err
	}
	r.Output = r.out.text.String()
	return Complete(r.FormAnswer), nil
}

// words are the command line of a request: flags with values that are not the defaults, and arguments.
func (v *Verb) words(q any) (words []string) {
	standards := fieldsOf(v.request())
	var arguments []string
	for i, f := range fieldsOf(q) {
		value := fmt.Sprint(f.value.Interface())
		if f.value.Kind() == reflect.Slice {
			value = strings.ReplaceAll(strings.Trim(value, "[]"), " ", ",")
		}
		switch {
		case f.tag.Get("json") == "":
		case f.tag.Get("arg") != "":
			if value != "" {
				arguments = append(arguments, value)
			}
		case reflect.DeepEqual(f.value.Interface(), standards[i].standard):
		case f.value.Kind() == reflect.Bool:
			words = append(words, "--"+f.name)
		case f.name != "":
			words = append(words, "--"+f.name, value)
		default:
			words = append(words, "--budget", f.tag.Get("budget")+"="+value)
		}
	}
	if len(arguments) > 0 && strings.HasPrefix(arguments[0], "-") {
		words = append(words, "--")
	}
	return append(words, arguments...)
}

// commandLine writes a command as a shell reads it.
func commandLine(name string, words []string) string {
	line := []string{"retroproof", name}
	for _, w := range words {
		if w == "" || strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.,:=/+") != "" {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		line = append(line, w)
	}
	return strings.Join(line, " ")
}

var errOutput = errors.New("the answer is too long")

// output is what a verb prints, of a bounded length: it is kept, or sent by whole lines.
type output struct {
	text bytes.Buffer
	left int               // bytes that may follow
	send func(line []byte) // nil to keep the text
}

func (o *output) Write(p []byte) (int, error) {
	if o.left -= len(p); o.left < 0 {
		return 0, errOutput
	}
	o.text.Write(p)
	for o.send != nil && bytes.IndexByte(o.text.Bytes(), '\n') >= 0 {
		line, _ := o.text.ReadBytes('\n')
		o.send(bytes.Clone(bytes.TrimSuffix(line, []byte("\n"))))
	}
	return len(p), nil
}

// AllRoutes are the subject's routes: its own, and those of its forms.
func (s *Subject) AllRoutes() []web.Route {
	list := s.forms()
	if s.Routes != nil {
		list = append(s.Routes(), list...)
	}
	return list
}

// ProvingPath is where the routes begin that run verbs as forms do, and tell meanwhile what the verbs print.
const ProvingPath = "/api/prove/"

// EvidenceFolder is the folder of evidence that the page gets.
const EvidenceFolder = "certificate"

// ProgressAnswer says how far a run is.
type ProgressAnswer struct {
	Head `schema:"retroproof.serve.progress/1"`
	Said string `json:"text"`
}

// EvidenceAnswer is what proves an answer.
type EvidenceAnswer struct {
	Head `schema:"retroproof.serve.evidence/1"`
	Name string `json:"name"`
	ZIP  string `json:"zip"` // in base64
}

// provingRoute makes the route that proves of that of a form.
func (v *Verb) provingRoute(form web.Route) web.Route {
	r := form
	r.Path = ProvingPath + form.Path[len(FormPath):]
	r.Summary += "; with evidence, and with events while it runs"
	r.Work = web.Solitary
	r.Events = []string{"progress", "line", "evidence", "answer", "error"}
	r.Answers = append(schemas(&ProgressAnswer{}, &EvidenceAnswer{}, &FormAnswer{}), schemas(v.Answers...)...)
	return r
}

// prove runs the verb of a form with --json and the words by which it writes evidence. Each object that it prints is an
// event, and so is the evidence, if there is any. The answer is the form's, without what was printed.
func (v *Verb) prove(ctx context.Context, q any, emit web.Emit) (any, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	send := func(event string, object any) {
		if emit(event, object) != nil {
			cancel() // the tab is closed
		}
	}
	r := v.newRun(q, v.Form.Evidence...)
	r.words = append([]string{"--json"}, r.words...)
	r.e.Memory = &Files{}
	r.e.Tell = func(text string) { send("progress", Complete(&ProgressAnswer{Said: text})) }
	r.out.send = func(line []byte) { send("line", json.RawMessage(line)) }
	if err := r.execute(ctx, v); err != nil {
		return nil, err
	}
	if r.e.Memory.complete(v.Form.Input) {
		if v.Form.Input != "" {
			input := func(w io.Writer) error { _, err := io.WriteString(w, r.stdin); return err }
			if err := r.e.WriteFile(v.Form.Input, input); err != nil {
				return nil, err
			}
		}
		text, err := r.e.Memory.zip()
		if err != nil {
			return nil, err
		}
		send("evidence", Complete(&EvidenceAnswer{Name: EvidenceFolder + ".zip",
			ZIP: base64.StdEncoding.EncodeToString(text)}))
	}
	return Complete(r.FormAnswer), ctx.Err()
}

// Post is [web.Post] for functions that answer as verbs do. answers has one of each kind of answer, all zero.
func Post[Q any](r web.Route, defaults Q, f func(ctx context.Context, q *Q, emit web.Emit) (any, error),
	answers ...Answer) web.Route {
	r.Answers = append(r.Answers, schemas(answers...)...)
	return web.Post(r, func() any { q := defaults; return &q },
		func(ctx context.Context, q any, emit web.Emit) (any, error) {
			answer, err := f(ctx, q.(*Q), emit)
			if a, ok := answer.(Answer); ok && err == nil {
				Complete(a)
			}
			return answer, refusal(err)
		})
}

// schemas are the names of the schemas of some answers.
func schemas(answers ...Answer) (names []string) {
	for _, a := range answers {
		names = append(names, Schema(a))
	}
	return names
}

// Route makes a route that runs the verb: its requests have the fields of the verb's request that have a tag "json",
// and its answer is the object that the verb prints with --json, or several, one a line.
func (v *Verb) Route(r web.Route) web.Route {
	r.Answers = schemas(v.Answers...)
	request := func() any {
		q := v.request()
		setGiven(fieldsOf(q), func(string) bool { return false })
		return q
	}
	return web.Post(r, request, func(ctx context.Context, q any, _ web.Emit) (any, error) {
		var out bytes.Buffer
		e := Unattended("", &out, io.Discard)
		e.JSON = true
		var coded *ExitError
		// An exit code without an error says what kind of answer was printed.
		if err := v.run(ctx, e, q); err != nil && !(errors.As(err, &coded) && coded.Err == nil) {
			return nil, refusal(err)
		}
		var list web.Lines
		for line := range strings.Lines(out.String()) {
			list = append(list, json.RawMessage(strings.TrimSuffix(line, "\n")))
		}
		if len(list) == 1 {
			return list[0], nil
		}
		return list, nil
	})
}

// refusal makes an error about a request of one that a verb would report with an exit code of its own.
func refusal(err error) error {
	var bad *web.RequestError
	var missing *table.MissingError
	switch code := Code(err); {
	case err == nil || errors.As(err, &bad):
	case errors.Is(err, context.DeadlineExceeded):
	case code == ExitUsage, code == ExitMalformed, code == ExitUndecided, errors.As(err, &missing),
		errors.Is(err, certify.ErrBudget):
		return &web.RequestError{Status: http.StatusUnprocessableEntity, Text: err.Error(), Column: ColumnOf(err)}
	}
	return err
}

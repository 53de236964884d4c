package verb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"retroproof/batch/progress"
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

// forms makes the routes of the page's forms: of each verb that has one.
func (s *Subject) forms() (list []web.Route) {
	help := parseHelp(s.Help)
	for _, v := range s.Verbs {
		if v.Form == nil {
			continue
		}
		r := web.Route{
			Path: FormPath + strings.ReplaceAll(v.Name, " ", "-"), Summary: v.Name + ": " + help[v.Name].short,
			Work: web.Job, Answers: []string{Schema(&FormAnswer{})},
		}
		if v.Form.Stdin != "" {
			r.Body = formBody
		}
		list = append(list, web.PostTo(r, func() any { return web.Parts{v.request(), v.formPart()} }, v.answerForm))
	}
	return list
}

// formPart makes the part of a form's request that is not the verb's own: a pointer to a struct with a field for --json
// and, if the verb reads a file, one for its text.
func (v *Verb) formPart() any {
	fields := []reflect.StructField{{Name: "JSON", Type: reflect.TypeFor[bool](), Tag: `json:"json,omitempty" doc:"print JSON"`}}
	if v.Form.Stdin != "" {
		tag := reflect.StructTag(`json:"stdin,omitempty" doc:` + strconv.Quote(v.Form.Stdin) + ` sample:` + strconv.Quote(v.Form.Sample))
		fields = append(fields, reflect.StructField{Name: "Stdin", Type: reflect.TypeFor[string](), Tag: tag})
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// answerForm runs the verb with the command line that says the same as the form, so that all that is checked there is
// checked here.
func (v *Verb) answerForm(ctx context.Context, q any, _ web.Emit) (any, error) {
	parts := q.(web.Parts)
	rest := reflect.ValueOf(parts[1]).Elem()
	words, stdin := v.words(parts[0]), ""
	if rest.Field(0).Bool() {
		words = append([]string{"--json"}, words...)
	}
	if v.Form.Stdin != "" {
		if stdin = rest.Field(1).String(); stdin != "" {
			words = append(words, "-")
		}
	}
	a := &FormAnswer{Command: commandLine(v.Name, words)}
	var out, remarks bytes.Buffer
	stderr := progress.NewTerminal(&remarks)
	e := &Env{Stdin: strings.NewReader(stdin), Stdout: &limited{&out}, Stderr: stderr, Term: stderr, ProgressMode: progress.None}
	err := v.Execute(ctx, e, words...)
	var coded *ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errOutput) || out.Len() == mostOutput:
		return nil, web.Refuse("the answer has more than %d bytes; the command line prints it: %s", mostOutput, a.Command)
	case errors.As(err, &coded) && coded.Err == nil:
		a.Exit = coded.Code
	case err != nil && !e.Started:
		return nil, web.Refuse("%v", err) // cobra's errors are about the words
	case err != nil:
		return nil, refusal(err)
	}
	a.Output, a.Remarks = out.String(), remarks.String()
	return Complete(a), nil
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

// limited takes so many bytes as an answer may have.
type limited struct{ *bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if room := mostOutput - l.Len(); len(p) > room {
		n, _ := l.Buffer.Write(p[:room])
		return n, errOutput
	}
	return l.Buffer.Write(p)
}

// AllRoutes are the subject's routes: its own, and those of its forms.
func (s *Subject) AllRoutes() []web.Route {
	list := s.forms()
	if s.Routes != nil {
		list = append(s.Routes(), list...)
	}
	return list
}

package verb

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"retroproof/batch/progress"
	"retroproof/kernel/certify"
	"retroproof/retro/table"
	"retroproof/web"
)

// Post is [web.PostTo] for functions that return errors as verbs do.
func Post[Q any](r web.Route, defaults Q, f func(ctx context.Context, q *Q, emit web.Emit) (any, error)) web.Route {
	return web.PostTo(r, func() any { q := defaults; return &q },
		func(ctx context.Context, q any, emit web.Emit) (any, error) {
			answer, err := f(ctx, q.(*Q), emit)
			return answer, refusal(err)
		})
}

// Route makes a route that runs the verb: its requests have the fields of the verb's request that have a tag "json",
// and its answer is the object that the verb prints with --json, or several, one a line.
func (v *Verb) Route(r web.Route) web.Route {
	for _, a := range v.Answers {
		r.Answers = append(r.Answers, Schema(a))
	}
	request := func() any {
		q := v.request()
		setGiven(fieldsOf(q), func(string) bool { return false })
		return q
	}
	return web.PostTo(r, request, func(ctx context.Context, q any, _ web.Emit) (any, error) {
		var out bytes.Buffer
		e := &Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: io.Discard, Term: progress.NewTerminal(io.Discard),
			ProgressMode: progress.None, JSON: true}
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

package proofgames

import (
	"context"
	"encoding/json"
	"strings"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/internal/answer"
	"retroproof/kernel"
)

// passItem is a line that a pass has answered.
type passItem struct {
	*attempt
	number int // of the line
	text   string
}

// passLine answers a line. again drops what searches have left there.
func (l *List) passLine(ctx context.Context, line batch.Line, again bool) *passItem {
	item := &passItem{answerLine(ctx, line, l.Options, again), line.Number, ""}
	switch {
	case item.state == malformed:
		item.text = l.malformed(line, item.bad)
	case l.JSON:
		item.text = answer.JSON(answer.Complete(passAnswer(item.attempt), 0))
	case item.Verdict == kernel.Unknown:
		item.text = poslist.Text(item.Setup.FEN(), append([]poslist.Token{{Name: item.Verdict.String()}}, item.tokens...)...)
	default:
		item.text = poslist.TokenLine(&item.attempt.Answer, nil)
	}
	return item
}

// passAnswer makes the JSON answer: what is known, and of a position that is not decided
// what its line said, too.
func passAnswer(a *attempt) *Answer {
	o := Of(&a.Answer)
	if a.Verdict != kernel.Unknown {
		return o
	}
	o.States, o.GaveUp = a.tried, a.state == failed
	for _, t := range a.tokens {
		words := strings.Join(t.Words, " ")
		switch t.Name {
		case "kernel":
			o.Kernel = &words
		case "extKernel":
			o.ExtKernel = &words
		case "info":
			o.Info = words
		}
	}
	return o
}

// malformed is the answer to a line that is no position, so that a list stays as long
// as it is: the line itself or, as JSON, an object about it, unless it is one.
func (l *List) malformed(line batch.Line, err error) string {
	if !l.JSON || !line.Long && saysMalformed(line.Text) {
		return line.Text
	}
	return answer.JSON(answer.Complete(&Answer{FEN: line.Text, Verdict: poslist.Malformed, Column: poslist.Column(err),
		Error: err.Error()}, 0))
}

// saysMalformed reports whether a line is the answer to a malformed one.
func saysMalformed(text string) bool {
	var object struct{ Schema, Verdict string }
	return strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &object) == nil &&
		object.Schema == answer.Schema(&Answer{}) && object.Verdict == poslist.Malformed
}

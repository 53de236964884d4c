package verb

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"

	"retroproof/web"
)

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
	r.Answers = []string{Schema(&ProgressAnswer{}), Schema(&EvidenceAnswer{}), Schema(&FormAnswer{})}
	for _, a := range v.Answers {
		r.Answers = append(r.Answers, Schema(a))
	}
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
	r.e.Stdout = &lineWriter{send: func(line []byte) { send("line", json.RawMessage(line)) }, left: mostOutput}
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

// lineWriter sends each whole line of a text that may have so many bytes.
type lineWriter struct {
	send  func(line []byte)
	begun bytes.Buffer
	left  int
}

func (w *lineWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errOutput
	}
	w.begun.Write(p)
	for bytes.IndexByte(w.begun.Bytes(), '\n') >= 0 {
		line, _ := w.begun.ReadBytes('\n')
		w.send(bytes.Clone(bytes.TrimSuffix(line, []byte("\n"))))
	}
	return len(p), nil
}

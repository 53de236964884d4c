package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

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
	text, err := jsonText(object)
	if err != nil {
		return err
	}
	return s.write(fmt.Sprintf("event: %s\ndata: %s\n\n", name, text))
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

// jsonText is an object in one line, with < and > as they are.
func jsonText(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

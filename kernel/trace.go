package kernel

import (
	"log/slog"
	"time"
)

// Trace logs the stages of a search for one position, each when it ends, with the time since the one before ended.
// The zero value logs nothing.
type Trace struct {
	log *slog.Logger
	at  time.Time
}

// NewTrace returns the trace of a search that begins now. Nothing is logged if log is nil.
func NewTrace(log *slog.Logger) Trace {
	if log == nil {
		return Trace{}
	}
	return Trace{log, time.Now()}
}

// Stage logs, at level debug, that a stage has ended, with pairs of names and values.
func (t *Trace) Stage(name string, values ...any) {
	if t.log == nil {
		return
	}
	now := time.Now()
	t.log.Debug(name, append(values, "took", now.Sub(t.at).Round(time.Microsecond))...)
	t.at = now
}

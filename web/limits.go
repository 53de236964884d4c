package web

import (
	"context"
	"net/http"
	"runtime"
	"time"
)

// The limits of a server for one person.
const (
	mostWaiting = 16               // jobs that wait for another one to end
	requestTime = 60 * time.Second // of a job, waiting included; searches end by their budgets before, as a rule
	suiteTime   = 10 * time.Minute // of a stream, whose progress is seen and which ends with its tab
	retryAfter  = 2                // seconds
)

// limits let so many jobs run, and so many wait.
type limits struct {
	running  chan struct{}
	waiting  chan struct{}
	solitary chan struct{}
}

func newLimits() *limits {
	return &limits{
		running:  make(chan struct{}, runtime.GOMAXPROCS(0)),
		waiting:  make(chan struct{}, mostWaiting),
		solitary: make(chan struct{}, 1),
	}
}

// begin waits until a job may run. The caller calls done when it has ended. The error is
// the context's, or a *RequestError if too many wait already.
func (l *limits) begin(ctx context.Context, w Work) (done func(), err error) {
	done = func() {}
	if w == Little {
		return done, nil
	}
	if w == Solitary {
		select {
		case l.solitary <- struct{}{}:
			done = func() { <-l.solitary }
		default:
			return done, &RequestError{Status: http.StatusServiceUnavailable, Retry: retryAfter,
				Text: "another long search is running; stop it first, or wait until it has ended"}
		}
	}
	select {
	case l.running <- struct{}{}:
	default:
		select {
		case l.waiting <- struct{}{}:
		default:
			done()
			return func() {}, &RequestError{Status: http.StatusServiceUnavailable, Retry: retryAfter,
				Text: "too many requests at once"}
		}
		select {
		case l.running <- struct{}{}:
			<-l.waiting
		case <-ctx.Done():
			<-l.waiting
			done()
			return func() {}, ctx.Err()
		}
	}
	alone := done
	return func() { <-l.running; alone() }, nil
}

// Package progress shows on stderr how far a long job is: a line that is redrawn on a terminal, a line every
// 30 seconds elsewhere. Goroutines may share what it has.
package progress

import (
	"fmt"
	"sync"
	"time"
)

// A Mode is the value of --progress.
type Mode string

// The modes. The zero value is auto.
const (
	Auto  Mode = "auto"  // a line that is redrawn on a terminal, plain otherwise
	Plain Mode = "plain" // a line every 30 seconds
	None  Mode = "none"
)

// String returns the mode's name.
func (m *Mode) String() string {
	if *m == "" {
		return string(Auto)
	}
	return string(*m)
}

// Set parses a mode.
func (m *Mode) Set(s string) error {
	switch p := Mode(s); p {
	case Auto, Plain, None:
		*m = p
		return nil
	}
	return fmt.Errorf("must be auto, plain or none")
}

// Type names the type for the help text.
func (m *Mode) Type() string { return "MODE" }

// How often progress is shown.
const (
	redrawEvery = 200 * time.Millisecond
	watchEvery  = time.Second // of lists, whose numbers and times change all the time
	plainEvery  = 30 * time.Second
)

// A Job shows how a long job is getting on. It is safe for concurrent use and cheap to update: call
// Update as often as something has changed.
type Job struct {
	mu    sync.Mutex
	term  *Terminal
	tell  func(text string) // in place of a terminal
	live  bool              // redraw one line
	every time.Duration     // 0: silent
	last  time.Time
	now   func() time.Time
	quit  chan struct{} // ends watch
}

// New starts a job's progress.
func New(term *Terminal, mode Mode) *Job {
	p := &Job{term: term, now: time.Now}
	switch {
	case mode == None:
	case mode != Plain && term.is:
		p.live, p.every = true, redrawEvery
	default:
		p.every = plainEvery
	}
	p.last = p.now()
	if p.live {
		p.last = p.last.Add(-redrawEvery) // the first line at once; plain lines only for jobs that take long
	}
	return p
}

// To starts the progress of a job, and calls a function with it as often as a line would be redrawn.
func To(tell func(text string)) *Job { return &Job{tell: tell, every: redrawEvery, now: time.Now} }

// Update says where the job is. It is shown if the last line is old enough.
func (j *Job) Update(text string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.every == 0 {
		return
	}
	now := j.now()
	if now.Sub(j.last) < j.every {
		return
	}
	j.last = now
	j.show(text)
}

// show shows a line; p.mu is held.
func (j *Job) show(text string) {
	switch {
	case j.tell != nil:
		j.tell(text)
	case j.live:
		j.term.draw(text)
	default:
		fmt.Fprintln(j.term, text)
	}
}

// watch shows what text returns, every second on a terminal, until Done. In place of
// Update it is for jobs of which for long only the time may change.
func (j *Job) watch(text func() string) {
	if j.every == 0 {
		return
	}
	every := j.every
	if j.live {
		every = watchEvery
	}
	j.quit = make(chan struct{})
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-j.quit:
				return
			case <-tick.C:
			}
			line := text()
			j.mu.Lock()
			if j.every > 0 {
				j.show(line)
			}
			j.mu.Unlock()
		}
	}()
}

// Done ends the job's progress and takes the redrawn line away.
func (j *Job) Done() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.live && j.every > 0 {
		j.term.Clear()
	}
	if j.quit != nil && j.every > 0 {
		close(j.quit)
	}
	j.every = 0
}

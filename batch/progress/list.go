package progress

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"retroproof/batch"
)

// A List shows how far a list is: how many lines are answered and of how many,
// the verdicts, the rate, and the time that is left at that rate. It is safe
// for concurrent use.
type List struct {
	*Job
	unit string // what is counted: lines, draws

	counts  sync.Mutex // guards what follows
	done    int64      // those of an earlier run included
	skipped int64      // answered by an earlier run
	total   int64      // 0 while it is not known
	note    string     // the verdicts
	began   time.Time
	stop    context.CancelFunc // of the counting
}

// NewList starts the progress of so many of a unit, as lines, or of a number that is not known if total is 0.
func NewList(term *Terminal, mode Mode, unit string, total int64) *List {
	l := &List{Job: New(term, mode), unit: unit, total: total}
	l.began = l.now()
	l.watch(l.text)
	return l
}

// Shown reports whether anything is shown.
func (l *List) Shown() bool { return l.every > 0 }

// Count counts the lines of a list while it is worked through, and closes it. It is called once, before the work
// begins.
func (l *List) Count(ctx context.Context, list io.ReadCloser) {
	ctx, l.stop = context.WithCancel(ctx)
	go func() {
		defer list.Close()
		if n, ok := batch.CountLines(ctx, list); ok {
			l.counts.Lock()
			defer l.counts.Unlock()
			l.total = n
		}
	}()
}

// Skip says how many lines an earlier run has answered.
func (l *List) Skip(n int) {
	l.counts.Lock()
	defer l.counts.Unlock()
	l.skipped += int64(n)
	l.done += int64(n)
	l.began = l.now() // what the earlier run has done was only read
}

// Add says how many more lines are answered. They need not be written yet: a line
// that takes long holds up those behind it.
func (l *List) Add(n int) {
	l.counts.Lock()
	defer l.counts.Unlock()
	l.done += int64(n)
}

// Say sets what is shown of the lines that are written, such as verdicts.
func (l *List) Say(note string) {
	l.counts.Lock()
	defer l.counts.Unlock()
	l.note = note
}

// Stage begins to count anew, from 0 to a number of draws, and says what they are.
func (l *List) Stage(draws int, note string) {
	l.counts.Lock()
	defer l.counts.Unlock()
	l.done, l.skipped, l.total, l.note = 0, 0, int64(draws), note
	l.began = l.now()
}

// text is the progress line.
func (l *List) text() string {
	l.counts.Lock()
	defer l.counts.Unlock()
	var b strings.Builder
	if l.total > 0 {
		fmt.Fprintf(&b, "%d of %d %s (%.0f %%)", l.done, l.total, l.unit, 100*float64(l.done)/float64(l.total))
	} else {
		fmt.Fprintf(&b, "%d %s", l.done, l.unit)
	}
	if rate := float64(l.done-l.skipped) / l.now().Sub(l.began).Seconds(); rate > 0 {
		fmt.Fprintf(&b, ", %s a second", rateText(rate))
		if left := float64(l.total-l.done) / rate; left > 0 {
			fmt.Fprintf(&b, ", %s left", durationText(left))
		}
	}
	if l.note != "" {
		b.WriteString("; " + l.note)
	}
	return b.String()
}

// Done ends the progress and takes its line away.
func (l *List) Done() {
	if l.stop != nil {
		l.stop()
	}
	l.Job.Done()
}

// rateText writes a rate with two digits at least.
func rateText(rate float64) string {
	switch {
	case rate >= 10:
		return fmt.Sprintf("%.0f", rate)
	case rate >= 1:
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.2g", rate)
}

// durationText writes a number of seconds with its two greatest units: 3h05m, 12m40s,
// 7s.
func durationText(seconds float64) string {
	const day = 24 * 60 * 60
	if seconds > 1000*day {
		return "more than 1000 days"
	}
	s := int64(seconds + 0.5)
	switch {
	case s >= day:
		return fmt.Sprintf("%dd%02dh", s/day, s%day/3600)
	case s >= 3600:
		return fmt.Sprintf("%dh%02dm", s/3600, s%3600/60)
	case s >= 60:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	}
	return fmt.Sprintf("%ds", s)
}

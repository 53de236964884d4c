package strategy

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"retroproof/proofs/strategy/lemmas"
	"retroproof/sat"
)

// runningLemma is a lemma that a solver works on.
type runningLemma struct {
	began     time.Time
	conflicts int64 // so far; 0 if the solver does not report them
}

// String says for how long, and what the solver has come to.
func (l *runningLemma) String() string {
	text := fmt.Sprintf("%.0f s", time.Since(l.began).Seconds())
	if l.conflicts > 0 {
		text = fmt.Sprintf("%d conflicts, ", l.conflicts) + text
	}
	return text
}

// Watch has update told which lemmas run, for how long and with how many conflicts. The returned function ends it.
func Watch(o *Options, update func(text string)) (stop func()) {
	var mu sync.Mutex
	running := map[string]*runningLemma{}
	var order []string
	done := 0
	o.Started = func(l lemmas.Lemma, variables, clauses int) {
		mu.Lock()
		defer mu.Unlock()
		running[l.Key] = &runningLemma{began: time.Now()}
		order = append(order, l.Key)
	}
	o.Report = func(l lemmas.Lemma, s sat.Stats) {
		mu.Lock()
		defer mu.Unlock()
		running[l.Key].conflicts = s.Conflicts
	}
	o.Finished = func(r *Result) {
		mu.Lock()
		defer mu.Unlock()
		delete(running, r.Lemma.Key)
		order = slices.DeleteFunc(order, func(k string) bool { return k == r.Lemma.Key })
		done++
	}
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
			}
			mu.Lock()
			var at []string
			for _, k := range order {
				at = append(at, fmt.Sprintf("lemma %s (%v)", k, running[k]))
			}
			text := fmt.Sprintf("%d done; running: %s", done, strings.Join(at, ", "))
			mu.Unlock()
			if len(at) > 0 {
				update(text)
			}
		}
	}()
	return func() {
		close(quit)
		<-ended
	}
}

// Log logs what solvers do, lemma by lemma; reports makes what logs the reports of one solver.
func Log(log *slog.Logger, o *Options, reportsTo func(*slog.Logger) func(sat.Stats)) {
	var mu sync.Mutex
	reports := map[string]func(sat.Stats){} // of the lemmas that run
	o.Started = func(l lemmas.Lemma, variables, clauses int) {
		log := log.With("lemma", l.Key)
		log.Debug("begun", "variables", variables, "clauses", clauses)
		mu.Lock()
		defer mu.Unlock()
		reports[l.Key] = reportsTo(log)
	}
	o.Report = func(l lemmas.Lemma, s sat.Stats) {
		mu.Lock()
		report := reports[l.Key]
		mu.Unlock()
		report(s)
	}
	o.Finished = func(r *Result) {
		log.Debug("ended", "lemma", r.Lemma.Key, "verdict", r.Verdict, "conflicts", r.Conflicts, "build",
			r.Build.Round(time.Millisecond),
			"took", r.Solve.Round(time.Millisecond))
	}
}

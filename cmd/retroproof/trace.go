package main

import (
	"log/slog"
	"time"

	"retroproof/sat"
)

// trace makes the log of a verb with -v, on stderr. Progress is not shown beside it. Without -v the log is nil.
func (a *app) trace(verbose bool) *slog.Logger {
	if !verbose {
		return nil
	}
	a.verbose = true
	return slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// reportEvery is how often the figures of a solver are logged.
const reportEvery = time.Second

// logReports returns a function for the reports of one solver that logs its figures every second.
func logReports(log *slog.Logger) func(sat.Stats) {
	began := time.Now()
	last := began
	return func(s sat.Stats) {
		if now := time.Now(); now.Sub(last) >= reportEvery {
			last = now
			logStats(log, "solving", s, now.Sub(began))
		}
	}
}

// logStats logs the figures of a solver. Those that it does not provide are -1.
func logStats(log *slog.Logger, what string, s sat.Stats, took time.Duration) {
	log.Debug(what, "conflicts", s.Conflicts, "decisions", s.Decisions, "propagations", s.Propagations, "restarts", s.Restarts,
		"took", took.Round(time.Millisecond))
}

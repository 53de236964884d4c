package verb

import (
	"log/slog"
	"time"

	"retroproof/sat"
)

// Trace makes the log of a verb with -v, on stderr. Progress is not shown beside it. Without -v the log is nil.
func (e *Env) Trace(verbose bool) *slog.Logger {
	if !verbose {
		return nil
	}
	e.Verbose = true
	return slog.New(slog.NewTextHandler(e.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// ReportEvery is how often the figures of a solver are logged.
const ReportEvery = time.Second

// LogReports returns a function for the reports of one solver that logs its figures every second.
func LogReports(log *slog.Logger) func(sat.Stats) {
	began := time.Now()
	last := began
	return func(s sat.Stats) {
		if now := time.Now(); now.Sub(last) >= ReportEvery {
			last = now
			LogStats(log, "solving", s, now.Sub(began))
		}
	}
}

// LogStats logs the figures of a solver. Those that it does not provide are -1.
func LogStats(log *slog.Logger, what string, s sat.Stats, took time.Duration) {
	log.Debug(what, "conflicts", s.Conflicts, "decisions", s.Decisions, "propagations", s.Propagations,
		"restarts", s.Restarts,
		"took", took.Round(time.Millisecond))
}

package main

import (
	"fmt"
	"strings"

	"retroproof/batch/passes"
	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

// remark says on stderr what else there is to say about the answer for one position.
func (r *proofgameRun) remark(a *resolve.Answer) {
	switch {
	case a.Verdict == kernel.Unknown && a.Search != nil && a.Search.Cause != nil:
		fmt.Fprintf(r.app.Stderr, "retroproof: %v, after %s\n", a.Search.Cause, verb.Counted(int(a.Search.Nodes), "position", "positions"))
	case len(a.Game) > 0 && !a.Shortest && (r.app.Term.Is() || r.app.ProgressMode == progress.Plain):
		fmt.Fprintln(r.app.Stderr, "retroproof: stopped at the first game; it need not be the shortest")
	}
}

// text is an answer in words: for one position the verdict and a game with numbers, for
// lists the tokens of texelutil.
func (r *proofgameRun) text(a *resolve.Answer, list bool) string {
	switch {
	case list && a.Verdict == kernel.Unknown:
		return fenOf(a) + " unknown:"
	case list:
		return passes.TokenLine(a, nil)
	case a.Verdict == kernel.Legal:
		text := verb.Counted(len(a.Game), "ply", "plies")
		if a.Shortest {
			text += ", shortest"
		}
		return fmt.Sprintf("legal, %s\n%s", text, notation.Numbered(&r.start, a.Game))
	case a.Verdict == kernel.Unknown:
		return r.difficult(a)
	}
	text := a.Verdict.String() + " " + string(a.Reason)
	begins := len(r.options.Begin) > 0
	switch {
	case begins && a.Reason == resolve.Unreachable:
		text += ": no game that begins with these moves (A*, no certificate)"
	case begins:
		text += ": no game that begins with these moves"
	case a.Reason == resolve.Unreachable:
		text += ": " + passes.NoGame
	}
	if why := story.Explain(&a.Decision); why != "" {
		text += "\n" + why
	}
	return text
}

// difficult returns what is known of a position for which no game was found.
func (r *proofgameRun) difficult(a *resolve.Answer) string {
	lines := []string{a.Verdict.String()}
	add := func(name, text string) { lines = append(lines, name+": "+text) }
	if k := &a.Kernel; k.Status == kernel.ExtendedFound {
		add("kernel", orHyphen(k.Kernel))
		add("extended kernel", orHyphen(k.Extended))
	} else if k.Status == kernel.KernelFound {
		add("kernel", orHyphen(k.Kernel))
	}
	if s := a.Search; s != nil {
		lines = append(lines, "no game has fewer than "+verb.Counted(s.Bound+len(r.options.Begin), "ply", "plies"))
		if len(s.Best) > 0 {
			add(fmt.Sprintf("nearest, %s to go", verb.Counted(s.Remain, "ply", "plies")), notation.Numbered(&r.start, s.Best))
		}
	}
	return strings.Join(lines, "\n")
}

// orHyphen returns a kernel as proofkernel prints it.
func orHyphen(kernel string) string {
	if kernel == "" {
		return "-"
	}
	return kernel
}

// proofgameJSON is the answer for a position.
type proofgameJSON struct {
	Schema    string  `json:"schema"`
	Line      int     `json:"line,omitempty"` // of stdin
	FEN       string  `json:"fen"`
	Start     string  `json:"start,omitempty"`
	Verdict   string  `json:"verdict"`
	Reason    string  `json:"reason,omitempty"`      // of an illegal position
	Why       string  `json:"explanation,omitempty"` // the reason in plain words; not in lists of files
	Plies     *int    `json:"plies,omitempty"`
	Game      string  `json:"game,omitempty"` // SAN
	Shortest  bool    `json:"shortest,omitempty"`
	Kernel    *string `json:"kernel,omitempty"`
	ExtKernel *string `json:"extended_kernel,omitempty"`

	// Of a search by A*.
	AtLeast *int   `json:"at_least,omitempty"` // plies of every game
	Best    string `json:"best,omitempty"`     // SAN, to the nearest position
	ToGo    *int   `json:"to_go,omitempty"`    // plies from there, as far as A* knows
	Nodes   uint64 `json:"nodes,omitempty"`

	// Of lists.
	Info   string `json:"info,omitempty"`
	States uint64 `json:"states,omitempty"`  // the budget of the last try
	GaveUp bool   `json:"gave_up,omitempty"` // there will be no other
	Column int    `json:"column,omitempty"`  // of a line that is no position: where the mistake is, in bytes from 1
	Error  string `json:"error,omitempty"`
}

const proofgameSchema = "retroproof.proofgame/1"

// proofgameAnswer makes the JSON answer.
func proofgameAnswer(a *resolve.Answer) proofgameJSON {
	o := proofgameJSON{Schema: proofgameSchema, FEN: fenOf(a), Verdict: a.Verdict.String()}
	if start := a.Start.FEN(); start != chess.InitialFEN {
		o.Start = start
	}
	switch a.Verdict {
	case kernel.Legal:
		plies := len(a.Game)
		o.Plies, o.Game, o.Shortest = &plies, strings.Join(a.Game, " "), a.Shortest
	case kernel.Illegal:
		o.Reason = string(a.Reason)
	}
	return o
}

// oneAnswer is the JSON answer for a position that is in no list: with all that is known
// of a difficult one.
func (r *proofgameRun) oneAnswer(a *resolve.Answer, line int) proofgameJSON {
	o := proofgameAnswer(a)
	o.Line = line
	if a.Search != nil {
		o.Nodes = a.Search.Nodes
	}
	if a.Verdict == kernel.Illegal {
		o.Why = story.Explain(&a.Decision)
	}
	if a.Verdict != kernel.Unknown {
		return o
	}
	switch a.Kernel.Status {
	case kernel.ExtendedFound:
		o.ExtKernel = &a.Kernel.Extended
		fallthrough
	case kernel.KernelFound:
		o.Kernel = &a.Kernel.Kernel
	}
	if s := a.Search; s != nil {
		least := s.Bound + len(r.options.Begin)
		o.AtLeast, o.Best, o.ToGo = &least, strings.Join(s.Best, " "), &s.Remain
	}
	return o
}

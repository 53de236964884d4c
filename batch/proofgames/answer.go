// Package proofgames has the answers of searches for games, and finds games for lists: a pass at a time, going on after
// a kill.
package proofgames

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

// Answer is the answer for a position.
type Answer struct {
	answer.Head `schema:"retroproof.proofgame/1"`
	FEN         string  `json:"fen"`
	Start       string  `json:"start,omitempty"`
	Verdict     string  `json:"verdict"`
	Reason      string  `json:"reason,omitempty"`      // of an illegal position
	Why         string  `json:"explanation,omitempty"` // the reason in plain words; not in lists of files
	Plies       *int    `json:"plies,omitempty"`
	Game        string  `json:"game,omitempty"` // SAN
	UCI         string  `json:"uci,omitempty"`  // the same game, for retroproof-check
	Shortest    bool    `json:"shortest,omitempty"`
	Kernel      *string `json:"kernel,omitempty"`
	ExtKernel   *string `json:"extended_kernel,omitempty"`

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

	found *resolve.Answer
	begun int // plies with which games have to begin
}

// Of makes an answer of what was found.
func Of(found *resolve.Answer) *Answer {
	a := &Answer{FEN: found.Setup.FEN(), Verdict: found.Verdict.String(), found: found}
	if start := found.Start.FEN(); start != chess.InitialFEN {
		a.Start = start
	}
	switch found.Verdict {
	case kernel.Legal:
		plies := len(found.Game)
		a.Plies, a.Game, a.UCI, a.Shortest = &plies, strings.Join(found.Game, " "), found.UCI(), found.Shortest
	case kernel.Illegal:
		a.Reason = string(found.Reason)
	}
	return a
}

// InFull makes an answer for a position that is in no list: with all that is known of a difficult one. Games begin
// with so many plies that were given.
func InFull(found *resolve.Answer, begun int) *Answer {
	a := Of(found)
	a.begun = begun
	if found.Search != nil {
		a.Nodes = found.Search.Nodes
	}
	switch found.Verdict {
	case kernel.Legal:
		return a
	case kernel.Illegal:
		a.Why = story.Explain(&found.Decision)
		return a
	}
	if k := &found.Kernel; k.Kernel == kernel.Found {
		text := kernel.FormatMoves(k.Moves)
		a.Kernel = &text
		if k.Extended == kernel.Found {
			text := k.Ranks.String()
			a.ExtKernel = &text
		}
	}
	if s := found.Search; s != nil {
		least := s.Bound + begun
		a.AtLeast, a.Best, a.ToGo = &least, strings.Join(s.Best, " "), &s.Remain
	}
	return a
}

// Text writes the verdict, and the game with numbers or what is known.
func (a *Answer) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, a.text())
	return err
}

// LineText writes the tokens of texelutil.
func (a *Answer) LineText(w io.Writer) error {
	text := poslist.TokenLine(a.found, nil)
	if a.found.Verdict == kernel.Unknown {
		text = a.FEN + " unknown:"
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

func (a *Answer) text() string {
	switch a.found.Verdict {
	case kernel.Legal:
		text := plies(len(a.found.Game))
		if a.Shortest {
			text += ", shortest"
		}
		return fmt.Sprintf("legal, %s\n%s", text, notation.Numbered(&a.found.Start, a.found.Game))
	case kernel.Unknown:
		return a.difficult()
	}
	text := a.Verdict + " " + a.Reason
	unreachable := a.found.Reason == resolve.Unreachable
	switch {
	case a.begun > 0 && unreachable:
		text += ": no game that begins with these moves (A*, no certificate)"
	case a.begun > 0:
		text += ": no game that begins with these moves"
	case unreachable:
		text += ": " + noGame
	}
	if a.Why != "" {
		text += "\n" + a.Why
	}
	return text
}

// difficult is what is known of a position for which no game was found.
func (a *Answer) difficult() string {
	lines := []string{a.Verdict}
	add := func(name, text string) { lines = append(lines, name+": "+text) }
	if a.Kernel != nil {
		add("kernel", cmp.Or(*a.Kernel, "-"))
	}
	if a.ExtKernel != nil {
		add("extended kernel", cmp.Or(*a.ExtKernel, "-"))
	}
	if a.AtLeast != nil {
		lines = append(lines, "no game has fewer than "+plies(*a.AtLeast))
		if a.Best != "" {
			add(fmt.Sprintf("nearest, %s to go", plies(*a.ToGo)), notation.Numbered(&a.found.Start, a.found.Search.Best))
		}
	}
	return strings.Join(lines, "\n")
}

func plies(n int) string { return answer.Counted(n, "ply", "plies") }

package verdicts

import (
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

// Answer is the verdict on a position.
type Answer struct {
	answer.Head   `schema:"retroproof.legal/1"`
	FEN           string      `json:"fen"`
	Start         string      `json:"start,omitempty"`
	Verdict       string      `json:"verdict"`
	Reason        string      `json:"reason,omitempty"`
	Explanation   string      `json:"explanation,omitempty"`
	EnPassantHint []string    `json:"en_passant_hint,omitempty"` // with such a square it is not refuted
	Story         *story.JSON `json:"story,omitempty"`           // with --explain, for a single position
	Certificate   string      `json:"certificate,omitempty"`     // the file with what proves it
	Kernel        string      `json:"kernel_status,omitempty"`
	KernelMoves   *string     `json:"kernel,omitempty"`
	ExtKernel     *string     `json:"extended_kernel,omitempty"`
	Nodes         uint64      `json:"nodes,omitempty"`
	Positions     int         `json:"positions,omitempty"`
	OutOfBudget   string      `json:"out_of_budget,omitempty"` // the budgets that ended searches, of an unknown verdict
	Seconds       float64     `json:"seconds,omitempty"`
	Plies         *int        `json:"plies,omitempty"` // of the game
	Game          string      `json:"game,omitempty"`  // SAN
	UCI           string      `json:"uci,omitempty"`   // the same game, for retroproof-check
	// Of a line that is no position: where the mistake is, in bytes from 1
	Column int    `json:"column,omitempty"`
	Error  string `json:"error,omitempty"`

	found    *resolve.Answer
	document *story.Document // all that is known, if that is to be printed
	width    int             // of the text; 0 for lines of any length
}

// Of makes an answer of what was found. explained ones say why, but for games, which explain themselves.
func Of(found *resolve.Answer, explained bool) *Answer {
	a := &Answer{
		FEN: found.Setup.FEN(), Verdict: found.Verdict.String(), Reason: string(found.Reason),
		Nodes: found.Nodes, Positions: found.Positions, OutOfBudget: found.OutOfBudget.String(), found: found,
	}
	if found.Start != chess.InitialSetup() {
		a.Start = found.Start.FEN()
	}
	switch {
	case found.Verdict == kernel.Legal:
		plies := len(found.Game)
		a.Plies, a.Game, a.UCI = &plies, strings.Join(found.Game, " "), found.UCI()
	case found.Verdict == kernel.Unknown:
		k := &found.Kernel
		a.Kernel = k.String()
		if len(k.Moves) > 0 || k.Extended == kernel.Found {
			text := kernel.FormatMoves(k.Moves)
			a.KernelMoves = &text
		}
		if k.Extended == kernel.Found {
			text := k.Ranks.String()
			a.ExtKernel = &text
		}
	}
	if explained && len(found.Game) == 0 {
		a.Explanation = story.Explain(&found.Decision)
	}
	return a
}

// AddHint adds the en passant squares that an illegal position may lack: with them it is not refuted.
func (a *Answer) AddHint(ctx context.Context, o resolve.Options) error {
	squares, err := a.found.EnPassantHint(ctx, o.Refute)
	for _, sq := range squares {
		a.EnPassantHint = append(a.EnPassantHint, sq.String())
	}
	return err
}

// Explain adds all that is known to the answer; its text has lines of so many columns, of any length for 0.
func (a *Answer) Explain(d *story.Document, width int) {
	a.document, a.width, a.Story = d, width, d.JSON()
}

// Text writes the verdict and why, or all that is known, or the game.
func (a *Answer) Text(w io.Writer) error {
	if a.document != nil {
		if err := a.document.WriteText(w, a.width); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(w, a.verdict())
		if text := a.why(); text != "" {
			fmt.Fprintln(w, text)
		}
	}
	if len(a.EnPassantHint) > 0 {
		fmt.Fprintln(w, a.hint())
	}
	return nil
}

// why is what there is to say about a verdict, or the game.
func (a *Answer) why() string {
	if len(a.found.Game) > 0 {
		return notation.Numbered(&a.found.Start, a.found.Game)
	}
	return a.Explanation
}

// line is the answer in a line of text: FEN, verdict, reason, and the game.
func (a *Answer) line(explain bool) string {
	text := a.FEN + " " + a.verdict()
	if len(a.found.Game) > 0 {
		return text + ": " + a.why()
	}
	if explain && a.Explanation != "" {
		text += ". " + a.Explanation
	}
	if explain && len(a.EnPassantHint) > 0 {
		text += " " + a.hint()
	}
	return text
}

func (a *Answer) hint() string {
	return fmt.Sprintf("With the en passant square %s it is not refuted.", strings.Join(a.EnPassantHint, " or "))
}

// verdict is the verdict and its reason, or what is known instead. No word of it but the verdict ends in a colon: lists
// read it again.
func (a *Answer) verdict() string {
	switch found := a.found; {
	case len(found.Game) > 0:
		return fmt.Sprintf("%s %s, %s", a.Verdict, a.Reason, story.Plies(len(found.Game)))
	case found.Verdict != kernel.Unknown:
		return fmt.Sprintf("%s %s", a.Verdict, a.Reason)
	}
	var known []string
	switch kernel.Found {
	case a.found.Kernel.Extended:
		known = append(known, "there is an extended proof kernel")
	case a.found.Kernel.Kernel:
		known = append(known, "there is a proof kernel")
	}
	if a.OutOfBudget != "" {
		known = append(known, "out of budget ("+strings.ReplaceAll(a.OutOfBudget, ",", ", ")+")")
	}
	if len(known) == 0 {
		return a.Verdict
	}
	return a.Verdict + ": " + strings.Join(known, "; ")
}

// Tell returns what is known of a position: of a legal one with the shortest game that the budget allows to find.
func Tell(ctx context.Context, found *resolve.Answer, o resolve.Options, nodes uint64) (*story.Document, error) {
	if len(found.Game) == 0 {
		return story.New(&found.Decision), nil
	}
	length := story.Length{Given: found.Reason == given}
	moves := found.Game
	if nodes > 0 {
		short, err := o.Shorten(ctx, found, nodes)
		if err != nil {
			return nil, err
		}
		if moves = short.Game; len(moves) < len(found.Game) {
			length.Built = len(found.Game)
		}
		length.Shortest, length.AtLeast, length.Nodes = short.Shortest, short.AtLeast, short.Nodes
	}
	game := proofgame.PGN(&found.Start, found.Setup.FEN(), moves)
	return story.NewGame(&found.Decision, &game, length)
}

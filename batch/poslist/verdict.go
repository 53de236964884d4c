package poslist

import (
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

// Verdict is the verdict on a position.
type Verdict struct {
	answer.Head `schema:"retroproof.legal/1"`
	about
	Explanation   string      `json:"explanation,omitempty"`
	EnPassantHint []string    `json:"en_passant_hint,omitempty"` // with such a square it is not refuted
	Story         *story.JSON `json:"story,omitempty"`           // with --explain, for a single position
	Certificate   string      `json:"certificate,omitempty"`     // the file with what proves it
	KernelStatus  string      `json:"kernel_status,omitempty"`
	kernels
	Nodes       uint64  `json:"nodes,omitempty"`
	Positions   int     `json:"positions,omitempty"`
	OutOfBudget string  `json:"out_of_budget,omitempty"` // the budgets that ended searches, of an unknown verdict
	Seconds     float64 `json:"seconds,omitempty"`
	game
	mistake

	found    *resolve.Answer
	document *story.Document // all that is known, if that is to be printed
	width    int             // of the text; 0 for lines of any length
}

// VerdictOf makes an answer of what was found. explained ones say why, but for games, which explain themselves.
func VerdictOf(found *resolve.Answer, explained bool) *Verdict {
	v := &Verdict{about: aboutOf(found), Nodes: found.Nodes, Positions: found.Positions,
		OutOfBudget: found.OutOfBudget.String(), found: found}
	switch found.Verdict {
	case kernel.Legal:
		v.game = gameOf(found)
	case kernel.Unknown:
		k := &found.Kernel
		v.KernelStatus = k.String()
		if len(k.Moves) > 0 || k.Extended == kernel.Found {
			v.kernels = kernelsOf(k)
		}
	}
	if explained && len(found.Game) == 0 {
		v.Explanation = story.Explain(&found.Decision)
	}
	return v
}

// AddHint adds the en passant squares that an illegal position may lack: with them it is not refuted.
func (v *Verdict) AddHint(ctx context.Context, o resolve.Options) error {
	squares, err := v.found.EnPassantHint(ctx, o.Refute)
	for _, sq := range squares {
		v.EnPassantHint = append(v.EnPassantHint, sq.String())
	}
	return err
}

// Explain adds all that is known to the answer; its text has lines of so many columns, of any length for 0.
func (v *Verdict) Explain(d *story.Document, width int) {
	v.document, v.width, v.Story = d, width, d.JSON()
}

// Text writes the verdict and why, or all that is known, or the game.
func (v *Verdict) Text(w io.Writer) error {
	if v.document != nil {
		if err := v.document.WriteText(w, v.width); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(w, v.verdict())
		if text := v.why(); text != "" {
			fmt.Fprintln(w, text)
		}
	}
	if len(v.EnPassantHint) > 0 {
		fmt.Fprintln(w, v.hint())
	}
	return nil
}

// why is what there is to say about a verdict, or the game.
func (v *Verdict) why() string {
	if len(v.found.Game) > 0 {
		return notation.Numbered(&v.found.Start, v.found.Game)
	}
	return v.Explanation
}

// line is the answer in a line of text: FEN, verdict, reason, and the game.
func (v *Verdict) line(explain bool) string {
	text := v.FEN + " " + v.verdict()
	if len(v.found.Game) > 0 {
		return text + ": " + v.why()
	}
	if explain && v.Explanation != "" {
		text += ". " + v.Explanation
	}
	if explain && len(v.EnPassantHint) > 0 {
		text += " " + v.hint()
	}
	return text
}

func (v *Verdict) hint() string {
	return fmt.Sprintf("With the en passant square %s it is not refuted.", strings.Join(v.EnPassantHint, " or "))
}

// verdict is the verdict and its reason, or what is known instead. No word of it but the verdict ends in a colon: lists
// read it again.
func (v *Verdict) verdict() string {
	switch found := v.found; {
	case len(found.Game) > 0:
		return fmt.Sprintf("%s %s, %s", v.Verdict, v.Reason, story.Plies(len(found.Game)))
	case found.Verdict != kernel.Unknown:
		return fmt.Sprintf("%s %s", v.Verdict, v.Reason)
	}
	var known []string
	switch kernel.Found {
	case v.found.Kernel.Extended:
		known = append(known, "there is an extended proof kernel")
	case v.found.Kernel.Kernel:
		known = append(known, "there is a proof kernel")
	}
	if v.OutOfBudget != "" {
		known = append(known, "out of budget ("+strings.ReplaceAll(v.OutOfBudget, ",", ", ")+")")
	}
	if len(known) == 0 {
		return v.Verdict
	}
	return v.Verdict + ": " + strings.Join(known, "; ")
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

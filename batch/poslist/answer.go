package poslist

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/batch"
	"retroproof/chess"
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

// Game is what a search for a game to a position answers.
type Game struct {
	answer.Head `schema:"retroproof.proofgame/1"`
	about
	Why string `json:"explanation,omitempty"` // the reason in plain words; not in lists of files
	game
	Shortest bool `json:"shortest,omitempty"`
	kernels

	// Of a search by A*.
	AtLeast *int   `json:"at_least,omitempty"` // plies of every game
	Best    string `json:"best,omitempty"`     // SAN, to the nearest position
	ToGo    *int   `json:"to_go,omitempty"`    // plies from there, as far as A* knows
	Nodes   uint64 `json:"nodes,omitempty"`

	// Of lists.
	Info   string `json:"info,omitempty"`
	States uint64 `json:"states,omitempty"`  // the budget of the last try
	GaveUp bool   `json:"gave_up,omitempty"` // there will be no other
	mistake

	found *resolve.Answer
	begun int // plies with which games have to begin
}

// foundGame makes an answer of what was found.
func foundGame(found *resolve.Answer) *Game {
	g := &Game{about: aboutOf(found), found: found}
	if found.Verdict != kernel.Illegal {
		g.Reason = ""
	}
	if found.Verdict == kernel.Legal {
		g.game, g.Shortest = gameOf(found), found.Shortest
	}
	return g
}

// GameOf makes an answer for a position that is in no list: with all that is known of a difficult one. Games begin with
// so many plies that were given.
func GameOf(found *resolve.Answer, begun int) *Game {
	g := foundGame(found)
	g.begun = begun
	if found.Search != nil {
		g.Nodes = found.Search.Nodes
	}
	switch found.Verdict {
	case kernel.Legal:
		return g
	case kernel.Illegal:
		g.Why = story.Explain(&found.Decision)
		return g
	}
	if found.Kernel.Kernel == kernel.Found {
		g.kernels = kernelsOf(&found.Kernel)
	}
	if s := found.Search; s != nil {
		least := s.Bound + begun
		g.AtLeast, g.Best, g.ToGo = &least, strings.Join(s.Best, " "), &s.Remain
	}
	return g
}

// Text writes the verdict, and the game with numbers or what is known.
func (g *Game) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, g.text())
	return err
}

// LineText writes the tokens of texelutil.
func (g *Game) LineText(w io.Writer) error {
	text := TokenLine(g.found, nil)
	if g.found.Verdict == kernel.Unknown {
		text = g.FEN + " unknown:"
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

func (g *Game) text() string {
	switch g.found.Verdict {
	case kernel.Legal:
		text := plies(len(g.found.Game))
		if g.Shortest {
			text += ", shortest"
		}
		return fmt.Sprintf("legal, %s\n%s", text, notation.Numbered(&g.found.Start, g.found.Game))
	case kernel.Unknown:
		return g.difficult()
	}
	text := g.Verdict + " " + g.Reason
	unreachable := g.found.Reason == resolve.Unreachable
	switch {
	case g.begun > 0 && unreachable:
		text += ": no game that begins with these moves (A*, no certificate)"
	case g.begun > 0:
		text += ": no game that begins with these moves"
	case unreachable:
		text += ": " + noGame
	}
	if g.Why != "" {
		text += "\n" + g.Why
	}
	return text
}

// difficult is what is known of a position for which no game was found.
func (g *Game) difficult() string {
	lines := []string{g.Verdict}
	add := func(name, text string) { lines = append(lines, name+": "+text) }
	if g.Kernel != nil {
		add("kernel", cmp.Or(*g.Kernel, "-"))
	}
	if g.ExtKernel != nil {
		add("extended kernel", cmp.Or(*g.ExtKernel, "-"))
	}
	if g.AtLeast != nil {
		lines = append(lines, "no game has fewer than "+plies(*g.AtLeast))
		if g.Best != "" {
			add(fmt.Sprintf("nearest, %s to go", plies(*g.ToGo)), notation.Numbered(&g.found.Start, g.found.Search.Best))
		}
	}
	return strings.Join(lines, "\n")
}

// PGNFile is a file of games. Nil stands for none.
type PGNFile struct{ out *batch.Output }

// CreatePGN starts a file, or none if it has no name.
func CreatePGN(name string) (*PGNFile, error) {
	if name == "" {
		return nil, nil
	}
	out, err := batch.Create(name)
	if err != nil {
		return nil, err
	}
	return &PGNFile{out}, nil
}

// Add writes a game.
func (p *PGNFile) Add(start *chess.Setup, goal string, moves []string) error {
	if p == nil {
		return nil
	}
	game := proofgame.PGN(start, goal, moves)
	_, err := game.WriteTo(p.out)
	return err
}

// Close completes the file.
func (p *PGNFile) Close() error {
	if p == nil {
		return nil
	}
	return p.out.Close()
}

// Discard drops what was written.
func (p *PGNFile) Discard() {
	if p != nil {
		p.out.Discard()
	}
}

package poslist

import (
	"cmp"
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

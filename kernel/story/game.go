package story

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/kernel"
)

// Length is what a search has shown about the length of a game and of shorter ones.
type Length struct {
	Shortest bool   // it is proven that no game is shorter
	AtLeast  int    // plies that every game has; 0 if nothing is known
	Nodes    uint64 // positions that a search for a shortest game has kept; 0 without one
	Built    int    // plies of the game that was built first, if it is another one; or 0
	Given    bool   // the game came with the position
}

// NewGame explains that a position is legal, with a game that leads to it; the decision
// must not have refuted it. The error is that of a game with an illegal move.
func NewGame(d *kernel.Decision, game *notation.Game, length Length) (*Document, error) {
	legal := *d
	legal.Verdict = kernel.Legal
	moves, err := newMoves(game)
	if err != nil {
		return nil, err
	}
	ex := newExplainer(&legal)
	what := "a game"
	if length.Shortest {
		what = "a shortest game"
	}
	parts := ex.opening(Diagram{Setup: d.Setup, Caption: turnText(&d.Setup)}, true)
	return &Document{Title: "Legal: " + what + " of " + Plies(len(game.Moves)), FEN: d.Setup.FEN(),
		Verdict: kernel.Legal, Reason: d.Reason, Parts: append(parts, Heading(capital(what)+" that leads here"),
			length.text(), Part{Kind: movesKind, Moves: moves})}, nil
}

// text says how the game was found, and whether there may be shorter ones.
func (l *Length) text() Part {
	var words []string
	add := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	kept := answer.Counted(int(l.Nodes), "position", "positions")
	switch {
	case l.Shortest:
		add("No game is shorter: a search by A* has proven that, with %s kept.", kept)
	case l.Built > 0:
		add("A search by A* has found this game, which need not be a shortest one.")
	case l.Given:
		add("This game came with the position, and was replayed.")
	default:
		add("This game was built without regard to its length: there may be shorter ones.")
	}
	if l.Nodes > 0 && !l.Shortest {
		add("The search for a shortest one gave up with %s kept.", kept)
	}
	if l.AtLeast > 0 && !l.Shortest {
		add("Every game has at least %s.", Plies(l.AtLeast))
	}
	if l.Built > 0 {
		add("The game that was built first, without regard to its length, has %s.", Plies(l.Built))
	}
	return text(words...)
}

// quietPlies is how many plies there are between two diagrams on the way of a game if
// nothing is captured and no pawn promotes.
const quietPlies = 20

// newMoves numbers the moves of a game and draws diagrams: after captures and
// promotions, and where there were none for long. The position at the end has its
// diagram elsewhere.
func newMoves(game *notation.Game) (*Moves, error) {
	moves, _, err := game.Play()
	if err != nil {
		return nil, err
	}
	start := game.Start
	if start == (chess.Setup{}) {
		start = chess.InitialSetup()
	}
	p, err := chess.NewPosition(start)
	if err != nil {
		return nil, err
	}
	m := &Moves{Start: start.FEN(), Plies: []Ply{}}
	written := *game
	written.Moves = make([]string, 0, len(moves)) // in standard notation
	drawn := 0
	long := max(quietPlies, len(moves)/quietPlies) // long games have no more than that
	for i, move := range moves {
		san := notation.SAN(p, move)
		written.Moves = append(written.Moves, san)
		event := p.Captured(move) != chess.NoMan || move.Promotion() != chess.NoKind
		p.Make(move)
		m.Plies = append(m.Plies, Ply{san, move.UCI(), p.FEN()})
		if i+1 < len(moves) && (event || i+1-drawn >= long) {
			m.Way = append(m.Way, Diagram{
				Setup: p.Setup(), Caption: "after " + notation.MoveNumber(&start, i) + " " + san, Small: true,
				Arrows: []Arrow{ArrowOf(move.From(), move.To())}, Arrow: "move",
			})
			drawn = i + 1
		}
	}
	m.Words = movePairs(&start, written.Moves)
	var pgn strings.Builder
	if _, err := written.WriteTo(&pgn); err != nil {
		return nil, err
	}
	m.PGN = pgn.String()
	return m, nil
}

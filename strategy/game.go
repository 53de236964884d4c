package strategy

import (
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/proofs/strategy/rules"
)

// Moves returns the number of White's moves.
func (g *Game) Moves() (n int) {
	for _, p := range g.Plies {
		if p.From.White {
			n++
		}
	}
	return n
}

// Start returns the first position.
func (g *Game) Start() rules.Position {
	if len(g.Plies) == 0 {
		return g.Last
	}
	return g.Plies[0].From
}

// DTMPlies is the DTM in plies, as tables have it; -1 if Black can draw.
func (g *Game) DTMPlies() int {
	if g.DTM > 0 && g.Start().White {
		return 2*g.DTM - 1
	}
	return max(2*g.DTM, -1)
}

// Sentence says how the game ended.
func (g *Game) Sentence() string {
	switch man, _ := g.of.Promotion(&g.Last); g.Ending {
	case Mate:
		switch g.Moves() {
		case 0:
			return "Black is already mated"
		case 1:
			return "mate in 1 move"
		}
		return fmt.Sprintf("mate in %d moves", g.Moves())
	case Promoted:
		return fmt.Sprintf("promotion at move %d: king and %s win", g.Moves(), kindName[man])
	case Drawn:
		return "not won: the position is drawn"
	case Stalemate:
		return "not won: Black is stalemated"
	case Captured:
		return "not won: Black has captured a man"
	case NoStep:
		return "not won: no step of the strategy has a move"
	case Repetition:
		return "not won: the same position for the third time"
	}
	return "not won: the strategy does not claim this position"
}

// Summary is the last line about a game: how it ended and, of one that has moves, what best play would have had.
func (g *Game) Summary() string {
	switch {
	case len(g.Plies) == 0:
		return g.Sentence()
	case g.DTM < 0:
		return g.Sentence() + "; by best play a draw"
	case g.of.Goal() == "promotion":
		return fmt.Sprintf("%s; best play needs %d", g.Sentence(), g.DTM)
	}
	return fmt.Sprintf("%s; DTM was %d", g.Sentence(), g.DTM)
}

// Text returns the game as lines: the position, a line for each move, the summary; with boards, diagrams of the start
// and after each of Black's moves and at the end, on a board of 8x8.
func (g *Game) Text(boards bool) string {
	var b strings.Builder
	diagram := func(p rules.Position) {
		if boards {
			fmt.Fprintf(&b, "\n%s\n", notation.Diagram(Setup(g.of, p)))
		}
	}
	fmt.Fprintln(&b, FEN(g.of, g.Start()))
	diagram(g.Start())
	number := 1
	for i, ply := range g.Plies {
		if ply.From.White {
			fmt.Fprintf(&b, "%d. %s  %s: %s\n", number, SAN(g.of, ply.From, ply.To), ply.Step, ply.Why)
		} else {
			fmt.Fprintf(&b, "%d... %s\n", number, SAN(g.of, ply.From, ply.To))
			number++
		}
		if !ply.From.White || i == len(g.Plies)-1 {
			diagram(ply.To)
		}
	}
	if !g.Ending.wins() && len(g.Plies) > 0 {
		fmt.Fprintln(&b, FEN(g.of, g.Last))
	}
	fmt.Fprintln(&b, g.Summary())
	return b.String()
}

func (e Ending) wins() bool { return e == Mate || e == Promoted }

// PGN returns the game, on a board of 8x8, to be written as PGN. The step is the comment after each of White's moves,
// the summary the one at the end.
func (g *Game) PGN(strategy string) *notation.Game {
	black := g.Options.Defender.String() + " defender"
	if g.Options.Defender == RandomDefender || g.Options.Choice == RandomChoice {
		black += fmt.Sprintf(", seed %d", g.Options.Seed)
	}
	pgn := &notation.Game{
		Tags: []notation.Tag{
			{Name: "Event", Value: g.of.Material() + " strategy"},
			{Name: "White", Value: strategy + ", " + g.Options.Choice.String() + " choice"},
			{Name: "Black", Value: black},
			{Name: "PlyCount", Value: fmt.Sprint(len(g.Plies))},
		},
		Start: Setup(g.of, g.Start()), Comments: map[int]string{}, Result: g.Ending.Result(),
	}
	for i, ply := range g.Plies {
		pgn.Moves, pgn.Comments[i+1] = append(pgn.Moves, SAN(g.of, ply.From, ply.To)), ply.Step
	}
	end := len(g.Plies)
	if pgn.Comments[end] != "" {
		pgn.Comments[end] += "; "
	}
	pgn.Comments[end] += g.Summary()
	return pgn
}

// Setup returns a position on a board of 8x8 as a diagram, a promoted pawn as what it has become.
func Setup(g *rules.Game, p rules.Position) chess.Setup {
	s := chess.EmptySetup()
	s.Board[g.Number(p.WK)], s.Board[g.Number(p.BK)] = chess.WhiteKing, chess.BlackKing
	for i, m := range g.Men {
		if g.Promoted(&p) {
			m.Kind, _ = g.Promotion(&p)
		}
		if p.Men[i] != rules.Off {
			s.Board[g.Number(p.Men[i])], _ = chess.ParseMan(m.String()[0])
		}
	}
	if s.Turn = chess.Black; p.White {
		s.Turn = chess.White
	}
	return s
}

// GameAnswer is a game as it is printed.
type GameAnswer struct {
	answer.Head `schema:"retroproof.strategy.play/2"`
	About
	FEN      string      `json:"fen"`
	Defender string      `json:"defender"`
	Choice   string      `json:"choice"`
	Moves    []PlyAnswer `json:"moves"`
	Result   string      `json:"result"`
	Reason   string      `json:"reason"`
	Plies    int         `json:"plies"`
	DTMPlies *int        `json:"dtm_plies"` // to mate or promotion; null if Black can draw

	game   *Game
	boards bool
	before string // what stands between two games
}

// PlyAnswer is a move of it. Black's have no step.
type PlyAnswer struct {
	SAN  string `json:"san"`
	UCI  string `json:"uci"`
	Step string `json:"step,omitempty"`
	Why  string `json:"why,omitempty"`
}

// GameOf makes the answer of a game, for a reader with diagrams, or behind another one.
func GameOf(pl *Player, g *Game, boards, behind bool) *GameAnswer {
	a := &GameAnswer{
		About: AboutOf(pl.Strategy), FEN: FEN(&pl.Game, g.Start()), Defender: g.Options.Defender.String(),
		Choice: g.Options.Choice.String(),
		Moves:  []PlyAnswer{}, Result: string(g.Ending.Result()), Reason: string(g.Ending), Plies: len(g.Plies), game: g,
		boards: boards,
	}
	for _, p := range g.Plies {
		a.Moves = append(a.Moves, PlyAnswer{SAN(&pl.Game, p.From, p.To), UCI(&pl.Game, p.From, p.To), p.Step, p.Why})
	}
	if behind {
		a.before = "\n"
	}
	if n := g.DTMPlies(); n >= 0 {
		a.DTMPlies = &n
	}
	return a
}

// Text writes the moves, each with its reason, and how the game ends.
func (g *GameAnswer) Text(w io.Writer) error {
	_, err := io.WriteString(w, g.before+g.game.Text(g.boards))
	return err
}

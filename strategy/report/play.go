package report

import (
	"io"

	"retroproof/internal/answer"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
)

// Game is a game.
type Game struct {
	answer.Head `schema:"retroproof.strategy.play/2"`
	About
	FEN      string `json:"fen"`
	Defender string `json:"defender"`
	Choice   string `json:"choice"`
	Moves    []Ply  `json:"moves"`
	Result   string `json:"result"`
	Reason   string `json:"reason"`
	Plies    int    `json:"plies"`
	DTMPlies *int   `json:"dtm_plies"` // to mate or promotion; null if Black can draw

	game   *strategy.Game
	boards bool
	before string // what stands between two games
}

// Ply is a move. Black's have no step.
type Ply struct {
	SAN  string `json:"san"`
	UCI  string `json:"uci"`
	Step string `json:"step,omitempty"`
	Why  string `json:"why,omitempty"`
}

// GameOf makes the answer of a game, for a reader with diagrams, or behind another one.
func GameOf(pl *strategy.Player, g *strategy.Game, boards, behind bool) *Game {
	a := &Game{
		About: AboutOf(pl.Strategy), FEN: strategy.FEN(&pl.Game, g.Start()), Defender: g.Options.Defender.String(), Choice: g.Options.Choice.String(),
		Moves: []Ply{}, Result: string(g.Ending.Result()), Reason: string(g.Ending), Plies: len(g.Plies), game: g, boards: boards,
	}
	for _, p := range g.Plies {
		a.Moves = append(a.Moves, Ply{strategy.SAN(&pl.Game, p.From, p.To), strategy.UCI(&pl.Game, p.From, p.To), p.Step, p.Why})
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
func (g *Game) Text(w io.Writer) error {
	_, err := io.WriteString(w, g.before+g.game.Text(g.boards))
	return err
}

// Check says whether a move is the strategy's.
type Check struct {
	answer.Head `schema:"retroproof.strategy.check/2"`
	About
	FEN      string   `json:"fen"`
	Move     string   `json:"move"` // as given
	SAN      string   `json:"san,omitempty"`
	UCI      string   `json:"uci,omitempty"`
	Legal    bool     `json:"legal"`
	InStrat  bool     `json:"in_strategy"` // or any legal move of Black
	Claimed  bool     `json:"claimed"`     // the strategy claims the position
	Step     string   `json:"step,omitempty"`
	Moves    []string `json:"moves"`           // the strategy's, or all of Black's
	Meets    string   `json:"meets,omitempty"` // the first step whose conditions the move meets, if it is not the strategy's
	Why      string   `json:"why"`
	MaxMoves *int     `json:"max_moves"`

	text string
}

// CheckOf makes the answer to whether a move is the strategy's.
func CheckOf(t *wins.Table, p rules.Position, move string, j *strategy.Judgement) *Check {
	a := &Check{
		About: AboutOf(t.Strategy), FEN: strategy.FEN(&t.Game, p), Move: move, SAN: j.SAN, UCI: j.UCI, Legal: j.Legal(), InStrat: j.Strategy, Claimed: j.Claimed,
		Step: j.Step, Moves: j.Moves, Meets: j.Meets, Why: j.Why, text: j.Text(),
	}
	if j.MaxMoves > 0 {
		a.MaxMoves = &j.MaxMoves
	}
	return a
}

// Text writes yes or no, and why.
func (c *Check) Text(w io.Writer) error {
	_, err := io.WriteString(w, c.text)
	return err
}

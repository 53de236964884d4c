package report

import (
	"io"

	"retroproof/internal/answer"
	"retroproof/krk"
	"retroproof/proofs/krk/spec"
)

// Check says whether a move is the strategy's.
type Check struct {
	answer.Head `schema:"retroproof.krk.check/1"`
	FEN         string   `json:"fen"`
	Move        string   `json:"move"` // as given
	SAN         string   `json:"san,omitempty"`
	UCI         string   `json:"uci,omitempty"`
	Legal       bool     `json:"legal"`
	Strategy    bool     `json:"strategy"`
	Step        string   `json:"step,omitempty"`  // the one used here
	Moves       []string `json:"moves"`           // the strategy's, or all of Black's
	Meets       string   `json:"meets,omitempty"` // the first step whose conditions the move meets, if not the strategy's
	Why         string   `json:"why"`

	text string
}

// CheckOf makes the answer to whether a move is the strategy's.
func CheckOf(p krk.Position, move string, j *krk.Judgement) *Check {
	a := &Check{
		FEN: krk.FEN(p), Move: move, SAN: j.SAN, UCI: j.UCI, Legal: j.Problem == "", Strategy: j.Strategy(), Why: j.Explanation.Sentence, text: j.Text(),
	}
	if j.Step != spec.NoStep {
		a.Step = j.Step.String()
	}
	if j.Meets != spec.NoStep {
		a.Meets = j.Meets.String()
	}
	moves := j.Moves
	if j.Reply {
		moves = krk.BlackMoves(nil, p)
	}
	a.Moves = krk.SANs(p, moves)
	return a
}

// Text writes yes or no, and why.
func (a *Check) Text(w io.Writer) error {
	_, err := io.WriteString(w, a.text)
	return err
}

// Game is a game.
type Game struct {
	answer.Head `schema:"retroproof.krk.play/1"`
	FEN         string `json:"fen"`
	Defender    string `json:"defender"`
	Choice      string `json:"choice"`
	Moves       []Move `json:"moves"`
	Result      string `json:"result"`
	Reason      string `json:"reason"`
	Plies       int    `json:"plies"`
	DTMPlies    *int   `json:"dtm_plies"` // null if Black can draw

	game   *krk.Game
	boards bool
	before string // what stands between two games
}

// Move is a move. Black's have no step.
type Move struct {
	SAN  string `json:"san"`
	UCI  string `json:"uci"`
	Step string `json:"step,omitempty"`
	Why  string `json:"why,omitempty"`
}

// GameOf makes the answer of a game, for a reader with diagrams, or behind another one.
func GameOf(game *krk.Game, boards, behind bool) *Game {
	a := &Game{
		FEN: krk.FEN(game.Start), Defender: game.Options.Defender.String(), Choice: game.Options.Choice.String(),
		Moves: []Move{}, Result: string(game.Ending.Result()), Reason: string(game.Ending), Plies: len(game.Plies), game: game,
	}
	for _, ply := range game.Plies {
		move := Move{SAN: ply.SAN, UCI: ply.UCI}
		if ply.From.White() {
			move.Step, move.Why = ply.Why.Step.String(), ply.Why.Sentence
		}
		a.Moves = append(a.Moves, move)
	}
	if a.boards = boards; behind {
		a.before = "\n"
	}
	if game.Winning {
		n := game.DTMPlies()
		a.DTMPlies = &n
	}
	return a
}

// Text writes the moves, each with its reason, and how the game ends.
func (a *Game) Text(w io.Writer) error {
	_, err := io.WriteString(w, a.before+a.game.Text(a.boards))
	return err
}

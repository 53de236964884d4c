package endgame

import (
	"context"
	"io"

	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/krk"
	"retroproof/proofs/krk/spec"
)

// krkCheckRequest is what krk check is asked.
type krkCheckRequest struct {
	FEN  string `arg:"FEN|-" json:"fen" doc:"a legal position of king and rook against king"`
	Move string `arg:"[MOVE]" json:"move" doc:"a move in SAN or as UCI has it, or the FEN that it leads to"`
	readingRequest
	Given verb.Given
}

var krkCheck = verb.Of(verb.Verb{Name: "krk check", Use: "FEN MOVE|FEN", Answers: []verb.Answer{&krkCheckAnswer{}}}, krkCheckRequest{readingRequest: byPaper},
	func(ctx context.Context, e *verb.Env, q *krkCheckRequest) error {
		one := func(fen, move string, line int) error {
			a, err := q.check(lenient.FEN(fen), lenient.FEN(move))
			if err != nil {
				return err
			}
			return e.Print(a, line)
		}
		switch {
		case q.Move != "" || q.Given("MOVE"):
			return one(q.FEN, q.Move, 0)
		case q.FEN != "-":
			return verb.Usagef("want a FEN and a move or a second FEN, or \"-\" alone")
		}
		return eachQuestion(ctx, e, "a FEN, a semicolon, and a move or a second FEN", one)
	})

// krkCheckAnswer says whether a move is the strategy's.
type krkCheckAnswer struct {
	verb.Head `schema:"retroproof.krk.check/1"`
	FEN       string   `json:"fen"`
	Move      string   `json:"move"` // as given
	SAN       string   `json:"san,omitempty"`
	UCI       string   `json:"uci,omitempty"`
	Legal     bool     `json:"legal"`
	Strategy  bool     `json:"strategy"`
	Step      string   `json:"step,omitempty"`  // the one used here
	Moves     []string `json:"moves"`           // the strategy's, or all of Black's
	Meets     string   `json:"meets,omitempty"` // the first step whose conditions the move meets, if not the strategy's
	Why       string   `json:"why"`

	text string
}

// check answers a question.
func (q *krkCheckRequest) check(fen, move string) (*krkCheckAnswer, error) {
	p, err := krk.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	reading := q.reading()
	j, err := krk.JudgeText(p, move, &reading)
	if err != nil {
		return nil, err
	}
	a := &krkCheckAnswer{
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
	return a, nil
}

// Text writes yes or no, and why.
func (a *krkCheckAnswer) Text(w io.Writer) error {
	_, err := io.WriteString(w, a.text)
	return err
}

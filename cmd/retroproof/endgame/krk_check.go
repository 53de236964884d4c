package endgame

import (
	"context"

	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/krk"
	"retroproof/krk/report"
)

// krkCheckRequest is what krk check is asked.
type krkCheckRequest struct {
	FEN  string `arg:"FEN|-" json:"fen" doc:"a legal position of king and rook against king"`
	Move string `arg:"[MOVE]" json:"move" doc:"a move in SAN or as UCI has it, or the FEN that it leads to"`
	readingRequest
	Given verb.Given
}

var krkCheck = verb.Of(verb.Verb{Name: "krk check", Use: "FEN MOVE|FEN", Answers: []verb.Answer{&report.Check{}}}, krkCheckRequest{readingRequest: byPaper},
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

// check answers a question.
func (q *krkCheckRequest) check(fen, move string) (*report.Check, error) {
	p, err := krk.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	reading := q.reading()
	j, err := krk.JudgeText(p, move, &reading)
	if err != nil {
		return nil, err
	}
	return report.CheckOf(p, move, &j), nil
}

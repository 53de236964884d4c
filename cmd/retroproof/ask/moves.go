package ask

import (
	"context"
	"regexp"
	"strings"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/kernel/story"
)

// lastMovesRequest is what ask last-moves is asked.
type lastMovesRequest struct {
	fieldsRequest
	Plies int    `flag:"plies" json:"plies,omitempty" min:"1" page:"max=4" doc:"how far back to go"`
	Kind  string `flag:"kind" doc:"print only positions with a unique last move of a kind, such as \"KxR\", or \"any\""`
}

// kindForm is what --kind can be: the kinds of ask.LastMove, and any.
var kindForm = regexp.MustCompile(`^(any|[KQRBNP]-|P--|[KQRBNP]x[QRBNP]|P(-|x[QRBN])=[QRBN]|ep|O-O(-O)?)$`)

var lastMoves = of(about[lastMovesRequest]{
	name: "last-moves", print: "Last move?", kind: &story.LastMovesAnswer{},
	defaults:  lastMovesRequest{fieldsRequest: fieldsRequest{byDefault, anyGame}, Plies: 1},
	answer:    askLastMoves,
	fill:      func(q *lastMovesRequest, _ *ask.Options, p *pageRequest) { q.Plies = max(1, p.Plies) },
	mostPlies: 4,
})

func askLastMoves(ctx context.Context, q *lastMovesRequest, o ask.Options, s *chess.Setup) (story.Answer, error) {
	if q.Kind != "" && !kindForm.MatchString(q.Kind) {
		return nil, verb.Usagef("--kind %q, want any, or a kind such as K-, BxN, P--, P-=Q, PxR=N, ep or O-O", q.Kind)
	}
	l, err := ask.AskTree(ctx, s, q.Plies, o)
	if l == nil {
		return nil, err
	}
	if u := l.Unique(); q.Kind != "" && (u == nil || q.Kind != "any" && u.Kind != q.Kind) {
		return nil, err
	}
	return story.LastMoves(l, q.Plies), err
}

// tempoRequest is what ask tempo is asked.
type tempoRequest struct {
	position
	Plies int `flag:"plies" json:"plies,omitempty" min:"0" max:"200" doc:"length of the games; 0 for the least that is not excluded"`
}

var tempo = of(about[tempoRequest]{
	name: "tempo", print: "Who lost a tempo?", kind: &story.TempoAnswer{},
	defaults: tempoRequest{position: byDefault.position},
	answer: func(ctx context.Context, q *tempoRequest, o ask.Options, s *chess.Setup) (story.Answer, error) {
		return told(story.Tempo)(malformed(ask.AskTempo(ctx, s, q.Plies, o)))
	},
	fill: func(q *tempoRequest, _ *ask.Options, p *pageRequest) { q.Plies = p.Plies },
})

// releaseRequest is what ask release is asked.
type releaseRequest struct {
	position
	Squares []string `flag:"squares" json:"squares,omitempty" doc:"the men, as \"a8,b8\""`
}

var release = of(about[releaseRequest]{
	name: "release", print: "When released?", kind: &story.ReleaseAnswer{},
	defaults: releaseRequest{position: byDefault.position},
	answer: func(ctx context.Context, q *releaseRequest, o ask.Options, s *chess.Setup) (story.Answer, error) {
		var men chess.Bitboard
		for _, name := range q.Squares {
			sq, err := chess.ParseSquare(name)
			if err != nil {
				return nil, verb.Usagef("--squares: %v", err)
			}
			men |= sq.Bit()
		}
		return told(story.Release)(malformed(ask.AskRelease(ctx, s, men, o)))
	},
	fill: func(q *releaseRequest, _ *ask.Options, p *pageRequest) {
		q.Squares = strings.FieldsFunc(p.Squares, func(r rune) bool { return r == ',' || r == ' ' })
	},
})

package ask

import (
	"context"
	"fmt"
	"regexp"

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

var lastMoves = of("last-moves", lastMovesRequest{
	fieldsRequest: fieldsRequest{byDefault, anyGame}, Plies: 1,
}, askLastMoves, &story.LastMovesAnswer{})

var askLastMoves = parsed(func(ctx context.Context, e *verb.Env, q *lastMovesRequest, o ask.Options,
	s *chess.Setup) (story.Answer, error) {
	if q.Kind != "" && !kindForm.MatchString(q.Kind) {
		return nil, verb.Usagef("--kind %q, want any, or a kind such as K-, BxN, P--, P-=Q, PxR=N, ep or O-O", q.Kind)
	}
	l, cut, err := ask.AskTree(ctx, s, q.Plies, o)
	if l == nil {
		return nil, err
	}
	if u := l.Unique(); q.Kind != "" && (u == nil || q.Kind != "any" && u.Kind != q.Kind) {
		return nil, err
	}
	if cut {
		fmt.Fprintf(e.Stderr, "retroproof: %s: the tree ends early, at the limit of %d positions\n",
			s.FEN(), ask.DefaultLimit)
	}
	return story.LastMoves(l, q.Plies), err
})

// tempoRequest is what ask tempo is asked.
type tempoRequest struct {
	position
	Plies int `flag:"plies" json:"plies,omitempty" min:"0" max:"200" doc:"length of the games; 0 for the least that is not excluded"`
}

var tempo = of("tempo", tempoRequest{position: byDefault.position}, askTempo, &story.TempoAnswer{})

var askTempo = parsed(func(ctx context.Context, _ *verb.Env, q *tempoRequest, o ask.Options,
	s *chess.Setup) (story.Answer, error) {
	t, err := ask.AskTempo(ctx, s, q.Plies, o)
	return told(story.Tempo, t, malformed(t == nil, err))
})

// releaseRequest is what ask release is asked.
type releaseRequest struct {
	position
	Squares []string `flag:"squares" json:"squares,omitempty" doc:"the men, as \"a8,b8\""`
}

var release = of("release", releaseRequest{position: byDefault.position}, askRelease, &story.ReleaseAnswer{})

var askRelease = parsed(func(ctx context.Context, _ *verb.Env, q *releaseRequest, o ask.Options,
	s *chess.Setup) (story.Answer, error) {
	var men chess.Bitboard
	for _, name := range q.Squares {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			return nil, verb.Usagef("--squares: %v", err)
		}
		men |= sq.Bit()
	}
	r, err := ask.AskRelease(ctx, s, men, o)
	if r == nil || err != nil && ctx.Err() == nil {
		return nil, verb.WithCode(verb.ExitMalformed, err)
	}
	return story.Release(r), err
})

package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/story"
)

// fieldsRequest is what ask fields and ask rights are asked.
type fieldsRequest struct {
	verdicts
	premises
}

// anyGame is no premise.
var anyGame = premises{Captures: -1}

// withRequest is what ask fields is asked besides.
type withRequest struct {
	fieldsRequest
	With string `flag:"with" of:"MAN" json:"with,omitempty" doc:"a man to be added on every empty square"`
}

var fields = of(about[withRequest]{
	name: "fields", print: "What is possible?", kind: &story.FieldsAnswer{},
	defaults: withRequest{fieldsRequest{byDefault, anyGame}, ""},
	open: func(ctx context.Context, q *withRequest, o ask.Options, fen string) (story.Answer, error) {
		f, err := ask.AskWith(ctx, fen, q.With, o)
		if errors.Is(err, ask.ErrWith) {
			return nil, verb.Usagef("--with: %v", err)
		}
		return told(story.Fields)(malformed(f, err))
	},
	fill: func(q *withRequest, _ *ask.Options, p *pageRequest) { q.With = p.With },
})

var rights = of(about[fieldsRequest]{
	name: "rights", print: "Castling? En passant?", kind: &story.RightsAnswer{},
	defaults: fieldsRequest{byDefault, anyGame},
	answer: func(ctx context.Context, _ *fieldsRequest, o ask.Options, s *chess.Setup) (story.Answer, error) {
		return told(story.Rights)(ask.AskRights(ctx, s, o))
	},
})

var cluster = of(about[fieldsRequest]{
	name: "cluster", print: "Illegal cluster?", kind: &story.ClusterAnswer{},
	defaults: fieldsRequest{byDefault, anyGame},
	open: func(ctx context.Context, _ *fieldsRequest, o ask.Options, fen string) (story.Answer, error) {
		return told(story.Cluster)(malformed(ask.AskCluster(ctx, fen, o)))
	},
})

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

// retractRequest is what ask retract is asked.
type retractRequest struct {
	Plies uint64 `arg:"N" json:"plies" page:"min=1,max=20" doc:"how many plies to go back"`
	rounds
	premises
	Limit     int `flag:"limit" json:"limit,omitempty" min:"1" page:"max=10000" doc:"positions to decide, those nearer to FEN first; hard ones count as several"`
	Positions int `budget:"last-move-positions" min:"1" doc:"of the last-move analyses of a question, but for its first round"`
}

func (r *retractRequest) options() (ask.Options, error) {
	o, err := r.rounds.options()
	o.Questions, o.Positions = r.Limit, r.Positions
	return o, err
}

var retract = of(about[retractRequest]{
	name: "retract", print: "Ways back?", kind: &story.RetractAnswer{},
	defaults: retractRequest{rounds: byDefault.rounds, premises: anyGame,
		Limit: ask.DefaultLimit, Positions: ask.RetractPositions},
	answer: func(ctx context.Context, q *retractRequest, o ask.Options, s *chess.Setup) (story.Answer, error) {
		if q.Plies < 1 || q.Plies > ask.MostPlies {
			return nil, verb.Usagef("N is %d, want 1 to %d plies", q.Plies, ask.MostPlies)
		}
		return told(story.Retractions)(ask.AskRetract(ctx, s, int(q.Plies), o))
	},
	fill: func(q *retractRequest, o *ask.Options, p *pageRequest) {
		q.Plies, o.Questions, o.Positions = uint64(max(1, p.Plies)), pageRetractions, ask.RetractPositions
	},
	mostPlies: 8,
})

// clockRequest is what ask clock is asked.
type clockRequest struct {
	fieldsRequest
	Limit int `flag:"limit" json:"limit,omitempty" min:"1" page:"max=10000" doc:"positions to decide, those nearer to FEN first; hard ones count as several"`
}

var clock = of(about[clockRequest]{
	name: "clock", print: "How many quiet plies?", kind: &story.ClockAnswer{},
	defaults: clockRequest{fieldsRequest{byDefault, anyGame}, ask.DefaultLimit},
	answer: func(ctx context.Context, q *clockRequest, o ask.Options, s *chess.Setup) (story.Answer, error) {
		o.Questions = q.Limit
		return told(story.Clock)(ask.AskClock(ctx, s, o))
	},
	fill: func(q *clockRequest, _ *ask.Options, _ *pageRequest) { q.Limit = pageRetractions },
})

// manRequest is what ask men is asked besides.
type manRequest struct {
	verdicts
	Square string `flag:"square" doc:"tell only about the man on this square"`
}

var (
	men = of(about[manRequest]{
		name: "men", print: "Where from?", kind: &story.MenAnswer{}, defaults: manRequest{verdicts: byDefault},
		answer: func(ctx context.Context, q *manRequest, o ask.Options, s *chess.Setup) (story.Answer, error) {
			if q.Square == "" {
				return askMen(ctx, o, s, story.OriginText)
			}
			at, err := chess.ParseSquare(q.Square)
			if err != nil {
				return nil, verb.Usagef("--square: %v", err)
			}
			if s.Board[at] == chess.NoMan {
				return nil, verb.WithCode(verb.ExitMalformed, fmt.Errorf("--square %s: no man is there", at))
			}
			return askMen(ctx, o, s, func(m *ask.Men) []string { return story.ManText(m, at) })
		},
	})
	promoted = ofMen("promoted", "Which men are promoted?", story.PromotedText)
	captures = ofMen("captures", "Which captures?", story.CapturesText)
)

// ofMen makes a question about all men.
func ofMen(name, print string, text func(*ask.Men) []string) *question {
	return of(about[verdicts]{
		name: name, print: print, kind: &story.MenAnswer{}, defaults: byDefault,
		answer: func(ctx context.Context, _ *verdicts, o ask.Options, s *chess.Setup) (story.Answer, error) {
			return askMen(ctx, o, s, text)
		},
	})
}

// askMen answers about the men; text is what is printed of them.
func askMen(ctx context.Context, o ask.Options, s *chess.Setup, text func(*ask.Men) []string) (story.Answer, error) {
	return told(func(m *ask.Men) *story.MenAnswer { return story.Men(m, text) })(ask.AskMen(ctx, s, o))
}

// levelRequest is what ask level is asked.
type levelRequest struct {
	FEN   string    `arg:"FEN|-" json:"fen" doc:"the position"`
	Level ask.Level `flag:"level" json:"level,omitempty" choice:"playable,static,legal" doc:"playable, static or legal"`
	Start string    `flag:"start" of:"FEN" json:"start,omitempty" doc:"the position from which games start; FEN in place of the initial one"`
}

// levelAnswer is the answer.
type levelAnswer struct {
	verb.Head `schema:"retroproof.ask.level/1"`
	FEN       string    `json:"fen"`
	Level     ask.Level `json:"level"`
	OK        bool      `json:"ok"`
	Reason    string    `json:"reason,omitempty"`
}

// Text writes the word.
func (a *levelAnswer) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, cmp.Or(a.Reason, "ok"))
	return err
}

var level = verb.Of(verb.Verb{Name: "ask level", Answers: []verb.Answer{&levelAnswer{}}},
	levelRequest{Level: ask.LegalLevel}, askLevel)

func askLevel(ctx context.Context, e *verb.Env, q *levelRequest) error {
	o, err := (&position{Start: q.Start}).options()
	if err != nil {
		return err
	}
	refute := kernel.DecideOptions{Start: o.Resolve.Refute.Start}
	return e.EachBuffered(ctx, q.FEN, func(w io.Writer, text string, line int) error {
		s, err := chess.ParseFEN(text)
		if err != nil {
			if line > 0 && !e.JSON {
				_, werr := fmt.Fprintln(w, "Malformed")
				return cmp.Or(werr, err)
			}
			return err
		}
		reason, err := ask.Objection(ctx, &s, q.Level, refute)
		if err != nil {
			return err
		}
		return e.PrintTo(w, &levelAnswer{FEN: text, Level: q.Level, OK: reason == "", Reason: string(reason)}, line)
	})
}

package ask

import (
	"context"
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/formula"
)

// menRequest is what ask men, ask promoted and ask captures are asked.
type menRequest struct{ verdicts }

// manRequest is what ask men is asked besides.
type manRequest struct {
	menRequest
	Square string `flag:"square" doc:"tell only about the man on this square"`
}

// menAnswer is the answer to ask men, promoted and captures.
type menAnswer struct {
	verb.Head `schema:"retroproof.ask.men/2"`
	about
	Verdict     string    `json:"verdict"`
	Reason      string    `json:"reason,omitempty"`
	Game        string    `json:"game,omitempty"`
	Games       []string  `json:"games,omitempty"` // more games
	Men         []man     `json:"men,omitempty"`
	NeverMoved  []string  `json:"never_moved,omitempty"`   // squares
	TakenAtHome []string  `json:"taken_at_home,omitempty"` // squares
	Captures    *sides    `json:"captures,omitempty"`
	ByPawns     *sides    `json:"by_pawns,omitempty"`
	Gone        []gone    `json:"gone,omitempty"`
	OnlyPawns   []string  `json:"only_pawns,omitempty"` // sides
	Took        []took    `json:"took,omitempty"`
	Ends        []pawnEnd `json:"ends,omitempty"`
	end
	reply
}

var (
	men = of("men", manRequest{menRequest: menRequest{byDefault}},
		func(ctx context.Context, _ *verb.Env, q *manRequest, o ask.Options, fen string) (answer, error) {
			if q.Square == "" {
				return askMen(ctx, o, fen, (*ask.Men).OriginText)
			}
			at, err := chess.ParseSquare(q.Square)
			if err != nil {
				return nil, verb.Usagef("--square: %v", err)
			}
			if s, err := chess.ParseFEN(fen); err == nil && s.Board[at] == chess.NoMan {
				return nil, verb.WithCode(verb.ExitMalformed, fmt.Errorf("--square %s: no man is there", at))
			}
			return askMen(ctx, o, fen, func(m *ask.Men) []string { return m.ManText(at) })
		}, &menAnswer{})
	promoted = ofMen("promoted", (*ask.Men).PromotedText)
	captures = ofMen("captures", (*ask.Men).CapturesText)
)

func ofMen(name string, text func(*ask.Men) []string) *verb.Verb {
	return of(name, menRequest{byDefault}, func(ctx context.Context, _ *verb.Env, _ *menRequest, o ask.Options, fen string) (answer, error) {
		return askMen(ctx, o, fen, text)
	}, &menAnswer{})
}

// askMen answers about the men; text is what is printed of them.
func askMen(ctx context.Context, o ask.Options, fen string, text func(*ask.Men) []string) (answer, error) {
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	m, err := ask.AskMen(ctx, &s, o)
	if m == nil {
		return nil, err
	}
	a := &menAnswer{
		about: about{FEN: m.Setup.FEN()}, Verdict: m.Whole.Verdict.String(), Reason: string(m.Whole.Reason), Game: strings.Join(m.Whole.Game, " "),
		reply: reply{
			lines: []string{m.Verdict()}, document: m.Document(),
			claims: func(ctx context.Context, c *ask.Certificate) error { return c.Men(ctx, m) },
		},
	}
	if !m.Illegal() {
		a.known(m)
		a.lines = append(a.lines, text(m)...)
	}
	a.line = strings.Join(a.lines, " ")
	return a, err
}

// known adds what is known of the men.
func (a *menAnswer) known(m *ask.Men) {
	for _, game := range m.Games {
		a.Games = append(a.Games, strings.Join(game, " "))
	}
	a.NeverMoved, a.TakenAtHome = squareNames(m.Stayed), squareNames(m.Dead)
	a.Captures = &sides{m.Captures[chess.White], m.Captures[chess.Black]}
	a.ByPawns = &sides{m.ByPawns[chess.White], m.ByPawns[chess.Black]}
	for _, of := range m.Men {
		one := man{Square: of.Square.String(), Man: string(of.Man.Letter()), From: squareNames(of.From), Promoted: of.Promoted, Original: of.Original, Unmoved: of.Unmoved, Captures: of.Captures}
		one.Shown, one.PromotedOn = squareNames(of.Shown), squareNames(of.PromotedOn)
		for _, squares := range of.CapturedOn {
			one.CapturedOn = append(one.CapturedOn, strings.Join(squareNames(squares), " "))
		}
		a.Men = append(a.Men, one)
	}
	for _, g := range m.Gone {
		shown := answers.Fate{}
		if g.Shown != nil {
			shown = *g.Shown
		}
		a.Gone = append(a.Gone, gone{g.Square.String(), string(g.Man.Letter()), g.Certain, shown.To, shown.By})
	}
	if m.Kernels != nil {
		a.kernels(m.Kernels)
	}
}

// took is a capture by a pawn that is certain.
type took struct {
	Side string   `json:"side"`
	File string   `json:"file"`
	Men  []string `json:"men"`
}

// pawnEnd is what certainly became of a pawn of the start.
type pawnEnd struct {
	Pawn string   `json:"pawn"`
	End  string   `json:"end"`
	On   []string `json:"on,omitempty"` // files
	By   []string `json:"by,omitempty"`
}

// kernels adds what all kernels have in common.
func (a *menAnswer) kernels(k *ask.Kernels) {
	for c, only := range k.OnlyPawns {
		if only {
			a.OnlyPawns = append(a.OnlyPawns, chess.Color(c).String())
		}
	}
	for _, t := range k.Took {
		a.Took = append(a.Took, took{t.Side.String(), string(rune('a' + t.File)), t.Men})
	}
	for _, e := range k.Ends {
		one := pawnEnd{Pawn: e.Pawn.String(), End: "captured"}
		var by [2]bool
		for _, s := range e.Left {
			if s.Kind == formula.Promoted {
				one.End = s.Kind
			}
			if s.At != "" {
				one.On = append(one.On, s.At)
			}
			by[0], by[1] = by[0] || s.Kind == formula.TakenByPawn, by[1] || s.Kind == formula.TakenByPiece
		}
		for i, name := range [2]string{"pawn", "piece"} {
			if by[i] {
				one.By = append(one.By, name)
			}
		}
		a.Ends = append(a.Ends, one)
	}
}

// sides is a number for each side.
type sides struct {
	White int `json:"white"`
	Black int `json:"black"`
}

// man is a man of the position.
type man struct {
	Square     string      `json:"square"`
	Man        string      `json:"man"`
	From       []string    `json:"from"`
	Shown      []string    `json:"shown,omitempty"`
	Promoted   ask.Verdict `json:"promoted"`
	Original   ask.Verdict `json:"original"`
	Unmoved    ask.Verdict `json:"unmoved"`
	Captures   int         `json:"captures,omitempty"`
	PromotedOn []string    `json:"promoted_on,omitempty"` // squares
	CapturedOn []string    `json:"captured_on,omitempty"` // for each capture, squares
}

// gone is a man of the start that may have been captured.
type gone struct {
	Square  string `json:"square"`
	Man     string `json:"man"`
	Certain bool   `json:"certain"`
	On      string `json:"on,omitempty"` // where, in the game
	By      string `json:"by,omitempty"` // the square, at the start, of the man that captured it
}

func squareNames(b chess.Bitboard) []string {
	var names []string
	for sq := range b.Squares() {
		names = append(names, sq.String())
	}
	return names
}

package reply

import (
	"context"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/ask"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/core"
)

// MenAnswer is the answer to ask men, promoted and captures.
type MenAnswer struct {
	answer.Head `schema:"retroproof.ask.men/2"`
	About
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
	End
	Reply
}

// Men makes an answer about the men; text is what is printed of them.
func Men(m *ask.Men, text func(*ask.Men) []string) *MenAnswer {
	a := &MenAnswer{
		About: About{FEN: m.Setup.FEN()}, Verdict: m.Whole.Verdict.String(), Reason: string(m.Whole.Reason), Game: strings.Join(m.Whole.Game, " "),
		Reply: Reply{
			Lines: []string{m.Verdict()}, Document: m.Document(),
			Claims: func(ctx context.Context, c *ask.Certificate) error { return c.Men(ctx, m) },
		},
	}
	if !m.Illegal() {
		a.known(m)
		a.Lines = append(a.Lines, text(m)...)
	}
	a.Short = strings.Join(a.Lines, " ")
	return a
}

// known adds what is known of the men.
func (a *MenAnswer) known(m *ask.Men) {
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
func (a *MenAnswer) kernels(k *ask.Kernels) {
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
			if s.Kind == core.Promoted {
				one.End = s.Kind
			}
			if s.At != "" {
				one.On = append(one.On, s.At)
			}
			by[0], by[1] = by[0] || s.Kind == core.TakenByPawn, by[1] || s.Kind == core.TakenByPiece
		}
		for i, name := range [2]string{"pawn", "piece"} {
			if by[i] {
				one.By = append(one.By, name)
			}
		}
		a.Ends = append(a.Ends, one)
	}
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

package main

import (
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/resolve"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/formula"
)

// askPositionJSON is the verdict on a position on which an answer rests.
type askPositionJSON struct {
	FEN     string `json:"fen"`
	Verdict string `json:"verdict"` // illegal, legal or unknown
	Reason  string `json:"reason,omitempty"`
	Game    string `json:"game,omitempty"` // SAN
}

func askPosition(a *resolve.Answer) askPositionJSON {
	return askPositionJSON{a.Setup.FEN(), a.Verdict.String(), string(a.Reason), strings.Join(a.Game, " ")}
}

// lastMovesJSON is an answer of ask last-moves --json.
type lastMovesJSON struct {
	Schema      string         `json:"schema"`
	Line        int            `json:"line,omitempty"`
	FEN         string         `json:"fen"`
	Start       string         `json:"start,omitempty"`
	Verdict     string         `json:"verdict"`
	Reason      string         `json:"reason,omitempty"`
	Summary     string         `json:"summary"`
	Unique      bool           `json:"unique"`
	Kind        string         `json:"kind,omitempty"`   // of the unique last move
	Forced      []string       `json:"forced,omitempty"` // the last move, and those before it, as far as each is unique
	Moves       []lastMoveJSON `json:"moves"`
	Earlier     []earlierJSON  `json:"earlier,omitempty"`    // with --plies: the positions before that were asked about
	Incomplete  bool           `json:"incomplete,omitempty"` // interrupted
	Certificate string         `json:"certificate,omitempty"`
}

// lastMoveJSON is a last move with the positions before it.
type lastMoveJSON struct {
	Unmove   string            `json:"un_move"` // with the men
	Move     string            `json:"move"`    // UCI
	Captured string            `json:"captured,omitempty"`
	Kind     string            `json:"kind"`
	Verdict  string            `json:"verdict"`
	Before   []askPositionJSON `json:"before"`
}

// earlierJSON is a position of a tree, some plies before the one that was asked about, with its
// last moves in long algebraic notation.
type earlierJSON struct {
	Plies      int      `json:"plies"`
	FEN        string   `json:"fen"`
	Summary    string   `json:"summary"`
	Unique     bool     `json:"unique"`
	Possible   []string `json:"possible"`
	Open       []string `json:"open"`
	Impossible []string `json:"impossible"`
}

// earlier appends the positions of a tree, each before those below it.
func earlier(list []earlierJSON, l *ask.LastMoves, plies int) []earlierJSON {
	for i := range l.Moves {
		for _, before := range l.Moves[i].Earlier {
			if before == nil {
				continue
			}
			e := earlierJSON{Plies: plies, FEN: before.Setup.FEN(), Summary: before.Summary(), Unique: before.Unique() != nil, Possible: []string{}, Open: []string{}, Impossible: []string{}}
			for j := range before.Moves {
				to := map[ask.Verdict]*[]string{ask.Possible: &e.Possible, ask.Open: &e.Open, ask.Impossible: &e.Impossible}[before.Moves[j].Verdict]
				*to = append(*to, before.Moves[j].Text)
			}
			list = earlier(append(list, e), before, plies+1)
		}
	}
	return list
}

func (r *askRun) lastMovesJSON(l *ask.LastMoves, line int) lastMovesJSON {
	a := lastMovesJSON{
		Schema: "retroproof.ask.lastmoves/1", Line: line, FEN: l.Setup.FEN(), Start: r.startFEN(), Verdict: l.Verdict().String(),
		Summary: l.Summary(), Moves: movesJSON(l), Earlier: earlier(nil, l, 1), Incomplete: r.stopped != nil, Certificate: r.claimed(),
	}
	if l.Whole.Verdict == kernel.Illegal {
		a.Reason = string(l.Whole.Reason)
	}
	if u := l.Unique(); u != nil {
		a.Unique, a.Kind = true, u.Kind
		for _, m := range l.Forced() {
			a.Forced = append(a.Forced, m.Text)
		}
	}
	return a
}

func movesJSON(l *ask.LastMoves) []lastMoveJSON {
	moves := []lastMoveJSON{}
	for i := range l.Moves {
		m := &l.Moves[i]
		one := lastMoveJSON{Unmove: m.Text, Move: m.Move.UCI(), Kind: m.Kind, Verdict: m.Verdict.String(), Before: []askPositionJSON{}}
		if m.Captured != chess.NoMan {
			one.Captured = string(m.Captured.Kind().Letter())
		}
		for _, before := range m.Before {
			one.Before = append(one.Before, askPosition(before))
		}
		moves = append(moves, one)
	}
	return moves
}

// fieldsJSON is an answer of ask fields --json.
type fieldsJSON struct {
	Schema      string            `json:"schema"`
	Line        int               `json:"line,omitempty"`
	FEN         string            `json:"fen"`
	Start       string            `json:"start,omitempty"`
	Values      []fieldValueJSON  `json:"values"`
	Positions   []askPositionJSON `json:"positions"`
	Incomplete  bool              `json:"incomplete,omitempty"` // interrupted
	Certificate string            `json:"certificate,omitempty"`
}

// fieldValueJSON is a value of an unknown field.
type fieldValueJSON struct {
	Field   string `json:"field"`
	Value   string `json:"value"`
	Verdict string `json:"verdict"`
	Forced  bool   `json:"forced"`
}

func (r *askRun) fieldsJSON(f *ask.Fields, line int) fieldsJSON {
	a := fieldsJSON{Schema: "retroproof.ask.fields/1", Line: line, FEN: f.Pattern, Start: r.startFEN(), Values: []fieldValueJSON{}, Positions: []askPositionJSON{}, Incomplete: r.stopped != nil, Certificate: r.claimed()}
	for _, v := range f.Values {
		a.Values = append(a.Values, fieldValueJSON{v.Field, v.Value, v.Verdict.String(), v.Forced})
	}
	for _, p := range f.Positions {
		a.Positions = append(a.Positions, askPosition(p))
	}
	return a
}

// rightsJSON is an answer of ask rights --json.
type rightsJSON struct {
	Schema      string            `json:"schema"`
	Line        int               `json:"line,omitempty"`
	FEN         string            `json:"fen"`
	Start       string            `json:"start,omitempty"`
	Castling    []rightJSON       `json:"castling"`
	EnPassant   []passingJSON     `json:"en_passant"`
	Exclusive   []string          `json:"exclusive,omitempty"` // pairs: "Kq"
	Parts       []string          `json:"parts"`               // "KQ -"
	Sentences   []string          `json:"sentences"`
	Positions   []askPositionJSON `json:"positions"`
	Incomplete  bool              `json:"incomplete,omitempty"` // interrupted
	Certificate string            `json:"certificate,omitempty"`
}

// rightJSON is a castling right.
type rightJSON struct {
	Right     string `json:"right"`
	Verdict   string `json:"verdict"`
	Lost      string `json:"lost"` // the verdict on its lack
	Permitted bool   `json:"permitted"`
}

// passingJSON is an en passant square.
type passingJSON struct {
	Square  string   `json:"square"`
	Verdict string   `json:"verdict"`
	Proven  bool     `json:"proven"`
	If      []string `json:"if,omitempty"` // rights
}

func (r *askRun) rightsJSON(f *ask.Rights, line int) rightsJSON {
	a := rightsJSON{Schema: "retroproof.ask.rights/1", Line: line, FEN: f.Pattern, Start: r.startFEN(), Castling: []rightJSON{}, EnPassant: []passingJSON{}, Parts: []string{}, Sentences: f.Sentences(), Incomplete: r.stopped != nil, Certificate: r.claimed()}
	for _, c := range f.Castling {
		a.Castling = append(a.Castling, rightJSON{c.Right.String(), c.Verdict.String(), c.Without.String(), c.Permitted})
	}
	for _, e := range f.EnPassant {
		p := passingJSON{Square: e.Square.String(), Verdict: e.Verdict.String(), Proven: e.Proven}
		for _, right := range e.If {
			p.If = append(p.If, right.String())
		}
		a.EnPassant = append(a.EnPassant, p)
	}
	for _, p := range f.Exclusive {
		a.Exclusive = append(a.Exclusive, p.One.String()+p.Other.String())
	}
	for _, p := range f.Parts {
		a.Parts = append(a.Parts, p.String())
	}
	a.Positions = r.fieldsJSON(f.Fields, 0).Positions
	return a
}

// menJSON is an answer of ask men, promoted and captures --json.
type menJSON struct {
	Schema      string     `json:"schema"`
	Line        int        `json:"line,omitempty"`
	FEN         string     `json:"fen"`
	Start       string     `json:"start,omitempty"`
	Verdict     string     `json:"verdict"`
	Reason      string     `json:"reason,omitempty"`
	Game        string     `json:"game,omitempty"`
	Games       []string   `json:"games,omitempty"` // more games
	Men         []manJSON  `json:"men,omitempty"`
	NeverMoved  []string   `json:"never_moved,omitempty"`   // squares
	TakenAtHome []string   `json:"taken_at_home,omitempty"` // squares
	Captures    *sidesJSON `json:"captures,omitempty"`
	ByPawns     *sidesJSON `json:"by_pawns,omitempty"`
	Gone        []goneJSON `json:"gone,omitempty"`
	OnlyPawns   []string   `json:"only_pawns,omitempty"` // sides
	Took        []tookJSON `json:"took,omitempty"`
	Ends        []endJSON  `json:"ends,omitempty"`
	Incomplete  bool       `json:"incomplete,omitempty"` // interrupted
	Certificate string     `json:"certificate,omitempty"`
}

// tookJSON is a capture by a pawn that is certain.
type tookJSON struct {
	Side string   `json:"side"`
	File string   `json:"file"`
	Men  []string `json:"men"`
}

// endJSON is what certainly became of a pawn of the start.
type endJSON struct {
	Pawn string   `json:"pawn"`
	End  string   `json:"end"`
	On   []string `json:"on,omitempty"` // files
	By   []string `json:"by,omitempty"`
}

// kernels adds what all kernels have in common.
func (a *menJSON) kernels(k *ask.Kernels) {
	for c, only := range k.OnlyPawns {
		if only {
			a.OnlyPawns = append(a.OnlyPawns, chess.Color(c).String())
		}
	}
	for _, t := range k.Took {
		a.Took = append(a.Took, tookJSON{t.Side.String(), string(rune('a' + t.File)), t.Men})
	}
	for _, e := range k.Ends {
		one := endJSON{Pawn: e.Pawn.String(), End: "captured"}
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

// sidesJSON is a number for each side.
type sidesJSON struct {
	White int `json:"white"`
	Black int `json:"black"`
}

// manJSON is a man of the position.
type manJSON struct {
	Square     string   `json:"square"`
	Man        string   `json:"man"`
	From       []string `json:"from"`
	Shown      []string `json:"shown,omitempty"`
	Promoted   string   `json:"promoted"`
	Original   string   `json:"original"`
	Unmoved    string   `json:"unmoved"`
	Captures   int      `json:"captures,omitempty"`
	PromotedOn []string `json:"promoted_on,omitempty"` // squares
	CapturedOn []string `json:"captured_on,omitempty"` // for each capture, squares
}

// goneJSON is a man of the start that may have been captured.
type goneJSON struct {
	Square  string `json:"square"`
	Man     string `json:"man"`
	Certain bool   `json:"certain"`
	On      string `json:"on,omitempty"` // where, in the game
	By      string `json:"by,omitempty"` // the square, at the start, of the man that captured it
}

func (r *askRun) menJSON(m *ask.Men, line int) menJSON {
	a := menJSON{Schema: "retroproof.ask.men/2", Line: line, FEN: m.Setup.FEN(), Start: r.startFEN(), Verdict: m.Whole.Verdict.String(), Reason: string(m.Whole.Reason), Game: strings.Join(m.Whole.Game, " "), Incomplete: r.stopped != nil, Certificate: r.claimed()}
	if m.Illegal() {
		return a
	}
	for _, game := range m.Games {
		a.Games = append(a.Games, strings.Join(game, " "))
	}
	a.NeverMoved, a.TakenAtHome = squareNames(m.Stayed), squareNames(m.Dead)
	a.Captures = &sidesJSON{m.Captures[chess.White], m.Captures[chess.Black]}
	a.ByPawns = &sidesJSON{m.ByPawns[chess.White], m.ByPawns[chess.Black]}
	for _, man := range m.Men {
		one := manJSON{Square: man.Square.String(), Man: string(man.Man.Letter()), From: squareNames(man.From), Promoted: man.Promoted.String(), Original: man.Original.String(), Unmoved: man.Unmoved.String(), Captures: man.Captures}
		one.Shown, one.PromotedOn = squareNames(man.Shown), squareNames(man.PromotedOn)
		for _, squares := range man.CapturedOn {
			one.CapturedOn = append(one.CapturedOn, strings.Join(squareNames(squares), " "))
		}
		a.Men = append(a.Men, one)
	}
	for _, g := range m.Gone {
		shown := answers.Fate{}
		if g.Shown != nil {
			shown = *g.Shown
		}
		a.Gone = append(a.Gone, goneJSON{g.Square.String(), string(g.Man.Letter()), g.Certain, shown.To, shown.By})
	}
	if m.Kernels != nil {
		a.kernels(m.Kernels)
	}
	return a
}

func squareNames(b chess.Bitboard) []string {
	var names []string
	for sq := range b.Squares() {
		names = append(names, sq.String())
	}
	return names
}

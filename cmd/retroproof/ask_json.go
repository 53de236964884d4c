package main

import (
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/resolve"
	"retroproof/proofs/answers"
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
	Kind        string         `json:"kind,omitempty"` // of the unique last move
	Moves       []lastMoveJSON `json:"moves"`
	Certificate string         `json:"certificate,omitempty"`
}

// lastMoveJSON is a last move with the positions before it.
type lastMoveJSON struct {
	Unmove   string             `json:"un_move"` // with the men
	Move     string             `json:"move"`    // UCI
	Captured string             `json:"captured,omitempty"`
	Kind     string             `json:"kind"`
	Verdict  string             `json:"verdict"`
	Before   []lastMoveFromJSON `json:"before"`
}

// lastMoveFromJSON is a position before a last move, and with --plies its own last moves.
type lastMoveFromJSON struct {
	FEN     string         `json:"fen"`
	Verdict string         `json:"verdict"`
	Reason  string         `json:"reason,omitempty"`
	Game    string         `json:"game,omitempty"`
	Summary string         `json:"summary,omitempty"`
	Moves   []lastMoveJSON `json:"moves,omitempty"`
}

func (r *askRun) lastMovesJSON(l *ask.LastMoves, line int) lastMovesJSON {
	a := lastMovesJSON{
		Schema: "retroproof.ask.last-moves/1", Line: line, FEN: l.Setup.FEN(), Start: r.startFEN(), Verdict: l.Verdict().String(),
		Summary: l.Summary(), Moves: movesJSON(l), Certificate: r.certificate,
	}
	if l.Whole.Verdict == kernel.Illegal {
		a.Reason = string(l.Whole.Reason)
	}
	if u := l.Unique(); u != nil {
		a.Unique, a.Kind = true, u.Kind
	}
	return a
}

func movesJSON(l *ask.LastMoves) []lastMoveJSON {
	moves := []lastMoveJSON{}
	for i := range l.Moves {
		m := &l.Moves[i]
		one := lastMoveJSON{Unmove: m.Text, Move: m.Move.UCI(), Kind: m.Kind, Verdict: m.Verdict.String(), Before: []lastMoveFromJSON{}}
		if m.Captured != chess.NoMan {
			one.Captured = string(m.Captured.Kind().Letter())
		}
		for j, before := range m.Before {
			p := askPosition(before)
			from := lastMoveFromJSON{FEN: p.FEN, Verdict: p.Verdict, Reason: p.Reason, Game: p.Game}
			if m.Earlier != nil && m.Earlier[j] != nil {
				from.Summary, from.Moves = m.Earlier[j].Summary(), movesJSON(m.Earlier[j])
			}
			one.Before = append(one.Before, from)
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
	a := fieldsJSON{Schema: "retroproof.ask.fields/1", Line: line, FEN: f.Pattern, Start: r.startFEN(), Values: []fieldValueJSON{}, Positions: []askPositionJSON{}, Certificate: r.certificate}
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
	a := rightsJSON{Schema: "retroproof.ask.rights/1", Line: line, FEN: f.Pattern, Start: r.startFEN(), Castling: []rightJSON{}, EnPassant: []passingJSON{}, Parts: []string{}, Sentences: f.Sentences(), Certificate: r.certificate}
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
	Men         []manJSON  `json:"men,omitempty"`
	NeverMoved  []string   `json:"never_moved,omitempty"`   // squares
	TakenAtHome []string   `json:"taken_at_home,omitempty"` // squares
	Captures    *sidesJSON `json:"captures,omitempty"`
	ByPawns     *sidesJSON `json:"by_pawns,omitempty"`
	Gone        []goneJSON `json:"gone,omitempty"`
	Certificate string     `json:"certificate,omitempty"`
}

// sidesJSON is a number for each side.
type sidesJSON struct {
	White int `json:"white"`
	Black int `json:"black"`
}

// manJSON is a man of the position.
type manJSON struct {
	Square   string   `json:"square"`
	Man      string   `json:"man"`
	From     []string `json:"from"`
	Shown    string   `json:"shown,omitempty"`
	Promoted string   `json:"promoted"`
	Original string   `json:"original"`
	Unmoved  string   `json:"unmoved"`
	Captures int      `json:"captures,omitempty"`
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
	a := menJSON{Schema: "retroproof.ask.men/1", Line: line, FEN: m.Setup.FEN(), Start: r.startFEN(), Verdict: m.Whole.Verdict.String(), Reason: string(m.Whole.Reason), Game: strings.Join(m.Whole.Game, " "), Certificate: r.certificate}
	if m.Illegal() {
		return a
	}
	a.NeverMoved, a.TakenAtHome = squareNames(m.Stayed), squareNames(m.Dead)
	a.Captures = &sidesJSON{m.Captures[chess.White], m.Captures[chess.Black]}
	a.ByPawns = &sidesJSON{m.ByPawns[chess.White], m.ByPawns[chess.Black]}
	for _, man := range m.Men {
		one := manJSON{Square: man.Square.String(), Man: string(man.Man.Letter()), From: squareNames(man.From), Promoted: man.Promoted.String(), Original: man.Original.String(), Unmoved: man.Unmoved.String(), Captures: man.Captures}
		if man.Shown != chess.NoSquare {
			one.Shown = man.Shown.String()
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
	return a
}

func squareNames(b chess.Bitboard) []string {
	var names []string
	for sq := range b.Squares() {
		names = append(names, sq.String())
	}
	return names
}

package legal

import (
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
)

// revmovesRequest is what revmoves is asked.
type revmovesRequest struct {
	FEN         string `arg:"FEN|-" json:"fen" doc:"a position that can be played on from"`
	Group       bool   `flag:"group" json:"group,omitempty" doc:"a line for each move and man captured, with all rights that can have been before"`
	EnPassant   string `flag:"en-passant" json:"en_passant,omitempty" choice:"legal,field" doc:"when an en passant square counts: legal or field"`
	AnyMaterial bool   `flag:"any-material" json:"any_material,omitempty" doc:"also un-captures and un-promotions that no game from the initial position allows"`
	Verdicts    bool   `flag:"verdicts" json:"verdicts,omitempty" not:"group" doc:"with --json: try to refute each position before, by the budgets of legal"`
}

// retracted is what moves are taken back from.
type retracted struct {
	FEN string `json:"fen"`

	position *chess.Position
	text     strings.Builder // a line for each un-move, or group
	begun    *bool           // an answer was printed before: a blank line separates two of a list
}

// unmovesAnswer is the predecessors of a position.
type unmovesAnswer struct {
	verb.Head `schema:"retroproof.revmoves/1"`
	retracted
	Unmoves []unmove `json:"unmoves"`
}

// groupsAnswer is the same, a group at a time.
type groupsAnswer struct {
	verb.Head `schema:"retroproof.revmoves.groups/1"`
	retracted
	Unmoves []unmoveGroup `json:"unmoves"`
}

// unmoved is a move that is taken back.
type unmoved struct {
	Move     string `json:"move"`     // UCI
	Notation string `json:"notation"` // with the men
	Captured string `json:"captured,omitempty"`
}

// unmove is one predecessor.
type unmove struct {
	unmoved
	Castling  string `json:"castling"`
	EnPassant string `json:"en_passant"`
	Before    string `json:"before"` // the predecessor's FEN
	// With --verdicts: what refutation says of it. Games are not sought.
	Verdict string `json:"verdict,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

// unmoveGroup is the predecessors that differ only in rights.
type unmoveGroup struct {
	unmoved
	Castling  []string `json:"castling"`
	EnPassant []string `json:"en_passant"`
}

var revmoves = verb.Of(verb.Verb{Name: "revmoves", Answers: []verb.Answer{&unmovesAnswer{}, &groupsAnswer{}},
	Form: &verb.Form{}},
	revmovesRequest{EnPassant: "legal"}, runRevmoves)

func runRevmoves(ctx context.Context, e *verb.Env, q *revmovesRequest) error {
	if q.Verdicts && !e.JSON {
		return verb.Usagef("--verdicts is for --json without --group")
	}
	begun := false
	return e.PrintEach(ctx, q.FEN, func(fen string) (verb.Answer, error) {
		p, err := chess.ParsePosition(fen)
		if err != nil {
			return nil, err
		}
		list := p.Retractions(nil, q.options())
		if len(list) == 0 && q.FEN != "-" && !e.JSON {
			fmt.Fprintln(e.Stderr, "retroproof: no move leads to this position")
		}
		of := retracted{FEN: p.FEN(), position: p, begun: &begun}
		if q.Group {
			a := &groupsAnswer{retracted: of, Unmoves: []unmoveGroup{}}
			for _, group := range list {
				a.add(group)
			}
			return a, nil
		}
		a := &unmovesAnswer{retracted: of, Unmoves: []unmove{}}
		var unmoves []chess.Unmove
		for _, group := range list {
			unmoves = group.Unmoves(unmoves)
		}
		if e.JSON {
			return a, a.fill(ctx, unmoves, q.Verdicts)
		}
		for _, u := range unmoves {
			fmt.Fprintln(&a.text, u)
		}
		return a, nil
	})
}

func (r *revmovesRequest) options() chess.UnmoveOptions {
	o := chess.UnmoveOptions{MaterialLimit: !r.AnyMaterial, EnPassant: chess.EnPassantLegal}
	if r.EnPassant == "field" {
		o.EnPassant = chess.EnPassantField
	}
	return o
}

// fill makes the objects of the un-moves, with verdicts if they are asked for.
func (a *unmovesAnswer) fill(ctx context.Context, unmoves []chess.Unmove, verdicts bool) error {
	for _, u := range unmoves {
		before := a.position.Before(u)
		o := unmove{unmoved: unmovedOf(a.position, u.Move, u.Captured), Castling: u.Castling.String(),
			EnPassant: u.EnPassant.String(), Before: before.FEN()}
		if verdicts {
			setup := before.Setup()
			d, err := kernel.Decide(ctx, &setup, kernel.DefaultDecideOptions)
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			o.Verdict, o.Reason = d.Verdict.String(), string(d.Reason)
		}
		a.Unmoves = append(a.Unmoves, o)
	}
	return nil
}

func unmovedOf(p *chess.Position, m chess.Move, captured chess.Man) unmoved {
	u := unmoved{Move: m.UCI(), Notation: p.UnmoveText(m, captured)}
	if captured != chess.NoMan {
		u.Captured = string(captured.Kind().Letter())
	}
	return u
}

// add adds a group of un-moves.
func (a *groupsAnswer) add(group chess.Retraction) {
	g := unmoveGroup{unmovedOf(a.position, group.Move, group.Captured), castlingBefore(group), enPassantBefore(group)}
	a.Unmoves = append(a.Unmoves, g)
	fmt.Fprintf(&a.text, "%s castle: %s ep: %s\n", g.Notation, strings.Join(g.Castling, ","),
		strings.Join(g.EnPassant, ","))
}

// Text writes the un-moves, or groups of them, one a line.
func (r *retracted) Text(w io.Writer) error {
	_, err := io.WriteString(w, r.text.String())
	return err
}

// LineText writes the position before them, for an answer of a list, and a blank line behind the answer before.
func (r *retracted) LineText(w io.Writer) error {
	if *r.begun {
		fmt.Fprintln(w)
	}
	*r.begun = true
	fmt.Fprintln(w, r.position)
	return r.Text(w)
}

// castlingBefore returns the sets of castling rights that may have been there.
func castlingBefore(group chess.Retraction) []string {
	var sets []string
	for c := range chess.AllCastling + 1 {
		if c.Has(group.Castling) && (group.Castling | group.MayCastle).Has(c) {
			sets = append(sets, c.String())
		}
	}
	return sets
}

// enPassantBefore returns the en passant squares that may have been there, "-"
// for none.
func enPassantBefore(group chess.Retraction) []string {
	var squares []string
	if !group.Move.IsEnPassant() {
		squares = append(squares, chess.NoSquare.String())
	}
	for s := range group.EnPassant.Squares() {
		squares = append(squares, s.String())
	}
	return squares
}

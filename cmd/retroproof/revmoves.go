package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
)

func newRevmovesCommand(a *verb.Env) *cobra.Command {
	r := &revmoves{app: a}
	var enPassant string
	var anyMaterial bool
	cmd := &cobra.Command{
		Use:   "revmoves FEN|-",
		Short: "List the moves that can have led to a position",
		Long: `List the un-moves of a position: the moves that can have led to it, each with the
man captured (captP, or "-"), and the castling rights and the en passant square
that were there before. A line stands for one predecessor. Its own legality is
not asked, but for these: the side not to move is not in check, king and rook of
every right stand at home, and the men can come from those of a game.

Without any un-move a position is illegal, unless it is the start position.

"-" reads FENs from stdin, one a line; each answer then begins with the FEN, and a
blank line separates two answers.

En passant squares, --en-passant:
  legal  they count where a capture is legal; a FEN without one may follow a
         double step that nobody can answer so, whichever way it was written
  field  a FEN has one after every double step, and so does the position before`,
		Example: `  retroproof revmoves "rnbqkbnr/pppB1ppp/4p3/1Q6/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1"
  retroproof revmoves --group "4k3/8/8/8/8/8/5PPP/R4RK1 b - - 0 1"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if r.verdicts && (!r.json || r.group) {
				return verb.Usagef("--verdicts is for --json without --group")
			}
			switch enPassant {
			case "legal":
				r.options.EnPassant = chess.EnPassantLegal
			case "field":
				r.options.EnPassant = chess.EnPassantField
			default:
				return verb.Usagef("unknown --en-passant %q (known: legal, field)", enPassant)
			}
			r.options.MaterialLimit = !anyMaterial
			return a.Each(cmd.Context(), args[0], func(fen string, line int) error { return r.one(cmd.Context(), fen, line) })
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&r.group, "group", false, "one line for each move and man captured, with all rights that can have been before")
	flags.StringVar(&enPassant, "en-passant", "legal", "when an en passant square counts: legal or field")
	flags.BoolVar(&anyMaterial, "any-material", false, "also un-captures and un-promotions that no game from the initial position allows")
	flags.BoolVar(&r.verdicts, "verdicts", false, "with --json: try to refute each position before, by the budgets of legal")
	flags.BoolVar(&r.json, "json", false, "print JSON, one object a position")
	return cmd
}

// revmoves is one run of the verb.
type revmoves struct {
	app      *verb.Env
	options  chess.UnmoveOptions
	group    bool
	verdicts bool
	json     bool
	answers  int
}

// one answers one FEN. line is that of stdin, 0 for an argument.
func (r *revmoves) one(ctx context.Context, fen string, line int) error {
	p, err := chess.ParsePosition(fen)
	if err != nil {
		return err
	}
	list := p.Retractions(nil, r.options)
	if r.json {
		answer, err := r.answer(ctx, p, list, line)
		if err != nil {
			return err
		}
		return r.app.PrintJSON(answer)
	}
	var text strings.Builder
	if line > 0 {
		if r.answers > 0 {
			text.WriteByte('\n')
		}
		fmt.Fprintln(&text, p)
	}
	r.answers++
	for _, group := range list {
		if r.group {
			fmt.Fprintf(&text, "%s castle: %s ep: %s\n", p.UnmoveText(group.Move, group.Captured),
				strings.Join(castlingBefore(group), ","), strings.Join(enPassantBefore(group), ","))
			continue
		}
		for _, u := range group.Unmoves(nil) {
			fmt.Fprintln(&text, u)
		}
	}
	if len(list) == 0 && line == 0 {
		fmt.Fprintln(r.app.Stderr, "retroproof: no move leads to this position")
	}
	_, err = io.WriteString(r.app.Stdout, text.String())
	return err
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

// revmovesJSON is an answer of revmoves --json.
type revmovesJSON[U unmoveJSON | unmoveGroupJSON] struct {
	Schema  string `json:"schema"`
	Line    int    `json:"line,omitempty"`
	FEN     string `json:"fen"`
	Unmoves []U    `json:"unmoves"`
}

// unmoveJSON is one predecessor.
type unmoveJSON struct {
	Move      string `json:"move"`     // UCI
	Notation  string `json:"notation"` // with the men
	Captured  string `json:"captured,omitempty"`
	Castling  string `json:"castling"`
	EnPassant string `json:"en_passant"`
	Before    string `json:"before"` // the predecessor's FEN
	// With --verdicts: what refutation says of it. Games are not sought.
	Verdict string `json:"verdict,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

// unmoveGroupJSON is the predecessors that differ only in rights.
type unmoveGroupJSON struct {
	Move      string   `json:"move"`
	Notation  string   `json:"notation"`
	Captured  string   `json:"captured,omitempty"`
	Castling  []string `json:"castling"`
	EnPassant []string `json:"en_passant"`
}

// answer returns the predecessors, with --group a group at a time.
func (r *revmoves) answer(ctx context.Context, p *chess.Position, list []chess.Retraction, line int) (any, error) {
	states, groups := []unmoveJSON{}, []unmoveGroupJSON{}
	for _, group := range list {
		move, notation, captured := group.Move.UCI(), p.UnmoveText(group.Move, group.Captured), ""
		if group.Captured != chess.NoMan {
			captured = string(group.Captured.Kind().Letter())
		}
		if r.group {
			groups = append(groups, unmoveGroupJSON{move, notation, captured, castlingBefore(group), enPassantBefore(group)})
			continue
		}
		for _, u := range group.Unmoves(nil) {
			before := p.Before(u)
			state := unmoveJSON{Move: move, Notation: notation, Captured: captured, Castling: u.Castling.String(), EnPassant: u.EnPassant.String(), Before: before.FEN()}
			if r.verdicts {
				setup := before.Setup()
				d, err := kernel.Decide(ctx, &setup, kernel.DefaultDecideOptions)
				if err == nil {
					err = ctx.Err()
				}
				if err != nil {
					return nil, err
				}
				state.Verdict, state.Reason = d.Verdict.String(), string(d.Reason)
			}
			states = append(states, state)
		}
	}
	if r.group {
		return revmovesJSON[unmoveGroupJSON]{"retroproof.revmoves.groups/1", line, p.FEN(), groups}, nil
	}
	return revmovesJSON[unmoveJSON]{"retroproof.revmoves/1", line, p.FEN(), states}, nil
}

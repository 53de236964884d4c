package certify

import (
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// coqTheorem is a file for coqc: what it requires, the position, definitions, and how the checker of proofs/coq
// computes that no game leads there.
const coqTheorem = `(** coqc -Q proofs/coq "" FILE, after make coq. Fails if proofs/coq does not know the argument. *)

Require Import String %s.

Definition goal : position := position_of "%s".
%sTheorem goal_unreachable : forall p, knows goal p -> ~ reachable p.
Proof. apply (%s). vm_cast_no_check (eq_refl true). Qed.

Print Assumptions goal_unreachable.
`

// WriteCoq writes the theorem that an illegal position is unreachable in games from the initial one: by a closed set if
// that was found, or from so many moves back.
func WriteCoq(w io.Writer, d *kernel.Decision) error {
	requires, definitions, by := "Chess Before Illegal Illegal_sound", "", "check_sound (LastMoves 1)"
	if d.Reason == rules.LastMovesRefuted || d.Reason == rules.CagedMen {
		by = "check_sound (LastMoves 2)" // further back there are too many positions
	}
	if e := d.Evidence; e != nil && e.Argument != nil && e.Argument.Kind == facts.ClosedSet {
		if set, ok := coqClosedSet(&d.Setup, e.Argument); ok {
			requires, definitions = "List Chess Before Illegal Closed Closed_sound", set
			by = "closed_set_refutes counters goal states"
		}
	}
	_, err := fmt.Fprintf(w, coqTheorem, requires, d.Setup.FEN(), definitions, by)
	return err
}

// coqClosedSet returns the definitions of counters and states of a closed set. Coq knows that pawns at home and men
// with castling rights never move; other men that never move are known men there. It does not know dead bishops.
func coqClosedSet(goal *chess.Setup, a *facts.Argument) (string, bool) {
	p, err := facts.Verify(rules.StartOr(nil), goal, a.Blocked)
	if err != nil || p.Dead != 0 {
		return "", false
	}
	counters := coqCounters(p)
	var text strings.Builder
	text.WriteString("Definition counters : list counter := (\n")
	for _, c := range counters {
		fmt.Fprintf(&text, "  %s ::\n", c.definition)
	}
	text.WriteString("  nil)%list.\nDefinition states : list state := (\n")
	for i := range a.States {
		s, err := a.States[i].Partial()
		if err != nil {
			return "", false
		}
		all := chess.Setup{Board: s.Board, Turn: s.Turn, EnPassant: chess.NoSquare}
		for sq := range p.Blocked.Squares() {
			all.Board[sq] = goal.Board[sq]
		}
		fmt.Fprintf(&text, "  partial \"%s\" %t %t (", all.FEN(),
			s.May[chess.White][facts.Others] > 0, s.May[chess.Black][facts.Others] > 0)
		for _, c := range counters {
			n := 0
			if c.allowance < facts.Others {
				n = int(s.May[c.of][c.allowance])
			}
			fmt.Fprintf(&text, "%d :: ", n)
		}
		text.WriteString("nil) ::\n")
	}
	text.WriteString("  nil)%list.\n")
	return text.String(), true
}

// coqCounter is a counter of Closed.v, and the allowance of a state that bounds it: facts.Others for none, so that it
// is 0.
type coqCounter struct {
	definition string
	of         chess.Color
	allowance  facts.Allowance
}

// coqCounters returns what the states of a goal count, of each side: its king; its pawns; and pawns with all pieces,
// or, if it is certain what was captured, with those that pawns have become, and with each other kind as well.
func coqCounters(p *facts.Proven) (list []coqCounter) {
	names := [...]string{"(Queen, true)", "(Rook, true)", "(Bishop, true)", "(Bishop, false)", "(Knight, true)"}
	had, has, whole := facts.CountMaterial(p.Start), facts.CountMaterial(p.Goal), p.Whole()
	for c := chess.White; c <= chess.Black; c++ {
		side := [2]string{"White", "Black"}[c]
		counter := func(of chess.Color, a facts.Allowance, pawns bool, pieces ...string) {
			definition := fmt.Sprintf("Counter %s %t (%s)", side, pawns, strings.Join(append(pieces, "nil"), " :: "))
			list = append(list, coqCounter{definition, of, a})
		}
		counter(c, facts.Others, false, "(King, true)")
		counter(c, facts.LostPawns, true)
		if facts.Promotions(&had.Pieces[c], &has.Pieces[c]) != int(whole.May[c][facts.LostPawns]) {
			counter(c.Other(), facts.AnyMan, true, names[:]...)
			continue
		}
		var became []string
		for k, name := range names {
			if has.Pieces[c][k] > had.Pieces[c][k] {
				became = append(became, name)
			}
		}
		counter(c, facts.Others, true, became...)
		for k, name := range names {
			if has.Pieces[c][k] <= had.Pieces[c][k] {
				counter(c.Other(), facts.Allowance(k), true, append([]string{name}, became...)...)
			}
		}
	}
	return list
}

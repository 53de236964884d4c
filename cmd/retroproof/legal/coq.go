package legal

import (
	"fmt"
	"io"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
)

// coqTheorem is a file for coqc: the checker of proofs/coq computes that no game
// leads to the position, from so many moves back.
const coqTheorem = `(** coqc -Q proofs/coq "" FILE, after make coq. Fails if proofs/coq does not know the argument. *)

Require Import String Chess Before Illegal Illegal_sound.

Definition goal : position := position_of "%s".
Theorem goal_unreachable : forall p, knows goal p -> ~ reachable p.
Proof. apply (check_sound (LastMoves %d)). vm_cast_no_check (eq_refl true). Qed.

Print Assumptions goal_unreachable.
`

// coq writes the theorem that an illegal position is unreachable.
func (r *run) coq(goal *chess.Setup, found *resolve.Answer) error {
	if found.Verdict != kernel.Illegal {
		fmt.Fprintf(r.Stderr, "retroproof: %s is not written: only illegal positions have a theorem\n", r.Coq)
		return nil
	}
	depth := 1
	if found.Reason == rules.LastMovesRefuted || found.Reason == rules.CagedMen {
		depth = 2 // further back there are too many positions
	}
	return batch.WriteFile(r.Coq, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, coqTheorem, goal.FEN(), depth)
		return err
	})
}

(** King and pawn against king: nothing but what is claimed can be won, by any strategy. *)

Require Import Prelude Board KRK_chess Strategy KPK_wins.

Lemma all_others : nothing_else Pawn claim kept = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
(** A strategy that wins somewhere wins from a position that is claimed. *)
Theorem others_not_won strategy p : plays Pawn strategy -> wins Pawn strategy p -> kept_claims Pawn claim kept p = true.
Proof. intros S. exact (nothing_else_wins Pawn claim kept strategy all_others (fun _ => eq_refl) S p). Qed.

Print Assumptions others_not_won.

(** Torres y Quevedo's automaton mates from the 12,544 positions that it claims. *)

Require Import Prelude Board Table KRK KRK_chess Plays.

Lemma torres_exactly : exactly Rook torres torres_claims 66 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem torres_mates p : legal_white Rook p = true -> torres_claims p = true -> wins Rook torres p.
Proof. exact (exactly_wins _ _ _ _ torres_exactly p). Qed.
Theorem torres_in_66 p : legal_white Rook p = true -> torres_claims p = true -> mates_within Rook torres 66 p = true.
Proof. exact (exactly_mates _ _ _ _ torres_exactly p). Qed.
Theorem torres_not_in_65 : ~ (forall p, legal_white Rook p = true -> torres_claims p = true ->
  mates_within Rook torres 65 p = true).
Proof. exact (exactly_not_fewer _ _ _ _ torres_exactly). Qed.

(** So it does in chess. *)
Corollary torres_mates_in_chess p : legal_white Rook p = true -> torres_claims p = true -> mates Rook torres p.
Proof. intros L C. exact (endgame_is_chess Rook torres ltac:(discriminate) torres_plays p (torres_mates p L C)). Qed.

Print Assumptions torres_mates_in_chess.
Print Assumptions torres_not_in_65.

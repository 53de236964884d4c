(** The strategy for king and queen mates. The virtual machine does the computation, at Qed. *)

Require Import Prelude Board Table KQK KRK_chess Plays.

Lemma kqk_exactly : exactly Queen kqk (fun _ => true) 18 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** From every legal position with White to move, it mates, within 18 moves, and not always within 17. *)
Theorem kqk_mates p : legal_white Queen p = true -> wins Queen kqk p.
Proof. intros L. exact (exactly_wins _ _ _ _ kqk_exactly p L eq_refl). Qed.
Theorem kqk_in_18 p : legal_white Queen p = true -> mates_within Queen kqk 18 p = true.
Proof. intros L. exact (exactly_mates _ _ _ _ kqk_exactly p L eq_refl). Qed.
Theorem kqk_not_in_17 : ~ (forall p, legal_white Queen p = true -> mates_within Queen kqk 17 p = true).
Proof. intros H. apply (exactly_not_fewer _ _ _ _ kqk_exactly). intros p L _. exact (H p L). Qed.

(** So it does in chess. *)
Corollary kqk_mates_in_chess p : legal_white Queen p = true -> mates Queen kqk p.
Proof. intros L. exact (endgame_is_chess Queen kqk ltac:(discriminate) kqk_plays p (kqk_mates p L)). Qed.

Print Assumptions kqk_mates_in_chess.
Print Assumptions kqk_not_in_17.

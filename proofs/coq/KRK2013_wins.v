(** The strategy of 2013 mates. The virtual machine does the computation, at Qed. *)

Require Import Prelude Board Table KRK KRK_chess Plays.

Lemma krk2013_exactly : exactly Rook krk2013 (fun _ => true) 33 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** From every legal position with White to move, it mates, within 33 moves, and not always within 32. *)
Theorem krk2013_mates p : legal_white Rook p = true -> wins Rook krk2013 p.
Proof. intros L. exact (exactly_wins _ _ _ _ krk2013_exactly p L eq_refl). Qed.
Theorem krk2013_in_33 p : legal_white Rook p = true -> mates_within Rook krk2013 33 p = true.
Proof. intros L. exact (exactly_mates _ _ _ _ krk2013_exactly p L eq_refl). Qed.
Theorem krk2013_not_in_32 : ~ (forall p, legal_white Rook p = true -> mates_within Rook krk2013 32 p = true).
Proof. intros H. apply (exactly_not_fewer _ _ _ _ krk2013_exactly). intros p L _. exact (H p L). Qed.

(** So it does in chess. *)
Corollary krk2013_mates_in_chess p : legal_white Rook p = true -> mates Rook krk2013 p.
Proof. intros L. exact (endgame_is_chess Rook krk2013 ltac:(discriminate) krk2013_plays p (krk2013_mates p L)). Qed.

Print Assumptions krk2013_mates_in_chess.
Print Assumptions krk2013_not_in_32.

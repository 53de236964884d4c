(** The moves of the strategies are White's moves. *)

Require Import Prelude Board Before_facts KRK KQK KRK_chess.

Ltac chosen := repeat match goal with
  | H : In _ (filter _ _) |- _ => apply filter_In in H; destruct H as [H _]
  | H : In _ (least _ _) |- _ => apply least_in in H
  | H : In _ (if ?x then _ else _) |- _ => destruct x; [|try contradiction]
  | H : In _ [] |- _ => contradiction
  end.
Ltac steps := apply choose_plays; let S := fresh "S" in intros s p kings men q S Q; cbn [In] in S;
  repeat (destruct S as [<-|S]; [cbv beta delta [squeeze approach keep rook_home rook_safe quiet safe in_cage] in Q;
    cbv zeta in Q; chosen; solve [auto | apply in_app_or in Q; exact Q]|]); destruct S.
Lemma krk2013_plays : plays Rook krk2013.
Proof. steps. Qed.
Lemma krk2016_plays : plays Rook krk2016.
Proof. steps. Qed.
Lemma kqk_plays : plays Queen kqk.
Proof. steps. Qed.
Lemma torres_plays : plays Rook torres.
Proof.
  intros p q Q. unfold torres in Q. destruct (negb (torres_claims p)); [destruct Q|].
  destruct (wk p) as [wx wy]. destruct (bk p) as [bx by_]. destruct (m p) as [x y]. cbv zeta in Q. apply in_or_app.
  repeat match goal with H : In _ (if ?x then _ else _) |- _ => destruct x end; apply filter_In in Q; tauto.
Qed.

(** A position with a certificate is not reachable; and published diagrams and uniform draws that have one. *)

Require Import ZArith List Bool Arith Lia Chess Games Before Before_facts Before_complete Illegal.
Require String.
Import ListNotations.
Local Open Scope lazy_bool_scope.

(** A side never has two kings. *)
Theorem one_king c p : reachable p -> (number c King p <= 1)%nat.
Proof.
  intros R. pose proof (weight_never_grows (fun v => if same_color (fst v) c &&& same_kind (snd v) King then 1 else 0)%nat) as H.
  assert (number c King initial = 1)%nat as E by (destruct c; reflexivity). rewrite <- E. apply H; [|exact R].
  intros d k. cbn [fst snd]. destruct (same_color d c); [destruct k|]; cbn; lia.
Qed.
Lemma applies_sound r p q : reachable p -> knows q p -> applies r q = false.
Proof.
  intros R [M [T _]]. destruct (applies r q) eqn:A; [|reflexivity]. exfalso. destruct r as [| |c|c]; cbn [applies] in A.
  - rewrite <- M, <- T, (no_opposite_check p R) in A. discriminate.
  - apply existsb_exists in A. destruct A as [y [Y A]]. apply existsb_exists in A. destruct A as [x [X A]]. rewrite <- M in A.
    destruct (pick (men p) (x, y)) as [[c []]|] eqn:V; try discriminate. destruct (reachable_sane p R) as [_ [E _]].
    assert (on_board (x, y) = true) as B by (apply range_on_board; cbn in *; lia).
    pose proof (E _ _ B V) as L. cbn in L, Y. lia.
  - apply Nat.ltb_lt in A. pose proof (promoted_men c p R) as H. unfold number in *. rewrite M in H. lia.
  - apply Nat.ltb_lt in A. pose proof (one_king c p R) as H. unfold number in *. rewrite M in H. lia.
Qed.
Lemma same_man_refl v : same_man v v = true.
Proof. destruct v as [[c k]|]; [apply is_refl|reflexivity]. Qed.
Lemma refuted_sound depth : forall q, refuted depth q = true -> forall p, knows q p -> ~ reachable p.
Proof.
  assert (forall q p, knows q p -> reachable p -> existsb (fun r => applies r q) reasons = false) as S.
  { intros q p K R. destruct (existsb _ reasons) eqn:E; [|reflexivity]. apply existsb_exists in E. destruct E as [r [_ E]].
    rewrite (applies_sound r p q R K) in E. discriminate. }
  induction depth as [|depth IH]; intros q H p K R; cbn [refuted] in H; rewrite (S q p K R) in H; [discriminate|].
  apply lazy_and in H. destruct H as [I H]. destruct R as [|p t R M].
  - destruct K as [A [B _]]. unfold may_be_initial in I. rewrite <- A, <- B in I. cbn [turn] in I.
    assert (forallb (fun s => same_man (pick (men initial) s) (pick (men initial) s)) squares = true) as J
      by (apply forallb_forall; intros s _; apply same_man_refl).
    rewrite J in I. discriminate.
  - destruct (before_complete p t q R M K) as [r [J L]]. rewrite forallb_forall in H. exact (IH r (H _ J) p L R).
Qed.

(** Whatever is known of a position: if that has a certificate, no game leads there. *)
Theorem check_sound w q : check w q = true -> forall p, knows q p -> ~ reachable p.
Proof.
  destruct w as [r|depth]; cbn [check].
  - intros A p K R. rewrite (applies_sound r p q R K) in A. discriminate.
  - apply refuted_sound.
Qed.
Lemma knows_itself p : knows p p.
Proof.
  unfold knows. repeat split; try (intros c; apply implies_refl). destruct (passed p); reflexivity.
Qed.
Corollary check_unreachable w p : check w p = true -> ~ reachable p.
Proof. intros H. exact (check_sound w p H p (knows_itself p)). Qed.

(** No move can have led to q, if all positions before are refused. *)
Corollary no_last_move q : may_be_initial q = false -> forallb (fun rt => in_check (men (fst rt)) (turn q)) (before q) = true ->
  forall p, knows q p -> ~ reachable p.
Proof.
  intros I B p K R. destruct R as [|p t R M].
  - destruct K as [A [C _]]. unfold may_be_initial in I. rewrite <- A, <- C in I. vm_compute in I. discriminate.
  - destruct (before_complete p t q R M K) as [r [J L]]. rewrite forallb_forall in B. pose proof (B _ J) as X. cbn [fst] in X.
    destruct L as [LM _]. destruct K as [_ [KT _]]. cbn [play turn] in KT. pose proof (no_opposite_check p R) as Y.
    rewrite KT, LM in Y. congruence.
Qed.

Print Assumptions check_sound.
Print Assumptions no_last_move.

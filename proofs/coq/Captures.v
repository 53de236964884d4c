(** What captures by pawns cost: each takes a man of the other side. *)

Require Import ZArith List Bool Arith Lia Chess Games Before Before_facts Before_complete Weights Potential.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope lazy_bool_scope.

Section Captures.
Variable w : weights.
Hypothesis steady : forall c k s u, k = King \/ k = Rook -> w u (c, k) = w s (c, k).
Hypothesis piece : forall b c k s u, k <> Pawn -> In u (attacks b c k s) -> (w u (c, k) <= w s (c, k))%nat.
Hypothesis straight : forall c s u b, on_board u = true -> fst u = fst s -> In b (promotions c u) ->
  (w u (c, became b) <= w s (c, Pawn))%nat.
Hypothesis aslant : forall c s u b r k, on_board s = true -> on_board u = true -> Z.abs (fst u - fst s) = 1 -> In b (promotions c u) ->
  (w u (c, became b) <= w s (c, Pawn) + w r (other c, k))%nat.

Lemma total_after p t : sane p -> In t (moves p) -> (total w (after (men p) t) <= total w (men p))%nat.
Proof.
  intros W M. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t W M) as Q. pose proof W as [L [_ E]].
  destruct (moves_shape p t M) as [k N V B A H|V B T F|mid V B Y X T F G|V B A H|V B A H|T R V C F S|T R V C F S].
  - rewrite (after_piece p t k N V A). pose proof (total_moved w (men p) _ _ (turn p, k) L O Q (attacks_away _ _ _ _ _ A)) as X.
    pose proof (piece (men p) (turn p) k _ _ N A). rewrite V in X. cbn [weight_on] in X. lia.
  - assert (fst (to t) = fst (from t) /\ snd (to t) = snd (from t) + ahead (turn p)) as [T1 T2]
      by (rewrite T; unfold shift; cbn [fst snd]; lia).
    assert (from t <> to t) as D by (intros D; rewrite <- D in T2; destruct (turn p); cbn [ahead] in T2; lia).
    rewrite (after_pawn _ _ _ V) by (rewrite T1, Z.eqb_refl; exact I).
    pose proof (total_moved w (men p) _ _ (turn p, became (becomes t)) L O Q D) as X. rewrite V, F in X. cbn [weight_on] in X.
    pose proof (straight (turn p) _ _ _ Q T1 B). lia.
  - assert (fst (to t) = fst (from t) /\ snd (to t) = snd (from t) + ahead (turn p) + ahead (turn p)) as [T1 T2]
      by (rewrite T, X; unfold shift; cbn [fst snd]; lia).
    assert (from t <> to t) as D by (intros D; rewrite <- D in T2; destruct (turn p); cbn [ahead] in T2; lia).
    rewrite (after_pawn _ _ _ V) by (rewrite T1, Z.eqb_refl; exact I).
    pose proof (total_moved w (men p) _ _ (turn p, became (becomes t)) L O Q D) as U. rewrite V, G in U. cbn [weight_on] in U.
    assert (In (becomes t) (promotions (turn p) (to t))) as P.
    { rewrite B. unfold promotions. rewrite T2, Y. destruct (turn p); left; reflexivity. }
    pose proof (straight (turn p) _ _ _ Q T1 P). lia.
  - pose proof (attacks_away _ _ _ _ _ A) as D.
    assert (Z.abs (fst (to t) - fst (from t)) = 1) as S
      by (apply pawn_attack in A; destruct A as [_ [-> | ->]]; unfold shift; cbn [fst]; lia).
    destruct (pick (men p) (to t)) as [[d k]|] eqn:K; [|discriminate]. cbn [has] in H. apply same_color_is in H.
    rewrite (after_pawn _ _ _ V) by (rewrite K; destruct (negb _); exact I).
    pose proof (total_moved w (men p) _ _ (turn p, became (becomes t)) L O Q D) as X. rewrite V, K in X. cbn [weight_on] in X.
    pose proof (aslant (turn p) _ _ _ (to t) k O Q S B) as Y. rewrite H in Y. lia.
  - pose proof (attacks_away _ _ _ _ _ A) as D. destruct (E _ H) as [E1 E2].
    assert (Z.abs (fst (to t) - fst (from t)) = 1 /\ snd (to t) - ahead (turn p) = snd (from t)) as [S D2]
      by (apply pawn_attack in A; destruct A as [_ [-> | ->]]; unfold shift; cbn [fst snd]; lia).
    assert (fst (from t) <> fst (to t)) as D1 by lia.
    rewrite D2 in E2. rewrite (after_en_passant _ _ _ V D1 E1).
    assert (on_board (fst (to t), snd (from t)) = true) as G.
    { apply on_board_range in O, Q. apply range_on_board; cbn [fst snd]; lia. }
    assert (pick (moved (men p) (from t) (to t) (turn p, became (becomes t))) (fst (to t), snd (from t)) = Some (other (turn p), Pawn)) as E3.
    { rewrite moved_pick by assumption. unfold same. cbn [fst snd]. rewrite Z.eqb_refl. apply not_eq_sym, Z.eqb_neq in D1. rewrite D1.
      destruct (Z.eqb_spec (snd (from t)) (snd (to t))); [|exact E2]. destruct (turn p); cbn [ahead] in D2; lia. }
    pose proof (total_moved w (men p) _ _ (turn p, became (becomes t)) L O Q D) as X.
    assert (length (moved (men p) (from t) (to t) (turn p, became (becomes t))) = 64%nat) as L'
      by (unfold moved; rewrite !length_put; exact L).
    pose proof (total_put w _ _ None L' G) as X'. rewrite E3 in X'. rewrite V, E1 in X. cbn [weight_on] in X, X'.
    pose proof (aslant (turn p) _ _ _ (fst (to t), snd (from t)) Pawn O Q S B) as Y. lia.
  - assert (potential w false (after (men p) t) <= potential w false (men p))%nat as P; [|unfold potential in P; lia].
    apply (castles w false steady) with (kx := 6) (rx := 5) (corner := 7); auto; cbn [forallb] in F;
      destruct (empty (pick (men p) (5, home_rank (turn p)))) eqn:F1; try discriminate;
      destruct (empty (pick (men p) (6, home_rank (turn p)))) eqn:F2; try discriminate; apply empty_none; assumption.
  - assert (potential w false (after (men p) t) <= potential w false (men p))%nat as P; [|unfold potential in P; lia].
    apply (castles w false steady) with (kx := 2) (rx := 3) (corner := 0); auto; cbn [forallb] in F;
      destruct (empty (pick (men p) (1, home_rank (turn p)))) eqn:F0; try discriminate;
      destruct (empty (pick (men p) (2, home_rank (turn p)))) eqn:F1; try discriminate;
      destruct (empty (pick (men p) (3, home_rank (turn p)))) eqn:F2; try discriminate; apply empty_none; assumption.
Qed.
Theorem captures_never_grow p : reachable p -> (total w (men p) <= total w (men initial))%nat.
Proof.
  intros R. induction R as [|p t R IH M]; [lia|]. cbn [play men]. pose proof (total_after p t (reachable_sane p R) M). lia.
Qed.
End Captures.

Print Assumptions captures_never_grow.

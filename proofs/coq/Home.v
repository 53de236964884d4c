(** Men that never move: pawns at home, and what they shut in. *)

Require Import Prelude Arith Lia Chess Before Before_facts Before_complete Weights Potential.

Definition home_square (s : square) (c : color) : Prop := on_board s = true /\ snd s = pawn_rank c.
(** The pawns of the list are there. *)
Definition keeps (l : list (square * color)) (b : board) : Prop := forall s c, In (s, c) l -> pick b s = Some (c, Pawn).

(** No pawn comes to its second rank: one that is there was there before. *)
Lemma home_pawn p t s c : sane p -> In t (moves p) -> home_square s c -> pick (after (men p) t) s = Some (c, Pawn) ->
  pick (men p) s = Some (c, Pawn).
Proof.
  intros W M [S R] V. pose proof (from_on_board p t M) as O.
  destruct (after_pick p t s W M S) as [X|[X|[[X [k [K Y]]]|X]]]; try congruence. exfalso. rewrite V in Y. injection Y as C Y.
  assert (k = Pawn) as -> by (destruct k; congruence). destruct (pawn_rows p _ _ W O K) as [_ Z]. subst s c.
  destruct (moves_shape p t M) as [l N1 N2 N3 N4 N5|N2 N3 N4 N5|one N2 N3 N4 N5 N6 N7 N8|N2 N3 N4 N5|N2 N3 N4 N5|N1 _ N2 _ _ _|N1 _ N2 _ _ _];
    try (rewrite N2 in K; congruence).
  - rewrite N4 in R. unfold shift in R. cbn [snd] in R. destruct (turn p); cbn [ahead pawn_rank] in R; lia.
  - rewrite N6, N5 in R. unfold shift in R. cbn [snd] in R. destruct (turn p); cbn [ahead pawn_rank] in R; lia.
  - apply pawn_attack in N4. destruct N4 as [_ [N4|N4]]; rewrite N4 in R; unfold shift in R; cbn [snd] in R;
      destruct (turn p); cbn [ahead pawn_rank] in R; lia.
  - apply pawn_attack in N4. destruct N4 as [_ [N4|N4]]; rewrite N4 in R; unfold shift in R; cbn [snd] in R;
      destruct (turn p); cbn [ahead pawn_rank] in R; lia.
  - rewrite N1 in K. cbn [from plain] in K. congruence.
  - rewrite N1 in K. cbn [from plain] in K. congruence.
Qed.
Theorem home_pawns_never_moved l p t : (forall s c, In (s, c) l -> home_square s c) -> reachable p -> In t (moves p) ->
  keeps l (men (play p t)) -> keeps l (men p).
Proof. intros H R M K s c I. apply (home_pawn p t s c (reachable_sane p R) M (H s c I)), K, I. Qed.

(** What no move raises while these pawns are there has not grown in a game to a position where they are. *)
Theorem potential_with_home_pawns l w pairs : (forall s c, In (s, c) l -> home_square s c) -> settled (keeps l) w pairs ->
  forall p, reachable p -> keeps l (men p) -> (potential w pairs (men p) <= potential w pairs (men initial))%nat.
Proof.
  intros H S p R. induction R as [|p t R IH M]; [intros _; lia|]. intros K.
  pose proof (home_pawns_never_moved l p t H R M K) as K'. specialize (IH K'). cbn [play men].
  pose proof (potential_after (keeps l) w pairs S p t (reachable_sane p R) M K'). lia.
Qed.

(** A bishop on its first rank, with two such pawns beside and ahead, does not move. *)
Lemma bishop_shut_in b c s u : on_board s = true -> snd s = home_rank c -> 1 <= fst s <= 6 ->
  pick b (fst s - 1, pawn_rank c) = Some (c, Pawn) -> pick b (fst s + 1, pawn_rank c) = Some (c, Pawn) ->
  In u (attacks b c Bishop s) -> has (pick b u) c = true.
Proof.
  intros S Y X P1 P2 H. cbn [attacks] in H. apply in_flat_map in H. destruct H as [d [D H]]. cbn in D.
  assert (shift s d = (fst s - 1, pawn_rank c) \/ shift s d = (fst s + 1, pawn_rank c) \/ on_board (shift s d) = false) as F.
  { unfold shift. rewrite Y. destruct c; cbn [home_rank pawn_rank];
      repeat (destruct D as [<-|D]; [cbn [fst snd];
        solve [left; f_equal; lia|right; left; f_equal; lia|right; right; unfold on_board; cbn [fst snd];
          repeat match goal with |- context [?a <=? ?b] => destruct (a <=? b) eqn:?; try reflexivity end; lia]|]); destruct D. }
  change (In u (if on_board (shift s d) then shift s d :: (if empty (pick b (shift s d)) then ray 6 b d (shift s d) else []) else [])) in H.
  destruct F as [F|[F|F]]; rewrite F in H; [| |destruct H].
  - rewrite P1 in H. cbn [empty] in H. destruct (on_board (fst s - 1, pawn_rank c)); [|destruct H].
    destruct H as [<-|[]]. rewrite P1. destruct c; reflexivity.
  - rewrite P2 in H. cbn [empty] in H. destruct (on_board (fst s + 1, pawn_rank c)); [|destruct H].
    destruct H as [<-|[]]. rewrite P2. destruct c; reflexivity.
Qed.

Print Assumptions potential_with_home_pawns.

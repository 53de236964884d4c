(** Castling rights: they do not come back, and king and rook are at home as long as they are there. *)

Require Import Prelude Arith Lia Chess Before_facts Before_complete.

Definition at_home (p : position) (c : color) : Prop :=
  let home := fun x k => pick (men p) (x, home_rank c) = Some (c, k) in
  (short p c = true -> home 4 King /\ home 7 Rook) /\ (long p c = true -> home 4 King /\ home 0 Rook).

(** A man stays, if he is not moved and not captured, and does not castle. *)
Lemma stays p t r c k : sane p -> In t (moves p) -> on_board r = true -> r <> from t -> r <> to t ->
  k <> Pawn \/ (passed p = Some (to t) -> pick (men p) (from t) = Some (turn p, Pawn) -> r <> (fst (to t), snd (from t))) ->
  pick (men p) r = Some (c, k) -> (from t = (4, home_rank (turn p)) -> snd r <> home_rank (turn p)) ->
  pick (after (men p) t) r = Some (c, k).
Proof.
  intros W M R F T K V H. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t W M) as Q. pose proof W as [L [_ E]].
  apply same_not in F, T.
  assert (forall v, pick (moved (men p) (from t) (to t) v) r = Some (c, k)) as A
    by (intros v; rewrite moved_pick by assumption; rewrite T, F; exact V).
  assert (forall x, from t = (4, home_rank (turn p)) -> same r (x, home_rank (turn p)) = false) as B
    by (intros x X; apply same_not; intros Y; apply (H X); rewrite Y; reflexivity).
  destruct (moves_shape p t M) as [l N1 N2 N3 N4 N5|N2 N3 N4 N5|one N2 N3 N4 N5 N6 N7 N8|N2 N3 N4 N5|N2 N3 N4 N5|N1 _ N2 _ _ _|N1 _ N2 _ _ _].
  - rewrite (after_piece p t l N1 N2 N4). apply A.
  - rewrite (after_pawn _ _ _ N2); [apply A|]. rewrite N4. unfold shift. cbn [fst]. rewrite Z.add_0_r, Z.eqb_refl. exact I.
  - rewrite (after_pawn _ _ _ N2); [apply A|]. rewrite N6, N5. unfold shift. cbn [fst]. rewrite !Z.add_0_r, Z.eqb_refl. exact I.
  - rewrite (after_pawn _ _ _ N2); [apply A|]. destruct (pick (men p) (to t)); [destruct (negb _); exact I|discriminate].
  - destruct (E _ N5) as [E1 E2].
    assert (fst (from t) <> fst (to t) /\ snd (to t) - ahead (turn p) = snd (from t)) as [D1 D2]
      by (apply pawn_attack in N4; destruct N4 as [_ [-> | ->]]; unfold shift; cbn [fst snd]; lia).
    rewrite (after_en_passant _ _ _ N2 D1 E1). rewrite D2 in E2.
    assert (on_board (fst (to t), snd (from t)) = true) as G
      by (apply on_board_range in O, Q; apply range_on_board; cbn [fst snd]; lia).
    rewrite pick_put by (unfold moved; rewrite ?length_put; assumption).
    destruct (same r (fst (to t), snd (from t))) eqn:X; [|apply A]. apply same_is in X. subst r. rewrite E2 in V.
    destruct K as [K|K]; [congruence|]. destruct (K N5 N2 eq_refl).
  - subst t. unfold after. cbv zeta. cbn [from to plain becomes] in *. rewrite N2. cbn [fst snd]. change (6 =? 4 + 2) with true. cbv iota.
    rewrite !pick_put by (rewrite ?length_put; auto; destruct (turn p); reflexivity). rewrite !B by reflexivity. exact V.
  - subst t. unfold after. cbv zeta. cbn [from to plain becomes] in *. rewrite N2. cbn [fst snd]. change (2 =? 4 + 2) with false.
    change (2 =? 4 - 2) with true. cbv iota.
    rewrite !pick_put by (rewrite ?length_put; auto; destruct (turn p); reflexivity). rewrite !B by reflexivity. exact V.
Qed.

Theorem rights_do_not_come_back p t c :
  (short (play p t) c = true -> short p c = true) /\ (long (play p t) c = true -> long p c = true).
Proof. cbn [play short long]. split; intros H; do 2 (apply lazy_and in H; destruct H as [H _]); exact H. Qed.

Theorem rights_at_home p : reachable p -> forall c, at_home p c.
Proof.
  intros R. induction R as [|p t R IH M]; [intros []; split; intros _; split; reflexivity|]. intros c. pose proof (reachable_sane p R) as W.
  assert (forall x k, 0 <= x <= 7 -> k <> Pawn -> same (from t) (4, home_rank c) = false ->
    same (from t) (x, home_rank c) = false -> same (to t) (x, home_rank c) = false ->
    pick (men p) (x, home_rank c) = Some (c, k) -> pick (after (men p) t) (x, home_rank c) = Some (c, k)) as S.
  { intros x k X K F G T V. apply same_not in F, G, T. apply stays; auto.
    - apply range_on_board; cbn [fst snd]; destruct c; cbn; lia.
    - intros E H. cbn [snd] in H. rewrite H in F. congruence. }
  destruct (IH c) as [A B]. unfold at_home. cbn [play men short long]. cbv zeta. split; intros H;
    apply lazy_and in H; destruct H as [H X]; apply lazy_and in H; destruct H as [H K];
    apply negb_true_iff in X, K; destruct (same (from t) (4, home_rank c)) eqn:F; try discriminate;
    match type of X with (?a ||| _) = false => destruct a eqn:G; [discriminate|] end;
    [destruct (A H)|destruct (B H)]; split; apply S; auto; try lia; discriminate.
Qed.

Print Assumptions rights_at_home.

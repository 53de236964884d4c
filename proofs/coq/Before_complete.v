(** [before] is complete: whatever a game had before its last move is in it. *)

Require Import Prelude Arith Lia Chess Before Before_facts.

Definition moved (b : board) (s t : square) (v : man) : board := put (put b s None) t (Some v).
Lemma king_near b c s t : In t (attacks b c King s) -> (fst t =? fst s + 2) = false /\ (fst t =? fst s - 2) = false.
Proof.
  cbn [attacks]. intros H. apply filter_In in H. destruct H as [H _]. apply in_map_iff in H. destruct H as [d [<- D]].
  rewrite !Z.eqb_neq. cbn in D. repeat (destruct D as [<-|D]; [cbn [shift fst snd]; lia|]). destruct D.
Qed.
Lemma after_piece p t k : k <> Pawn -> pick (men p) (from t) = Some (turn p, k) ->
  In (to t) (attacks (men p) (turn p) k (from t)) -> after (men p) t = moved (men p) (from t) (to t) (turn p, k).
Proof.
  intros K V A. unfold after, moved. cbv zeta. rewrite V. destruct k; try reflexivity; [|congruence].
  apply king_near in A. destruct A as [-> ->]. reflexivity.
Qed.
Lemma after_pawn b t c : pick b (from t) = Some (c, Pawn) ->
  (if negb (fst (from t) =? fst (to t)) &&& empty (pick b (to t)) then False else True) ->
  after b t = moved b (from t) (to t) (c, became (becomes t)).
Proof.
  intros V N. unfold after, moved. cbv zeta. rewrite V.
  destruct (negb (fst (from t) =? fst (to t)) &&& empty (pick b (to t))); [destruct N|]. destruct (becomes t); reflexivity.
Qed.
Lemma after_en_passant b t c : pick b (from t) = Some (c, Pawn) -> fst (from t) <> fst (to t) -> pick b (to t) = None ->
  after b t = put (moved b (from t) (to t) (c, became (becomes t))) (fst (to t), snd (from t)) None.
Proof.
  intros V N E. unfold after, moved. cbv zeta. rewrite V, E. apply Z.eqb_neq in N. rewrite N. destruct (becomes t); reflexivity.
Qed.
Lemma pawn_attack b c s t : In t (attacks b c Pawn s) ->
  on_board t = true /\ (t = shift s (1, ahead c) \/ t = shift s (-1, ahead c)).
Proof.
  cbn [attacks]. intros H. apply filter_In in H. destruct H as [H O]. split; [exact O|]. destruct H as [H|[H|[]]]; auto.
Qed.
Lemma pawn_attack_back b e c s t : on_board s = true -> In t (attacks b c Pawn s) -> In s (attacks e (other c) Pawn t).
Proof.
  intros S H. apply pawn_attack in H. destruct H as [_ H]. cbn [attacks]. apply filter_In. split; [|exact S].
  destruct s as [x y]. destruct H as [->| ->]; [right; left|left]; unfold shift; destruct c; cbn [fst snd ahead other]; f_equal; lia.
Qed.

(** What all positions that games reach have: 64 squares, no pawn on the edge, and a pawn in front of the square that
    it has passed. *)
Definition sane (p : position) : Prop :=
  length (men p) = 64%nat /\
  (forall s c, on_board s = true -> pick (men p) s = Some (c, Pawn) -> 1 <= snd s <= 6) /\
  forall e, passed p = Some e ->
    pick (men p) e = None /\ pick (men p) (fst e, snd e - ahead (turn p)) = Some (other (turn p), Pawn).
Lemma length_after b t : length (after b t) = length b.
Proof.
  unfold after. cbv zeta. destruct (pick b (from t)) as [[c []]|];
    repeat match goal with |- context [if ?x then _ else _] => destruct x end; rewrite ?length_put; reflexivity.
Qed.
Lemma from_on_board p t : In t (moves p) -> on_board (from t) = true.
Proof.
  unfold moves. intros M. apply filter_In in M. destruct M as [M _]. apply in_app_or in M. destruct M as [M|M].
  - apply in_flat_map in M. destruct M as [s [S M]]. apply on_board_squares in S. enough (from t = s) by congruence.
    destruct (pick (men p) s) as [[c k]|]; [|destruct M]. destruct (same_color c (turn p)); [|destruct M].
    destruct k; try (apply in_map_iff in M; destruct M as [r [<- _]]; reflexivity).
    unfold pawn_moves in M. cbv zeta in M. apply in_app_or in M. destruct M as [M|M].
    + destruct (empty _); [|destruct M]. apply in_app_or in M. destruct M as [M|M]; [apply pawn_to_in in M; tauto|].
      match type of M with In _ (if ?x then _ else _) => destruct x end; [|destruct M]. destruct M as [<-|[]]. reflexivity.
    + apply in_flat_map in M. destruct M as [r [_ M]].
      match type of M with In _ (if ?x then _ else _) => destruct x end; [apply pawn_to_in in M; tauto|destruct M].
  - unfold castling in M. cbv zeta in M. destruct (is _ _ _); [|destruct M]. apply in_app_or in M.
    destruct M as [M|M]; (match type of M with In _ (if ?x then _ else _) => destruct x end; [|destruct M]);
      destruct M as [<-|[]]; destruct (turn p); reflexivity.
Qed.
Lemma pawn_rows p s c : sane p -> on_board s = true -> pick (men p) s = Some (c, Pawn) -> 0 <= fst s <= 7 /\ 1 <= snd s <= 6.
Proof. intros [_ [E _]] S V. split; [apply on_board_range, S|exact (E s c S V)]. Qed.
Lemma to_on_board p t : sane p -> In t (moves p) -> on_board (to t) = true.
Proof.
  intros W M. pose proof (from_on_board p t M) as O.
  destruct (moves_shape p t M) as [k K V B A H|V B T E|one V B R X T E F|V B A H|V B A H| -> _ _ _ _ _| -> _ _ _ _ _];
    try (apply attacks_on_board in A; exact A); try (destruct (turn p); reflexivity);
    destruct (pawn_rows p _ _ W O V) as [U Y]; apply range_on_board; rewrite T; subst; unfold shift; cbn [fst snd];
    unfold pawn_rank in *; destruct (turn p); cbn [ahead] in *; lia.
Qed.
Lemma moved_pick b s t v r : length b = 64%nat -> on_board s = true -> on_board t = true -> on_board r = true ->
  pick (moved b s t v) r = if same r t then Some v else if same r s then None else pick b r.
Proof. intros L S T R. unfold moved. rewrite !pick_put by (rewrite ?length_put; assumption). reflexivity. Qed.

(** What is on a square after a move: what was there, nothing, the man that moved, or the rook that castled. *)
Lemma after_pick p t r : sane p -> In t (moves p) -> on_board r = true ->
  pick (after (men p) t) r = pick (men p) r \/ pick (after (men p) t) r = None \/
  (r = to t /\ exists k, pick (men p) (from t) = Some (turn p, k) /\
    pick (after (men p) t) r = Some (turn p, match k with Pawn => became (becomes t) | _ => k end)) \/
  pick (after (men p) t) r = Some (turn p, Rook).
Proof.
  intros W M R. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t W M) as Q. pose proof W as [L _].
  assert (forall v d, d = moved (men p) (from t) (to t) v ->
    pick d r = pick (men p) r \/ pick d r = None \/ (r = to t /\ pick d r = Some v)) as D.
  { intros v d ->. rewrite moved_pick by assumption. destruct (same r (to t)) eqn:T; [apply same_is in T; auto|].
    destruct (same r (from t)); auto. }
  destruct (moves_shape p t M) as [k K V B A H|V B T E|one V B Y X T E F|V B A H|V B A H|T _ V C F _|T _ V C F _].
  - destruct (D _ _ (after_piece p t k K V A)) as [X|[X|[X Y]]]; auto. right; right; left. split; [exact X|].
    exists k. split; [exact V|]. rewrite Y. destruct k; reflexivity || congruence.
  - destruct (D (turn p, became (becomes t)) (after (men p) t)) as [X|[X|[X Y]]]; auto.
    + apply after_pawn; [exact V|]. rewrite T. unfold shift. cbn [fst]. rewrite Z.add_0_r, Z.eqb_refl. exact I.
    + right; right; left. split; [exact X|]. exists Pawn. auto.
  - destruct (D (turn p, became (becomes t)) (after (men p) t)) as [Z|[Z|[Z U]]]; auto.
    + apply after_pawn; [exact V|]. rewrite T, X. unfold shift. cbn [fst]. rewrite !Z.add_0_r, Z.eqb_refl. exact I.
    + right; right; left. split; [exact Z|]. exists Pawn. auto.
  - destruct (D (turn p, became (becomes t)) (after (men p) t)) as [X|[X|[X Y]]]; auto.
    + apply after_pawn; [exact V|]. destruct (pick (men p) (to t)); [|discriminate]. destruct (negb _); exact I.
    + right; right; left. split; [exact X|]. exists Pawn. auto.
  - destruct W as [_ [_ W]]. destruct (W _ H) as [N _]. rewrite (after_en_passant _ _ _ V); [|intros E|exact N].
    + assert (on_board (fst (to t), snd (from t)) = true) as G.
      { apply on_board_range in O, Q. apply range_on_board; cbn [fst snd]; lia. }
      rewrite pick_put by (unfold moved; rewrite ?length_put; assumption).
      destruct (same r (fst (to t), snd (from t))); [auto|].
      destruct (D (turn p, became (becomes t)) _ eq_refl) as [X|[X|[X Y]]]; auto. right; right; left.
      split; [exact X|]. exists Pawn. auto.
    + apply pawn_attack in A. destruct A as [_ [A|A]]; rewrite A in E; unfold shift in E; cbn [fst] in E; lia.
  - subst t. cbn [from to plain] in *. unfold after. cbv zeta. cbn [from to plain becomes]. rewrite V.
    cbn [fst snd]. change (6 =? 4 + 2) with true. cbv iota.
    assert (on_board (7, home_rank (turn p)) = true /\ on_board (5, home_rank (turn p)) = true) as [G J]
      by (destruct (turn p); auto).
    rewrite !pick_put by (rewrite ?length_put; assumption).
    change (same (7, home_rank (turn p)) (6, home_rank (turn p))) with false.
    change (same (7, home_rank (turn p)) (4, home_rank (turn p))) with false. cbv iota.
    repeat match goal with |- context [same ?a ?b] => let E := fresh in destruct (same a b) eqn:E end; auto;
      right; right; left; (split; [apply same_is; assumption|exists King; auto]).
  - subst t. cbn [from to plain] in *. unfold after. cbv zeta. cbn [from to plain becomes]. rewrite V.
    cbn [fst snd]. change (2 =? 4 + 2) with false. change (2 =? 4 - 2) with true. cbv iota.
    assert (on_board (0, home_rank (turn p)) = true /\ on_board (3, home_rank (turn p)) = true) as [G J]
      by (destruct (turn p); auto).
    rewrite !pick_put by (rewrite ?length_put; assumption).
    change (same (0, home_rank (turn p)) (2, home_rank (turn p))) with false.
    change (same (0, home_rank (turn p)) (4, home_rank (turn p))) with false. cbv iota.
    repeat match goal with |- context [same ?a ?b] => let E := fresh in destruct (same a b) eqn:E end; auto;
      right; right; left; (split; [apply same_is; assumption|exists King; auto]).
Qed.

Lemma sane_initial : sane initial.
Proof.
  split; [reflexivity|]. split; [|discriminate].
  assert (forallb (fun s => match pick (men initial) s with Some (_, Pawn) => (1 <=? snd s) &&& (snd s <=? 6) | _ => true end)
    squares = true) as A by (vm_compute; reflexivity).
  intros s c S V. rewrite forallb_forall in A. specialize (A s (squares_on_board s S)). rewrite V in A.
  apply lazy_and in A. destruct A as [A B]. apply Z.leb_le in A, B. lia.
Qed.
Lemma is_refl c k : is (Some (c, k)) c k = true.
Proof. cbn. rewrite same_color_refl. apply same_kind_refl. Qed.
Lemma double_step p t e : sane p -> In t (moves p) -> passed (play p t) = Some e ->
  pick (after (men p) t) e = None /\ pick (after (men p) t) (fst e, snd e + ahead (turn p)) = Some (turn p, Pawn).
Proof.
  intros W M H. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t W M) as Q. pose proof W as [L _].
  cbn [play passed] in H.
  destruct (is (pick (men p) (from t)) (turn p) Pawn) eqn:P; [|discriminate].
  destruct (Z.abs (snd (to t) - snd (from t)) =? 2) eqn:D; [|discriminate]. apply Z.eqb_eq in D. injection H as <-.
  apply is_some in P.
  destruct (moves_shape p t M) as [k K V B A H|V B T E|one V B Y X T E F|V B A H|V B A H|T _ V C F _|T _ V C F _].
  - rewrite P in V. injection V as <-. congruence.
  - exfalso. rewrite T in D. unfold shift in D. cbn [snd] in D. destruct (turn p); cbn [ahead] in D; lia.
  - assert (one = (fst (from t), snd (from t) + ahead (turn p))) as Z
      by (rewrite X; unfold shift; cbn [fst snd]; rewrite Z.add_0_r; reflexivity).
    assert (to t = (fst (from t), snd (from t) + ahead (turn p) + ahead (turn p))) as U
      by (rewrite T, Z; unfold shift; cbn [fst snd]; rewrite Z.add_0_r; reflexivity).
    assert (on_board one = true) as G.
    { apply on_board_range in O, Q. rewrite U in Q. cbn [fst snd] in Q. rewrite Z. apply range_on_board; cbn [fst snd];
        destruct (turn p); cbn [ahead] in *; lia. }
    cbn [fst snd]. rewrite <- U, <- Z. rewrite (after_pawn _ _ _ P)
      by (rewrite U; cbn [fst]; rewrite Z.eqb_refl; exact I).
    rewrite !moved_pick by assumption. rewrite B.
    assert (same one (to t) = false /\ same (to t) (to t) = true) as [N S].
    { split; [|apply same_is; reflexivity]. apply same_not. rewrite Z, U. intros J. injection J as J.
      destruct (turn p); cbn [ahead] in J; lia. }
    rewrite N, S, E. destruct (same one (from t)); auto.
  - exfalso. apply pawn_attack in A. destruct A as [_ [A|A]]; rewrite A in D; unfold shift in D; cbn [snd] in D;
      destruct (turn p); cbn [ahead] in D; lia.
  - exfalso. apply pawn_attack in A. destruct A as [_ [A|A]]; rewrite A in D; unfold shift in D; cbn [snd] in D;
      destruct (turn p); cbn [ahead] in D; lia.
  - subst t. cbn [from plain] in P. congruence.
  - subst t. cbn [from plain] in P. congruence.
Qed.
Lemma rows_forward (s t : square) c : 1 <= snd s <= 6 -> snd t = snd s + ahead c -> snd t <> home_rank (other c) -> 1 <= snd t <= 6.
Proof. destruct c; cbn [ahead home_rank other]; lia. Qed.
Lemma sane_next p t : sane p -> In t (moves p) -> sane (play p t).
Proof.
  intros W M. pose proof W as [L [E _]]. split; [|split].
  - cbn [play men]. rewrite length_after. exact L.
  - cbn [play men]. intros s c S V. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t W M) as Q.
    destruct (after_pick p t s W M S) as [X|[X|[[X [k [K Y]]]|X]]]; rewrite V in *; try discriminate.
    + apply (E s c S). congruence.
    + subst s. injection Y as -> Y.
      assert (k = Pawn /\ became (becomes t) = Pawn) as [-> N] by (destruct k; try discriminate; auto). clear Y.
      pose proof (E _ _ O K) as Y.
      assert (In (becomes t) (promotions (turn p) (to t)) -> snd (to t) <> home_rank (other (turn p))) as R.
      { intros J. unfold promotions in J. destruct (Z.eqb_spec (snd (to t)) (home_rank (other (turn p)))); [|assumption].
        apply in_map_iff in J. destruct J as [u [J _]]. rewrite <- J in N. destruct u; discriminate. }
      destruct (moves_shape p t M) as [l A1 A2 A3 A4 A5|A1 A2 A3 A4|one A1 A2 A3 A4 A5 A6 A7|A1 A2 A3 A4|A1 A2 A3 A4|
        -> _ A3 _ _ _| -> _ A3 _ _ _].
      * congruence.
      * apply (rows_forward (from t) _ (turn p)); auto. rewrite A3. reflexivity.
      * rewrite A5, A4. unfold shift. cbn [snd]. rewrite A3. destruct (turn p); cbn; lia.
      * apply (rows_forward (from t) _ (turn p)); auto. apply pawn_attack in A3. destruct A3 as [_ [-> | ->]]; reflexivity.
      * apply (rows_forward (from t) _ (turn p)); auto. apply pawn_attack in A3. destruct A3 as [_ [-> | ->]]; reflexivity.
      * cbn [from plain] in K. congruence.
      * cbn [from plain] in K. congruence.
  - intros e H. pose proof (double_step p t e W M H) as D. cbn [play men turn]. rewrite other_other.
    replace (snd e - ahead (other (turn p))) with (snd e + ahead (turn p)) by (destruct (turn p); cbn; lia). exact D.
Qed.
Theorem reachable_sane p : reachable p -> sane p.
Proof. induction 1 as [|p t _ IH M]; [exact sane_initial|exact (sane_next p t IH M)]. Qed.

(** * Completeness *)

Lemma implies_in a b : implies a b = true <-> (a = true -> b = true).
Proof. destruct a; cbn; split; auto. discriminate. Qed.
Lemma before_in q r p t : knows q (play p t) -> In (r, t) (retractions q) -> men r = men p -> turn r = turn p ->
  (forall d, implies (short q d) (short r d) = true) -> (forall d, implies (short r d) (short p d) = true) ->
  (forall d, implies (long q d) (long r d) = true) -> (forall d, implies (long r d) (long p d) = true) ->
  match passed r with Some e => passed p = Some e | None => True end ->
  In (r, t) (before q) /\ knows r p.
Proof.
  intros [KM [KT [KS [KL KP]]]] I M T S1 S2 L1 L2 P. split.
  - unfold before. apply filter_In. split; [exact I|]. unfold fits. cbv zeta. cbn [fst snd].
    assert (passed (play r t) = passed (play p t)) as -> by (cbn [play passed]; rewrite M, T; reflexivity).
    assert (forall d, implies (short q d) (short (play r t) d) &&& implies (long q d) (long (play r t) d) = true) as A.
    { intros d. specialize (KS d). specialize (KL d). specialize (S1 d). specialize (L1 d). cbn [play short long] in *.
      rewrite implies_in in *.
      assert (implies (short q d) (short r d &&& negb (same (from t) (4, home_rank d) ||| same (to t) (4, home_rank d)) &&&
        negb (same (from t) (7, home_rank d) ||| same (to t) (7, home_rank d))) = true) as ->.
      { apply implies_in. intros Q. rewrite (S1 Q). specialize (KS Q). destruct (short p d); [exact KS|discriminate]. }
      apply implies_in. intros Q. rewrite (L1 Q). specialize (KL Q). destruct (long p d); [exact KL|discriminate]. }
    cbn [forallb]. rewrite !A. destruct (passed q) as [e|]; [|reflexivity]. rewrite KP.
    rewrite (proj2 (same_is e e) eq_refl). reflexivity.
  - unfold knows. auto 10.
Qed.
Lemma kept (right x y : bool) : implies right ((x &&& y)) = true -> implies right x = true.
Proof. destruct right, x; auto. Qed.
Lemma knows_rights q p t : knows q (play p t) ->
  (forall d, implies (short q d) (short p d) = true) /\ (forall d, implies (long q d) (long p d) = true).
Proof.
  intros [_ [_ [S [L _]]]]. split; intros d; [specialize (S d)|specialize (L d)]; cbn [play short long] in *;
    apply kept in S || apply kept in L; apply kept in S || apply kept in L; assumption.
Qed.
Lemma implies_refl a : implies a a = true.
Proof. destruct a; reflexivity. Qed.

Lemma victim o c : has o (other c) = true -> In o (victims c).
Proof. destruct o as [[d k]|]; [|discriminate]. destruct c, d; try discriminate; destruct k; cbn; auto 10. Qed.
Lemma victim_or_none o c : has o c = false -> In o (None :: victims c).
Proof.
  destruct o as [[d k]|]; [|left; reflexivity]. intros H. right. apply victim. destruct c, d; try discriminate; reflexivity.
Qed.
Lemma back_men q s t v x w b : men q = moved b s t w -> pick b s = Some v -> pick b t = x -> men (back q s t v x) = b.
Proof. intros H S T. unfold back, moved in *. cbn [men]. rewrite H. unfold pick in S, T. restore. Qed.

Section Complete.
Variables (p q : position) (t : move).
Hypothesis W : sane p.
Hypothesis M : In t (moves p).
Hypothesis K : knows q (play p t).

Lemma mover : other (turn q) = turn p.
Proof. destruct K as [_ [T _]]. cbn [play turn] in T. rewrite <- T. apply other_other. Qed.
Lemma men_after : men q = after (men p) t.
Proof. destruct K as [A _]. cbn [play men] in A. congruence. Qed.
Lemma plain_before r : In (r, t) (retractions q) -> men r = men p -> turn r = turn p ->
  short r = short q -> long r = long q -> match passed r with Some e => passed p = Some e | None => True end ->
  exists r, In (r, t) (before q) /\ knows r p.
Proof.
  intros I A T S L P. exists r. destruct (knows_rights q p t K) as [X Y]. apply before_in; auto; intros d; rewrite ?S, ?L;
    auto; apply implies_refl.
Qed.
Lemma on_to k r : pick (men q) (to t) = Some (turn p, k) ->
  In r ((if same_kind k Pawn then [] else man_back q k (to t)) ++ pawn_back q k (to t)) -> In r (retractions q).
Proof.
  intros V I. unfold retractions. cbv zeta. apply in_or_app. left. apply in_flat_map. exists (to t). split.
  - apply squares_on_board, to_on_board with (p := p); assumption.
  - rewrite V, mover, same_color_refl. exact I.
Qed.
Lemma moved_here s r v : s = to t -> men q = moved (men p) (from t) s v -> on_board r = true ->
  pick (men q) r = if same r s then Some v else if same r (from t) then None else pick (men p) r.
Proof.
  intros -> H R. rewrite H. apply moved_pick; [apply W|apply (from_on_board p t M)|apply (to_on_board p t W M)|exact R].
Qed.

Lemma piece_before k : k <> Pawn -> pick (men p) (from t) = Some (turn p, k) -> becomes t = None ->
  In (to t) (attacks (men p) (turn p) k (from t)) -> has (pick (men p) (to t)) (turn p) = false ->
  exists r, In (r, t) (before q) /\ knows r p.
Proof.
  intros N V B A H. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t W M) as Q.
  pose proof men_after as X. rewrite (after_piece p t k N V A) in X.
  assert (pick (men q) (to t) = Some (turn p, k)) as Y.
  { rewrite (moved_here _ _ _ eq_refl X Q). rewrite (proj2 (same_is _ _) eq_refl). reflexivity. }
  apply (plain_before (back q (from t) (to t) (turn p, k) (pick (men p) (to t)))); auto.
  - apply (on_to k); [exact Y|]. apply in_or_app. left. replace (same_kind k Pawn) with false by (destruct k; reflexivity || congruence).
    unfold man_back. rewrite mover. apply in_flat_map. exists (from t). split.
    + apply filter_In. split.
      * apply (attacks_back (men p)); auto. intros r R E.
        rewrite pick_put by (auto; rewrite X; unfold moved; rewrite !length_put; apply W).
        destruct (same r (to t)) eqn:S; [reflexivity|]. rewrite (moved_here _ _ _ eq_refl X R), S.
        destruct (same r (from t)); [reflexivity|exact E].
      * rewrite (moved_here _ _ _ eq_refl X O). pose proof (attacks_away _ _ _ _ _ A) as D. apply same_not in D.
        rewrite D, (proj2 (same_is _ _) eq_refl). reflexivity.
    + apply in_map_iff. exists (pick (men p) (to t)). split; [|apply victim_or_none, H].
      destruct t as [s u c]. cbn [from to becomes] in *. subst c. reflexivity.
  - apply (back_men q _ _ _ _ _ _ X V eq_refl).
  - apply mover.
  - exact I.
Qed.

Lemma from_empty v : men q = moved (men p) (from t) (to t) v -> from t <> to t -> empty (pick (men q) (from t)) = true.
Proof.
  intros X D. rewrite (moved_here _ _ _ eq_refl X (from_on_board p t M)). apply same_not in D.
  rewrite D, (proj2 (same_is _ _) eq_refl). reflexivity.
Qed.
Lemma to_man v : men q = moved (men p) (from t) (to t) v -> pick (men q) (to t) = Some v.
Proof.
  intros X. rewrite (moved_here _ _ _ eq_refl X (to_on_board p t W M)), (proj2 (same_is _ _) eq_refl). reflexivity.
Qed.
Lemma move_is : t = Move (from t) (to t) (becomes t).
Proof. destruct t; reflexivity. Qed.
Lemma chosen_promotion : In (becomes t) (promotions (turn p) (to t)) ->
  In (becomes t) (filter (fun u => same_kind (became (becomes t)) (became u)) (promotions (turn p) (to t))).
Proof. intros B. apply filter_In. split; [exact B|apply same_kind_refl]. Qed.

Lemma push_before : pick (men p) (from t) = Some (turn p, Pawn) -> In (becomes t) (promotions (turn p) (to t)) ->
  to t = shift (from t) (0, ahead (turn p)) -> pick (men p) (to t) = None -> exists r, In (r, t) (before q) /\ knows r p.
Proof.
  intros V B T E. pose proof men_after as X. rewrite (after_pawn _ _ _ V) in X
    by (rewrite T; unfold shift; cbn [fst]; rewrite Z.add_0_r, Z.eqb_refl; exact I).
  assert (shift (to t) (0, - ahead (turn p)) = from t) as O
    by (rewrite T; unfold shift; destruct (from t); cbn [fst snd]; f_equal; lia).
  assert (from t <> to t) as D.
  { intros D. rewrite <- D in T. destruct (from t), (turn p); unfold shift in T; cbn in T; injection T; lia. }
  apply (plain_before (back q (from t) (to t) (turn p, Pawn) None)); auto; [|apply (back_men q _ _ _ _ _ _ X V E)|apply mover|exact I].
  apply (on_to (became (becomes t))); [exact (to_man _ X)|]. apply in_or_app. right. unfold pawn_back. cbv zeta.
  rewrite mover, O. apply in_flat_map. exists (becomes t). split; [exact (chosen_promotion B)|].
  apply in_or_app. left. rewrite (from_empty _ X D). left. rewrite <- move_is. reflexivity.
Qed.
Lemma double_before one : pick (men p) (from t) = Some (turn p, Pawn) -> becomes t = None ->
  snd (from t) = pawn_rank (turn p) -> one = shift (from t) (0, ahead (turn p)) -> to t = shift one (0, ahead (turn p)) ->
  pick (men p) one = None -> pick (men p) (to t) = None -> exists r, In (r, t) (before q) /\ knows r p.
Proof.
  intros V B R Z T F E. pose proof men_after as X. rewrite (after_pawn _ _ _ V) in X
    by (rewrite T, Z; unfold shift; cbn [fst]; rewrite !Z.add_0_r, Z.eqb_refl; exact I).
  assert (shift (to t) (0, - ahead (turn p)) = one) as O
    by (rewrite T; unfold shift; destruct one; cbn [fst snd]; f_equal; lia).
  assert (shift one (0, - ahead (turn p)) = from t) as P
    by (rewrite Z; unfold shift; destruct (from t); cbn [fst snd]; f_equal; lia).
  assert (from t <> to t) as D.
  { intros D. rewrite <- D, Z in T. destruct (from t), (turn p); unfold shift in T; cbn in T; injection T; lia. }
  assert (on_board one = true) as G.
  { pose proof (from_on_board p t M) as A. apply on_board_range in A. rewrite Z. apply range_on_board; unfold shift;
      cbn [fst snd]; rewrite ?R; unfold pawn_rank; destruct (turn p); cbn [ahead]; lia. }
  assert (same one (to t) = false) as N.
  { apply same_not. intros N. rewrite <- N in T. destruct one, (turn p); unfold shift in T; cbn in T; injection T; lia. }
  assert (In (becomes t) (promotions (turn p) (to t))) as C.
  { rewrite B. unfold promotions. rewrite T, Z. unfold shift. cbn [fst snd]. rewrite R. destruct (turn p); left; reflexivity. }
  apply (plain_before (back q (from t) (to t) (turn p, Pawn) None)); auto; [|apply (back_men q _ _ _ _ _ _ X V E)|apply mover|exact I].
  apply (on_to (became (becomes t))); [exact (to_man _ X)|]. apply in_or_app. right. unfold pawn_back. cbv zeta.
  rewrite mover, O, P. apply in_flat_map. exists (becomes t). split; [exact (chosen_promotion C)|].
  apply in_or_app. left. rewrite (from_empty _ X D), R, Z.eqb_refl.
  assert (pick (men q) one = None) as ->.
  { rewrite (moved_here _ _ _ eq_refl X G), N, F. destruct (same one (from t)); reflexivity. }
  right. left. rewrite <- move_is. reflexivity.
Qed.
Lemma takes_before : pick (men p) (from t) = Some (turn p, Pawn) -> In (becomes t) (promotions (turn p) (to t)) ->
  In (to t) (attacks (men p) (turn p) Pawn (from t)) -> has (pick (men p) (to t)) (other (turn p)) = true ->
  exists r, In (r, t) (before q) /\ knows r p.
Proof.
  intros V B A H. pose proof men_after as X. rewrite (after_pawn _ _ _ V) in X
    by (destruct (pick (men p) (to t)); [destruct (negb _); exact I|discriminate]).
  apply (plain_before (back q (from t) (to t) (turn p, Pawn) (pick (men p) (to t)))); auto;
    [|apply (back_men q _ _ _ _ _ _ X V eq_refl)|apply mover|exact I].
  apply (on_to (became (becomes t))); [exact (to_man _ X)|]. apply in_or_app. right. unfold pawn_back. cbv zeta.
  rewrite mover. apply in_flat_map. exists (becomes t). split; [exact (chosen_promotion B)|].
  apply in_or_app. right. apply in_flat_map. exists (from t). split.
  - apply filter_In. split; [apply (pawn_attack_back (men p)); [exact (from_on_board p t M)|exact A]|].
    exact (from_empty _ X (attacks_away _ _ _ _ _ A)).
  - apply in_or_app. left. apply in_map_iff. exists (pick (men p) (to t)). split; [rewrite <- move_is; reflexivity|].
    apply victim, H.
Qed.

Lemma en_passant_before : pick (men p) (from t) = Some (turn p, Pawn) -> In (becomes t) (promotions (turn p) (to t)) ->
  In (to t) (attacks (men p) (turn p) Pawn (from t)) -> passed p = Some (to t) -> exists r, In (r, t) (before q) /\ knows r p.
Proof.
  intros V B A H. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t W M) as Q.
  pose proof W as [L [_ P]]. destruct (P _ H) as [E F]. clear P.
  assert (fst (from t) <> fst (to t) /\ snd (to t) - ahead (turn p) = snd (from t)) as [D S].
  { apply pawn_attack in A. destruct A as [_ [-> | ->]]; unfold shift; cbn [fst snd]; lia. }
  rewrite S in F. assert (snd (from t) <> snd (to t)) as R by (destruct (turn p); cbn [ahead] in S; lia).
  pose proof men_after as X. rewrite (after_en_passant _ _ _ V D E) in X.
  assert (on_board (fst (to t), snd (from t)) = true) as G.
  { apply on_board_range in O, Q. apply range_on_board; cbn [fst snd]; lia. }
  assert (forall r, on_board r = true -> pick (men q) r = if same r (fst (to t), snd (from t)) then None else
    if same r (to t) then Some (turn p, became (becomes t)) else if same r (from t) then None else pick (men p) r) as Y.
  { intros r J. rewrite X, pick_put, moved_pick by (unfold moved; rewrite ?length_put; assumption). reflexivity. }
  assert (same (from t) (fst (to t), snd (from t)) = false) as N1
    by (apply same_not; destruct (from t); cbn [fst snd] in *; congruence).
  assert (same (to t) (fst (to t), snd (from t)) = false) as N2
    by (apply same_not; destruct (to t); cbn [fst snd] in *; congruence).
  assert (same (from t) (to t) = false) as N3 by (apply same_not; intros J; rewrite J in D; congruence).
  apply (plain_before (en_passant_back q (from t) (to t))); [| |apply mover|reflexivity|reflexivity|exact H].
  - apply (on_to (became (becomes t))); [rewrite (Y _ Q), N2, (proj2 (same_is _ _) eq_refl); reflexivity|].
    apply in_or_app. right. unfold pawn_back. cbv zeta. rewrite mover. apply in_flat_map. exists (becomes t).
    split; [exact (chosen_promotion B)|]. apply in_or_app. right. apply in_flat_map. exists (from t). split.
    + apply filter_In. split; [exact (pawn_attack_back (men p) (men q) _ _ _ O A)|].
      rewrite (Y _ O), N1, N3, (proj2 (same_is _ _) eq_refl). reflexivity.
    + apply in_or_app. right. rewrite (Y _ G), (proj2 (same_is _ _) eq_refl). left. rewrite <- move_is. reflexivity.
  - unfold en_passant_back, back. cbv zeta. cbn [men]. rewrite mover, X. unfold moved. unfold pick in V, E, F. restore; symmetry; assumption.
Qed.

Lemma castling_before kx rx corner : t = plain (4, home_rank (turn p)) (kx, home_rank (turn p)) ->
  (kx, rx, corner) = (6, 5, 7) /\ short p (turn p) = true \/ (kx, rx, corner) = (2, 3, 0) /\ long p (turn p) = true ->
  pick (men p) (4, home_rank (turn p)) = Some (turn p, King) ->
  pick (men p) (corner, home_rank (turn p)) = Some (turn p, Rook) ->
  pick (men p) (kx, home_rank (turn p)) = None -> pick (men p) (rx, home_rank (turn p)) = None ->
  forallb (fun x => negb (attacked (men p) (other (turn p)) (x, home_rank (turn p)))) [4; rx; kx] = true ->
  exists r, In (r, t) (before q) /\ knows r p.
Proof.
  intros T C V R K0 R0 S. pose proof W as [L _].
  set (y := home_rank (turn p)) in *.
  assert (men q = put (put (moved (men p) (4, y) (kx, y) (turn p, King)) (corner, y) None) (rx, y) (Some (turn p, Rook))) as X.
  { rewrite men_after, T. unfold after, moved. cbv zeta. cbn [from to plain becomes]. rewrite V.
    destruct C as [[C _]|[C _]]; injection C as -> -> ->; cbn [fst snd];
      [change (6 =? 4 + 2) with true|change (2 =? 4 + 2) with false; change (2 =? 4 - 2) with true]; cbv iota;
      rewrite !pick_put by (rewrite ?length_put; try assumption; unfold y; destruct (turn p); reflexivity);
      [change (same (7, y) (6, y)) with false; change (same (7, y) (4, y)) with false|
       change (same (0, y) (2, y)) with false; change (same (0, y) (4, y)) with false]; cbv iota; rewrite R; reflexivity. }
  assert (forall x, In x [4; kx; rx; corner] -> on_board (x, y) = true) as O.
  { intros x I. unfold y. destruct C as [[C _]|[C _]]; injection C as -> -> ->; cbn in I;
      repeat (destruct I as [<-|I]; [destruct (turn p); reflexivity|]); destruct I. }
  assert (on_board (4, y) = true /\ on_board (kx, y) = true /\ on_board (rx, y) = true /\ on_board (corner, y) = true)
    as [O1 [O2 [O3 O4]]] by (repeat split; apply O; cbn; auto).
  assert (forall r, on_board r = true -> pick (men q) r = if same r (rx, y) then Some (turn p, Rook) else
    if same r (corner, y) then None else if same r (kx, y) then Some (turn p, King) else if same r (4, y) then None else
    pick (men p) r) as Y.
  { intros r J. rewrite X, !pick_put, moved_pick by (unfold moved; rewrite ?length_put; assumption). reflexivity. }
  assert (men p = put (put (put (put (men q) (kx, y) None) (rx, y) None) (4, y) (Some (turn p, King))) (corner, y)
    (Some (turn p, Rook))) as Z.
  { rewrite X. symmetry. unfold moved. unfold pick in V, R, K0, R0. restore; try (symmetry; assumption). }
  assert (exists r, In (r, t) (castling_back q kx rx corner) /\ men r = men p /\ turn r = turn p /\
    short r = (if corner =? 7 then (fun d => same_color (turn p) d ||| short q d) else short q) /\
    long r = (if corner =? 7 then long q else (fun d => same_color (turn p) d ||| long q d)) /\ passed r = None) as [r [I [A [B [F [G P]]]]]].
  { unfold castling_back. cbv zeta. rewrite mover. fold y. cbn [men]. rewrite <- Z.
    eexists. split; [|split; [|split; [|split; [|split]]]].
    - rewrite !Y by assumption.
      replace (same (kx, y) (rx, y)) with false by (destruct C as [[C _]|[C _]]; injection C as -> -> ->; reflexivity).
      replace (same (kx, y) (corner, y)) with false by (destruct C as [[C _]|[C _]]; injection C as -> -> ->; reflexivity).
      replace (same (4, y) (rx, y)) with false by (destruct C as [[C _]|[C _]]; injection C as -> -> ->; reflexivity).
      replace (same (4, y) (corner, y)) with false by (destruct C as [[C _]|[C _]]; injection C as -> -> ->; reflexivity).
      replace (same (4, y) (kx, y)) with false by (destruct C as [[C _]|[C _]]; injection C as -> -> ->; reflexivity).
      replace (same (corner, y) (rx, y)) with false by (destruct C as [[C _]|[C _]]; injection C as -> -> ->; reflexivity).
      rewrite !(proj2 (same_is _ _) eq_refl), !is_refl, S. left. rewrite <- T. reflexivity.
    - exact (eq_sym eq_refl).
    - reflexivity.
    - reflexivity.
    - reflexivity.
    - reflexivity. }
  exists r. destruct (knows_rights q p t K) as [KS KL].
  assert (forall d (f g : color -> bool), g (turn p) = true -> implies (f d) (g d) = true ->
    implies (same_color (turn p) d ||| f d) (g d) = true) as J.
  { intros d f g E H. destruct (same_color (turn p) d) eqn:N; [|exact H]. apply same_color_is in N. subst d. rewrite E. reflexivity. }
  assert (forall d (f : color -> bool), implies (f d) (same_color (turn p) d ||| f d) = true) as U.
  { intros d f. destruct (same_color (turn p) d); destruct (f d); reflexivity. }
  apply before_in; auto; try (rewrite P; exact Logic.I).
  - unfold retractions. cbv zeta. apply in_or_app. right. apply in_or_app.
    destruct C as [[C _]|[C _]]; injection C as -> -> ->; auto.
  - rewrite F. destruct (corner =? 7); intros d; [apply U|apply implies_refl].
  - rewrite F. destruct C as [[C E]|[C E]]; injection C as -> -> ->; cbn; intros d; [apply J; auto|apply KS].
  - rewrite G. destruct (corner =? 7); intros d; [apply implies_refl|apply U].
  - rewrite G. destruct C as [[C E]|[C E]]; injection C as -> -> ->; cbn; intros d; [apply KL|apply J; auto].
Qed.
End Complete.

Theorem before_complete p t q : reachable p -> In t (moves p) -> knows q (play p t) ->
  exists r, In (r, t) (before q) /\ knows r p.
Proof.
  intros H M K. apply reachable_sane in H. rename H into W.
  destruct (moves_shape p t M) as [k N V B A O|V B T E|one V B R Z T F E|V B A O|V B A P|T S V C F A|T S V C F A].
  - exact (piece_before p q t W M K k N V B A O).
  - exact (push_before p q t W M K V B T E).
  - exact (double_before p q t W M K one V B R Z T F E).
  - exact (takes_before p q t W M K V B A O).
  - exact (en_passant_before p q t W M K V B A P).
  - cbn [forallb] in F. apply (castling_before p q t W M K 6 5 7); auto; apply empty_none;
      destruct (empty (pick (men p) (5, home_rank (turn p)))), (empty (pick (men p) (6, home_rank (turn p)))); auto.
  - cbn [forallb] in F. apply (castling_before p q t W M K 2 3 0); auto; apply empty_none;
      destruct (empty (pick (men p) (1, home_rank (turn p)))), (empty (pick (men p) (2, home_rank (turn p)))),
        (empty (pick (men p) (3, home_rank (turn p)))); auto.
Qed.

Print Assumptions before_complete.

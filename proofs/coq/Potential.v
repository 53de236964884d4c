(** The sums of Weights.v that no move raises. *)

Require Import Prelude Arith Lia Chess Before Before_facts Before_complete Weights.

Lemma total_set w l : forall b n v, (n < length b)%nat -> length l = length b ->
  (fold_right (fun so n => weight_on w (fst so) (snd so) + n) 0 (combine l (set b n v)) + weight_on w (nth n l (0%Z, 0%Z)) (nth n b None) =
   fold_right (fun so n => weight_on w (fst so) (snd so) + n) 0 (combine l b) + weight_on w (nth n l (0%Z, 0%Z)) v)%nat.
Proof.
  induction l as [|s l IH]; intros [|x b] n v N L; try (cbn in *; lia). destruct n as [|n]; cbn [set nth combine fold_right fst snd].
  - lia.
  - cbn [length] in *. specialize (IH b n v). lia.
Qed.
Lemma nth_squares s : on_board s = true -> nth (index s) squares (0, 0) = s.
Proof.
  intros S. assert (forallb (fun s => same (nth (index s) squares (0, 0)) s) squares = true) as A by (vm_compute; reflexivity).
  rewrite forallb_forall in A. apply same_is, A, squares_on_board, S.
Qed.
Lemma total_put w b s v : length b = 64%nat -> on_board s = true ->
  (total w (put b s v) + weight_on w s (pick b s) = total w b + weight_on w s v)%nat.
Proof.
  intros L S. pose proof (total_set w squares b (index s) v) as H. rewrite (nth_squares s S) in H. apply H.
  - rewrite L. apply index_range, S.
  - rewrite L. reflexivity.
Qed.

Lemma free_less l : forall d, (free (S d) l <= free d l <= S (free (S d) l))%nat.
Proof.
  induction l as [|[[[] []]|] l IH]; intros d; try (exact (IH d)); try (exact (IH (S d))); [cbn; lia|].
  destruct d as [|d]; cbn [free]; [lia|]. specialize (IH d). lia.
Qed.
Lemma free_set l : forall n d v, (free d (set l n v) <= free d l + pawn_of Black (nth n l None) + pawn_of White v)%nat.
Proof.
  assert (forall d x l, free d l <= free d (x :: l) + pawn_of Black x /\ free d (x :: l) <= free d l + pawn_of White x)%nat as S.
  { intros d x m. pose proof (free_less m d). destruct x as [[[] []]|]; cbn [free pawn_of is same_color same_kind]; try lia.
    destruct d as [|d]; [lia|]. pose proof (free_less m d). lia. }
  induction l as [|x l IH]; intros n d v; [destruct n; cbn; lia|]. destruct n as [|n].
  - cbn [set nth]. destruct (S d x l) as [A _]. destruct (S d v l) as [_ B]. lia.
  - cbn [set nth]. destruct x as [[[] []]|]; try (exact (IH n d v)); try (exact (IH n (Datatypes.S d) v)).
    destruct d as [|d]; cbn [free]; [specialize (IH n O v); lia|exact (IH n d v)].
Qed.
Lemma file_put b s v x : length b = 64%nat -> on_board s = true -> 0 <= x <= 7 ->
  file (put b s v) x = if fst s =? x then set (file b x) (Z.to_nat (7 - snd s)) v else file b x.
Proof.
  intros L S X. pose proof (on_board_range s S) as [_ Y]. destruct s as [a y]. cbn [fst snd] in *. unfold file. cbn [map].
  rewrite !pick_put by (auto; apply range_on_board; cbn [fst snd]; lia). unfold same. cbn [fst snd].
  rewrite (Z.eqb_sym a x). destruct (x =? a) eqn:E; [|reflexivity].
  assert (y = 0 \/ y = 1 \/ y = 2 \/ y = 3 \/ y = 4 \/ y = 5 \/ y = 6 \/ y = 7) as C by lia.
  repeat (destruct C as [->|C]; [reflexivity|]). subst. reflexivity.
Qed.
Lemma file_nth b x y : 0 <= y <= 7 -> nth (Z.to_nat (7 - y)) (file b x) None = pick b (x, y).
Proof.
  intros Y. assert (y = 0 \/ y = 1 \/ y = 2 \/ y = 3 \/ y = 4 \/ y = 5 \/ y = 6 \/ y = 7) as C by lia.
  repeat (destruct C as [->|C]; [reflexivity|]). subst. reflexivity.
Qed.
(** If one file changes. *)
Lemma one_file b d x j k : 0 <= x <= 7 -> (forall z, 0 <= z <= 7 -> z <> x -> file d z = file b z) ->
  (free 0 (file d x) + j <= free 0 (file b x) + k)%nat -> (unpaired d + j <= unpaired b + k)%nat.
Proof.
  intros X E H. unfold unpaired. cbn [fold_right].
  assert (x = 0 \/ x = 1 \/ x = 2 \/ x = 3 \/ x = 4 \/ x = 5 \/ x = 6 \/ x = 7) as C by lia.
  destruct C as [C|[C|[C|[C|[C|[C|[C|C]]]]]]]; subst x; try rewrite (E 0) by lia; try rewrite (E 1) by lia;
    try rewrite (E 2) by lia; try rewrite (E 3) by lia; try rewrite (E 4) by lia; try rewrite (E 5) by lia;
    try rewrite (E 6) by lia; try rewrite (E 7) by lia; lia.
Qed.
Lemma unpaired_put b s v : length b = 64%nat -> on_board s = true ->
  (unpaired (put b s v) <= unpaired b + (pawn_of Black (pick b s) + pawn_of White v))%nat.
Proof.
  intros L S. pose proof (on_board_range s S) as [X Y].
  enough (unpaired (put b s v) + 0 <= unpaired b + (pawn_of Black (pick b s) + pawn_of White v))%nat by lia.
  apply (one_file b _ (fst s)); [exact X| |].
  - intros z Z N. rewrite file_put by assumption. destruct (Z.eqb_spec (fst s) z); [congruence|reflexivity].
  - rewrite file_put by assumption. rewrite Z.eqb_refl. pose proof (free_set (file b (fst s)) (Z.to_nat (7 - snd s)) 0 v) as F.
    rewrite file_nth in F by exact Y. rewrite <- surjective_pairing in F. lia.
Qed.

(** A pawn that goes straight on. *)
Definition pawnlike (o : option man) : bool := match o with Some (_, Pawn) => true | _ => false end.
Lemma free_filter l : forall d, free d l = free d (filter pawnlike l).
Proof. induction l as [|[[[] []]|] l IH]; intros d; cbn [filter pawnlike free]; auto. destruct d; rewrite <- IH; reflexivity. Qed.
Lemma free_last l : forall d, free d (l ++ [Some (Black, Pawn)]) = free d l.
Proof. induction l as [|[[[] []]|] l IH]; intros d; cbn [app free]; auto. destruct d; rewrite IH; reflexivity. Qed.
Section Straight.
Variable b : board.
Variables s u : square.
Variable c : color.
Hypothesis L : length b = 64%nat.
Hypothesis S : on_board s = true.
Hypothesis U : on_board u = true.
Hypothesis V : pick b s = Some (c, Pawn).
Hypothesis E : pick b u = None.
Hypothesis F : fst u = fst s.
Lemma other_files v z : 0 <= z <= 7 -> z <> fst s -> file (moved b s u v) z = file b z.
Proof.
  intros Z N. unfold moved. rewrite !file_put by (rewrite ?length_put; assumption). rewrite F.
  destruct (Z.eqb_spec (fst s) z); [congruence|reflexivity].
Qed.
Lemma this_file v : file (moved b s u v) (fst s) =
  map (fun y => if y =? snd u then Some v else if y =? snd s then None else pick b (fst s, y)) [7; 6; 5; 4; 3; 2; 1; 0].
Proof.
  pose proof (on_board_range s S) as [X _]. unfold file. apply map_ext_in. intros y Y.
  rewrite moved_pick by (auto; apply range_on_board; cbn [fst snd]; cbn in Y; lia). unfold same. cbn [fst snd]. rewrite F, Z.eqb_refl.
  reflexivity.
Qed.
Lemma unpaired_push : 1 <= snd s <= 6 -> snd u = snd s + ahead c \/
  (snd u = snd s + ahead c + ahead c /\ pick b (fst s, snd s + ahead c) = None) ->
  unpaired (moved b s u (c, Pawn)) = unpaired b.
Proof.
  intros Y H. pose proof (on_board_range s S) as [X _]. pose proof (on_board_range u U) as [_ Z].
  enough (free 0 (file (moved b s u (c, Pawn)) (fst s)) = free 0 (file b (fst s))) as A.
  { apply Nat.le_antisymm.
    - pose proof (one_file b (moved b s u (c, Pawn)) (fst s) 0 0 X (other_files (c, Pawn))). lia.
    - pose proof (one_file (moved b s u (c, Pawn)) b (fst s) 0 0 X (fun z I N => eq_sym (other_files (c, Pawn) z I N))). lia. }
  rewrite this_file, (free_filter (map _ _)), (free_filter (file b (fst s))). f_equal. unfold file. cbn [map].
  clear S U. destruct s as [x y], u as [x' z]. cbn [fst snd] in *. subst x'.
  assert (y = 1 \/ y = 2 \/ y = 3 \/ y = 4 \/ y = 5 \/ y = 6) as C by lia.
  destruct H as [->|[-> H]], c; repeat (destruct C as [->|C]); try (subst y); cbn [ahead Z.add Z.opp Z.pos_sub Pos.add Z.pred_double Z.succ_double Pos.succ Pos.pred_double Z.double] in *; try lia;
    rewrite ?V, ?E, ?H; reflexivity.
Qed.
Lemma unpaired_promotes k : 1 <= snd s <= 6 -> snd u = snd s + ahead c -> snd u = home_rank (other c) ->
  (unpaired (moved b s u (c, promoted k)) + pawn_of White (Some (c, Pawn)) <= unpaired b)%nat.
Proof.
  intros Y H R. pose proof (on_board_range s S) as [X _].
  enough (unpaired (moved b s u (c, promoted k)) + pawn_of White (Some (c, Pawn)) <= unpaired b + 0)%nat by lia.
  apply (one_file b _ (fst s) _ _ X (other_files _)). rewrite this_file. unfold file. cbn [map].
  clear S U. destruct s as [x y], u as [x' z]. cbn [fst snd] in *. subst x' z. destruct c; cbn [home_rank other ahead] in R.
  - assert (y = 6) as -> by lia. change (6 + ahead White) with 7 in *. rewrite V, E. cbn [Z.eqb Pos.eqb].
    generalize [pick b (x, 5); pick b (x, 4); pick b (x, 3); pick b (x, 2); pick b (x, 1); pick b (x, 0)] as l. intros l.
    destruct k; cbn [free promoted pawn_of is same_color same_kind]; rewrite Nat.add_1_r, Nat.add_0_r; apply le_n.
  - assert (y = 1) as -> by lia. change (1 + ahead Black) with 0 in *. rewrite V, E. cbn [Z.eqb Pos.eqb].
    set (l := [pick b (x, 7); pick b (x, 6); pick b (x, 5); pick b (x, 4); pick b (x, 3); pick b (x, 2)]).
    match goal with |- (free 0 ?n + _ <= free 0 ?o + _)%nat =>
      change n with (l ++ [None; Some (Black, promoted k)]); change o with (l ++ [Some (Black, Pawn); None]) end.
    rewrite (free_filter (l ++ [None; _])), (free_filter (l ++ [_; None])), !filter_app.
    clearbody l.
    destruct k; cbn [filter pawnlike promoted]; rewrite free_last, app_nil_r; cbn [pawn_of is same_color]; rewrite !Nat.add_0_r; apply le_n.
Qed.
End Straight.

Section Potential.
Variable kept : board -> Prop.
Variable w : weights.
Variable pairs : bool.
Notation potential := (potential w pairs).
Hypothesis ok : settled kept w pairs.

Lemma by_pairs : pairs = true \/ pairs = false.
Proof. destruct pairs; auto. Qed.
Lemma total_moved b s u v : length b = 64%nat -> on_board s = true -> on_board u = true -> s <> u ->
  (total w (moved b s u v) + weight_on w s (pick b s) + weight_on w u (pick b u) = total w b + w u v)%nat.
Proof.
  intros L S U N. unfold moved. pose proof (total_put w (put b s None) u (Some v)) as A. rewrite length_put in A.
  specialize (A L U). rewrite pick_put in A by assumption. apply not_eq_sym, same_not in N. rewrite N in A.
  pose proof (total_put w b s None L S) as B. cbn [weight_on] in *. lia.
Qed.
Lemma unpaired_moved b s u v : length b = 64%nat -> on_board s = true -> on_board u = true -> s <> u ->
  (unpaired (moved b s u v) <= unpaired b + pawn_of Black (pick b s) + (pawn_of Black (pick b u) + pawn_of White (Some v)))%nat.
Proof.
  intros L S U N. unfold moved. pose proof (unpaired_put (put b s None) u (Some v)) as A. rewrite length_put in A.
  specialize (A L U). rewrite pick_put in A by assumption. apply not_eq_sym, same_not in N. rewrite N in A.
  pose proof (unpaired_put b s None L S) as B. change (pawn_of White None) with 0%nat in B. lia.
Qed.
Lemma castles p t kx rx corner : length (men p) = 64%nat -> t = plain (4, home_rank (turn p)) (kx, home_rank (turn p)) ->
  (kx, rx, corner) = (6, 5, 7) \/ (kx, rx, corner) = (2, 3, 0) ->
  pick (men p) (4, home_rank (turn p)) = Some (turn p, King) ->
  pick (men p) (corner, home_rank (turn p)) = Some (turn p, Rook) ->
  pick (men p) (kx, home_rank (turn p)) = None -> pick (men p) (rx, home_rank (turn p)) = None ->
  (potential (after (men p) t) <= potential (men p))%nat.
Proof.
  intros L T C V R K0 R0. unfold Weights.potential. set (y := home_rank (turn p)) in *. set (b := men p) in *.
  set (b1 := moved b (4, y) (kx, y) (turn p, King)).
  assert (forall x, In x [4; kx; rx; corner] -> on_board (x, y) = true) as O.
  { intros x I. unfold y. destruct C as [C|C]; injection C as -> -> ->; cbn in I;
      repeat (destruct I as [<-|I]; [destruct (turn p); reflexivity|]); destruct I. }
  assert (on_board (4, y) = true /\ on_board (kx, y) = true /\ on_board (rx, y) = true /\ on_board (corner, y) = true)
    as [O1 [O2 [O3 O4]]] by (repeat split; apply O; cbn; auto).
  assert ((4, y) <> (kx, y) /\ (corner, y) <> (rx, y)) as [N1 N2]
    by (destruct C as [C|C]; injection C as -> -> ->; split; intros H; discriminate).
  assert (length b1 = 64%nat) as L1 by (unfold b1, moved; rewrite !length_put; exact L).
  assert (pick b1 (corner, y) = Some (turn p, Rook) /\ pick b1 (rx, y) = None) as [P1 P2].
  { unfold b1. rewrite !moved_pick by assumption. destruct C as [C|C]; injection C as -> -> ->; split; assumption. }
  assert (after b t = moved b1 (corner, y) (rx, y) (turn p, Rook)) as X.
  { rewrite T. unfold after. cbv zeta. cbn [from to plain becomes]. rewrite V. cbn [fst snd].
    destruct C as [C|C]; injection C as -> -> ->;
      [change (6 =? 4 + 2) with true|change (2 =? 4 + 2) with false; change (2 =? 4 - 2) with true]; cbv iota;
      match goal with |- context [put (put b (4, y) None) ?u ?v] => change (put (put b (4, y) None) u v) with b1 end;
      rewrite P1; reflexivity. }
  rewrite X. pose proof (total_moved b _ _ (turn p, King) L O1 O2 N1) as A. pose proof (unpaired_moved b _ _ (turn p, King) L O1 O2 N1) as B.
  pose proof (total_moved b1 _ _ (turn p, Rook) L1 O4 O3 N2) as D. pose proof (unpaired_moved b1 _ _ (turn p, Rook) L1 O4 O3 N2) as E.
  fold b1 in A, B. rewrite V, K0 in A, B. rewrite P1, P2 in D, E. cbn [weight_on] in A, D.
  destruct ok as [steady _]. pose proof (steady (turn p) King (4, y) (kx, y) (or_introl eq_refl)). pose proof (steady (turn p) Rook (corner, y) (rx, y) (or_intror eq_refl)).
  assert (forall c d k, k = King \/ k = Rook -> pawn_of c (Some (d, k)) = 0%nat) as Z by (intros [] [] k [-> | ->]; reflexivity).
  rewrite !Z in B, E by auto. change (pawn_of Black None) with 0%nat in *. destruct by_pairs as [PP|PP]; try rewrite PP in Z1; try rewrite PP in Z; rewrite PP; lia.
Qed.
Theorem potential_after p t : sane p -> In t (moves p) -> kept (men p) ->
  (potential (after (men p) t) <= potential (men p))%nat.
Proof.
  intros W M K. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t W M) as Q. pose proof W as [L [_ E]].
  unfold Weights.potential.
  destruct (moves_shape p t M) as [k N V B A H|V B T F|mid V B Y X T F G|V B A H|V B A H|T R V C F S|T R V C F S].
  - rewrite (after_piece p t k N V A). pose proof (attacks_away _ _ _ _ _ A) as D.
    pose proof (total_moved (men p) _ _ (turn p, k) L O Q D) as X. pose proof (unpaired_moved (men p) _ _ (turn p, k) L O Q D) as Y.
    pose proof (proj1 (proj2 ok) (men p) (turn p) k _ _ K N O V A H) as Z. rewrite V in X, Y. cbn [weight_on] in X.
    assert (forall d, pawn_of d (@Some man (turn p, k)) = 0 /\ pawn_of d (@Some (color * kind) (turn p, k)) = 0)%nat as N0
      by (intros d; destruct k, (turn p), d; try (split; reflexivity); congruence).
    pose proof (N0 White). pose proof (N0 Black).
    destruct by_pairs as [PP|PP]; try rewrite PP in Z1; try rewrite PP in Z; rewrite PP; [|lia].
    destruct (pick (men p) (to t)) as [v|] eqn:VV; [pose proof (proj2 (proj2 (proj2 (proj2 ok))) PP (to t) v); change (@Some (color * kind)) with (@Some man) in *; cbn [weight_on] in *; lia|].
    change (pawn_of Black None) with 0%nat in Y. lia.
  - assert (fst (to t) = fst (from t) /\ snd (to t) = snd (from t) + ahead (turn p)) as [T1 T2]
      by (rewrite T; unfold shift; cbn [fst snd]; lia).
    assert (pawn_step (turn p) (from t) (to t)) as S by (left; lia).
    assert (from t <> to t) as D by (intros D; rewrite <- D in T2; destruct (turn p); cbn [ahead] in T2; lia).
    destruct (pawn_rows p _ _ W O V) as [_ Y].
    rewrite (after_pawn _ _ _ V) by (rewrite T1, Z.eqb_refl; exact I).
    pose proof (total_moved (men p) _ _ (turn p, became (becomes t)) L O Q D) as X. rewrite V, F in X. cbn [weight_on] in X.
    pose proof (proj1 (proj2 (proj2 ok)) _ _ _ _ Q S T1 B) as Z. unfold promotions in B.
    destruct (Z.eqb_spec (snd (to t)) (home_rank (other (turn p)))).
    + apply in_map_iff in B. destruct B as [k [B _]]. rewrite <- B in *. cbn [became] in *.
      pose proof (unpaired_promotes (men p) (from t) (to t) (turn p) L O Q V F T1 k Y T2 e). destruct pairs; lia.
    + destruct B as [B|[]]. rewrite <- B in *. cbn [became] in *.
      pose proof (unpaired_push (men p) (from t) (to t) (turn p) L O Q V F T1 Y (or_introl T2)). destruct pairs; lia.
  - assert (fst (to t) = fst (from t) /\ snd (to t) = snd (from t) + ahead (turn p) + ahead (turn p)) as [T1 T2]
      by (rewrite T, X; unfold shift; cbn [fst snd]; lia).
    assert (from t <> to t) as D by (intros D; rewrite <- D in T2; destruct (turn p); cbn [ahead] in T2; lia).
    destruct (pawn_rows p _ _ W O V) as [_ Z].
    rewrite (after_pawn _ _ _ V) by (rewrite T1, Z.eqb_refl; exact I). rewrite B. cbn [became].
    pose proof (total_moved (men p) _ _ (turn p, Pawn) L O Q D) as U. rewrite V, G in U. cbn [weight_on] in U.
    pose proof (proj1 (proj2 (proj2 ok)) (turn p) (from t) (to t) None Q ltac:(right; auto) T1) as Z1. cbn [became] in Z1.
    assert (In None (promotions (turn p) (to t))) as P by (unfold promotions; rewrite T2, Y; destruct (turn p); left; reflexivity).
    assert (pick (men p) (fst (from t), snd (from t) + ahead (turn p)) = None) as F'
      by (rewrite X in F; unfold shift in F; cbn [fst snd] in F; rewrite Z.add_0_r in F; exact F).
    pose proof (unpaired_push (men p) (from t) (to t) (turn p) L O Q V G T1 Z (or_intror (conj T2 F'))).
    specialize (Z1 P). destruct pairs; lia.
  - pose proof (attacks_away _ _ _ _ _ A) as D.
    assert (pawn_step (turn p) (from t) (to t) /\ Z.abs (fst (to t) - fst (from t)) = 1) as [S S1]
      by (unfold pawn_step; apply pawn_attack in A; destruct A as [_ [-> | ->]]; unfold shift; cbn [fst snd]; lia).
    rewrite (after_pawn _ _ _ V) by (destruct (pick (men p) (to t)); [destruct (negb _); exact I|discriminate]).
    pose proof (total_moved (men p) _ _ (turn p, became (becomes t)) L O Q D) as X.
    pose proof (unpaired_moved (men p) _ _ (turn p, became (becomes t)) L O Q D) as Y.
    destruct (pick (men p) (to t)) as [[d k]|]; [|discriminate]. cbn [has] in H. apply same_color_is in H. subst d.
    rewrite V in X, Y. cbn [weight_on] in X.
    pose proof (proj1 (proj2 (proj2 (proj2 ok))) _ _ _ _ (to t) k O Q S S1 B) as Z. change (@Some (color * kind)) with (@Some man) in *.
    destruct pairs; lia.
  - pose proof (attacks_away _ _ _ _ _ A) as D. destruct (E _ H) as [E1 E2].
    assert (pawn_step (turn p) (from t) (to t) /\ Z.abs (fst (to t) - fst (from t)) = 1 /\ snd (to t) - ahead (turn p) = snd (from t))
      as [S [S1 D2]] by (unfold pawn_step; apply pawn_attack in A; destruct A as [_ [-> | ->]]; unfold shift; cbn [fst snd]; lia).
    assert (fst (from t) <> fst (to t)) as D1 by lia.
    rewrite D2 in E2. rewrite (after_en_passant _ _ _ V D1 E1).
    assert (on_board (fst (to t), snd (from t)) = true) as G.
    { apply on_board_range in O, Q. apply range_on_board; cbn [fst snd]; lia. }
    assert (pick (moved (men p) (from t) (to t) (turn p, became (becomes t))) (fst (to t), snd (from t)) = Some (other (turn p), Pawn)) as E3.
    { rewrite moved_pick by assumption. unfold same. cbn [fst snd]. rewrite Z.eqb_refl. apply not_eq_sym, Z.eqb_neq in D1. rewrite D1.
      destruct (Z.eqb_spec (snd (from t)) (snd (to t))); [|exact E2]. destruct (turn p); cbn [ahead] in D2; lia. }
    pose proof (total_moved (men p) _ _ (turn p, became (becomes t)) L O Q D) as X.
    pose proof (unpaired_moved (men p) _ _ (turn p, became (becomes t)) L O Q D) as Y.
    assert (length (moved (men p) (from t) (to t) (turn p, became (becomes t))) = 64%nat) as L'
      by (unfold moved; rewrite !length_put; exact L).
    pose proof (total_put w _ _ None L' G) as X'. pose proof (unpaired_put _ _ None L' G) as Y'. rewrite E3 in X', Y'.
    change (pawn_of White None) with 0%nat in Y'. rewrite V, E1 in X, Y. cbn [weight_on] in X, X'.
    change (pawn_of Black None) with 0%nat in Y.
    pose proof (proj1 (proj2 (proj2 (proj2 ok))) _ _ _ _ (fst (to t), snd (from t)) Pawn O Q S S1 B) as Z.
    change (@Some (color * kind)) with (@Some man) in *. destruct pairs; lia.
  - apply castles with (kx := 6) (rx := 5) (corner := 7); auto; cbn [forallb] in F;
      destruct (empty (pick (men p) (5, home_rank (turn p)))) eqn:F1; try discriminate;
      destruct (empty (pick (men p) (6, home_rank (turn p)))) eqn:F2; try discriminate; apply empty_none; assumption.
  - apply castles with (kx := 2) (rx := 3) (corner := 0); auto; cbn [forallb] in F;
      destruct (empty (pick (men p) (1, home_rank (turn p)))) eqn:F0; try discriminate;
      destruct (empty (pick (men p) (2, home_rank (turn p)))) eqn:F1; try discriminate;
      destruct (empty (pick (men p) (3, home_rank (turn p)))) eqn:F2; try discriminate; apply empty_none; assumption.
Qed.
End Potential.

(** So it is in all games. *)
Theorem potential_never_grows w pairs : settled (fun _ => True) w pairs ->
  forall p, reachable p -> (potential w pairs (men p) <= potential w pairs (men initial))%nat.
Proof.
  intros S p R. induction R as [|p t R IH M]; [lia|]. cbn [play men].
  pose proof (potential_after _ w pairs S p t (reachable_sane p R) M Logic.I). lia.
Qed.

(** Weights that are settled: a pawn grows no heavier by any step, nor by promotion but for a pair, and captures pay for pairs. *)
Lemma pawns_settled (kept : board -> Prop) w (pairs : bool) :
  (forall c k s u, k = King \/ k = Rook -> w u (c, k) = w s (c, k)) ->
  (forall b c k s u, kept b -> k <> Pawn -> on_board s = true -> pick b s = Some (c, k) -> In u (attacks b c k s) ->
    has (pick b u) c = false -> (w u (c, k) <= w s (c, k))%nat) ->
  (forall c s u, pawn_step c s u -> (w u (c, Pawn) <= w s (c, Pawn))%nat) ->
  (forall c k s u, (w u (c, promoted k) <= w s (c, Pawn) + if pairs then pawn_of White (Some (c, Pawn)) else 0)%nat) ->
  (pairs = true -> forall s v, (1 + pawn_of Black (Some v) <= w s v)%nat) -> settled kept w pairs.
Proof.
  intros A B C D E. assert (forall c d k, pawn_of d (Some (c, promoted k)) = 0)%nat as N by (intros [] [] []; reflexivity).
  assert (forall c s u b, pawn_step c s u -> In b (promotions c u) -> (w u (c, became b) <=
    w s (c, Pawn) + if pairs then pawn_of White (Some (c, Pawn)) - pawn_of White (Some (c, became b)) else 0)%nat) as F.
  { intros c s u b S I. unfold promotions in I. destruct (snd u =? home_rank (other c)).
    - apply in_map_iff in I. destruct I as [k [<- _]]. cbn [became]. rewrite N, Nat.sub_0_r. apply D.
    - destruct I as [<-|[]]. cbn [became]. pose proof (C c s u S). lia. }
  split; [exact A|]. split; [exact B|]. split; [intros c s u b _ S _; exact (F c s u b S)|].
  split; [|intros P s v; pose proof (E P s v); lia]. intros c s u b r k _ _ S _ I. pose proof (F c s u b S I) as G. destruct pairs; [|lia].
  pose proof (E eq_refl r (other c, k)).
  assert (pawn_of White (Some (c, Pawn)) + pawn_of Black (Some (c, Pawn)) = 1)%nat by (destruct c; reflexivity).
  assert (pawn_of White (Some (c, became b)) <= pawn_of White (Some (c, Pawn)))%nat
    by (apply Nat.leb_le; destruct b as [[]|], c; reflexivity).
  change (@Some (color * kind)) with (@Some man) in *. lia.
Qed.

Print Assumptions potential_never_grows.

(** Captures cost men: how many captures by pawns there are, and how many pawns are gone. *)

Require Import Prelude Arith Lia Chess Before Before_facts Before_complete Weights Potential Illegal Illegal_sound Closed Closed_sound.
Require Import Kernel Kernel_facts.

(** Something is captured. *)
Lemma victim_there p t : sane p -> In t (moves p) -> captures (p, t) = true -> pick (men p) (victim (p, t)) = None -> False.
Proof.
  intros W M X V. pose proof W as [_ [_ E]]. pose proof X as Y. cbn [victim] in V. rewrite X in V. cbn [captures] in Y. apply lazy_and in Y.
  destruct Y as [Y Z]. apply is_some in Y. apply negb_true_iff in Z.
  destruct (moves_shape p t M) as [l N1 N2 N3 N4 N5|N2 N3 N4 N5|one N2 N3 N4 N5 N6 N7 N8|N2 N3 N4 N5|N2 N3 N4 N5|T _ N2 _ F _|T _ N2 _ F _];
    try congruence; try (rewrite T in Y; cbn [from plain] in Y; congruence).
  - rewrite N4 in Z. unfold shift in Z. cbn [fst] in Z. rewrite Z.add_0_r, Z.eqb_refl in Z. discriminate.
  - rewrite N6, N5 in Z. unfold shift in Z. cbn [fst] in Z. rewrite !Z.add_0_r, Z.eqb_refl in Z. discriminate.
  - destruct (pick (men p) (to t)) as [[e j]|] eqn:K; [|discriminate]. cbn [empty] in V. congruence.
  - destruct (E _ N5) as [E1 E2]. rewrite E1 in V. cbn [empty] in V. apply pawn_attack in N4. destruct N4 as [_ N].
    replace (snd (to t) - ahead (turn p)) with (snd (from t)) in E2 by (destruct N as [-> | ->]; unfold shift; cbn [snd]; lia). congruence.
Qed.

Section Weight.
Variable w : counter.
Hypothesis counted : pawns w = true.
Lemma pawn_same c s u : weighs w u (c, Pawn) = weighs w s (c, Pawn).
Proof. reflexivity. Qed.
Lemma promoted_less c k s u : (weighs w u (c, promoted k) <= weighs w s (c, Pawn))%nat.
Proof.
  unfold weighs. cbn [fst snd]. rewrite counted. destruct (same_color (side w) c); [|lia].
  destruct k; cbn [promoted]; destruct (some _ (pieces w)); lia.
Qed.
Lemma became_less c b s u : In b (promotions c u) -> (weighs w u (c, became b) <= weighs w s (c, Pawn))%nat.
Proof.
  unfold promotions. intros I. destruct (snd u =? _); [apply in_map_iff in I; destruct I as [k [<- _]]; apply promoted_less|].
  destruct I as [<-|[]]. apply le_n.
Qed.
Lemma castling_free p t : sane p -> In t (moves p) -> (total (weighs w) (after (men p) t) <= total (weighs w) (men p))%nat.
Proof.
  intros W M. enough (settled (fun _ => True) (weighs w) false) as S
    by (pose proof (potential_after _ _ _ S p t W M Logic.I) as H; unfold potential in H; lia).
  apply pawns_settled; try discriminate.
  - intros c k s u [-> | ->]; apply weighs_steady; discriminate.
  - intros b c k s u _ N _ _ A _. rewrite (weighs_piece w b c k s u A N). lia.
  - intros c s u _. apply le_n.
  - intros c k s u. rewrite Nat.add_0_r. apply promoted_less.
Qed.
Lemma capture_costs p t : sane p -> In t (moves p) ->
  (total (weighs w) (after (men p) t) + weight_on (weighs w) (victim (p, t)) (pick (men p) (victim (p, t))) <= total (weighs w) (men p))%nat.
Proof.
  intros W M. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t W M) as Q. pose proof W as [L [_ E]].
  pose proof (castling_free p t W M) as Free.
  assert (forall s, pick (men p) s = None -> victim (p, t) = s ->
    (total (weighs w) (after (men p) t) + weight_on (weighs w) (victim (p, t)) (pick (men p) (victim (p, t))) <= total (weighs w) (men p))%nat) as Z
    by (intros s V ->; rewrite V; cbn [weight_on]; lia).
  destruct (moves_shape p t M) as [k N1 N2 N3 N4 N5|N2 N3 N4 N5|one N2 N3 N4 N5 N6 N7 N8|N2 N3 N4 N5|N2 N3 N4 N5|T _ N2 _ F _|T _ N2 _ F _].
  - assert (victim (p, t) = to t) as ->.
    { cbn [victim captures]. rewrite N2. cbn [is]. rewrite same_color_refl. destruct k; reflexivity || congruence. }
    rewrite (after_piece p t k N1 N2 N4). pose proof (total_moved (weighs w) (men p) _ _ (turn p, k) L O Q (attacks_away _ _ _ _ _ N4)) as X.
    rewrite N2 in X. cbn [weight_on] in X. rewrite (weighs_piece w (men p) (turn p) k _ _ N4 N1) in X. lia.
  - apply (Z (to t) N5). cbn [victim captures]. rewrite N4. unfold shift. cbn [fst]. rewrite Z.add_0_r, Z.eqb_refl. cbn [negb].
    destruct (is _ _ _); reflexivity.
  - apply (Z (to t) N8). cbn [victim captures]. rewrite N6, N5. unfold shift. cbn [fst]. rewrite !Z.add_0_r, Z.eqb_refl. cbn [negb].
    destruct (is _ _ _); reflexivity.
  - destruct (pick (men p) (to t)) as [[d j]|] eqn:K; [|discriminate].
    assert (victim (p, t) = to t) as ->.
    { cbn [victim]. rewrite K. cbn [empty]. destruct (captures (p, t)); reflexivity. }
    rewrite (after_pawn _ _ _ N2) by (rewrite K; destruct (negb _); exact I).
    pose proof (total_moved (weighs w) (men p) _ _ (turn p, became (becomes t)) L O Q (attacks_away _ _ _ _ _ N4)) as X.
    rewrite N2 in X. rewrite K in *. cbn [weight_on] in *. pose proof (became_less (turn p) _ (from t) _ N3). lia.
  - pose proof (attacks_away _ _ _ _ _ N4) as D. destruct (E _ N5) as [E1 E2]. pose proof N4 as N. apply pawn_attack in N. destruct N as [_ N].
    assert (fst (from t) <> fst (to t) /\ snd (to t) - ahead (turn p) = snd (from t) /\ snd (from t) <> snd (to t)) as [D1 [D2 D3]]
      by (destruct N as [-> | ->]; unfold shift; cbn [fst snd]; destruct (turn p); cbn [ahead]; lia).
    assert (victim (p, t) = (fst (to t), snd (from t))) as ->.
    { cbn [victim captures]. rewrite N2, is_refl, E1, (proj2 (Z.eqb_neq _ _) D1). reflexivity. }
    rewrite D2 in E2. rewrite (after_en_passant _ _ _ N2 D1 E1).
    assert (on_board (fst (to t), snd (from t)) = true) as G by (apply on_board_range in O, Q; apply range_on_board; cbn [fst snd]; lia).
    pose proof (total_moved (weighs w) (men p) _ _ (turn p, became (becomes t)) L O Q D) as X.
    assert (length (moved (men p) (from t) (to t) (turn p, became (becomes t))) = 64%nat) as L'
      by (unfold moved; rewrite !length_put; exact L).
    pose proof (total_put (weighs w) _ _ None L' G) as Y. rewrite moved_pick in Y by assumption. unfold same in Y. cbn [fst snd] in Y.
    rewrite (proj2 (Z.eqb_neq _ _) D3), (proj2 (Z.eqb_neq _ _) (not_eq_sym D1)), Z.eqb_refl in Y.
    rewrite N2, E1 in X. rewrite E2 in *. cbn [weight_on] in *. pose proof (became_less (turn p) _ (from t) _ N3). lia.
  - apply (Z (6, home_rank (turn p))).
    + cbn [forallb] in F. destruct (empty (pick (men p) (5, home_rank (turn p)))); [|discriminate].
      destruct (empty (pick (men p) (6, home_rank (turn p)))) eqn:G; [|discriminate]. apply empty_none, G.
    + rewrite T. cbn [victim captures from to plain]. rewrite N2. cbn [is]. rewrite same_color_refl. reflexivity.
  - apply (Z (2, home_rank (turn p))).
    + cbn [forallb] in F. destruct (empty (pick (men p) (1, home_rank (turn p)))); [|discriminate].
      destruct (empty (pick (men p) (2, home_rank (turn p)))) eqn:G; [|discriminate]. apply empty_none, G.
    + rewrite T. cbn [victim captures from to plain]. rewrite N2. cbn [is]. rewrite same_color_refl. reflexivity.
Qed.
End Weight.

(** Numbers of elements: those that are new are at most one. *)
Lemma filter_or {A} (f g h : A -> bool) m : (forall x, In x m -> g x = true -> f x = true \/ h x = true) ->
  (length (filter g m) <= length (filter f m) + length (filter h m))%nat.
Proof.
  induction m as [|x m IH]; intros H; [cbn; lia|]. cbn [filter]. specialize (IH (fun y I => H y (or_intror I))).
  specialize (H x (or_introl eq_refl)). destruct (g x), (f x), (h x); cbn [length]; try lia; destruct (H eq_refl); discriminate.
Qed.
Lemma filter_one {A} (h : A -> bool) m : NoDup m -> (forall x y, In x m -> In y m -> h x = true -> h y = true -> x = y) ->
  (length (filter h m) <= if existsb h m then 1 else 0)%nat.
Proof.
  induction m as [|x m IH]; intros N U; [cbn; lia|]. cbn [filter existsb]. inversion N as [|y n X N']. subst.
  specialize (IH N' (fun y z I J => U y z (or_intror I) (or_intror J))). destruct (h x) eqn:H; [|exact IH].
  cbn [length]. replace (existsb h m) with false in IH; [cbn; lia|]. symmetry. destruct (existsb h m) eqn:E; [|reflexivity].
  apply existsb_exists in E. destruct E as [y [I E]]. destruct X. rewrite (U x y); auto; cbn; auto.
Qed.
Lemma pawns_nodup c : NoDup (pawns_of c).
Proof. unfold pawns_of. cbn [map]. repeat constructor; cbn [In]; intros H; repeat (destruct H as [H|H]; [injection H; discriminate|]); destruct H. Qed.
Lemma pawn_in a c : In a (pawns_of c) -> fst a = c /\ 0 <= snd a <= 7.
Proof. unfold pawns_of. intros I. apply in_map_iff in I. destruct I as [x [<- I]]. cbn [fst snd]. cbn in I. split; [reflexivity|lia]. Qed.
Lemma fate_on_board l p : played l p -> forall a s, 0 <= snd a <= 7 -> fate_of a l = Stands s -> on_board s = true.
Proof.
  intros P. induction P as [|l p t P IH M]; intros a s A F.
  - injection F as <-. apply range_on_board; cbn [fst snd]; [exact A|destruct (fst a); cbn; lia].
  - rewrite fate_cons in F. specialize (IH a). destruct (fate_of a l) as [r|r|r|r]; try discriminate. cbn [next] in F.
    destruct (same r (from t)); [|destruct (same r (victim (p, t))); [destruct (captures (p, t)); discriminate|injection F as ->; exact (IH s A eq_refl)]].
    destruct (becomes t); [discriminate|]. injection F as <-. exact (to_on_board p t (reachable_sane p (played_reachable l p P)) M).
Qed.

Definition gone (f : fate) : bool := match f with Taken _ | Lost _ => true | _ => false end.
(** Whoever is newly gone, or lost, stands on the square of the captured man. *)
Definition hit (p : position) (t : move) (l : list step) (a : pawn) : bool :=
  match fate_of a l with Stands s => same s (victim (p, t)) | _ => false end.
Lemma newly_gone p t l a : gone (next (p, t) (fate_of a l)) = true -> gone (fate_of a l) = true \/ hit p t l a = true.
Proof.
  unfold hit. destruct (fate_of a l) as [r|r|r|r]; auto. cbn [next]. destruct (same r (from t)); [destruct (becomes t); discriminate|].
  destruct (same r (victim (p, t))); [auto|discriminate].
Qed.
Lemma newly_lost p t l a : lost (next (p, t) (fate_of a l)) = true ->
  lost (fate_of a l) = true \/ (if captures (p, t) then false else hit p t l a) = true.
Proof.
  unfold hit. destruct (fate_of a l) as [r|r|r|r]; auto; try discriminate. cbn [next]. destruct (same r (from t)); [destruct (becomes t); discriminate|].
  destruct (same r (victim (p, t))); [|discriminate]. destruct (captures (p, t)); [discriminate|auto].
Qed.
Lemma hit_one p t l : played l p -> forall c a b, In a (pawns_of c) -> In b (pawns_of c) -> hit p t l a = true -> hit p t l b = true -> a = b.
Proof.
  intros P c a b A B. unfold hit. destruct (fate_of a l) as [r|r|r|r] eqn:FA; try discriminate. destruct (fate_of b l) as [u|u|u|u] eqn:FB; try discriminate.
  intros H J. apply same_is in H, J. subst. assert (a = b \/ a <> b) as [E|E]; [|exact E|destruct (apart l p P a b _ E FA FB)].
  destruct a as [ca xa], b as [cb xb]. destruct (Z.eq_dec xa xb) as [->|N]; [|right; congruence].
  apply pawn_in in A, B. cbn [fst] in *. left. f_equal. destruct A as [-> _], B as [-> _]. reflexivity.
Qed.
Lemma hit_pawn p t l a : played l p -> 0 <= snd a <= 7 -> hit p t l a = true -> pick (men p) (victim (p, t)) = Some (fst a, Pawn).
Proof.
  intros P A. unfold hit. destruct (fate_of a l) as [r|r|r|r] eqn:F; try discriminate. intros S. apply same_is in S. subst.
  apply (stands l p P a _ F), (fate_on_board l p P a _ A F).
Qed.

Lemma gone_cost w : pawns w = true -> forall l p, played l p ->
  (total (weighs w) (men p) + length (filter (fun a => gone (fate_of a l)) (pawns_of (side w))) <= total (weighs w) (men initial))%nat.
Proof.
  intros C l p P. induction P as [|l p t P IH M]; [destruct (side w); cbn; lia|]. cbn [play men].
  pose proof (capture_costs w C p t (reachable_sane p (played_reachable l p P)) M) as K.
  pose proof (filter_or (fun a => gone (fate_of a l)) (fun a => gone (fate_of a ((p, t) :: l))) (hit p t l) (pawns_of (side w))
    (fun a _ => newly_gone p t l a)) as F.
  pose proof (filter_one (hit p t l) _ (pawns_nodup (side w)) (hit_one p t l P (side w))) as U.
  destruct (existsb (hit p t l) (pawns_of (side w))) eqn:X; [|lia]. apply existsb_exists in X. destruct X as [a [I X]].
  destruct (pawn_in a _ I) as [A B]. rewrite (hit_pawn p t l a P B X), A in K. cbn [weight_on] in K.
  assert (forall s, weighs w s (side w, Pawn) = 1%nat) as Z by (intros s; unfold weighs; cbn [fst snd]; rewrite same_color_refl, C; reflexivity).
  rewrite Z in K. lia.
Qed.

(** Captures by pawns of a side, and pawns of the other that pieces take. *)
Definition by_side (c : color) (l : list step) : nat := length (filter (fun x => captures x &&& same_color (turn (fst x)) c) l).
Lemma any_weight c s k : weighs (any_man c) s (c, k) = 1%nat.
Proof. unfold weighs, any_man. cbn [side pawns pieces fst snd]. rewrite same_color_refl. destruct k; try reflexivity. cbn. destruct (dark s); reflexivity. Qed.
Lemma capture_cost c l p : played l p ->
  (total (weighs (any_man (other c))) (men p) + (by_side c l + length (filter (fun a => lost (fate_of a l)) (pawns_of (other c)))) <=
   total (weighs (any_man (other c))) (men initial))%nat.
Proof.
  intros P. induction P as [|l p t P IH M]; [destruct c; cbn; lia|]. cbn [play men].
  pose proof (reachable_sane p (played_reachable l p P)) as W. pose proof (capture_costs (any_man (other c)) eq_refl p t W M) as K.
  pose proof (filter_or (fun a => lost (fate_of a l)) (fun a => lost (fate_of a ((p, t) :: l))) (fun a => if captures (p, t) then false else hit p t l a)
    (pawns_of (other c)) (fun a _ => newly_lost p t l a)) as F.
  unfold by_side in *. cbn [filter fst]. destruct (captures (p, t)) eqn:X.
  - assert (length (filter (fun _ : pawn => false) (pawns_of (other c))) = 0)%nat as Z by (destruct c; reflexivity). rewrite Z in F.
    destruct (same_color (turn p) c) eqn:S; [|cbv iota in *; lia]. apply same_color_is in S. cbn [length].
    destruct (pick (men p) (victim (p, t))) as [[d k]|] eqn:V.
    + rewrite (victim_color p t d k W M X V), S in K. cbn [weight_on] in K. rewrite any_weight in K. cbv iota in *. cbn [length] in *. lia.
    + exfalso. exact (victim_there p t W M X V).
  - pose proof (filter_one (fun a => hit p t l a) _ (pawns_nodup (other c)) (hit_one p t l P (other c))) as U.
    cbv iota in F. destruct (existsb (fun a => hit p t l a) (pawns_of (other c))) eqn:Y; [|cbv iota in *; lia]. apply existsb_exists in Y. destruct Y as [a [I Y]].
    destruct (pawn_in a _ I) as [A B]. rewrite (hit_pawn p t l a P B Y), A in K. cbn [weight_on] in K. rewrite any_weight in K. cbv iota in *. cbn [length] in *. lia.
Qed.

(** So the lists of Kernel.v have no more that are true. *)
Lemma filter_map {A B} (f : B -> bool) (h : A -> B) m : length (filter f (map h m)) = length (filter (fun x => f (h x)) m).
Proof. induction m as [|x m IH]; [reflexivity|]. cbn [map filter]. destruct (f (h x)); cbn [length]; rewrite IH; reflexivity. Qed.
Lemma filter_le {A} (f h : A -> bool) m : (forall x, In x m -> f x = true -> h x = true) -> (length (filter f m) <= length (filter h m))%nat.
Proof.
  intros H. induction m as [|x m IH]; [cbn; lia|]. cbn [filter]. specialize (IH (fun y I => H y (or_intror I))).
  pose proof (H x (or_introl eq_refl)) as X. destruct (f x), (h x); cbn [length]; try lia; discriminate (X eq_refl).
Qed.
Lemma seq_one k : forall n s, (length (filter (fun T => (T =? k)%nat) (seq s n)) <= 1)%nat.
Proof.
  intros n s. pose proof (filter_one (fun T => (T =? k)%nat) (seq s n) (seq_NoDup n s)) as H.
  enough (length (filter (fun T => (T =? k)%nat) (seq s n)) <= if existsb (fun T => (T =? k)%nat) (seq s n) then 1 else 0)%nat
    by (destruct (existsb _ _); lia).
  apply H. intros x y _ _ X Y. apply Nat.eqb_eq in X, Y. congruence.
Qed.
Section Game.
Variable l : list step.
Variable g : position.
Hypothesis P : played l g.
Lemma captures_by c n : forall m, (length (filter (fun T => match capture T m with Some x => same_color (turn (fst x)) c | None => false end) (seq 0 n)) <=
  by_side c m)%nat.
Proof.
  induction m as [|x m IH].
  - unfold by_side. cbn [filter length]. cbn [capture]. induction (seq 0 n); [cbn; lia|exact IHl0].
  - pose proof (filter_or (fun T => match capture T m with Some x => same_color (turn (fst x)) c | None => false end)
      (fun T => match capture T (x :: m) with Some x => same_color (turn (fst x)) c | None => false end)
      (fun T => if captures x &&& same_color (turn (fst x)) c then (T =? number_of m)%nat else false) (seq 0 n)) as F.
    unfold by_side in *. cbn [filter]. destruct (captures x &&& same_color (turn (fst x)) c) eqn:X.
    + pose proof (seq_one (number_of m) n 0). cbn [length]. enough (H0 : forall T, In T (seq 0 n) ->
        match capture T (x :: m) with Some x => same_color (turn (fst x)) c | None => false end = true ->
        match capture T m with Some x => same_color (turn (fst x)) c | None => false end = true \/ (T =? number_of m)%nat = true) by (specialize (F H0); lia).
      intros T _. cbn [capture]. apply lazy_and in X. destruct X as [-> _]. rewrite Nat.eqb_sym. destruct (T =? number_of m)%nat; auto.
    + assert (length (filter (fun _ : nat => false) (seq 0 n)) = 0)%nat as Z by (clear; induction (seq 0 n); auto). rewrite Z in F.
      enough (H0 : forall T, In T (seq 0 n) ->
        match capture T (x :: m) with Some x => same_color (turn (fst x)) c | None => false end = true ->
        match capture T m with Some x => same_color (turn (fst x)) c | None => false end = true \/ false = true) by (specialize (F H0); lia).
      intros T _. cbn [capture]. destruct (captures x); [|auto]. cbn in X. destruct (number_of m =? T)%nat; [intros; congruence|auto].
Qed.
Lemma takes_for_turn c T : value l (takes_for c T) = true -> match capture T l with Some x => same_color (turn (fst x)) c | None => false end = true.
Proof.
  intros V. cbn [takes_for value] in V. apply existsb_exists in V. destruct V as [v [I V]]. apply in_map_iff in I. destruct I as [a [<- I]].
  destruct (takes_value l T a V) as [p [t [C F]]]. rewrite C. cbn [fst]. destruct (at_capture l g P T p t C) as [B [M _]].
  pose proof (stands _ p B a _ F (from_on_board p t M)) as S.
  destruct (pawn_moves_so p t _ (reachable_sane p (played_reachable _ p B)) M S) as [E _]. destruct (pawn_in a c I) as [E' _].
  rewrite <- E, E'. apply same_color_refl.
Qed.
Lemma limit_holds c n : (length (filter (value l) (map (takes_for c) (seq 0 n) ++ map ByPiece (pawns_of (other c)))) <= missing (men g) (any_man (other c)))%nat.
Proof.
  rewrite filter_app, app_length, !filter_map. pose proof (capture_cost c l g P) as H. pose proof (captures_by c n l) as K.
  pose proof (filter_le _ _ (seq 0 n) (fun T _ => takes_for_turn c T)) as B. unfold missing.
  change (fun x => value l (ByPiece x)) with (fun a => lost (fate_of a l)). lia.
Qed.
Lemma no_more_holds n : (missing (men g) (any_man White) + missing (men g) (any_man Black) <= n)%nat -> value l (Used n) = false.
Proof.
  intros H. pose proof (capture_cost White l g P) as A. pose proof (capture_cost Black l g P) as B. cbn [other] in A, B. unfold missing in H.
  assert (number_of l = by_side White l + by_side Black l)%nat as E.
  { clear. unfold number_of, by_side. induction l as [|x m IH]; [reflexivity|]. cbn [filter]. destruct (captures x); [|exact IH].
    destruct (turn (fst x)); cbn [same_color length]; rewrite IH; lia. }
  cbn [value]. rewrite (proj2 (capture_some n l)) by lia. reflexivity.
Qed.
Lemma lost_pawn_gone n a : value l (lost_pawn n a) = true -> gone (fate_of a l) = true.
Proof.
  intros V. cbn [lost_pawn value] in V. apply existsb_exists in V. destruct V as [v [[<-|I] V]].
  - cbn [value] in V. destruct (fate_of a l); try discriminate. reflexivity.
  - apply in_map_iff in I. destruct I as [T [<- _]]. pose proof (taken_at_end l g T a P V). destruct (fate_of a l); try discriminate. reflexivity.
Qed.
Lemma spare_holds w n : pawns w = true -> (length (filter (value l) (map (lost_pawn n) (pawns_of (side w)))) <= missing (men g) w)%nat.
Proof.
  intros C. rewrite filter_map. pose proof (gone_cost w C l g P) as H. unfold missing.
  pose proof (filter_le (fun a => value l (lost_pawn n a)) (fun a => gone (fate_of a l)) (pawns_of (side w)) (fun a _ => lost_pawn_gone n a)). lia.
Qed.
Definition files := [0; 1; 2; 3; 4; 5; 6; 7].
Definition file_takes (T : nat) (x : Z) : bool := value l (Takes (White, x) T) ||| value l (Takes (Black, x) T).
Lemma file_takes_one T : (length (filter (file_takes T) files) <= 1)%nat.
Proof.
  pose proof (filter_one (file_takes T) files) as H. enough (length (filter (file_takes T) files) <= if existsb (file_takes T) files then 1 else 0)%nat
    by (destruct (existsb _ _); lia).
  apply H; [repeat constructor; cbn; lia|]. intros x y _ _ X Y.
  assert (forall x, file_takes T x = true -> exists c, value l (Takes (c, x) T) = true) as K.
  { intros z Z. unfold file_takes in Z. destruct (value l (Takes (White, z) T)) eqn:E; [exists White; exact E|exists Black; exact Z]. }
  destruct (K x X) as [c A], (K y Y) as [d B]. destruct (takes_value l T _ A) as [p [t [C F]]]. destruct (takes_value l T _ B) as [q [u [D G]]].
  rewrite C in D. injection D as <- <-. destruct (at_capture l g P T p t C) as [Q _]. destruct (Z.eq_dec x y) as [E|E]; [exact E|].
  exfalso. apply (apart _ p Q (c, x) (d, y) (from t)); congruence.
Qed.
Lemma file_takes_some m : (length (filter (fun x => existsb (fun T => file_takes T x) m) files) <= length m)%nat.
Proof.
  induction m as [|T m IH]; [cbn; lia|]. pose proof (filter_or (fun x => existsb (fun T => file_takes T x) m) (fun x => existsb (fun T => file_takes T x) (T :: m))
    (file_takes T) files) as F. cbn [length]. pose proof (file_takes_one T).
  enough (H0 : forall x, In x files -> existsb (fun T => file_takes T x) (T :: m) = true -> existsb (fun T => file_takes T x) m = true \/ file_takes T x = true)
    by (specialize (F H0); lia).
  intros x _. cbn [existsb]. destruct (file_takes T x); auto.
Qed.
Lemma openings_hold n : (length (filter (value l) (map (open n) files)) <= number_of l +
  length (filter (value l) (map (lost_pawn n) (pawns_of White))) + length (filter (value l) (map (lost_pawn n) (pawns_of Black))))%nat.
Proof.
  rewrite !filter_map. unfold pawns_of. rewrite !filter_map. fold files. pose proof (file_takes_some (seq 0 (number_of l))) as T. rewrite seq_length in T.
  pose proof (filter_or (fun x => value l (lost_pawn n (White, x))) (fun x => value l (open n x))
    (fun x => existsb (fun T => file_takes T x) (seq 0 (number_of l)) ||| value l (lost_pawn n (Black, x))) files) as A.
  pose proof (filter_or (fun x => existsb (fun T => file_takes T x) (seq 0 (number_of l)))
    (fun x => existsb (fun T => file_takes T x) (seq 0 (number_of l)) ||| value l (lost_pawn n (Black, x)))
    (fun x => value l (lost_pawn n (Black, x))) files) as B.
  enough (forall x, In x files -> value l (open n x) = true -> value l (lost_pawn n (White, x)) = true \/
    existsb (fun T => file_takes T x) (seq 0 (number_of l)) ||| value l (lost_pawn n (Black, x)) = true) as A'.
  { specialize (A A'). enough (forall x, In x files -> existsb (fun T => file_takes T x) (seq 0 (number_of l)) ||| value l (lost_pawn n (Black, x)) = true ->
      existsb (fun T => file_takes T x) (seq 0 (number_of l)) = true \/ value l (lost_pawn n (Black, x)) = true) as B' by (specialize (B B'); lia).
    intros x _. destruct (existsb _ _); auto. }
  intros x _ V. cbn [open value] in V. apply existsb_exists in V. destruct V as [v [I V]]. apply in_flat_map in I. destruct I as [c [_ [<-|I]]].
  - destruct c; [left; exact V|right]. rewrite V. destruct (existsb _ _); reflexivity.
  - right. apply in_map_iff in I. destruct I as [T0 [<- _]]. replace (existsb (fun T => file_takes T x) (seq 0 (number_of l))) with true; [reflexivity|].
    symmetry. apply existsb_exists. exists T0. split.
    + apply in_seq. destruct (takes_value l T0 _ V) as [p [t [C _]]]. destruct (le_lt_dec (number_of l) T0) as [H|H]; [|lia].
      apply capture_some in H. congruence.
    + unfold file_takes. destruct c; [rewrite V; reflexivity|]. rewrite V. destruct (value l (Takes (White, x) T0)); reflexivity.
Qed.
End Game.

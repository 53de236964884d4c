(** A closed set of partial positions refutes. *)

Require Import Prelude Arith Lia Chess Before Before_facts Before_complete Rights Weights Potential Home Illegal Illegal_sound Closed.

Lemma all2_nth {A B} (f : A -> B -> bool) x y : forall l m, all2 f l m = true ->
  length l = length m /\ forall n, (n < length l)%nat -> f (nth n l x) (nth n m y) = true.
Proof.
  induction l as [|a l IH]; intros [|b m] H; try discriminate; [split; [reflexivity|]; cbn; lia|]. cbn [all2] in H.
  apply lazy_and in H. destruct H as [F H]. destruct (IH m H) as [L N]. split; [cbn; lia|]. intros [|n] I; [exact F|].
  apply N. cbn in I. lia.
Qed.

(** Games from one position to another. *)
Inductive leads : position -> position -> Prop :=
| Arrived p : leads p p
| Further p t q : In t (moves p) -> leads (play p t) q -> leads p q.
Lemma reachable_leads p : reachable p -> leads initial p.
Proof.
  assert (forall a b t, leads a b -> In t (moves b) -> leads a (play b t)) as S.
  { intros a b t L. induction L as [b|a u b M L IH]; intros I; [exact (Further _ _ _ I (Arrived _))|exact (Further _ _ _ M (IH I))]. }
  induction 1 as [|p t R IH M]; [apply Arrived|exact (S _ _ _ IH M)].
Qed.
Lemma never_moved_stays q p : knows q p -> forall a, leads a p -> reachable a -> forall s, never_moved q s = true ->
  pick (men a) s = pick (men q) s.
Proof.
  intros K a L R s F. pose proof F as F'. unfold never_moved in F. apply lazy_and in F. destruct F as [O F].
  destruct (some _ [White; Black]) eqn:P in F.
  - clear F. apply some_exists in P. destruct P as [c [_ P]]. apply lazy_and in P. destruct P as [H P]. apply Z.eqb_eq in H.
    apply is_some in P. rewrite P. induction L as [p|a t p M L IH].
    + destruct K as [-> _]. exact P.
    + apply (home_pawn a t s c (reachable_sane a R) M (conj O H)). apply IH; auto. exact (Next a t R M).
  - apply some_exists in F. destruct F as [c [_ F]]. apply lazy_and in F. destruct F as [Y F]. apply Z.eqb_eq in Y.
    assert ((short q c = true -> short a c = true) /\ (long q c = true -> long a c = true)) as [S1 S2].
    { clear F P F'. destruct K as [_ [_ [KS [KL _]]]]. specialize (KS c). specialize (KL c). rewrite implies_in in KS, KL.
      induction L as [p|a t p M L IH]; [auto|]. destruct (rights_do_not_come_back a t c) as [A B].
      destruct (IH KS KL (Next a t R M)) as [C D]. auto. }
    assert (forall x k, s = (x, home_rank c) -> forall r, pick (men r) (x, home_rank c) = Some (c, k) -> pick (men r) s = Some (c, k)) as E
      by (intros x k ->; auto).
    assert (reachable p) as RP.
    { clear - R L. induction L as [p|a t p M L IH]; [exact R|apply IH, Next; assumption]. }
    assert ((short q c = true -> short p c = true) /\ (long q c = true -> long p c = true)) as [T1 T2].
    { destruct K as [_ [_ [KS [KL _]]]]. specialize (KS c). specialize (KL c). rewrite implies_in in KS, KL. auto. }
    destruct (rights_at_home a R c) as [A1 A2]. destruct (rights_at_home p RP c) as [B1 B2].
    destruct K as [KM _]. rewrite <- KM.
    assert (forall x, fst s = x -> s = (x, home_rank c)) as Z by (intros x <-; rewrite <- Y; destruct s; reflexivity).
    destruct (short q c) eqn:Q1.
    + destruct (A1 (S1 eq_refl)) as [A3 A4]. destruct (B1 (T1 eq_refl)) as [B3 B4].
      destruct (Z.eqb_spec (fst s) 4) as [X|X]; [rewrite (Z _ X); congruence|].
      destruct (Z.eqb_spec (fst s) 7) as [X7|X7]; [rewrite (Z _ X7); congruence|]. cbn in F.
      destruct (long q c) eqn:Q2; [|discriminate]. destruct (A2 (S2 eq_refl)) as [A5 A6]. destruct (B2 (T2 eq_refl)) as [B5 B6].
      destruct (Z.eqb_spec (fst s) 0) as [X0|X0]; [rewrite (Z _ X0); congruence|discriminate].
    + cbn in F. destruct (long q c) eqn:Q2; [|discriminate]. destruct (A2 (S2 eq_refl)) as [A5 A6]. destruct (B2 (T2 eq_refl)) as [B5 B6].
      destruct (Z.eqb_spec (fst s) 4) as [X|X]; [rewrite (Z _ X); congruence|].
      destruct (Z.eqb_spec (fst s) 0) as [X0|X0]; [rewrite (Z _ X0); congruence|discriminate].
Qed.

(** Lines: if less is known to be empty, a man attacks no more. *)
Lemma attacks_less b e c k s t : (forall r, on_board r = true -> empty (pick e r) = true -> empty (pick b r) = true) ->
  In t (attacks e c k s) -> In t (attacks b c k s).
Proof.
  intros E. assert (forall l, In t (flat_map (fun d => ray 7 e d s) l) -> In t (flat_map (fun d => ray 7 b d s) l)) as R.
  { intros l H. apply in_flat_map in H. destruct H as [d [D H]]. apply in_flat_map. exists d. split; [exact D|].
    apply ray_spec in H. destruct H as [k' [K [-> [O J]]]]. apply ray_in; [exact K| |].
    - intros j I. destruct (Z.eq_dec j k') as [->|N]; [exact O|]. apply J. lia.
    - intros j I. destruct (J j I) as [A B]. apply E; assumption. }
  destruct k; cbn [attacks]; try apply R; intros H; exact H.
Qed.

Section Sound.
Variable ws : list counter.
Variable fixed : list square.
Hypothesis counters : forallb sound_counter ws = true.

Definition stands (a : state) (p : position) : Prop :=
  to_move a = turn p /\ length (known a) = 64%nat /\
  (forall s, on_board s = true -> fitting (others a) (pick (known a) s) (pick (men p) s) = true) /\
  Forall2 (fun w n => total (weighs w) (men initial) <= total (weighs w) (men p) + n)%nat ws (bounds a).

(** A check that is certain is one. *)
Lemma pick_map f s : on_board s = true -> pick (map f squares) s = f s.
Proof.
  intros S. unfold pick. rewrite (nth_indep _ None (f (0, 0))), map_nth, nth_squares by exact S || (rewrite map_length; apply index_range, S).
  reflexivity.
Qed.
Lemma worst_check p e d oth free : (forall s, on_board s = true -> fitting oth (pick e s) (pick (men p) s) = true) ->
  (forall s, In s free -> pick (men p) s = None) -> in_check (men p) d = false -> in_check (at_worst e d oth free) d = false.
Proof.
  intros F N C. destruct (in_check (at_worst e d oth free) d) eqn:X; [|reflexivity]. exfalso. set (w := at_worst e d oth free) in *.
  assert (forall s, on_board s = true -> match pick w s with
    | None => pick (men p) s = None | Some v => v = (d, Pawn) \/ pick (men p) s = Some v end) as W.
  { intros s S. specialize (F s S). unfold w, at_worst. destruct (oth White ||| oth Black) eqn:O.
    - rewrite pick_map by exact S. destruct (pick e s) as [[c k]|]; [right; apply is_some, F|].
      destruct (some (same s) free) eqn:E; [|auto]. apply some_exists in E. destruct E as [r [I R]]. apply same_is in R. subst. auto.
    - destruct (pick e s) as [[c k]|]; [right; apply is_some, F|]. cbn [fitting] in F. destruct (pick (men p) s) as [[c k]|]; [|reflexivity].
      destruct (oth White) eqn:O1; [discriminate|]. destruct c; congruence. }
  unfold in_check in X. apply existsb_exists in X. destruct X as [s [S X]]. apply on_board_squares in S.
  destruct (is (pick w s) d King) eqn:K; [|discriminate]. apply is_some in K. pose proof (W s S) as Ws. rewrite K in Ws.
  destruct Ws as [Ws|Ws]; [discriminate|]. unfold attacked in X. apply existsb_exists in X. destruct X as [k [I X]].
  apply existsb_exists in X. destruct X as [t [A T]]. apply is_some in T. pose proof (attacks_on_board _ _ _ _ _ A) as O.
  pose proof (W t O) as Wt. rewrite T in Wt. destruct Wt as [Wt|Wt]; [injection Wt as Wt _; destruct d; discriminate|].
  enough (in_check (men p) d = true) by congruence. unfold in_check. apply existsb_exists. exists s. split; [apply squares_on_board, S|].
  rewrite Ws, is_refl. unfold attacked. apply existsb_exists. exists k. split; [exact I|]. apply existsb_exists. exists t. split.
  - apply (attacks_less _ w); [|exact A]. intros r R E. apply empty_none in E. pose proof (W r R) as Wr. rewrite E in Wr.
    rewrite Wr. reflexivity.
  - rewrite Wt. apply is_refl.
Qed.

(** Counters: what no move raises. *)
Lemma counter_sound w : In w ws -> pawns w = true \/ forall x, In x (pieces w) -> fst x = King.
Proof.
  intros I. rewrite forallb_forall in counters. specialize (counters w I). unfold sound_counter in counters.
  destruct (pawns w); [auto|]. right. intros x X. rewrite forallb_forall in counters. apply same_kind_is, counters, X.
Qed.
Lemma weighs_steady w c k s u : k <> Bishop -> weighs w u (c, k) = weighs w s (c, k).
Proof.
  intros N. unfold weighs. cbn [fst snd]. destruct (same_color (side w) c); [|reflexivity].
  destruct k; try congruence; try reflexivity; erewrite (functional (pieces w)); try reflexivity; intros x; apply in_class_steady; discriminate.
Qed.
Lemma weighs_dark w c k s u : dark u = dark s -> weighs w u (c, k) = weighs w s (c, k).
Proof.
  intros D. assert (k = Bishop \/ k <> Bishop) as [-> |N] by (destruct k; auto; right; discriminate); [|apply weighs_steady, N].
  unfold weighs. cbn [fst snd]. destruct (same_color (side w) c); [|reflexivity].
  erewrite (functional (pieces w)); [reflexivity|]. intros x. unfold in_class. rewrite D. reflexivity.
Qed.
Lemma weighs_promotes w c k s u : In w ws -> (weighs w u (c, promoted k) <= weighs w s (c, Pawn))%nat.
Proof.
  intros I. unfold weighs. cbn [fst snd]. destruct (same_color (side w) c); [|lia]. destruct (counter_sound w I) as [-> |K].
  - destruct k; cbn [promoted]; destruct (some _ _); lia.
  - assert (forall l, l <> King -> some (fun x => in_class x l u) (pieces w) = false) as N.
    { intros l L. destruct (some _ _) eqn:E; [|reflexivity]. apply some_exists in E. destruct E as [x [X C]].
      unfold in_class in C. apply lazy_and in C. destruct C as [C _]. apply same_kind_is in C. rewrite (K x X) in C. congruence. }
    destruct k; cbn [promoted]; rewrite N by discriminate; lia.
Qed.
Lemma weighs_became w c s u t : In w ws -> In u (promotions c t) -> (weighs w t (c, became u) <= weighs w s (c, Pawn))%nat.
Proof.
  intros I U. unfold promotions in U. destruct (_ =? _).
  - apply in_map_iff in U. destruct U as [k [<- _]]. apply weighs_promotes, I.
  - destruct U as [<-|[]]. cbn [became]. rewrite (weighs_steady w c Pawn s t); [lia|discriminate].
Qed.
Lemma weighs_piece w b c k s u : In u (attacks b c k s) -> k <> Pawn -> weighs w u (c, k) = weighs w s (c, k).
Proof.
  intros A N. assert (k = Bishop \/ k <> Bishop) as [-> |B] by (destruct k; auto; right; discriminate).
  - apply weighs_dark, (same_colour_bishop b c s u A).
  - apply weighs_steady, B.
Qed.
Lemma total_after w p t : In w ws -> reachable p -> In t (moves p) ->
  (total (weighs w) (after (men p) t) <= total (weighs w) (men p))%nat.
Proof.
  intros I R M. pose proof (potential_after (fun _ => True) (weighs w) false) as H. unfold potential in H.
  enough (settled (fun _ => True) (weighs w) false) as S by (specialize (H S p t (reachable_sane p R) M Logic.I); lia).
  apply pawns_settled; try discriminate.
  - intros c k s u [-> | ->]; apply weighs_steady; discriminate.
  - intros b c k s u _ N _ _ A _. rewrite (weighs_piece w b c k s u A N). lia.
  - intros c s u _. rewrite (weighs_steady w c Pawn s u); [lia|discriminate].
  - intros c k s u. cbn. rewrite Nat.add_0_r. apply weighs_promotes, I.
Qed.
Lemma total_initial w p : In w ws -> reachable p -> (total (weighs w) (men p) <= total (weighs w) (men initial))%nat.
Proof.
  intros I R. induction R as [|p t R IH M]; [lia|]. cbn [play men]. pose proof (total_after w p t I R M). lia.
Qed.

Lemma spend_sound : forall l bs cost p q, (forall w, In w l -> In w ws) -> reachable p ->
  Forall2 (fun w n => total (weighs w) (men initial) <= total (weighs w) (men q) + n)%nat l bs ->
  (forall w, In w l -> total (weighs w) (men q) + cost w <= total (weighs w) (men p))%nat ->
  exists cs, spend bs (map cost l) = Some cs /\
    Forall2 (fun w n => total (weighs w) (men initial) <= total (weighs w) (men p) + n)%nat l cs.
Proof.
  induction l as [|w l IH]; intros bs cost p q I R F C; inversion F as [|? n ? bs' F1 F2]; subst; [exists []; split; constructor|].
  destruct (IH bs' cost p q) as [cs [S T]]; auto; [intros v V; apply I; cbn; auto|intros v V; apply C; cbn; auto|].
  pose proof (C w ltac:(cbn; auto)) as Cw. pose proof (total_initial w p ltac:(apply I; cbn; auto) R) as N.
  cbn [map spend]. destruct (Nat.leb_spec (cost w) n); [|lia]. rewrite S. eexists. split; [reflexivity|]. constructor; [lia|exact T].
Qed.

(** One move back from a state that stands for where it led. *)
Section Step.
Variables (p : position) (t : move) (a : state).
Hypothesis R : reachable p.
Hypothesis M : In t (moves p).
Hypothesis A : stands a (play p t).
Hypothesis stay : forall s, In s fixed -> on_board s = true -> pick (after (men p) t) s = pick (men p) s.
Let c := turn p.

Lemma who : other (to_move a) = c.
Proof. destruct A as [-> _]. apply other_other. Qed.
Lemma state_before_in e oth cost passed left : length e = 64%nat ->
  (forall s, on_board s = true -> fitting oth (pick e s) (pick (men p) s) = true) ->
  (forall w, In w ws -> total (weighs w) (after (men p) t) + cost w <= total (weighs w) (men p))%nat ->
  (forall s, In s (left ++ passed) -> pick (after (men p) t) s = None) -> (forall s, In s passed -> pick (men p) s = None) ->
  exists r, In r (state_before ws a e oth cost passed left) /\ stands r p.
Proof.
  intros L F C N1 N2. destruct A as [AT [AL [AF AB]]]. unfold state_before.
  destruct (spend_sound ws (bounds a) cost p (play p t) ltac:(auto) R AB C) as [cs [-> T]].
  assert (some (fun s => is (pick e s) White Pawn ||| is (pick e s) Black Pawn) edges = false) as ->.
  { destruct (some _ edges) eqn:E; [|reflexivity]. exfalso. apply some_exists in E. destruct E as [s [S E]].
    assert (on_board s = true /\ (snd s = 0 \/ snd s = 7)) as [O Y].
    { cbn in S. repeat (destruct S as [<-|S]; [cbn; auto|]). destruct S. }
    assert (exists d, pick e s = Some (d, Pawn)) as [d D].
    { destruct (is (pick e s) White Pawn) eqn:W; [apply is_some in W; eauto|]. apply is_some in E. eauto. }
    specialize (F s O). rewrite D in F. cbn [fitting] in F. apply is_some in F.
    destruct (reachable_sane p R) as [_ [P _]]. pose proof (P s d O F). lia. }
  rewrite who. rewrite (worst_check (play p t)); [|exact AF|exact N1|].
  - rewrite (worst_check p); [|exact F|exact N2|exact (no_opposite_check p R)].
    eexists. split; [left; reflexivity|]. split; [reflexivity|]. split; [exact L|]. split; [exact F|exact T].
  - pose proof (no_opposite_check _ (Next p t R M)) as X. cbn [play turn] in X. rewrite other_other in X. exact X.
Qed.

Let b := known a.
Lemma sane_p : sane p.
Proof. exact (reachable_sane p R). Qed.
Lemma known_fits s : on_board s = true -> fitting (others a) (pick b s) (pick (after (men p) t) s) = true.
Proof. destruct A as [_ [_ [F _]]]. apply F. Qed.
Lemma known_some s v : on_board s = true -> pick b s = Some v -> pick (after (men p) t) s = Some v.
Proof. intros S K. pose proof (known_fits s S) as F. rewrite K in F. destruct v. apply is_some, F. Qed.
Lemma known_none s : on_board s = true -> pick (after (men p) t) s = None -> pick b s = None.
Proof. intros S K. destruct (pick b s) as [v|] eqn:E; [|reflexivity]. apply known_some in E; congruence. Qed.
Lemma b_length : length b = 64%nat.
Proof. destruct A as [_ [L _]]. exact L. Qed.
Lemma two_colors d : d = c \/ d = other c.
Proof. destruct c, d; auto. Qed.

(** What has moved is not known. *)
Lemma another_step : others a c = true ->
  (forall s, on_board s = true -> pick b s = None \/ pick (after (men p) t) s = pick (men p) s) ->
  (forall s, on_board s = true -> has (pick (men p) s) (other c) = true -> has (pick (after (men p) t) s) (other c) = false ->
    forall w, In w ws -> (total (weighs w) (after (men p) t) + weight_on (weighs w) s (pick (men p) s) <= total (weighs w) (men p))%nat) ->
  exists r, In r (states_before ws fixed a) /\ stands r p.
Proof.
  intros O K C. enough (exists r, In r (another_back ws a) /\ stands r p) as [r [I S]]
    by (exists r; split; [apply in_or_app; left; exact I|exact S]).
  assert (forall w, In w ws -> total (weighs w) (after (men p) t) + 0 <= total (weighs w) (men p))%nat as C0
    by (intros w I; pose proof (total_after w p t I R M); lia).
  unfold another_back. rewrite who, O. fold b.
  destruct (existsb (fun s => if others a (other c) then false else if empty (pick b s) then has (pick (men p) s) (other c) else false) squares) eqn:E.
  - apply existsb_exists in E. destruct E as [s [S E]]. apply on_board_squares in S. destruct (others a (other c)) eqn:OO; [discriminate|].
    destruct (pick b s) as [v|] eqn:B; [discriminate|]. cbn [empty] in E. pose proof (known_fits s S) as F. rewrite B in F. cbn [fitting] in F.
    assert (has (pick (after (men p) t) s) (other c) = false) as H.
    { destruct (pick (after (men p) t) s) as [[d l]|]; [|reflexivity]. destruct (two_colors d) as [-> | ->]; [|congruence].
      cbn. destruct c; reflexivity. }
    pose proof (C s S E H) as CS.
    destruct (state_before_in b (fun _ => true) (fun _ => 0%nat) [] [] b_length) as [r [I T]]; auto; try solve [intros ? []].
    { intros u U. destruct (pick b u) as [v|] eqn:Bu; [|destruct (pick (men p) u) as [[]|]; reflexivity].
      destruct (K u U) as [X|X]; [congruence|]. rewrite <- X. rewrite (known_some u v U Bu). destruct v. apply is_refl. }
    exists r. split; [|exact T]. apply in_or_app. right.
    assert (any_victim ws a = true) as ->; [|exact I]. unfold any_victim. rewrite who.
    apply (exists_some _ _ (pick (men p) s)); [apply victim, E|].
    apply (exists_some _ _ (if dark s then (0, 0) else (1, 0))); [destruct (dark s); cbn; auto|].
    destruct A as [_ [_ [_ AB]]]. cbv beta.
    assert (exists cs, spend (bounds a) (map (fun w => weight_on (weighs w) (if dark s then (0, 0) else (1, 0)) (pick (men p) s)) ws) = Some cs) as [cs Hcs]. 2: exact (f_equal (fun o : option (list nat) => match o with Some _ => true | None => false end) Hcs).
    destruct (spend_sound ws (bounds a) (fun w => weight_on (weighs w) (if dark s then (0, 0) else (1, 0)) (pick (men p) s)) p (play p t)) as [cs [X _]]; auto; [|eauto].
    intros w I'. specialize (CS w I'). cbn [play men]. destruct (pick (men p) s) as [[d l]|]; [|exact CS]. cbn [weight_on] in *.
    rewrite (weighs_dark w d l s); [exact CS|]. destruct (dark s); reflexivity.
  - destruct (state_before_in b (others a) (fun _ => 0%nat) [] [] b_length) as [r [I T]]; auto; try solve [intros ? []].
    + intros u U. destruct (pick b u) as [v|] eqn:Bu.
      * destruct (K u U) as [X|X]; [congruence|]. rewrite <- X. rewrite (known_some u v U Bu). destruct v. apply is_refl.
      * cbn [fitting]. destruct (pick (men p) u) as [[d l]|] eqn:P; [|reflexivity]. destruct (two_colors d) as [-> | ->]; [exact O|].
        destruct (others a (other c)) eqn:OO; [reflexivity|]. exfalso. enough (existsb (fun s => if empty (pick b s) then has (pick (men p) s) (other c) else false) squares = true) by congruence.
        apply existsb_exists. exists u. split; [apply squares_on_board, U|]. rewrite Bu, P. cbn. apply same_color_refl.
    + exists r. split; [|exact T]. apply in_or_app. left. exact I.
Qed.

(** What has moved is known, and was v0. *)
Lemma back_fits oth x v0 : (forall d, others a d = true -> oth d = true) -> pick (men p) (from t) = Some v0 ->
  fitting oth x (pick (men p) (to t)) = true ->
  (forall s, on_board s = true -> s <> from t -> s <> to t -> pick (after (men p) t) s = pick (men p) s) ->
  forall s, on_board s = true -> fitting oth (pick (put (put b (to t) x) (from t) (Some v0)) s) (pick (men p) s) = true.
Proof.
  intros O V X N s S. pose proof (from_on_board p t M) as F. pose proof (to_on_board p t sane_p M) as Q.
  rewrite !pick_put by (rewrite ?length_put; auto using b_length).
  destruct (same s (from t)) eqn:E; [apply same_is in E; subst s; rewrite V; destruct v0; apply is_refl|].
  destruct (same s (to t)) eqn:G; [apply same_is in G; subst s; exact X|]. apply same_not in E, G.
  pose proof (known_fits s S) as K. rewrite (N s S E G) in K. destruct (pick b s) as [[d l]|]; [exact K|].
  cbn [fitting] in *. destruct (pick (men p) s) as [[d l]|]; auto.
Qed.
Lemma length_back x v : length (put (put b (to t) x) (from t) (Some v)) = 64%nat.
Proof. rewrite !length_put. apply b_length. Qed.
Lemma moved_elsewhere v : after (men p) t = moved (men p) (from t) (to t) v ->
  forall s, on_board s = true -> s <> from t -> s <> to t -> pick (after (men p) t) s = pick (men p) s.
Proof.
  intros -> s S E G. rewrite moved_pick by (auto using (from_on_board p t M), (to_on_board p t sane_p M); apply sane_p).
  apply same_not in E, G. rewrite E, G. reflexivity.
Qed.
Lemma moved_from v : after (men p) t = moved (men p) (from t) (to t) v -> from t <> to t -> pick (after (men p) t) (from t) = None.
Proof.
  intros -> D. rewrite moved_pick by (auto using (from_on_board p t M), (to_on_board p t sane_p M); apply sane_p).
  apply same_not in D. rewrite D, (proj2 (same_is _ _) eq_refl). reflexivity.
Qed.
Lemma moved_to v : after (men p) t = moved (men p) (from t) (to t) v -> pick (after (men p) t) (to t) = Some v.
Proof.
  intros ->. rewrite moved_pick by (auto using (from_on_board p t M), (to_on_board p t sane_p M); apply sane_p).
  rewrite (proj2 (same_is _ _) eq_refl). reflexivity.
Qed.
Lemma moved_total w v v0 : after (men p) t = moved (men p) (from t) (to t) v -> from t <> to t -> pick (men p) (from t) = Some v0 ->
  (weighs w (to t) v <= weighs w (from t) v0)%nat ->
  (total (weighs w) (after (men p) t) + (weight_on (weighs w) (to t) (pick (men p) (to t)) + (weighs w (from t) v0 - weighs w (to t) v)) =
    total (weighs w) (men p))%nat.
Proof.
  intros -> D V L. pose proof (total_moved (weighs w) (men p) _ _ v (proj1 sane_p) (from_on_board p t M) (to_on_board p t sane_p M) D) as H.
  rewrite V in H. cbn [weight_on] in H. lia.
Qed.
(** Then either it is not known, or it is found on its square. *)
Lemma moved_step v v0 : after (men p) t = moved (men p) (from t) (to t) v -> from t <> to t -> pick (men p) (from t) = Some v0 ->
  fst v = c -> fst v0 = c -> has (pick (men p) (to t)) c = false -> (forall w, In w ws -> weighs w (to t) v <= weighs w (from t) v0)%nat ->
  (pick b (to t) = Some v -> some (same (to t)) fixed = false -> exists r,
    In r ((if same_kind (snd v) Pawn then [] else piece_back ws a (snd v) (to t)) ++ pawn_goes_back ws a (snd v) (to t)) /\ stands r p) ->
  exists r, In r (states_before ws fixed a) /\ stands r p.
Proof.
  intros X D V C C0 H W K. pose proof (to_on_board p t sane_p M) as Q. pose proof (known_fits (to t) Q) as F.
  rewrite (moved_to v X) in F. destruct v as [d l]. cbn [fst snd] in *. subst d. destruct (pick b (to t)) as [[d k]|] eqn:B.
  - cbn [fitting] in F. apply is_some in F. injection F as <- <-.
    assert (some (same (to t)) fixed = false) as N.
    { destruct (some (same (to t)) fixed) eqn:E; [|reflexivity]. apply some_exists in E. destruct E as [s [I E]]. apply same_is in E. subst s.
      pose proof (stay (to t) I Q) as Y. rewrite (moved_to _ X) in Y. rewrite <- Y in H. cbn in H. rewrite same_color_refl in H. discriminate. }
    destruct (K eq_refl N) as [r [I S]]. exists r. split; [|exact S]. unfold states_before. apply in_or_app. right. apply in_or_app. left.
    apply in_flat_map. exists (to t). split; [apply squares_on_board, Q|]. fold b. rewrite B, who, same_color_refl, N. exact I.
  - cbn [fitting] in F. apply another_step; [exact F| |].
    + intros s S. destruct (same s (to t)) eqn:E; [apply same_is in E; subst; auto|].
      destruct (same s (from t)) eqn:G; [apply same_is in G; subst; left; apply known_none; [exact S|apply (moved_from _ X D)]|].
      right. apply same_not in E, G. apply (moved_elsewhere _ X); assumption.
    + intros s S HS HA w I.
      assert (s = to t) as ->.
      { destruct (same s (to t)) eqn:E; [apply same_is, E|]. apply same_not in E. exfalso.
        destruct (same s (from t)) eqn:G.
        - apply same_is in G. subst s. rewrite V in HS. destruct v0 as [d k]. cbn in C0, HS. subst d. destruct c; discriminate.
        - apply same_not in G. rewrite (moved_elsewhere _ X s S G E) in HA. congruence. }
      pose proof (moved_total w _ _ X D V (W w I)). lia.
Qed.

(** The kinds of moves. *)
Lemma between_free k s : k <> Pawn -> In (to t) (attacks (men p) c k (from t)) -> In s (between (from t) (to t)) ->
  on_board s = true /\ pick (men p) s = None /\ s <> from t /\ s <> to t.
Proof.
  intros N H B. unfold between in B. destruct (shift (to t) (- fst (from t), - snd (from t))) as [x y] eqn:XY.
  apply filter_In in B. destruct B as [S B]. apply on_board_squares in S.
  destruct (shift s (- fst (from t), - snd (from t))) as [u v] eqn:UV.
  unfold shift in XY, UV. injection XY as X Y. injection UV as U V.
  apply lazy_and in B. destruct B as [B B3]. apply lazy_and in B. destruct B as [B1 B2].
  apply Z.eqb_eq in B1. apply Z.ltb_lt in B2, B3. split; [exact S|]. split; [|split; intros E; subst s; nia].
  assert (forall l, (forall d, In d l -> In d (straight ++ oblique)) -> In (to t) (flat_map (fun d => ray 7 (men p) d (from t)) l) ->
    pick (men p) s = None) as RAY.
  { intros l L I. apply in_flat_map in I. destruct I as [d [D I]]. apply L in D. apply ray_spec in I. destruct I as [j [J [T [O E]]]].
    assert (exists i, 1 <= i < j /\ s = along (from t) d i) as [i [I ->]]; [|apply empty_none, E, I].
    rewrite T in X, Y. unfold along in *. destruct s as [s1 s2]. cbn [fst snd] in *.
    exists (Z.max (Z.abs u) (Z.abs v)). destruct d as [d1 d2]. cbn [fst snd] in *.
    assert (x = j * d1 /\ y = j * d2) as [-> ->] by lia. clear T O E H.
    assert (v * d1 = u * d2 /\ 0 < u * d1 + v * d2 /\ u * d1 + v * d2 < j * (d1 * d1 + d2 * d2)) as [E1 [E2 E3]].
    { split; [|split]; apply Z.mul_lt_mono_pos_l with (p := j) || apply Z.mul_reg_l with (p := j); lia || nia. }
    cbn in D. repeat (destruct D as [D|D]; [injection D as <- <-; split; [lia|f_equal; lia]|]). destruct D. }
  assert (forall l : list square, existsb (fun d : square => let (x, y) := d in existsb (fun s : square => let (u, v) := s in
      (x * v =? y * u) &&& (0 <? x * u + y * v) &&& (x * u + y * v <? x * x + y * y))
      (flat_map (fun u => map (fun v => (u, v)) [-2; -1; 0; 1; 2]) [-2; -1; 0; 1; 2])) l = false ->
    (forall d, In d l -> Z.abs (fst d) <= 2 /\ Z.abs (snd d) <= 2) ->
    In (to t) (filter on_board (map (shift (from t)) l)) -> False) as STEP.
  { intros l L L2 I. apply filter_In in I. destruct I as [I _]. apply in_map_iff in I. destruct I as [d [T D]].
    destruct (L2 d D) as [D1 D2]. rewrite <- T in X, Y. destruct d as [d1 d2]. unfold shift in X, Y. cbn [fst snd] in *.
    assert (x = d1 /\ y = d2) as [-> ->] by lia.
    enough (existsb (fun d : square => let (x, y) := d in existsb (fun s : square => let (u, v) := s in
      (x * v =? y * u) &&& (0 <? x * u + y * v) &&& (x * u + y * v <? x * x + y * y))
      (flat_map (fun u => map (fun v => (u, v)) [-2; -1; 0; 1; 2]) [-2; -1; 0; 1; 2])) l = true) by congruence.
    apply existsb_exists. exists (d1, d2). split; [exact D|]. apply existsb_exists. exists (u, v). split.
    - assert (-2 <= u <= 2 /\ -2 <= v <= 2) as [U2 V2].
      { assert (d1 = -2 \/ d1 = -1 \/ d1 = 0 \/ d1 = 1 \/ d1 = 2) as C1 by lia.
        assert (d2 = -2 \/ d2 = -1 \/ d2 = 0 \/ d2 = 1 \/ d2 = 2) as C2 by lia.
        clear - B1 B2 B3 C1 C2. destruct C1 as [->|[->|[->|[->| ->]]]], C2 as [->|[->|[->|[->| ->]]]]; lia. }
      apply in_flat_map. exists u. split; [cbn; lia|]. apply in_map_iff. exists v. split; [reflexivity|cbn; lia].
    - rewrite (proj2 (Z.eqb_eq _ _) B1), (proj2 (Z.ltb_lt _ _) B2), (proj2 (Z.ltb_lt _ _) B3). reflexivity. }
  assert (forall l, forallb (fun d => (Z.abs (fst d) <=? 2) &&& (Z.abs (snd d) <=? 2)) l = true ->
    forall d, In d l -> Z.abs (fst d) <= 2 /\ Z.abs (snd d) <= 2) as SMALL.
  { intros l L d D. rewrite forallb_forall in L. specialize (L d D). apply lazy_and in L. destruct L as [L1 L2].
    apply Z.leb_le in L1, L2. auto. }
  destruct k; cbn [attacks] in H; try congruence.
  - exfalso. apply (STEP (straight ++ oblique) eq_refl (SMALL (straight ++ oblique) eq_refl) H).
  - apply (RAY _ (fun d D => D) H).
  - apply (RAY straight); [|exact H]. intros d D. apply in_or_app. auto.
  - apply (RAY oblique); [|exact H]. intros d D. apply in_or_app. auto.
  - exfalso. apply (STEP jumps eq_refl (SMALL jumps eq_refl) H).
Qed.

Lemma piece_step k : k <> Pawn -> pick (men p) (from t) = Some (c, k) -> becomes t = None ->
  In (to t) (attacks (men p) c k (from t)) -> has (pick (men p) (to t)) c = false ->
  exists r, In r (states_before ws fixed a) /\ stands r p.
Proof.
  intros N V B H E. pose proof (after_piece p t k N V H) as X. pose proof (attacks_away _ _ _ _ _ H) as D.
  pose proof (from_on_board p t M) as F. pose proof (to_on_board p t sane_p M) as Q.
  assert (forall w, weighs w (to t) (c, k) = weighs w (from t) (c, k)) as W by (intros w; apply (weighs_piece w (men p) c k _ _ H N)).
  apply (moved_step (c, k) (c, k) X D V eq_refl eq_refl E); [intros w _; rewrite W; lia|]. intros K _. cbn [snd].
  replace (same_kind k Pawn) with false by (destruct k; reflexivity || congruence).
  assert (forall oth x cost, (forall d, others a d = true -> oth d = true) -> fitting oth x (pick (men p) (to t)) = true ->
    (forall w, In w ws -> cost w <= weight_on (weighs w) (to t) (pick (men p) (to t)))%nat ->
    exists r, In r (state_before ws a (put (put b (to t) x) (from t) (Some (c, k))) oth cost (between (from t) (to t)) [from t]) /\ stands r p) as S.
  { intros oth x cost O Fx C. apply state_before_in.
    - apply length_back.
    - apply back_fits; auto. exact (moved_elsewhere _ X).
    - intros w I. specialize (C w I). pose proof (moved_total w _ _ X D V ltac:(rewrite W; lia)). lia.
    - intros s [<-|S]; [exact (moved_from _ X D)|]. destruct (between_free k s N H S) as [S1 [S2 [S3 S4]]].
      rewrite (moved_elsewhere _ X s S1 S3 S4). exact S2.
    - intros s S. destruct (between_free k s N H S) as [_ [S2 _]]. exact S2. }
  enough (exists r, In r (piece_back ws a k (to t)) /\ stands r p) as [r [I T]] by (exists r; split; [apply in_or_app; left; exact I|exact T]).
  unfold piece_back. rewrite who. fold b.
  assert (In (from t) (filter (fun s => empty (pick b s)) (attacks (put b (to t) None) c k (to t)))) as I.
  { apply filter_In. split.
    - apply (attacks_back (men p)); auto. intros r Rr Er. rewrite pick_put by auto using b_length.
      destruct (same r (to t)) eqn:G; [reflexivity|]. apply same_not in G. rewrite known_none; [reflexivity|exact Rr|].
      destruct (same r (from t)) eqn:G2; [apply same_is in G2; subst r; exact (moved_from _ X D)|]. apply same_not in G2.
      rewrite (moved_elsewhere _ X r Rr G2 G). apply empty_none, Er.
    - rewrite (known_none (from t) F (moved_from _ X D)). reflexivity. }
  destruct (pick (men p) (to t)) as [[d l]|] eqn:P.
  - assert (d = other c) as -> by (destruct (two_colors d) as [-> | ->]; [cbn in E; rewrite same_color_refl in E; discriminate|reflexivity]).
    destruct (others a (other c)) eqn:O.
    + destruct (S (others a) None (fun _ => 0%nat)) as [r [J T]]; auto; try (intros; lia).
      exists r. split; [|exact T]. apply in_flat_map. exists (from t). split; [exact I|]. apply in_or_app. left. exact J.
    + destruct (S (others a) (Some (other c, l)) (fun w => weight_on (weighs w) (to t) (Some (other c, l)))) as [r [J T]]; auto; try apply is_refl.
      exists r. split; [|exact T]. apply in_flat_map. exists (from t). split; [exact I|]. apply in_or_app. right.
      apply in_flat_map. exists (Some (other c, l)). split; [|exact J]. apply victim. cbn. apply same_color_refl.
  - destruct (S (others a) None (fun _ => 0%nat)) as [r [J T]]; auto; try (intros; lia).
    exists r. split; [|exact T]. apply in_flat_map. exists (from t). split; [exact I|]. apply in_or_app. left. exact J.
Qed.

Lemma pawn_state x cost passed v : after (men p) t = moved (men p) (from t) (to t) v -> from t <> to t ->
  pick (men p) (from t) = Some (c, Pawn) -> fitting (others a) x (pick (men p) (to t)) = true ->
  (forall w, In w ws -> weighs w (to t) v <= weighs w (from t) (c, Pawn))%nat ->
  (forall w, In w ws -> cost w <= weight_on (weighs w) (to t) (pick (men p) (to t)) + (weighs w (from t) (c, Pawn) - weighs w (to t) v))%nat ->
  (forall s, In s passed -> on_board s = true /\ pick (men p) s = None /\ s <> from t /\ s <> to t) ->
  exists r, In r (state_before ws a (put (put b (to t) x) (from t) (Some (c, Pawn))) (others a) cost passed [from t]) /\ stands r p.
Proof.
  intros X D V F W C P. apply state_before_in.
  - apply length_back.
  - apply back_fits; auto. exact (moved_elsewhere _ X).
  - intros w I. pose proof (C w I). pose proof (moved_total w _ _ X D V (W w I)). lia.
  - intros s [<-|S]; [exact (moved_from _ X D)|]. destruct (P s S) as [S1 [S2 [S3 S4]]]. rewrite (moved_elsewhere _ X s S1 S3 S4). exact S2.
  - intros s S. destruct (P s S) as [_ [S2 _]]. exact S2.
Qed.
(** Where a pawn's moves back are listed. *)
Lemma pawn_listed r : In (becomes t) (promotions c (to t)) ->
  let cost := fun s (w : counter) => (weighs w s (c, Pawn) - weighs w (to t) (c, became (becomes t)))%nat in
  let e := fun s x => put (put b (to t) x) s (Some (c, Pawn)) in
  let one := shift (to t) (0, - ahead c) in let two := shift one (0, - ahead c) in
  (pick b one = None /\ (In r (state_before ws a (e one None) (others a) (cost one) [] [one]) \/
     (snd two = pawn_rank c /\ pick b two = None /\ In r (state_before ws a (e two None) (others a) (cost two) [one] [two])))) \/
  (exists s, pick b s = None /\ In s (attacks b (other c) Pawn (to t)) /\
    ((exists x, In x (victims c) /\
      In r (state_before ws a (e s x) (others a) (fun w => weight_on (weighs w) (to t) x + cost s w)%nat [] [s])) \/
     (pick b (fst (to t), snd s) = None /\ snd (to t) + ahead c = pawn_rank (other c) /\
      In r (state_before ws a (put (e s None) (fst (to t), snd s) (Some (other c, Pawn))) (others a)
        (fun w => weighs w (fst (to t), snd s) (other c, Pawn) + cost s w)%nat [] [s])))) ->
  In r (pawn_goes_back ws a (became (becomes t)) (to t)).
Proof.
  intros B cost e one two H. unfold pawn_goes_back. rewrite who. fold b. apply in_flat_map. exists (becomes t).
  split; [exact (chosen_promotion p t B)|]. apply in_or_app. destruct H as [[N H]|[s [N [S H]]]].
  - left. fold one. rewrite N. cbn [empty]. apply in_or_app. destruct H as [H|[R2 [N2 H]]]; [left; exact H|right].
    fold two. rewrite R2, Z.eqb_refl, N2. exact H.
  - right. apply in_flat_map. exists s. split; [apply filter_In; split; [exact S|rewrite N; reflexivity]|]. apply in_or_app.
    destruct H as [[x [I H]]|[N2 [R2 H]]]; [left; apply in_flat_map; exists x; auto|right]. rewrite N2, R2, Z.eqb_refl. exact H.
Qed.
Lemma pawn_moved_step : pick (men p) (from t) = Some (c, Pawn) -> In (becomes t) (promotions c (to t)) ->
  after (men p) t = moved (men p) (from t) (to t) (c, became (becomes t)) -> from t <> to t -> has (pick (men p) (to t)) c = false ->
  ((forall w, In w ws -> (weighs w (to t) (c, became (becomes t)) <= weighs w (from t) (c, Pawn))%nat) ->
   pick b (from t) = None -> exists r, In r (pawn_goes_back ws a (became (becomes t)) (to t)) /\ stands r p) ->
  exists r, In r (states_before ws fixed a) /\ stands r p.
Proof.
  intros V B X D H K. assert (forall w, In w ws -> (weighs w (to t) (c, became (becomes t)) <= weighs w (from t) (c, Pawn))%nat) as W
    by (intros w I; apply weighs_became; assumption).
  apply (moved_step _ _ X D V eq_refl eq_refl H W). intros _ _. cbn [snd].
  destruct K as [r [I T]]; [exact W|apply known_none; [apply (from_on_board p t M)|exact (moved_from _ X D)]|].
  exists r. split; [apply in_or_app; right; exact I|exact T].
Qed.

Lemma push_step : pick (men p) (from t) = Some (c, Pawn) -> In (becomes t) (promotions c (to t)) ->
  to t = shift (from t) (0, ahead c) -> pick (men p) (to t) = None -> exists r, In r (states_before ws fixed a) /\ stands r p.
Proof.
  intros V B T E. assert (from t <> to t) as D.
  { intros D. rewrite <- D in T. destruct (from t), c; unfold shift in T; cbn in T; injection T; lia. }
  assert (shift (to t) (0, - ahead c) = from t) as O by (rewrite T; unfold shift; destruct (from t); cbn [fst snd]; f_equal; lia).
  assert (after (men p) t = moved (men p) (from t) (to t) (c, became (becomes t))) as X
    by (apply after_pawn; [exact V|rewrite T; unfold shift; cbn [fst]; rewrite Z.add_0_r, Z.eqb_refl; exact I]).
  apply (pawn_moved_step V B X D); [rewrite E; reflexivity|]. intros W N.
  destruct (pawn_state None (fun w => weighs w (from t) (c, Pawn) - weighs w (to t) (c, became (becomes t)))%nat [] _ X D V) as [r [J S]]; auto.
  - rewrite E. reflexivity.
  - intros w I. lia.
  - intros s [].
  - exists r. split; [|exact S]. apply pawn_listed; [exact B|]. cbv zeta. left. rewrite O. auto.
Qed.
Lemma double_step_back one : pick (men p) (from t) = Some (c, Pawn) -> becomes t = None -> snd (from t) = pawn_rank c ->
  one = shift (from t) (0, ahead c) -> to t = shift one (0, ahead c) -> pick (men p) one = None -> pick (men p) (to t) = None ->
  exists r, In r (states_before ws fixed a) /\ stands r p.
Proof.
  intros V B Y Z T F E. assert (from t <> to t) as D.
  { intros D. rewrite <- D, Z in T. destruct (from t), c; unfold shift in T; cbn in T; injection T; lia. }
  assert (shift (to t) (0, - ahead c) = one) as O by (rewrite T; unfold shift; destruct one; cbn [fst snd]; f_equal; lia).
  assert (shift one (0, - ahead c) = from t) as P by (rewrite Z; unfold shift; destruct (from t); cbn [fst snd]; f_equal; lia).
  assert (In (becomes t) (promotions c (to t))) as U.
  { rewrite B. unfold promotions. rewrite T, Z. unfold shift. cbn [fst snd]. rewrite Y. destruct c; left; reflexivity. }
  assert (after (men p) t = moved (men p) (from t) (to t) (c, became (becomes t))) as X
    by (apply after_pawn; [exact V|rewrite T, Z; unfold shift; cbn [fst]; rewrite !Z.add_0_r, Z.eqb_refl; exact I]).
  pose proof (from_on_board p t M) as OB. apply on_board_range in OB.
  assert (on_board one = true /\ one <> from t /\ one <> to t) as [G [G1 G2]].
  { split; [rewrite Z; apply range_on_board; unfold shift; cbn [fst snd]; rewrite ?Y; unfold pawn_rank; destruct c; cbn [ahead]; lia|].
    split; intros J.
    - rewrite J in Z. destruct (from t), c; unfold shift in Z; cbn in Z; injection Z; lia.
    - rewrite <- J in T. destruct one, c; unfold shift in T; cbn in T; injection T; lia. }
  apply (pawn_moved_step V U X D); [rewrite E; reflexivity|]. intros W N.
  destruct (pawn_state None (fun w => weighs w (from t) (c, Pawn) - weighs w (to t) (c, became (becomes t)))%nat [one] _ X D V) as [r [J S]]; auto.
  - rewrite E. reflexivity.
  - intros w I. lia.
  - intros s [<-|[]]. auto.
  - exists r. split; [|exact S]. apply pawn_listed; [exact U|]. cbv zeta. left. rewrite O, P. split; [|auto 6].
    apply known_none; [exact G|]. rewrite (moved_elsewhere _ X one G G1 G2). exact F.
Qed.
Lemma takes_step : pick (men p) (from t) = Some (c, Pawn) -> In (becomes t) (promotions c (to t)) ->
  In (to t) (attacks (men p) c Pawn (from t)) -> has (pick (men p) (to t)) (other c) = true ->
  exists r, In r (states_before ws fixed a) /\ stands r p.
Proof.
  intros V B H E. pose proof (attacks_away _ _ _ _ _ H) as D.
  assert (after (men p) t = moved (men p) (from t) (to t) (c, became (becomes t))) as X
    by (apply after_pawn; [exact V|destruct (pick (men p) (to t)); [destruct (negb _); exact I|discriminate]]).
  apply (pawn_moved_step V B X D).
  { destruct (pick (men p) (to t)) as [[d l]|]; [|reflexivity]. destruct c, d; try discriminate; reflexivity. }
  intros W N.
  destruct (pawn_state (pick (men p) (to t)) (fun w => weight_on (weighs w) (to t) (pick (men p) (to t)) +
    (weighs w (from t) (c, Pawn) - weighs w (to t) (c, became (becomes t))))%nat [] _ X D V) as [r [J S]]; auto.
  - destruct (pick (men p) (to t)) as [[d l]|]; [apply is_refl|discriminate].
  - intros s [].
  - exists r. split; [|exact S]. apply pawn_listed; [exact B|]. cbv zeta. right. exists (from t). split; [exact N|].
    split; [exact (pawn_attack_back (men p) b c _ _ (from_on_board p t M) H)|]. left. exists (pick (men p) (to t)). split; [apply victim, E|exact J].
Qed.
Lemma passed_rank : forall q e, reachable q -> passed q = Some e -> snd e + ahead (turn q) = pawn_rank (other (turn q)).
Proof.
  intros q e Q H. destruct Q as [|q u Q I]; [discriminate|]. cbn [play passed turn] in *.
  destruct (is (pick (men q) (from u)) (turn q) Pawn) eqn:P; [|discriminate]. apply is_some in P.
  destruct (Z.abs (snd (to u) - snd (from u)) =? 2) eqn:D; [|discriminate]. apply Z.eqb_eq in D. injection H as <-.
  cbn [fst snd]. rewrite other_other.
  destruct (moves_shape q u I) as [k K V B Y H|V B T E|one V B Y X T E F|V B Y H|V B Y H|T _ V C F _|T _ V C F _].
  - rewrite P in V. injection V as <-. congruence.
  - exfalso. rewrite T in D. unfold shift in D. cbn [snd] in D. destruct (turn q); cbn [ahead] in D; lia.
  - rewrite Y. destruct (turn q); reflexivity.
  - exfalso. apply pawn_attack in Y. destruct Y as [_ [Y|Y]]; rewrite Y in D; unfold shift in D; cbn [snd] in D; destruct (turn q); cbn [ahead] in D; lia.
  - exfalso. apply pawn_attack in Y. destruct Y as [_ [Y|Y]]; rewrite Y in D; unfold shift in D; cbn [snd] in D; destruct (turn q); cbn [ahead] in D; lia.
  - subst u. cbn [from plain] in P. congruence.
  - subst u. cbn [from plain] in P. congruence.
Qed.
Lemma en_passant_step : pick (men p) (from t) = Some (c, Pawn) -> In (becomes t) (promotions c (to t)) ->
  In (to t) (attacks (men p) c Pawn (from t)) -> passed p = Some (to t) -> exists r, In r (states_before ws fixed a) /\ stands r p.
Proof.
  intros V B H P. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t sane_p M) as Q.
  pose proof sane_p as [L [_ SP]]. destruct (SP _ P) as [E F]. clear SP.
  assert (fst (from t) <> fst (to t) /\ snd (to t) - ahead c = snd (from t)) as [D S]
    by (apply pawn_attack in H; destruct H as [_ [-> | ->]]; unfold shift; cbn [fst snd]; lia).
  fold c in F. rewrite S in F. set (g := (fst (to t), snd (from t))) in *.
  assert (on_board g = true) as G by (apply on_board_range in O, Q; apply range_on_board; cbn [g fst snd]; lia).
  assert (after (men p) t = put (moved (men p) (from t) (to t) (c, became (becomes t))) g None) as X by exact (after_en_passant _ _ _ V D E).
  assert (same (from t) g = false /\ same (to t) g = false /\ same (from t) (to t) = false /\ same g (to t) = false) as [N1 [N2 [N3 N4]]].
  { unfold g. repeat split; apply same_not; intros J.
    - rewrite J in D. apply D. reflexivity.
    - apply (f_equal snd) in J. cbn [snd] in J. destruct c; cbn [ahead] in S; lia.
    - rewrite J in D. apply D. reflexivity.
    - apply (f_equal snd) in J. cbn [snd] in J. destruct c; cbn [ahead] in S; lia. }
  assert (forall r, on_board r = true -> pick (after (men p) t) r = if same r g then None else if same r (to t) then Some (c, became (becomes t))
    else if same r (from t) then None else pick (men p) r) as Y.
  { intros r J. rewrite X, pick_put, moved_pick by (unfold moved; rewrite ?length_put; assumption). reflexivity. }
  assert (forall w, In w ws -> (total (weighs w) (after (men p) t) + (weighs w g (other c, Pawn) +
    (weighs w (from t) (c, Pawn) - weighs w (to t) (c, became (becomes t)))) = total (weighs w) (men p))%nat) as C.
  { intros w I. pose proof (weighs_became w c (from t) _ _ I B).
    pose proof (total_moved (weighs w) (men p) (from t) (to t) (c, became (becomes t)) L O Q ltac:(apply same_not, N3)) as T1.
    pose proof (total_put (weighs w) (moved (men p) (from t) (to t) (c, became (becomes t))) g None ltac:(unfold moved; rewrite !length_put; exact L) G) as T2.
    rewrite <- X, moved_pick, N4 in T2 by assumption. rewrite V, E in T1. cbn [weight_on] in *.
    assert (same g (from t) = false) as N5 by (apply same_not; intros J; apply same_not in N1; congruence).
    rewrite N5, F in T2. cbn [weight_on] in T2. lia. }
  pose proof (known_fits (to t) Q) as FT. rewrite (Y _ Q), N2, (proj2 (same_is _ _) eq_refl) in FT.
  destruct (pick b (to t)) as [[d k]|] eqn:K.
  - cbn [fitting] in FT. apply is_some in FT. injection FT as <- <-.
    destruct (state_before_in (put (put (put b (to t) None) (from t) (Some (c, Pawn))) g (Some (other c, Pawn))) (others a)
      (fun w => weighs w g (other c, Pawn) + (weighs w (from t) (c, Pawn) - weighs w (to t) (c, became (becomes t))))%nat [] [from t]) as [r [J T]].
    + rewrite length_put. apply length_back.
    + intros s J. rewrite !pick_put by (rewrite ?length_put; auto using b_length).
      destruct (same s g) eqn:S1; [apply same_is in S1; subst s; rewrite F; apply is_refl|].
      destruct (same s (from t)) eqn:S2; [apply same_is in S2; subst s; rewrite V; apply is_refl|].
      destruct (same s (to t)) eqn:S3; [apply same_is in S3; subst s; rewrite E; reflexivity|].
      pose proof (known_fits s J) as Fs. rewrite (Y s J), S1, S2, S3 in Fs. exact Fs.
    + intros w I. rewrite (C w I). lia.
    + intros s [<-|[]]. rewrite (Y _ O), N1, N3, (proj2 (same_is _ _) eq_refl). reflexivity.
    + intros s [].
    + exists r. split; [|exact T]. unfold states_before. apply in_or_app. right. apply in_or_app. left. apply in_flat_map.
      exists (to t). split; [apply squares_on_board, Q|]. fold b. rewrite K, who, same_color_refl.
      assert (some (same (to t)) fixed = false) as ->.
      { destruct (some (same (to t)) fixed) eqn:FX; [|reflexivity]. apply some_exists in FX. destruct FX as [s [I FX]].
        apply same_is in FX. subst s. pose proof (stay (to t) I Q) as ST.
        rewrite (Y _ Q), N2, (proj2 (same_is _ _) eq_refl), E in ST. discriminate. }
      apply in_or_app. right. apply pawn_listed; [exact B|]. cbv zeta. right. exists (from t).
      split; [apply known_none; [exact O|rewrite (Y _ O), N1, N3, (proj2 (same_is _ _) eq_refl); reflexivity]|].
      split; [exact (pawn_attack_back (men p) b c _ _ O H)|]. right.
      split; [apply (known_none g G); rewrite (Y _ G), (proj2 (same_is _ _) eq_refl); reflexivity|].
      split; [exact (passed_rank p (to t) R P)|exact J].
  - cbn [fitting] in FT. apply another_step; [exact FT| |].
    + intros s J. destruct (same s g) eqn:S1; [apply same_is in S1; subst s; left; apply known_none; [exact G|rewrite (Y _ G), (proj2 (same_is _ _) eq_refl); reflexivity]|].
      destruct (same s (to t)) eqn:S3; [apply same_is in S3; subst s; left; exact K|].
      destruct (same s (from t)) eqn:S2; [apply same_is in S2; subst s; left; apply known_none; [exact O|rewrite (Y _ O), N1, N3, (proj2 (same_is _ _) eq_refl); reflexivity]|].
      right. rewrite (Y s J), S1, S2, S3. reflexivity.
    + intros s J HS HA w I. rewrite (Y s J) in HA. destruct (same s g) eqn:S1.
      * apply same_is in S1. subst s. rewrite F. cbn [weight_on]. rewrite <- (C w I). lia.
      * destruct (same s (to t)) eqn:S3; [apply same_is in S3; subst s; rewrite E in HS; discriminate|].
        destruct (same s (from t)) eqn:S2; [apply same_is in S2; subst s; rewrite V in HS; destruct c; discriminate|]. congruence.
Qed.

Lemma castles_step kx rx corner free : t = plain (4, home_rank c) (kx, home_rank c) ->
  (kx, rx, corner, free) = (6, 5, 7, [4; 7]) \/ (kx, rx, corner, free) = (2, 3, 0, [0; 1; 4]) /\ pick (men p) (1, home_rank c) = None ->
  pick (men p) (4, home_rank c) = Some (c, King) -> pick (men p) (corner, home_rank c) = Some (c, Rook) ->
  pick (men p) (kx, home_rank c) = None -> pick (men p) (rx, home_rank c) = None ->
  (forall r, In r (castles_back ws a kx rx corner free) -> In r (states_before ws fixed a)) ->
  exists r, In r (states_before ws fixed a) /\ stands r p.
Proof.
  intros T C V Rk K0 R0 IN. set (y := home_rank c) in *. pose proof (proj1 sane_p) as L.
  assert (forall x, In x [4; kx; rx; corner; 1] -> on_board (x, y) = true) as O.
  { intros x I. unfold y. destruct C as [C|[C _]]; injection C as -> -> -> ->; cbn in I;
      repeat (destruct I as [<-|I]; [destruct c; reflexivity|]); destruct I. }
  assert (on_board (4, y) = true /\ on_board (kx, y) = true /\ on_board (rx, y) = true /\ on_board (corner, y) = true)
    as [O1 [O2 [O3 O4]]] by (repeat split; apply O; cbn; auto).
  assert (after (men p) t = put (put (moved (men p) (4, y) (kx, y) (c, King)) (corner, y) None) (rx, y) (Some (c, Rook))) as X.
  { rewrite T. unfold after, moved. cbv zeta. cbn [from to plain becomes]. rewrite V.
    destruct C as [C|[C _]]; injection C as -> -> -> ->; cbn [fst snd];
      [change (6 =? 4 + 2) with true|change (2 =? 4 + 2) with false; change (2 =? 4 - 2) with true]; cbv iota;
      rewrite !pick_put by (rewrite ?length_put; assumption);
      [change (same (7, y) (6, y)) with false; change (same (7, y) (4, y)) with false|
       change (same (0, y) (2, y)) with false; change (same (0, y) (4, y)) with false]; cbv iota; rewrite Rk; reflexivity. }
  assert (forall r, on_board r = true -> pick (after (men p) t) r = if same r (rx, y) then Some (c, Rook) else
    if same r (corner, y) then None else if same r (kx, y) then Some (c, King) else if same r (4, y) then None else
    pick (men p) r) as Y.
  { intros r J. rewrite X, !pick_put, moved_pick by (unfold moved; rewrite ?length_put; assumption). reflexivity. }
  assert (forall u v, same (u, y) (v, y) = (u =? v)) as SY by (intros u v; unfold same; cbn [fst snd]; destruct (u =? v); [apply Z.eqb_refl|reflexivity]).
  assert (pick (after (men p) t) (rx, y) = Some (c, Rook) /\ pick (after (men p) t) (kx, y) = Some (c, King)) as [AR AK].
  { rewrite !Y, !SY by assumption. destruct C as [C|[C _]]; injection C as -> -> -> ->; split; reflexivity. }
  assert (forall x, In x free -> pick b (x, y) = None) as FREE.
  { intros x I. apply known_none; [|rewrite Y, !SY].
    - apply O. destruct C as [C|[C _]]; injection C as -> -> -> ->; cbn in I |- *; tauto.
    - destruct C as [C|[C C1]]; injection C as -> -> -> ->; cbn in I; repeat (destruct I as [<-|I]; [try reflexivity; exact C1|]); destruct I.
    - apply O. destruct C as [C|[C _]]; injection C as -> -> -> ->; cbn in I |- *; tauto. }
  pose proof (known_fits (kx, y) O2) as FK. pose proof (known_fits (rx, y) O3) as FR. rewrite AK in FK. rewrite AR in FR.
  assert ((pick b (kx, y) = None /\ others a c = true) \/ pick b (kx, y) = Some (c, King)) as HK.
  { destruct (pick b (kx, y)) as [[d k]|]; [right|left; auto]. cbn [fitting] in FK. apply is_some in FK. injection FK as <- <-. reflexivity. }
  assert ((pick b (rx, y) = None /\ others a c = true) \/ pick b (rx, y) = Some (c, Rook)) as HR.
  { destruct (pick b (rx, y)) as [[d k]|]; [right|left; auto]. cbn [fitting] in FR. apply is_some in FR. injection FR as <- <-. reflexivity. }
  assert ((pick b (kx, y) = None /\ pick b (rx, y) = None /\ others a c = true) \/
    (if is (pick b (kx, y)) c King then is (pick b (rx, y)) c Rook ||| others a c else is (pick b (rx, y)) c Rook &&& others a c) = true) as [[NK [NR OC]]|GO].
  { destruct HK as [[-> OC]| ->], HR as [[-> OC']| ->]; rewrite ?is_refl; cbn [is]; auto. }
  - apply another_step; [exact OC| |].
    + intros s J. rewrite (Y s J). destruct (same s (rx, y)) eqn:S1; [apply same_is in S1; subst s; auto|].
      destruct (same s (corner, y)) eqn:S2; [apply same_is in S2; subst s; left; apply FREE; destruct C as [C|[C _]]; injection C as -> -> -> ->; cbn; auto|].
      destruct (same s (kx, y)) eqn:S3; [apply same_is in S3; subst s; auto|].
      destruct (same s (4, y)) eqn:S4; [apply same_is in S4; subst s; left; apply FREE; destruct C as [C|[C _]]; injection C as -> -> -> ->; cbn; auto|]. auto.
    + intros s J HS HA w I. exfalso. rewrite (Y s J) in HA.
      destruct (same s (rx, y)) eqn:S1; [apply same_is in S1; subst s; rewrite R0 in HS; discriminate|].
      destruct (same s (corner, y)) eqn:S2; [apply same_is in S2; subst s; rewrite Rk in HS; destruct c; discriminate|].
      destruct (same s (kx, y)) eqn:S3; [apply same_is in S3; subst s; rewrite K0 in HS; discriminate|].
      destruct (same s (4, y)) eqn:S4; [apply same_is in S4; subst s; rewrite V in HS; destruct c; discriminate|]. congruence.
  - destruct (state_before_in (put (put (put (put b (kx, y) None) (rx, y) None) (4, y) (Some (c, King))) (corner, y) (Some (c, Rook)))
      (others a) (fun _ => 0%nat) [] []) as [r [I S]].
    + rewrite !length_put. apply b_length.
    + intros s J. rewrite !pick_put by (rewrite ?length_put; auto using b_length).
      destruct (same s (corner, y)) eqn:S2; [apply same_is in S2; subst s; rewrite Rk; apply is_refl|].
      destruct (same s (4, y)) eqn:S4; [apply same_is in S4; subst s; rewrite V; apply is_refl|].
      destruct (same s (rx, y)) eqn:S1; [apply same_is in S1; subst s; rewrite R0; reflexivity|].
      destruct (same s (kx, y)) eqn:S3; [apply same_is in S3; subst s; rewrite K0; reflexivity|].
      pose proof (known_fits s J) as Fs. rewrite (Y s J), S1, S2, S3, S4 in Fs. exact Fs.
    + intros w I. pose proof (total_after w p t I R M). lia.
    + intros s [].
    + intros s [].
    + exists r. split; [|exact S]. apply IN. unfold castles_back. cbv zeta. rewrite who. fold y b. rewrite GO.
      assert (forallb (fun x => empty (pick b (x, y))) free = true) as ->; [|exact I].
      apply forallb_forall. intros x Hx. rewrite (FREE x Hx). reflexivity.
Qed.

Theorem states_before_complete : exists r, In r (states_before ws fixed a) /\ stands r p.
Proof.
  destruct (moves_shape p t M) as [k N V B H O|V B T E|one V B Y Z T F E|V B H O|V B H P|T S V C F _|T S V C F _].
  - exact (piece_step k N V B H O).
  - exact (push_step V B T E).
  - exact (double_step_back one V B Y Z T F E).
  - exact (takes_step V B H O).
  - exact (en_passant_step V B H P).
  - cbn [forallb] in F. fold c in F. destruct (pick (men p) (5, home_rank c)) eqn:F5; [discriminate|].
    destruct (pick (men p) (6, home_rank c)) eqn:F6; [discriminate|].
    apply (castles_step 6 5 7 [4; 7]); auto. intros r J. unfold states_before. rewrite !in_app_iff. auto.
  - cbn [forallb] in F. fold c in F. destruct (pick (men p) (1, home_rank c)) eqn:F1; [discriminate|].
    destruct (pick (men p) (2, home_rank c)) eqn:F2; [discriminate|].
    destruct (pick (men p) (3, home_rank c)) eqn:F3; [discriminate|].
    apply (castles_step 2 3 0 [0; 1; 4]); auto. intros r J. unfold states_before. rewrite !in_app_iff. auto.
Qed.
End Step.

Lemma larger_bounds p : forall l x z, all2 Nat.leb x z = true ->
  Forall2 (fun w n => total (weighs w) (men initial) <= total (weighs w) (men p) + n)%nat l x ->
  Forall2 (fun w n => total (weighs w) (men initial) <= total (weighs w) (men p) + n)%nat l z.
Proof.
  induction l as [|w l IH]; intros x z L F; inversion F; subst; destruct z as [|m z]; try discriminate; [constructor|].
  cbn [all2] in L. apply lazy_and in L. destruct L as [L1 L2]. apply Nat.leb_le in L1. constructor; [lia|exact (IH _ _ L2 H3)].
Qed.
Lemma covers_stands b a p : covers b a = true -> stands a p -> stands b p.
Proof.
  unfold covers. intros H [AT [AL [AF AB]]]. do 4 (apply lazy_and in H; destruct H as [H ?]).
  apply same_color_is in H. destruct (all2_nth _ None None _ _ H0) as [L F].
  split; [congruence|]. split; [congruence|]. split.
  - intros s S. specialize (AF s S). pose proof (F (index s)) as Fs. fold (pick (known b) s) (pick (known a) s) in Fs.
    specialize (Fs ltac:(rewrite L, AL; apply index_range, S)).
    assert (forall d, others a d = true -> others b d = true) as O.
    { intros d. apply implies_in. destruct d; assumption. }
    destruct (pick (known b) s) as [[c k]|].
    + cbn [fitting] in Fs. apply is_some in Fs. rewrite Fs in AF. exact AF.
    + cbn [fitting] in *. destruct (pick (men p) s) as [[c k]|]; [|reflexivity]. destruct (pick (known a) s) as [[d l]|]; [|auto].
      cbn [fitting] in AF. apply is_some in AF. injection AF as -> ->. exact Fs.
  - exact (larger_bounds p ws _ _ H1 AB).
Qed.
End Sound.

Theorem closed_set_refutes ws q l : closed_set ws q l = true -> forall p, knows q p -> ~ reachable p.
Proof.
  unfold closed_set. cbv zeta. set (fixed := filter (never_moved q) squares). intros H p K RP.
  apply lazy_and in H. destruct H as [H CL]. apply lazy_and in H. destruct H as [CO WH]. rewrite forallb_forall in CL.
  assert (forall a, leads a p -> reachable a -> exists s, In s l /\ stands ws s a) as IND.
  { intros a L. induction L as [p|a t p M L IH]; intros R.
    - unfold covered in WH. apply some_exists in WH. destruct WH as [s [I C]]. exists s. split; [exact I|].
      apply (covers_stands ws s (whole ws q)); [exact C|]. destruct K as [KM [KT _]]. unfold whole. repeat split; cbn [to_move known others bounds].
      + congruence.
      + rewrite <- KM. apply (reachable_sane p RP).
      + intros r _. rewrite KM. destruct (pick (men q) r) as [[c k]|]; [apply is_refl|reflexivity].
      + rewrite KM. clear. induction ws as [|w l IH]; constructor; [lia|exact IH].
    - destruct (IH K RP (Next a t R M)) as [s [I S]]. specialize (CL s I). apply lazy_and in CL. destruct CL as [_ CL].
      rewrite forallb_forall in CL.
      destruct (states_before_complete ws fixed CO a t s R M S) as [r [J T]].
      + intros f F O. apply filter_In in F. destruct F as [_ F]. change (after (men a) t) with (men (play a t)).
        rewrite (never_moved_stays q p K (play a t) L (Next a t R M) f F), (never_moved_stays q p K a (Further a t p M L) R f F). reflexivity.
      + specialize (CL r J). unfold covered in CL. apply some_exists in CL. destruct CL as [u [U C]]. exists u. split; [exact U|].
        exact (covers_stands ws u r a C T). }
  destruct (IND initial (reachable_leads p RP) Start) as [s [I S]]. specialize (CL s I). apply lazy_and in CL. destruct CL as [CL _].
  apply lazy_and in CL. destruct CL as [LE ST]. apply Nat.eqb_eq in LE. apply negb_true_iff in ST. destruct S as [ST1 [_ [SF _]]].
  enough (starts s = true) by congruence. unfold starts. rewrite ST1. cbn [turn initial same_color].
  assert (forall k m : board, length k = length m -> (forall n, (n < length k)%nat -> fitting (others s) (nth n k None) (nth n m None) = true) ->
    all2 (fitting (others s)) k m = true) as ALL.
  { induction k as [|x k IH]; intros [|z m] LL F; try discriminate; [reflexivity|]. cbn [all2].
    pose proof (F 0%nat ltac:(cbn; lia)) as F0. cbn [nth] in F0. rewrite F0. apply IH; [cbn in LL; lia|].
    intros n N. apply (F (S n)). cbn. lia. }
  apply ALL; [rewrite LE; reflexivity|]. intros n N. rewrite LE in N.
  pose proof (Z.div_mod (Z.of_nat n) 8). pose proof (Z.mod_pos_bound (Z.of_nat n) 8).
  specialize (SF (Z.of_nat n mod 8, Z.of_nat n / 8) ltac:(apply range_on_board; cbn [fst snd]; lia)).
  unfold pick, index in SF. cbn [fst snd] in SF. replace (Z.to_nat (8 * (Z.of_nat n / 8) + Z.of_nat n mod 8)) with n in SF by lia. exact SF.
Qed.

Print Assumptions closed_set_refutes.

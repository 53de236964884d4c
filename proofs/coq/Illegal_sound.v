(** A position with a certificate is not reachable; and published diagrams and uniform draws that have one. *)

Require Import Prelude Arith Lia Chess Before Before_facts Before_complete Rights Weights Potential Games Home Illegal.
Require String.
Local Open Scope nat_scope.

(** A side never has two kings. *)
Theorem one_king c p : reachable p -> (number c King p <= 1)%nat.
Proof.
  intros R. pose proof (weight_never_grows (if_man c King)) as H.
  assert (number c King initial = 1)%nat as E by (destruct c; reflexivity). rewrite <- E. apply H; [|exact R].
  intros d k. apply Nat.leb_le. destruct c, d, k; reflexivity.
Qed.
Lemma some_exists {A} (f : A -> bool) l : some f l = true -> exists x, In x l /\ f x = true.
Proof.
  induction l as [|x l IH]; [discriminate|]. cbn [some]. destruct (f x) eqn:E; [exists x; cbn; auto|].
  intros H. destruct (IH H) as [y [I Y]]. exists y. cbn. auto.
Qed.
Lemma functional {A} (l : list A) (f g : A -> bool) : (forall x, f x = g x) -> some f l = some g l.
Proof. intros H. induction l as [|x l IH]; cbn [some]; [reflexivity|]. rewrite H, IH. reflexivity. Qed.
Lemma exists_some {A} (f : A -> bool) l x : In x l -> f x = true -> some f l = true.
Proof.
  intros I F. induction l as [|y l IH]; [destruct I|]. cbn [some]. destruct I as [->|I]; [rewrite F; reflexivity|].
  rewrite (IH I). destruct (f y); reflexivity.
Qed.
(** The three sums that no move raises. *)
Lemma same_colour_bishop b c s u : In u (attacks b c Bishop s) -> dark u = dark s.
Proof.
  cbn [attacks]. intros H. apply in_flat_map in H. destruct H as [d [D H]]. apply ray_spec in H. destruct H as [j [_ [-> _]]].
  unfold dark, along. cbn [fst snd]. cbn in D.
  assert (exists z, fst s + j * fst d + (snd s + j * snd d) = fst s + snd s + 2 * z)%Z as [z ->]
    by (repeat (destruct D as [<-|D]; [cbn [fst snd]; solve [exists j; lia|exists 0%Z; lia|exists (- j)%Z; lia]|]); destruct D).
  rewrite Z.even_add, Z.even_mul. destruct (Z.even _); reflexivity.
Qed.
Lemma in_class_steady x k s u : k <> Bishop -> in_class x k u = in_class x k s.
Proof. unfold in_class. destruct k; congruence. Qed.
(** The pawns of b that never moved. *)
Definition at_start (b : board) : list (square * color) := filter (fun sc => is (pick b (fst sc)) (snd sc) Pawn)
  (flat_map (fun c => map (fun x => ((x, pawn_rank c), c)) [0; 1; 2; 3; 4; 5; 6; 7]%Z) [White; Black]).
Lemma at_start_home b s c : In (s, c) (at_start b) -> home_square s c /\ pick b s = Some (c, Pawn).
Proof.
  unfold at_start. intros H. apply filter_In in H. cbn [fst snd] in H. destruct H as [H P]. apply is_some in P. split; [|exact P].
  apply in_flat_map in H. destruct H as [d [_ H]]. apply in_map_iff in H. destruct H as [x [E X]]. injection E as <- <-.
  split; [|reflexivity]. apply range_on_board; cbn [fst snd]; [cbn in X; lia|destruct d; cbn; lia].
Qed.
Lemma at_start_in b x c : (0 <= x <= 7)%Z -> pick b (x, pawn_rank c) = Some (c, Pawn) -> In ((x, pawn_rank c), c) (at_start b).
Proof.
  intros X P. apply filter_In. cbn [fst snd]. rewrite P. split; [|apply is_refl]. apply in_flat_map. exists c.
  split; [destruct c; cbn; auto|]. apply in_map_iff. exists x. split; [reflexivity|]. cbn. lia.
Qed.
Lemma shut_in_stays b d c s u : keeps (at_start b) d -> shut_in b c s = true -> on_board s = true -> In u (attacks d c Bishop s) ->
  has (pick d u) c = true.
Proof.
  intros K H S I. unfold shut_in in H. do 3 (apply lazy_and in H; destruct H as [H ?]). apply Z.eqb_eq in H.
  assert (1 <= fst s <= 6)%Z as X by (destruct (Z.eqb_spec (fst s) 2); [lia|]; destruct (Z.eqb_spec (fst s) 5); [lia|discriminate]).
  repeat match goal with P : is _ _ _ = true |- _ => apply is_some in P end.
  apply (bishop_shut_in d c s u S H X); [| |exact I]; apply K, at_start_in; auto; lia.
Qed.
Lemma by_class_never_grows b base pawns kinds (pairs : bool) :
  (forall c, kinds c <> [] -> 1 <= pawns c + (if pairs then pawn_of White (Some (c, Pawn)) else 0))%nat -> (pairs = true -> 1 <= base /\ 2 <= base + pawns Black)%nat ->
  forall p, reachable p -> men p = b -> (potential (by_class b base pawns kinds) pairs (men p) <=
    potential (by_class b base pawns kinds) pairs (men initial))%nat.
Proof.
  intros P Q p R M. assert (forall c k s u, k <> Bishop -> by_class b base pawns kinds u (c, k) = by_class b base pawns kinds s (c, k)) as S.
  { intros c k s u N. unfold by_class. cbn [fst snd]. f_equal.
    destruct k; try congruence; erewrite (functional (kinds c)); eauto using in_class_steady. }
  apply (potential_with_home_pawns (at_start b)); [| |exact R|].
  1: intros s c H; apply at_start_home in H; tauto. 2: intros s c H; apply at_start_home in H; rewrite M; tauto.
  apply pawns_settled.
  - intros c k s u [-> | ->]; apply S; discriminate.
  - intros d c k s u K N O _ I H. destruct k; try (erewrite S by discriminate; apply le_n).
    unfold by_class. cbn [fst snd]. destruct (shut_in b c s) eqn:E; [rewrite (shut_in_stays b d c s u) in H by assumption; discriminate|].
    apply same_colour_bishop in I. erewrite (functional (kinds c) (fun x => in_class x Bishop u)).
    + destruct (shut_in b c u); [lia|apply le_n].
    + intros x. unfold in_class. rewrite I. reflexivity.
  - intros c s u _. erewrite S by discriminate. apply le_n.
  - intros c k s u. unfold by_class. cbn [fst snd].
    assert ((if some (fun x => in_class x (promoted k) u) (kinds c) then 1 else 0) <= pawns c + (if pairs then pawn_of White (Some (c, Pawn)) else 0))%nat as H.
    { destruct (kinds c) as [|x l] eqn:E; [cbn; lia|]. pose proof (P c ltac:(congruence)). destruct (some _ _); lia. }
    destruct k; cbn [promoted] in *; try lia. destruct (shut_in b c u); lia.
  - intros PP s [c k]. destruct (Q PP). unfold by_class. cbn [fst snd]. destruct c, k; cbn [pawn_of is same_color same_kind]; lia.
Qed.
Lemma pawns_behind_never_grows c s p : reachable p ->
  (potential (pawns_behind c s) false (men p) <= potential (pawns_behind c s) false (men initial))%nat.
Proof.
  assert (forall d k r, k <> Pawn -> pawns_behind c s r (d, k) = 0%nat) as Z.
  { intros d k r N. unfold pawns_behind. cbn [is]. destruct (same_color c d); [|reflexivity]. destruct k; reflexivity || congruence. }
  apply potential_never_grows, pawns_settled; try discriminate.
  - intros d k r u [-> | ->]; rewrite !Z by discriminate; reflexivity.
  - intros b d k r u _ N _ _ _ _. rewrite !Z by exact N. apply le_n.
  - intros d r u S. unfold pawns_behind. cbn [is]. destruct (same_color c d) eqn:E; [|apply le_n]. apply same_color_is in E. subst d.
    cbn [same_kind]. destruct (in_cone c s u) eqn:U; [|lia]. unfold in_cone in *. apply Z.leb_le in U.
    assert (Z.abs (fst r - fst s) <=? (snd s - snd r) * ahead c = true)%Z as ->; [|apply le_n].
    apply Z.leb_le. destruct S as [[S1 S2]|[S1 S2]]; rewrite S1 in U; destruct c; cbn [ahead] in *; lia.
  - intros d k r u. rewrite Z by (destruct k; discriminate). lia.
Qed.
Lemma by_files_never_grows c l light dark_ p : gentle c l light dark_ = true -> reachable p ->
  (potential (by_files c l light dark_) false (men p) <= potential (by_files c l light dark_) false (men initial))%nat.
Proof.
  intros G R. apply lazy_and in G. destruct G as [G1 G2]. rewrite forallb_forall in G1, G2.
  revert p R. apply potential_never_grows. split; [|split; [|split; [|split; [|discriminate]]]].
  - intros d k s u [-> | ->]; unfold by_files; cbn [fst snd]; destruct (same_color d c); reflexivity.
  - intros b d k s u _ N _ _ I _. unfold by_files. cbn [fst snd]. destruct (same_color d c); [|apply le_n].
    destruct k; try apply le_n; [|congruence]. rewrite (same_colour_bishop _ _ _ _ I). apply le_n.
  - intros d s u b O _ F I. rewrite Nat.add_0_r. unfold by_files. cbn [fst snd]. destruct (same_color d c) eqn:E; [|apply le_n].
    apply same_color_is in E. subst d. unfold promotions in I. destruct (Z.eqb_spec (snd u) (home_rank (other c))) as [Y|_].
    + apply in_map_iff in I. destruct I as [k [<- _]]. cbn [became]. destruct k; cbn [promoted]; try lia.
      apply on_board_range in O. specialize (G2 (fst u) ltac:(cbn; lia)). apply Nat.leb_le in G2.
      rewrite <- Y, <- surjective_pairing, F in G2. exact G2.
    + destruct I as [<-|[]]. cbn [became]. rewrite F. apply le_n.
  - intros d s u b r k X O _ D I. rewrite Nat.add_0_r. unfold by_files. cbn [fst snd]. destruct (same_color d c) eqn:E; [|lia].
    apply same_color_is in E. subst d. replace (same_color (other c) c) with false by (destruct c; reflexivity).
    apply on_board_range in X, O.
    assert (height l (fst u) <= S (height l (fst s)))%nat as H.
    { assert (fst u = fst s + 1 \/ fst s = fst u + 1)%Z as [H|H] by lia.
      - specialize (G1 (fst s) ltac:(cbn; lia)). apply lazy_and in G1. destruct G1 as [_ G1]. apply Nat.leb_le in G1. rewrite H. exact G1.
      - specialize (G1 (fst u) ltac:(cbn; lia)). apply lazy_and in G1. destruct G1 as [G1 _]. apply Nat.leb_le in G1. rewrite H. exact G1. }
    unfold promotions in I. destruct (Z.eqb_spec (snd u) (home_rank (other c))) as [Y|_].
    + apply in_map_iff in I. destruct I as [v [<- _]]. cbn [became]. destruct v; cbn [promoted]; try lia.
      specialize (G2 (fst u) ltac:(cbn; lia)). apply Nat.leb_le in G2. rewrite <- Y, <- surjective_pairing in G2. lia.
    + destruct I as [<-|[]]. cbn [became]. lia.
Qed.
Lemma not_grown w pairs p q : men p = men q -> (potential w pairs (men p) <= potential w pairs (men initial))%nat ->
  grown w pairs q = false.
Proof. intros M H. unfold grown. rewrite <- M. apply Nat.ltb_ge, H. Qed.

Lemma applies_sound r p q : reachable p -> knows q p -> applies r q = false.
Proof.
  intros R [M [T [KS [KL E]]]]. destruct (applies r q) eqn:A; [|reflexivity]. exfalso.
  destruct r as [| | | |c|c| |c s|c l light dark_]; cbn [applies] in A.
  - rewrite <- M, <- T, (no_opposite_check p R) in A. discriminate.
  - apply existsb_exists in A. destruct A as [y [Y A]]. apply existsb_exists in A. destruct A as [x [X A]]. rewrite <- M in A.
    destruct (pick (men p) (x, y)) as [[c []]|] eqn:V; try discriminate. destruct (reachable_sane p R) as [_ [P _]].
    assert (on_board (x, y) = true) as B by (apply range_on_board; cbn in *; lia).
    pose proof (P _ _ B V) as L. cbn in L, Y. lia.
  - destruct (passed q) as [e|]; [|discriminate]. destruct (reachable_sane p R) as [_ [_ P]]. destruct (P e E) as [P1 P2].
    rewrite <- M, <- T, P1, P2, is_refl in A. discriminate.
  - apply some_exists in A. destruct A as [c [_ A]]. cbv zeta in A. rewrite <- M in A. destruct (rights_at_home p R c) as [S L].
    specialize (KS c). specialize (KL c). destruct (short q c).
    + destruct (S KS) as [S1 S2]. rewrite S1, S2, !is_refl in A. destruct (long q c); [|discriminate].
      destruct (L KL) as [_ L2]. rewrite L2, is_refl in A. discriminate.
    + destruct (long q c); [|discriminate]. destruct (L KL) as [L1 L2]. rewrite L1, L2, !is_refl in A. discriminate.
  - apply Nat.ltb_lt in A. pose proof (one_king c p R) as H. unfold number in *. rewrite M in H. lia.
  - rewrite (not_grown _ _ p q M) in A; [discriminate|]. apply by_class_never_grows; try discriminate; [|exact R|exact M].
    intros d N. destruct (same_color d c); [lia|congruence].
  - rewrite (not_grown _ _ p q M) in A; [discriminate|]. apply by_class_never_grows; [| |exact R|exact M]; [|lia].
    intros [] _; cbn; lia.
  - apply lazy_and in A. destruct A as [_ A]. rewrite (not_grown _ _ p q M) in A; [discriminate|].
    apply pawns_behind_never_grows, R.
  - apply lazy_and in A. destruct A as [G A]. rewrite (not_grown _ _ p q M) in A; [discriminate|].
    exact (by_files_never_grows c l light dark_ p G R).
Qed.
Lemma same_man_refl v : same_man v v = true.
Proof. destruct v as [[c k]|]; [apply is_refl|reflexivity]. Qed.
Lemma refuted_sound depth : forall q, refuted depth q = true -> forall p, knows q p -> ~ reachable p.
Proof.
  assert (forall q p l, knows q p -> reachable p -> some (fun r => applies r q) l = false) as S.
  { intros q p l K R. destruct (some _ l) eqn:E; [|reflexivity]. apply some_exists in E. destruct E as [r [_ E]].
    rewrite (applies_sound r p q R K) in E. discriminate. }
  induction depth as [|depth IH]; intros q H p K R; cbn [refuted] in H; rewrite !(S q p _ K R) in H; [discriminate|].
  apply lazy_and in H. destruct H as [I H]. destruct R as [|p t R M].
  - destruct K as [A [B _]]. unfold may_be_initial in I. rewrite <- A, <- B in I. cbn [turn] in I.
    assert (forallb (fun s => same_man (pick (men initial) s) (pick (men initial) s)) squares = true) as J
      by (apply forallb_forall; intros s _; apply same_man_refl).
    rewrite J in I. discriminate.
  - destruct (before_complete p t q R M K) as [r [J L]]. apply negb_true_iff in H.
    destruct (refuted depth r) eqn:F; [exact (IH r F p L R)|].
    enough (some (fun rt => negb (refuted depth (fst rt))) (before q) = true) by congruence.
    apply (exists_some _ _ (r, t) J). cbn [fst]. rewrite F. reflexivity.
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

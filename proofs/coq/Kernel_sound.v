(** The schemas of Kernel.v are true of every game. *)

Require Import Prelude Arith Lia Chess Before Before_facts Before_complete Kernel Kernel_facts Kernel_counts.
Require Rup Packed.

Lemma some_yes l m : existsb (holds l) (map Yes m) = existsb (value l) m.
Proof. induction m as [|x m IH]; [reflexivity|]. cbn [map existsb holds]. rewrite IH. reflexivity. Qed.
Lemma some_pawn l (f : pawn -> variable) m a : In a m -> value l (f a) = true -> existsb (holds l) (map (fun b => Yes (f b)) m) = true.
Proof. intros I V. apply existsb_exists. exists (Yes (f a)). split; [apply (in_map (fun b => Yes (f b))), I|exact V]. Qed.
Lemma filter_last {A} (f : A -> bool) m x : length (filter f (m ++ [x])) = (length (filter f m) + if f x then 1 else 0)%nat.
Proof. rewrite filter_app, app_length. cbn [filter]. destruct (f x); reflexivity. Qed.
Ltac counting := cbn [existsb holds value]; rewrite ?filter_last;
  repeat match goal with H : value _ _ = _ |- _ => rewrite H end;
  match goal with |- context [length (filter (value ?l) ?m)] => generalize (length (filter (value l) m)) end; intros y;
  repeat match goal with |- context [(?a <=? ?b)%nat] => destruct (Nat.leb_spec a b) end; reflexivity || lia.
Ltac literals := cbn [existsb holds];
  repeat match goal with |- context [value ?l ?v] => let E := fresh "E" in destruct (value l v) eqn:E; try reflexivity end; exfalso.
Ltac at_capture_ T := cbn [map existsb holds value]; destruct (capture T _) as [[p t]|] eqn:C; [|reflexivity]; cbn [snd].
Theorem schemas_hold l g : played l g -> forall c, schema (men g) c -> existsb (holds l) c = true.
Proof.
  intros P c S. destruct S.
  - (* in_gate *) cbn [existsb holds]. destruct (value l x) eqn:E; [|reflexivity]. cbn [negb value].
    replace (existsb (value l) m) with true; [reflexivity|]. symmetry. apply existsb_exists. exists x. auto.
  - (* out_gate *) cbn [existsb holds value]. rewrite some_yes. destruct (existsb (value l) m); reflexivity.
  - (* count_0 *) reflexivity.
  - (* count_none *) reflexivity.
  - (* count_1 *) cbn [existsb holds value]. destruct (value l x) eqn:E; counting.
  - (* count_2 *) cbn [existsb holds]. destruct (value l x) eqn:E; [|reflexivity]. cbn [negb]. counting.
  - (* count_3 *) cbn [existsb holds]. destruct (value l x) eqn:E; [rewrite !orb_true_r; reflexivity|]. counting.
  - (* count_4 *) cbn [existsb holds value]. destruct (value l x) eqn:E; counting.
  - (* two_takes *) literals. destruct (takes_value l T a E) as [p [t [C A]]]. destruct (takes_value l T b E0) as [q [u [D B]]].
    rewrite C in D. injection D as <- <-. destruct (at_capture l g P T p t C) as [K _]. exact (apart _ p K a b _ H A B).
  - (* some_takes *) cbn [existsb holds value]. destruct (capture T l) as [[p t]|] eqn:C; [|reflexivity]. cbn [negb].
    destruct (at_capture l g P T p t C) as [B [M X]]. cbn [captures] in X. apply lazy_and in X. destruct X as [X _]. apply is_some in X.
    destruct (comes_from _ p B _ _ (from_on_board p t M) X) as [a [I F]]. apply (some_pawn l (fun a => Takes a T) _ a).
    + unfold all_pawns. apply in_or_app. destruct (turn p); auto.
    + cbn [value]. rewrite C, F. cbn [snd]. apply same_is. reflexivity.
  - (* used *) literals. destruct (takes_value l T a E) as [p [t [C _]]]. cbn [value] in E0. rewrite C in E0. discriminate.
  - (* two_victims *) literals. destruct (taken_value l T a E) as [p [t [C A]]]. destruct (taken_value l T b E0) as [q [u [D B]]].
    rewrite C in D. injection D as <- <-. destruct (at_capture l g P T p t C) as [K _]. exact (apart _ p K a b _ H A B).
  - (* victim_of *) cbn [existsb holds]. destruct (value l (TakenAt a T)) eqn:E; [|reflexivity]. cbn [negb].
    destruct (taken_value l T a E) as [p [t [C A]]]. destruct (at_capture l g P T p t C) as [B [M X]].
    pose proof (reachable_sane p (played_reachable _ p B)) as W. pose proof X as Y. cbn [captures] in Y. apply lazy_and in Y.
    destruct Y as [Y _]. apply is_some in Y. destruct (capture_on_board l g P T p t C) as [O Q].
    assert (on_board (victim (p, t)) = true) as G.
    { cbn [victim]. rewrite X. destruct (empty _); [|exact Q]. apply on_board_range in O, Q. apply range_on_board; cbn [fst snd]; lia. }
    rewrite (victim_color p t _ _ W M X (stands _ p B a _ A G)), other_other.
    destruct (comes_from _ p B _ _ O Y) as [b [I F]]. apply (some_pawn l (fun b => Takes b T) _ b I).
    cbn [value]. rewrite C, F. cbn [snd]. apply same_is. reflexivity.
  - (* two_from *) at_capture_ T. destruct (Z.eqb_spec (fst (from t)) f), (Z.eqb_spec (fst (from t)) g0); reflexivity || congruence.
  - (* some_from *) at_capture_ T. destruct (capture_on_board l g P T p t C) as [O _]. apply on_board_range in O. destruct O as [X _].
    revert X. generalize (fst (from t)) as x. intros x X.
    assert (x = 0 \/ x = 1 \/ x = 2 \/ x = 3 \/ x = 4 \/ x = 5 \/ x = 6 \/ x = 7) as K by lia.
    repeat (destruct K as [->|K]; [reflexivity|]). subst. reflexivity.
  - (* two_to *) at_capture_ T. destruct (Z.eqb_spec (fst (to t)) f), (Z.eqb_spec (fst (to t)) g0); reflexivity || congruence.
  - (* some_to *) at_capture_ T. destruct (capture_on_board l g P T p t C) as [_ O]. apply on_board_range in O. destruct O as [X _].
    revert X. generalize (fst (to t)) as x. intros x X.
    assert (x = 0 \/ x = 1 \/ x = 2 \/ x = 3 \/ x = 4 \/ x = 5 \/ x = 6 \/ x = 7) as K by lia.
    repeat (destruct K as [->|K]; [reflexivity|]). subst. reflexivity.
  - (* idle *) cbn [existsb holds value]. destruct (capture T l) eqn:C; [destruct (capture (S T) l); reflexivity|].
    apply capture_some in C. rewrite (proj2 (capture_some (S T) l)) by lia. reflexivity.
  - (* real_1 *) at_capture_ T. destruct (_ =? _); reflexivity.
  - (* real_2 *) at_capture_ T. destruct (_ =? _); reflexivity.
  - (* next_1 *) at_capture_ T. pose proof (captures_aslant l g P T p t C).
    destruct (Z.eqb_spec (fst (from t)) f), (Z.eqb_spec (fst (to t)) (f - 1)), (Z.eqb_spec (fst (to t)) (f + 1)); reflexivity || lia.
  - (* next_2 *) at_capture_ T. pose proof (captures_aslant l g P T p t C).
    destruct (Z.eqb_spec (fst (to t)) f), (Z.eqb_spec (fst (from t)) (f - 1)), (Z.eqb_spec (fst (from t)) (f + 1)); reflexivity || lia.
  - (* row *) at_capture_ T. destruct (Z.leb_spec r (snd (to t))), (Z.leb_spec (r - 1) (snd (to t))); reflexivity || lia.
  - (* rank *) cbn [existsb holds value]. generalize (snd (square_of (fate_of a (before n l)))) as y. intros y.
    destruct (Z.leb_spec r y), (Z.leb_spec (r - 1) y); reflexivity || lia.
  - (* start *) cbn [existsb]. rewrite advanced_value. enough (1 <= own (fst a) (square_of (fate_of a (before n l)))) as O
      by (rewrite (proj2 (Z.leb_le _ _) O); reflexivity).
    induction n as [|n IH]; [|pose proof (never_back l g P n a); lia]. destruct (from_start l g P a) as [_ [O _]].
    destruct (fst a) eqn:F; unfold fate_of in O at 1; cbn [fold_right square_of] in O; rewrite F in O; cbn [own snd pawn_rank] in *; lia.
  - (* home *) literals. rewrite on_value in E. rewrite by_piece_value in E0.
    destruct (from_start l g P a) as [F [_ [_ [A _]]]]. rewrite F in E. cbn [fate_of fold_right square_of fst] in E. rewrite Z.eqb_refl in E.
    destruct (A eq_refl) as [B|B]; [rewrite B in E; discriminate|]. rewrite (lost_at_end l 0 a B) in E0. discriminate.
  - (* elsewhere *) literals. rewrite on_value in E. destruct (from_start l g P a) as [F _]. rewrite F in E. cbn [fate_of fold_right square_of fst] in E.
    rewrite (proj2 (Z.eqb_neq _ _)) in E by congruence. destruct (alive _); discriminate.
  - (* off_1 *) at_capture_ T. destruct (capture_on_board l g P T p t C) as [O _]. apply on_board_range in O.
    destruct (Z.eqb_spec (fst (from t)) f) as [<-|]; [|reflexivity]. rewrite !(proj2 (Z.leb_le _ _)) in H by lia. discriminate.
  - (* off_2 *) at_capture_ T. destruct (capture_on_board l g P T p t C) as [_ O]. apply on_board_range in O.
    destruct (Z.eqb_spec (fst (to t)) f) as [<-|]; [|reflexivity]. rewrite !(proj2 (Z.leb_le _ _)) in H by lia. discriminate.
  - (* files_1 *) literals. destruct (takes_value l T a E) as [p [t [C F]]]. rewrite on_value, F in E1. cbn [value] in E0.
    rewrite C in E0. cbn [alive square_of snd] in *. congruence.
  - (* files_2 *) literals. destruct (takes_value l T a E) as [p [t [C F]]]. rewrite on_value, F in E1. cbn [value] in E0.
    rewrite C in E0. cbn [alive square_of snd] in *. congruence.
  - (* files_3 *) literals. destruct (takes_value l T a E) as [p [t [C F]]]. destruct (takes_on l g P T p t a C F) as [X [_ A]].
    rewrite on_value in E1. rewrite by_piece_value in E2. cbn [value] in E0. rewrite C in E0. cbn [snd] in E0. rewrite X, E0 in E1.
    destruct A as [A|A]; rewrite A in *; discriminate.
  - (* files_4 *) literals. destruct (takes_value l T a E) as [p [t [C F]]]. destruct (takes_on l g P T p t a C F) as [X _].
    rewrite on_value in E1. cbn [value] in E0. rewrite C in E0. cbn [snd] in E0. rewrite X, E0 in E1. destruct (alive _); discriminate.
  - (* files_5 *) literals. destruct (taken_value l T a E) as [p [t [C F]]]. rewrite on_value, F in E1. cbn [value] in E0.
    rewrite C in E0. cbn [alive square_of snd] in *. rewrite (victim_file l g P T p t C) in E1. congruence.
  - (* files_6 *) literals. destruct (taken_value l T a E) as [p [t [C F]]]. rewrite on_value, F in E1. cbn [value] in E0.
    rewrite C in E0. cbn [alive square_of snd] in *. rewrite (victim_file l g P T p t C) in E1. congruence.
  - (* files_7 *) literals. rewrite on_value, (taken_gone l g P T a E) in E0. discriminate.
  - (* files_8 *) literals. rewrite on_value in E, E3. rewrite by_piece_value in E2. destruct (others l g P T a E0 E1) as [X [_ [_ [A _]]]].
    apply lazy_and in E. destruct E as [L F]. rewrite X, F in E3. destruct (A L) as [B|B]; [rewrite B in E3; discriminate|].
    rewrite (lost_at_end l (S T) a B) in E2. discriminate.
  - (* files_9 *) literals. rewrite on_value in E0, E1. destruct (value l (TakenAt a T)) eqn:V.
    + rewrite (taken_gone l g P T a V) in E1. discriminate.
    + destruct (others l g P T a E V) as [X [_ [A _]]]. apply lazy_and in E1. destruct E1 as [L F]. rewrite (A L), <- X, F in E0. discriminate.
  - (* flags_1 *) cbn [existsb]. rewrite holds_negation. unfold promoted_at. rewrite advanced_value. cbn [holds].
    destruct (value l (Takes a T)) eqn:E; [|reflexivity]. destruct (takes_value l T a E) as [p [t [C F]]].
    destruct (takes_so l g P T p t a C F) as [_ [_ [_ R]]]. rewrite F. cbn [square_of].
    destruct (Z.leb_spec 7 (own (fst a) (from t))); [|reflexivity]. destruct (fst a); cbn [own] in *; lia.
  - (* flags_2 *) cbn [existsb]. rewrite holds_negation. unfold promoted_at. rewrite advanced_value. cbn [holds].
    destruct (value l (TakenAt a T)) eqn:E; [|reflexivity]. destruct (taken_value l T a E) as [p [t [C F]]]. rewrite F. cbn [square_of].
    destruct (at_capture l g P T p t C) as [B [M X]]. pose proof (capture_on_board l g P T p t C) as [O Q].
    assert (on_board (victim (p, t)) = true) as G.
    { cbn [victim]. rewrite X. destruct (empty _); [|exact Q]. apply on_board_range in O, Q. apply range_on_board; cbn [fst snd]; lia. }
    pose proof (stands _ p B a _ F G) as V. destruct (pawn_rows p _ _ (reachable_sane p (played_reachable _ p B)) G V) as [_ R].
    destruct (Z.leb_spec 7 (own (fst a) (victim (p, t)))); [|reflexivity]. destruct (fst a); cbn [own] in *; lia.
  - (* way_1 *) cbn [existsb]. rewrite holds_negation, !advanced_value. pose proof (never_back l g P T a).
    destruct (Z.leb_spec r (own (fst a) (square_of (fate_of a (before T l))))),
      (Z.leb_spec r (own (fst a) (square_of (fate_of a (before (S T) l))))); reflexivity || lia.
  - (* way_2 *) cbn [existsb]. rewrite holds_negation, !advanced_value. cbn [holds]. destruct (value l (Takes a T)) eqn:E; [|reflexivity].
    destruct (takes_value l T a E) as [p [t [C F]]]. destruct (takes_on l g P T p t a C F) as [_ [O _]]. rewrite F. cbn [square_of].
    destruct (Z.leb_spec (r - 1) (own (fst a) (from t))), (Z.leb_spec r (own (fst a) (square_of (fate_of a (before (S T) l)))));
      reflexivity || lia.
  - (* way_3 *) cbn [existsb]. rewrite holds_negation, advanced_value. cbn [holds]. destruct (value l (Takes a T)) eqn:E; [|reflexivity].
    destruct (takes_value l T a E) as [p [t [C F]]]. destruct (takes_so l g P T p t a C F) as [_ [_ [O _]]].
    rewrite (ahead_value l a T r p t C), F. cbn [square_of].
    destruct (Z.leb_spec r (own (fst a) (to t))), (Z.leb_spec (r - 1) (own (fst a) (from t))); reflexivity || lia.
  - (* way_4 *) cbn [existsb]. rewrite holds_negation, advanced_value. cbn [holds]. destruct (value l (Takes a T)) eqn:E; [|reflexivity].
    destruct (takes_value l T a E) as [p [t [C F]]]. destruct (takes_so l g P T p t a C F) as [_ [_ [O _]]].
    rewrite (ahead_value l a T r p t C), F. cbn [square_of].
    destruct (Z.leb_spec r (own (fst a) (to t))), (Z.leb_spec (r - 1) (own (fst a) (from t))); reflexivity || lia.
  - (* two_goal *) cbn [existsb holds value]. destruct (fate_of a l) as [r|r|r|r] eqn:A; try reflexivity.
    destruct (same r s) eqn:R; [|reflexivity]. destruct (fate_of b l) as [u|u|u|u] eqn:B; try reflexivity.
    destruct (same u s) eqn:U; [|reflexivity]. exfalso. apply same_is in R, U. subst. exact (apart l g P a b s H A B).
  - (* some_goal *) destruct (comes_from l g P c s H H0) as [a [I F]]. apply (some_pawn l (fun a => Goal a s) _ a I).
    cbn [value]. rewrite F. apply same_is. reflexivity.
  - (* opened *) match goal with |- existsb _ ?c = true => destruct (existsb (holds l) c) eqn:E; [reflexivity|exfalso] end.
    assert (forall c, (forall T, (T < n)%nat -> value l (Takes (c, x) T) = false /\ value l (TakenAt (c, x) T) = false) /\
      value l (ByPiece (c, x)) = false) as K.
    { intros c. assert (forall v, In v (ByPiece (c, x) :: map (Takes (c, x)) (seq 0 n) ++ map (TakenAt (c, x)) (seq 0 n)) -> value l v = false) as Z.
      { intros v I. destruct (value l v) eqn:V; [|reflexivity]. rewrite <- E. symmetry. apply existsb_exists. exists (Yes v). split; [|exact V].
        right. apply in_flat_map. exists (c, x). split; [destruct c; cbn; auto|]. destruct I as [<-|I]; [left; reflexivity|right].
        apply in_or_app. apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as [T [<- I]]; [left|right];
          apply in_map_iff; exists T; auto. }
      split; [|apply Z; left; reflexivity]. intros T I.
      split; apply Z; right; apply in_or_app; [left|right]; apply in_map, in_seq; lia. }
    assert (number_of l <= n)%nat as U.
    { apply capture_some. cbn [existsb holds value] in E. destruct (capture n l); [discriminate|reflexivity]. }
    destruct (go_on_facing x H l g P) as [y [z [A [B [C [D F]]]]]].
    + intros c q s r Q X. destruct (capture_at q s r X) as [C1 [C2 C3]]. rewrite <- Q in C1, C2, C3.
      destruct (K c) as [T _]. destruct (T (number_of r)) as [T1 T2]; [lia|]. cbn [value] in T1, T2. rewrite C1, C2 in T1, T2.
      split; intros G; rewrite G in *; [rewrite (proj2 (same_is _ _) eq_refl) in T1|rewrite (proj2 (same_is _ _) eq_refl) in T2]; discriminate.
    + intros c. destruct (K c) as [_ V]. exact V.
    + enough (facing (men g) x = true) by congruence. pose proof (stands l g P _ _ A ltac:(apply range_on_board; cbn [fst snd]; lia)) as V1.
      pose proof (stands l g P _ _ B ltac:(apply range_on_board; cbn [fst snd]; lia)) as V2. cbn [fst] in V1, V2.
      assert (forall y, 1 <= y <= 6 -> In y [1; 2; 3; 4; 5; 6]) as J by (intros; cbn; lia).
      apply existsb_exists. exists y. split; [apply J, D|]. rewrite V1. change (is (Some (White, Pawn)) White Pawn) with true.
      apply existsb_exists. exists z. split; [apply J, F|]. rewrite (proj2 (Z.ltb_lt y z) C), V2. reflexivity.
  - (* limit *) cbn [existsb holds value]. rewrite (proj2 (Nat.leb_gt _ _)); [reflexivity|]. pose proof (limit_holds l g P c n). lia.
  - (* no_more *) apply Nat.leb_le in H. cbn [existsb holds]. rewrite (no_more_holds l g P n H). reflexivity.
  - (* spare *) cbn [existsb holds value]. rewrite (proj2 (Nat.leb_gt _ _)); [reflexivity|]. pose proof (spare_holds l g P w n H). lia.
  - (* openings *) pose proof (openings_hold l g P n) as H. unfold files in H. cbn [existsb holds].
    destruct (value l (Used u)) eqn:U; [rewrite orb_true_r; reflexivity|].
    assert (number_of l <= u)%nat as N by (apply capture_some; cbn [value] in U; destruct (capture u l); [discriminate|reflexivity]).
    cbn [value]. repeat match goal with |- context [(?a <=? ?b)%nat] => destruct (Nat.leb_spec a b) end; reflexivity || lia.
  - (* two_end_1 *) literals. apply (taken_at_end l g T a P) in E. cbn [value] in E0. destruct (fate_of a l); discriminate.
  - (* two_end_2 *) literals. cbn [value] in E, E0. destruct (fate_of a l); discriminate.
  - (* two_end_3 *) literals. apply (taken_at_end l g T a P) in E. cbn [value] in E0. destruct (fate_of a l); discriminate.
  - (* two_end_4 *) literals. cbn [value] in E, E0. destruct (fate_of a l); try discriminate. apply same_is in E, E0. congruence.
  - (* arrived_1 *) cbn [existsb holds value]. destruct (fate_of a l) as [r|r|r|r] eqn:A; try reflexivity.
    destruct (same r s) eqn:R; [|reflexivity]. destruct (capture n l) eqn:C; [reflexivity|]. apply capture_some in C.
    rewrite (before_all n l C), A. apply same_is in R. subst. cbn [negb]. rewrite Z.eqb_refl. reflexivity.
  - (* arrived_2 *) cbn [existsb holds value]. destruct (fate_of a l) as [r|r|r|r] eqn:A; try reflexivity.
    destruct (same r s) eqn:R; [|reflexivity]. destruct (capture n l) eqn:C; [reflexivity|]. apply capture_some in C.
    rewrite (before_all n l C), A. apply same_is in R. subst. cbn [negb square_of]. rewrite Z.leb_refl. reflexivity.
  - (* arrived_3 *) cbn [existsb holds value]. destruct (fate_of a l) as [r|r|r|r] eqn:A; try reflexivity.
    destruct (same r s) eqn:R; [|reflexivity]. destruct (capture n l) eqn:C; [reflexivity|]. apply capture_some in C.
    rewrite (before_all n l C), A. apply same_is in R. subst. cbn [negb square_of].
    destruct (Z.leb_spec (snd s + 1) (snd s)); [lia|reflexivity].
Qed.

(** So if instances of schemas contradict each other, no game leads to the goal: their variables are numbered, and a proof by
    unit propagation refutes the clauses. *)
Inductive instance (goal : board) := Instance c (s : schema goal c).
Definition clause_of {goal} (i : instance goal) : list literal := match i with Instance _ c _ => c end.
Definition decode (vs : list variable) (x : Rup.literal) : literal :=
  let v := fun n => nth (pred (Pos.to_nat n)) vs (Used 0) in match x with Rup.Yes n => Yes (v n) | Rup.No n => No (v n) end.
Lemma reachable_played p : reachable p -> exists l, played l p.
Proof. intros H. induction H as [|p t H [l L] M]; eexists; [constructor|constructor; eassumption]. Qed.
Theorem kernel_refutes q (core : list (instance (men q))) vs clauses proof : map (map (decode vs)) clauses = map clause_of core ->
  Rup.refutes proof (Packed.numbered 1 clauses) = true -> forall p, knows q p -> ~ reachable p.
Proof.
  intros E R p [K _] H.
  destruct (reachable_played p H) as [l L].
  apply (Rup.refutes_sound _ _ R (fun n => value l (nth (pred (Pos.to_nat n)) vs (Used 0)))). intros n c I. apply Packed.numbered_in in I.
  apply (in_map (map (decode vs))) in I. rewrite E in I. apply in_map_iff in I. destruct I as [[d s] [D _]]. cbn [clause_of] in D.
  rewrite <- K in s. pose proof (schemas_hold l p L d s) as X. apply existsb_exists in X. destruct X as [x [I X]]. rewrite D in I.
  apply in_map_iff in I. destruct I as [y [<- I]]. exists y. split; [exact I|]. destruct y; exact X.
Qed.

Print Assumptions schemas_hold.
Print Assumptions kernel_refutes.

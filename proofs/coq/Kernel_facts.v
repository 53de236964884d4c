(** What becomes of pawns in a game, between captures by pawns. *)

Require Import Prelude Arith Lia Chess Before Before_facts Before_complete Rights Kernel.

(** The game before a capture, and before the next one. *)
Lemma number_of_cons x l : number_of (x :: l) = ((if captures x then 1 else 0) + number_of l)%nat.
Proof. unfold number_of. cbn [filter]. destruct (captures x); reflexivity. Qed.
Lemma before_cons n x l : before n (x :: l) = if (number_of (x :: l) <=? n)%nat then x :: l else before n l.
Proof. reflexivity. Qed.
Lemma before_all n l : (number_of l <= n)%nat -> before n l = l.
Proof. destruct l as [|x l]; [reflexivity|]. intros H. rewrite before_cons, (proj2 (Nat.leb_le _ _) H). reflexivity. Qed.
Lemma capture_some n l : capture n l = None <-> (number_of l <= n)%nat.
Proof.
  induction l as [|x l IH]; [split; [intros _; cbn; lia|reflexivity]|]. cbn [capture]. rewrite number_of_cons.
  destruct (captures x); [destruct (Nat.eqb_spec (number_of l) n)|].
  - split; [discriminate|lia].
  - rewrite IH. lia.
  - rewrite IH. cbn [plus]. tauto.
Qed.
Definition quiet (l : list step) : Prop := forall x, In x l -> captures x = false.
Lemma next_before l : forall n, match capture n l with
  | Some x => captures x = true /\ exists qs, before (S n) l = qs ++ x :: before n l /\ quiet qs
  | None => before (S n) l = l /\ before n l = l
  end.
Proof.
  induction l as [|x l IH]; intros n; [split; reflexivity|]. destruct (capture n (x :: l)) as [y|] eqn:C.
  - assert (n < number_of (x :: l))%nat as N.
    { destruct (le_lt_dec (number_of (x :: l)) n) as [H|H]; [|exact H]. apply capture_some in H. congruence. }
    cbn [capture] in C. rewrite (before_cons n), (proj2 (Nat.leb_gt _ _) N), before_cons. rewrite number_of_cons in *.
    destruct (captures x) eqn:X; [destruct (Nat.eqb_spec (number_of l) n) as [E|E]|].
    + injection C as <-. split; [exact X|]. exists []. rewrite (proj2 (Nat.leb_le _ _)) by lia.
      rewrite (before_all n l) by lia. split; [reflexivity|intros z []].
    + rewrite (proj2 (Nat.leb_gt _ _)) by lia. specialize (IH n). rewrite C in IH. exact IH.
    + specialize (IH n). rewrite C in IH. destruct IH as [Y [qs [B Q]]]. split; [exact Y|].
      destruct (Nat.leb_spec (0 + number_of l) (S n)) as [H|H]; [|exists qs; auto]. rewrite before_all in B by exact H.
      exists (x :: qs). cbn [app]. rewrite <- B. split; [reflexivity|]. intros z [<-|Z]; [exact X|exact (Q z Z)].
  - apply capture_some in C. rewrite !before_all by lia. split; reflexivity.
Qed.
Lemma suffix_played l g : played l g -> forall q r, l = q ++ r -> exists p, played r p.
Proof.
  intros P. induction P as [|l p t P IH M]; intros q r E.
  - symmetry in E. apply app_eq_nil in E. destruct E as [_ ->]. exists initial. constructor.
  - destruct q as [|y q]; [cbn in E; subst r; eexists; constructor; eassumption|]. injection E as _ E. exact (IH q r E).
Qed.
Lemma before_suffix n l : exists q, l = q ++ before n l.
Proof.
  induction l as [|x l [q IH]]; [exists []; reflexivity|]. rewrite before_cons. destruct (_ <=? _)%nat; [exists []; reflexivity|].
  exists (x :: q). cbn [app]. f_equal. exact IH.
Qed.
Lemma played_reachable l p : played l p -> reachable p.
Proof. intros P. induction P; [constructor|]. constructor; assumption. Qed.

(** How a pawn moves. *)
Definition own (c : color) (s : square) : Z := match c with White => snd s | Black => 7 - snd s end.
Lemma pawn_moves_so p t c : sane p -> In t (moves p) -> pick (men p) (from t) = Some (c, Pawn) -> c = turn p /\
  if captures (p, t) then Z.abs (fst (to t) - fst (from t)) = 1 /\ own c (to t) = own c (from t) + 1
  else fst (to t) = fst (from t) /\ own c (from t) <= own c (to t).
Proof.
  intros W M V. cbn [captures].
  destruct (moves_shape p t M) as [k N1 N2 N3 N4 N5|N2 N3 N4 N5|one N2 N3 N4 N5 N6 N7 N8|N2 N3 N4 N5|N2 N3 N4 N5|T _ N2 _ _ _|T _ N2 _ _ _];
    try (rewrite T in V; cbn [from plain] in V); rewrite N2 in V; try (injection V; intros; congruence); injection V as <-; (split; [reflexivity|]); rewrite N2, is_refl.
  - rewrite N4. unfold shift. cbn [fst snd]. rewrite Z.add_0_r, Z.eqb_refl. cbn [negb]. destruct (turn p); cbn [own ahead snd]; lia.
  - rewrite N6, N5. unfold shift. cbn [fst snd]. rewrite !Z.add_0_r, Z.eqb_refl. cbn [negb]. destruct (turn p); cbn [own ahead snd]; lia.
  - apply pawn_attack in N4. destruct N4 as [_ N4]. destruct (Z.eqb_spec (fst (from t)) (fst (to t))) as [E|E];
      (destruct N4 as [N4|N4]; rewrite N4 in *; unfold shift in *; cbn [fst snd negb] in *; destruct (turn p); cbn [own ahead snd]; lia).
  - apply pawn_attack in N4. destruct N4 as [_ N4]. destruct (Z.eqb_spec (fst (from t)) (fst (to t))) as [E|E];
      (destruct N4 as [N4|N4]; rewrite N4 in *; unfold shift in *; cbn [fst snd negb] in *; destruct (turn p); cbn [own ahead snd]; lia).
Qed.
Lemma pawn_arrives p t c : sane p -> In t (moves p) -> pick (men p) (from t) = Some (c, Pawn) -> becomes t = None ->
  pick (after (men p) t) (to t) = Some (c, Pawn).
Proof.
  intros W M V B. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t W M) as Q. pose proof W as [L [_ E]].
  assert (pick (moved (men p) (from t) (to t) (c, Pawn)) (to t) = Some (c, Pawn)) as A
    by (rewrite moved_pick by assumption; rewrite (proj2 (same_is (to t) (to t)) eq_refl); reflexivity).
  pose proof (pawn_moves_so p t c W M V) as [_ S]. cbn [captures] in S.
  destruct (moves_shape p t M) as [k N1 N2 N3 N4 N5|N2 N3 N4 N5|one N2 N3 N4 N5 N6 N7 N8|N2 N3 N4 N5|N2 N3 N4 N5|T _ N2 _ _ _|T _ N2 _ _ _];
    try (rewrite T in V; cbn [from plain] in V); try (rewrite N2 in V; injection V; intros; congruence).
  - rewrite (after_pawn _ _ _ V), B; [exact A|]. rewrite N4. unfold shift. cbn [fst]. rewrite Z.add_0_r, Z.eqb_refl. exact I.
  - rewrite (after_pawn _ _ _ V), B; [exact A|]. rewrite N6, N5. unfold shift. cbn [fst]. rewrite !Z.add_0_r, Z.eqb_refl. exact I.
  - rewrite (after_pawn _ _ _ V), B; [exact A|]. destruct (pick (men p) (to t)); [destruct (negb _); exact I|discriminate].
  - destruct (E _ N5) as [E1 _]. apply pawn_attack in N4. destruct N4 as [_ N4].
    assert (fst (from t) <> fst (to t) /\ snd (from t) <> snd (to t)) as [D1 D2]
      by (destruct N4 as [-> | ->]; unfold shift; cbn [fst snd]; destruct (turn p); cbn [ahead]; lia).
    rewrite (after_en_passant _ _ _ V D1 E1), B.
    assert (on_board (fst (to t), snd (from t)) = true) as G
      by (apply on_board_range in O, Q; apply range_on_board; cbn [fst snd]; lia).
    rewrite pick_put by (unfold moved; rewrite ?length_put; assumption). unfold same at 1. cbn [fst snd]. rewrite Z.eqb_refl.
    apply not_eq_sym, Z.eqb_neq in D2. rewrite D2. exact A.
Qed.

(** A pawn that stands somewhere is there. *)
Lemma fate_cons a x l : fate_of a (x :: l) = next x (fate_of a l).
Proof. reflexivity. Qed.
Lemma stands l p : played l p -> forall a s, fate_of a l = Stands s -> on_board s = true -> pick (men p) s = Some (fst a, Pawn).
Proof.
  intros P. induction P as [|l p t P IH M]; intros a s F O.
  - injection F as <-. destruct a as [c x]. cbn [fst snd] in *. apply on_board_range in O. cbn [fst snd] in O. destruct O as [X _].
    assert (x = 0 \/ x = 1 \/ x = 2 \/ x = 3 \/ x = 4 \/ x = 5 \/ x = 6 \/ x = 7) as C by lia.
    repeat (destruct C as [->|C]; [destruct c; reflexivity|]). subst. destruct c; reflexivity.
  - pose proof (reachable_sane p (played_reachable l p P)) as W. pose proof (from_on_board p t M) as OF. rewrite fate_cons in F.
    specialize (IH a). cbn [play men]. destruct (fate_of a l) as [r|r|r|r]; try discriminate. specialize (IH r eq_refl).
    cbn [next] in F. destruct (same r (from t)) eqn:E.
    + apply same_is in E. subst r. destruct (becomes t) eqn:B; [discriminate|]. injection F as <-.
      exact (pawn_arrives p t _ W M (IH OF) B).
    + destruct (same r (victim (p, t))) eqn:X; [destruct (captures (p, t)); discriminate|]. injection F as ->. specialize (IH O).
      apply same_not in E, X. cbn [victim] in X.
      assert (s <> to t /\ (captures (p, t) = true -> empty (pick (men p) (to t)) = true -> s <> (fst (to t), snd (from t)))) as [T G].
      { destruct (captures (p, t)); [destruct (pick (men p) (to t)) eqn:K; cbn [empty] in X|].
        - split; [exact X|discriminate]. - split; [congruence|auto]. - split; [exact X|discriminate]. }
      apply (stays p t s (fst a) Pawn W M O E T); [|exact IH|].
      * right. intros N N2 Y. destruct W as [_ [_ W]]. destruct (W _ N) as [K _]. destruct (captures (p, t)) eqn:C.
        -- apply G; [reflexivity|rewrite K; reflexivity|exact Y].
        -- cbn [captures] in C. rewrite N2, is_refl in C. apply negb_false_iff, Z.eqb_eq in C. apply E.
           rewrite Y, <- C. symmetry. apply surjective_pairing.
      * intros H Y. destruct W as [_ [W _]]. specialize (W s (fst a) O IH). rewrite Y in W. destruct (turn p); cbn in W; lia.
Qed.
(** A pawn that moves or is captured does not stand there any more. *)
Lemma pawn_left p t s c : sane p -> In t (moves p) -> s = from t \/ s = victim (p, t) -> pick (men p) s = Some (c, Pawn) ->
  pick (after (men p) t) s <> Some (c, Pawn).
Proof.
  intros W M S V A. pose proof (from_on_board p t M) as O. pose proof (to_on_board p t W M) as Q. pose proof W as [L [_ E]].
  assert (forall v, from t <> to t -> pick (moved (men p) (from t) (to t) v) (from t) = None /\
    pick (moved (men p) (from t) (to t) v) (to t) = Some v) as B.
  { intros v D. rewrite !moved_pick by assumption. rewrite !(proj2 (same_is _ _) eq_refl), (proj2 (same_not _ _) D). auto. }
  cbn [victim captures] in S.
  destruct (moves_shape p t M) as [k N1 N2 N3 N4 N5|N2 N3 N4 N5|one N2 N3 N4 N5 N6 N7 N8|N2 N3 N4 N5|N2 N3 N4 N5|T _ N2 _ F _|T _ N2 _ F _].
  - destruct (B (turn p, k) (attacks_away _ _ _ _ _ N4)) as [B1 B2]. rewrite (after_piece p t k N1 N2 N4) in A.
    assert (is (pick (men p) (from t)) (turn p) Pawn = false) as K
      by (rewrite N2; cbn [is]; rewrite same_color_refl; destruct k; reflexivity || congruence).
    rewrite K in S. destruct S as [-> | ->]; congruence.
  - assert (fst (from t) = fst (to t) /\ from t <> to t) as [D1 D2].
    { rewrite N4. destruct (from t) as [x y]. unfold shift. cbn [fst snd]. split; [lia|]. intros H. injection H. destruct (turn p); cbn [ahead]; lia. }
    rewrite (after_pawn _ _ _ N2) in A by (rewrite D1, Z.eqb_refl; exact I). destruct (B (turn p, became (becomes t)) D2) as [B1 B2].
    rewrite D1, Z.eqb_refl, N2, is_refl in S. cbn [negb] in S. destruct S as [-> | ->]; congruence.
  - assert (fst (from t) = fst (to t) /\ from t <> to t) as [D1 D2].
    { rewrite N6, N5. destruct (from t) as [x y]. unfold shift. cbn [fst snd]. split; [lia|]. intros H. injection H. destruct (turn p); cbn [ahead]; lia. }
    rewrite (after_pawn _ _ _ N2) in A by (rewrite D1, Z.eqb_refl; exact I). destruct (B (turn p, became (becomes t)) D2) as [B1 B2].
    rewrite D1, Z.eqb_refl, N2, is_refl in S. cbn [negb] in S. destruct S as [-> | ->]; congruence.
  - destruct (B (turn p, became (becomes t)) (attacks_away _ _ _ _ _ N4)) as [B1 B2]. destruct (pick (men p) (to t)) as [[d k]|] eqn:K; [|discriminate].
    rewrite (after_pawn _ _ _ N2) in A by (rewrite K; destruct (negb _); exact I). cbn [has] in N5. apply same_color_is in N5.
    assert (s = from t \/ s = to t) as [-> | ->] by (cbn [empty] in S; destruct S as [S|S]; [auto|right];
      destruct (is (pick (men p) (from t)) (turn p) Pawn); [destruct (negb _)|]; exact S); [congruence|].
    rewrite K in V. injection V as V _. rewrite B2 in A. injection A as A _. rewrite <- N5 in V. destruct (turn p), c; discriminate.
  - destruct (E _ N5) as [E1 _]. pose proof N4 as N. apply pawn_attack in N. destruct N as [_ N].
    assert (fst (from t) <> fst (to t)) as D1 by (destruct N as [-> | ->]; unfold shift; cbn [fst]; lia).
    rewrite (after_en_passant _ _ _ N2 D1 E1) in A.
    assert (on_board (fst (to t), snd (from t)) = true) as G
      by (apply on_board_range in O, Q; apply range_on_board; cbn [fst snd]; lia).
    destruct (B (turn p, became (becomes t)) (attacks_away _ _ _ _ _ N4)) as [B1 B2].
    rewrite N2, is_refl, E1, (proj2 (Z.eqb_neq _ _) D1) in S. cbn [negb empty] in S. destruct S as [-> | ->].
    + rewrite pick_put in A by (unfold moved; rewrite ?length_put; assumption). destruct (same (from t) _); [discriminate|congruence].
    + rewrite pick_put in A by (unfold moved; rewrite ?length_put; assumption). rewrite (proj2 (same_is _ _) eq_refl) in A. discriminate.
  - rewrite T in S, A. cbn [from to plain] in *. rewrite N2 in S. cbn [is] in S. rewrite same_color_refl in S. cbn [same_kind] in S.
    destruct S as [-> | ->]; [congruence|]. cbn [forallb] in F. destruct (empty (pick (men p) (5, home_rank (turn p)))); [|discriminate].
    rewrite V in F. discriminate.
  - rewrite T in S, A. cbn [from to plain] in *. rewrite N2 in S. cbn [is] in S. rewrite same_color_refl in S. cbn [same_kind] in S.
    destruct S as [-> | ->]; [congruence|]. cbn [forallb] in F. destruct (empty (pick (men p) (1, home_rank (turn p)))); [|discriminate].
    rewrite V in F. discriminate.
Qed.
Lemma apart l p : played l p -> forall a b s, a <> b -> fate_of a l = Stands s -> fate_of b l = Stands s -> False.
Proof.
  intros P. induction P as [|l p t P IH M]; intros a b s N A B.
  - apply N. destruct a as [c x], b as [d y]. unfold fate_of in *. cbn [fold_right fst snd] in *. rewrite <- B in A. injection A as -> A.
    destruct c, d; cbn [pawn_rank] in A; congruence || lia.
  - pose proof (reachable_sane p (played_reachable l p P)) as W. pose proof (to_on_board p t W M) as OT. rewrite fate_cons in A, B.
    assert (forall c, fate_of c l = Stands (to t) -> to t <> victim (p, t) -> False) as C.
    { intros c F V. pose proof (stands l p P c _ F OT) as X. cbn [victim] in V. rewrite X in V. cbn [empty] in V.
      destruct (captures (p, t)); congruence. }
    specialize (IH a b). destruct (fate_of a l) as [r|r|r|r] eqn:FA; try discriminate A. destruct (fate_of b l) as [u|u|u|u] eqn:FB; try discriminate B.
    cbn [next] in A, B. destruct (same r (from t)) eqn:RF, (same u (from t)) eqn:UF.
    + apply same_is in RF, UF. subst. apply (IH (from t)); auto.
    + destruct (becomes t); [discriminate|]. injection A as <-. destruct (same u (victim (p, t))) eqn:V; [destruct (captures (p, t)); discriminate|].
      injection B as ->. apply same_not in V. exact (C b FB V).
    + destruct (becomes t); [discriminate|]. injection B as <-. destruct (same r (victim (p, t))) eqn:V; [destruct (captures (p, t)); discriminate|].
      injection A as ->. apply same_not in V. exact (C a FA V).
    + destruct (same r (victim (p, t))); [destruct (captures (p, t)); discriminate|].
      destruct (same u (victim (p, t))); [destruct (captures (p, t)); discriminate|]. injection A as ->. injection B as ->. apply (IH s); auto.
Qed.

(** A pawn that is somewhere has come from somewhere. *)
Lemma comes_from l p : played l p -> forall c s, on_board s = true -> pick (men p) s = Some (c, Pawn) ->
  exists a, In a (pawns_of c) /\ fate_of a l = Stands s.
Proof.
  intros P. induction P as [|l p t P IH M]; intros c s O V.
  - assert (forallb (fun s => match pick (men initial) s with
      | Some (c, Pawn) => (snd s =? pawn_rank c) &&& existsb (fun a => snd a =? fst s) (pawns_of c) | _ => true end) squares = true) as A
      by (vm_compute; reflexivity).
    rewrite forallb_forall in A. specialize (A s (squares_on_board s O)). rewrite V in A. apply lazy_and in A. destruct A as [R A].
    apply existsb_exists in A. destruct A as [a [I E]]. exists a. split; [exact I|]. apply Z.eqb_eq in R, E. unfold fate_of. cbn [fold_right].
    assert (fst a = c) as F by (unfold pawns_of in I; apply in_map_iff in I; destruct I as [x [<- _]]; reflexivity).
    rewrite F, E, <- R. f_equal. symmetry. apply surjective_pairing.
  - cbn [play men] in V. pose proof (reachable_sane p (played_reachable l p P)) as W. pose proof (from_on_board p t M) as OF.
    destruct (after_pick p t s W M O) as [X|[X|[[X [k [K Y]]]|X]]]; try congruence.
    + pose proof V as B. rewrite X in B. destruct (IH c s O B) as [a [I F]]. exists a. split; [exact I|]. rewrite fate_cons, F. cbn [next].
      destruct (same s (from t)) eqn:E; [|destruct (same s (victim (p, t))) eqn:E'; [|reflexivity]]; exfalso;
        [apply same_is in E|apply same_is in E']; exact (pawn_left p t s c W M ltac:(auto) B V).
    + rewrite V in Y. injection Y as C Y. assert (k = Pawn) as -> by (destruct k; congruence). subst.
      destruct (IH (turn p) (from t) OF K) as [a [I F]]. exists a. split; [exact I|]. rewrite fate_cons, F. cbn [next].
      rewrite (proj2 (same_is _ _) eq_refl). destruct (becomes t) as [[]|]; try discriminate. reflexivity.
Qed.

(** What becomes of a pawn from one capture to the next. *)
Definition alive (f : fate) : bool := match f with Stands _ | Promoted _ => true | _ => false end.
Definition lost (f : fate) : bool := match f with Lost _ => true | _ => false end.
Definition goes_on (c : color) (f g : fate) : Prop :=
  fst (square_of g) = fst (square_of f) /\ own c (square_of f) <= own c (square_of g) /\
  (alive g = true -> alive f = true) /\ (alive f = true -> alive g = true \/ lost g = true) /\ (lost f = true -> lost g = true).
Lemma goes_on_refl c f : goes_on c f f.
Proof. unfold goes_on. repeat split; auto. lia. Qed.
Lemma goes_on_trans c f g h : goes_on c f g -> goes_on c g h -> goes_on c f h.
Proof.
  intros [A1 [A2 [A3 [A4 A5]]]] [B1 [B2 [B3 [B4 B5]]]]. unfold goes_on. repeat split; auto; [congruence|lia|].
  intros F. destruct (A4 F) as [G|G]; [exact (B4 G)|right; exact (B5 G)].
Qed.
Lemma quiet_step l p t a : played l p -> In t (moves p) -> captures (p, t) = false ->
  goes_on (fst a) (fate_of a l) (next (p, t) (fate_of a l)).
Proof.
  intros P M C. destruct (fate_of a l) as [r|r|r|r] eqn:F; try apply goes_on_refl. cbn [next]. destruct (same r (from t)) eqn:E.
  - apply same_is in E. subst r. pose proof (stands l p P a _ F (from_on_board p t M)) as V.
    destruct (pawn_moves_so p t _ (reachable_sane p (played_reachable l p P)) M V) as [_ S]. rewrite C in S.
    unfold goes_on. destruct (becomes t); cbn [square_of alive lost]; repeat split; auto; try apply S; discriminate.
  - destruct (same r (victim (p, t))); [|apply goes_on_refl]. rewrite C. unfold goes_on. cbn [square_of alive lost]. repeat split; auto. lia.
Qed.
Lemma quiet_steps a r g : forall qs, played (qs ++ r) g -> quiet qs -> goes_on (fst a) (fate_of a r) (fate_of a (qs ++ r)).
Proof.
  induction qs as [|x qs IH] in g |- *; intros P Q; [apply goes_on_refl|]. cbn [app] in *. inversion P as [|l p t P' M E1 E2]. subst.
  apply (goes_on_trans _ _ (fate_of a (qs ++ r))); [apply (IH p P'); intros z Z; apply Q; right; exact Z|].
  apply (quiet_step _ p t a P' M). apply Q. left. reflexivity.
Qed.
Lemma lost_stays a q r : lost (fate_of a r) = true -> lost (fate_of a (q ++ r)) = true.
Proof.
  intros H. induction q as [|x q IH]; [exact H|]. cbn [app]. rewrite fate_cons. destruct (fate_of a (q ++ r)); try discriminate. reflexivity.
Qed.

Section Game.
Variable l : list step.
Variable g : position.
Hypothesis P : played l g.
Lemma at_capture n p t : capture n l = Some (p, t) -> played (before n l) p /\ In t (moves p) /\ captures (p, t) = true.
Proof.
  intros C. pose proof (next_before l n) as B. rewrite C in B. destruct B as [X [qs [B Q]]].
  destruct (before_suffix (S n) l) as [q E]. rewrite B, app_assoc in E. destruct (suffix_played l g P _ _ E) as [d D].
  inversion D. subst. auto.
Qed.
Lemma since_capture n a : match capture n l with
  | Some x => goes_on (fst a) (next x (fate_of a (before n l))) (fate_of a (before (S n) l))
  | None => fate_of a (before (S n) l) = fate_of a (before n l)
  end.
Proof.
  pose proof (next_before l n) as B. destruct (capture n l) as [x|]; [|destruct B as [-> ->]; reflexivity].
  destruct B as [_ [qs [B Q]]]. destruct (before_suffix (S n) l) as [q E]. destruct (suffix_played l g P _ _ E) as [d D].
  rewrite B in *. rewrite <- fate_cons. exact (quiet_steps a _ d qs D Q).
Qed.
Lemma lost_at_end n a : lost (fate_of a (before n l)) = true -> lost (fate_of a l) = true.
Proof. intros H. destruct (before_suffix n l) as [q E]. rewrite E. apply lost_stays, H. Qed.
Lemma from_start a : goes_on (fst a) (fate_of a []) (fate_of a (before 0 l)).
Proof.
  destruct (before_suffix 0 l) as [q E]. destruct (suffix_played l g P _ _ E) as [d D].
  assert (quiet (before 0 l)) as Q.
  { clear. induction l as [|x m IH]; [intros z []|]. rewrite before_cons, number_of_cons. destruct (captures x) eqn:X; [exact IH|].
    cbn [plus]. destruct (number_of m <=? 0)%nat eqn:N; [|exact IH]. apply Nat.leb_le in N. rewrite before_all in IH by lia.
    intros z [<-|Z]; [exact X|exact (IH z Z)]. }
  rewrite <- (app_nil_r (before 0 l)) in D |- *. exact (quiet_steps a [] d _ D Q).
Qed.

(** What a capture does to a pawn that makes it, to one that it takes, and to others. *)
Lemma takes_so n p t a : capture n l = Some (p, t) -> fate_of a (before n l) = Stands (from t) ->
  (next (p, t) (fate_of a (before n l)) = Stands (to t) \/ next (p, t) (fate_of a (before n l)) = Promoted (to t)) /\
  Z.abs (fst (to t) - fst (from t)) = 1 /\ own (fst a) (to t) = own (fst a) (from t) + 1 /\ 1 <= snd (from t) <= 6.
Proof.
  intros C F. destruct (at_capture n p t C) as [B [M X]]. pose proof (from_on_board p t M) as O.
  pose proof (stands _ p B a _ F O) as V. pose proof (reachable_sane p (played_reachable _ p B)) as W.
  destruct (pawn_moves_so p t _ W M V) as [_ S]. rewrite X in S. destruct (pawn_rows p _ _ W O V) as [_ R]. rewrite F. cbn [next].
  rewrite (proj2 (same_is _ _) eq_refl). destruct (becomes t); tauto.
Qed.
Lemma captures_aslant n p t : capture n l = Some (p, t) -> Z.abs (fst (to t) - fst (from t)) = 1.
Proof.
  intros C. destruct (at_capture n p t C) as [B [M X]]. pose proof X as V. cbn [captures] in V. apply lazy_and in V. destruct V as [V _].
  apply is_some in V. destruct (pawn_moves_so p t _ (reachable_sane p (played_reachable _ p B)) M V) as [_ S]. rewrite X in S. tauto.
Qed.
Lemma capture_on_board n p t : capture n l = Some (p, t) -> on_board (from t) = true /\ on_board (to t) = true.
Proof.
  intros C. destruct (at_capture n p t C) as [B [M X]].
  split; [exact (from_on_board p t M)|exact (to_on_board p t (reachable_sane p (played_reachable _ p B)) M)].
Qed.
Lemma victim_file n p t : capture n l = Some (p, t) -> fst (victim (p, t)) = fst (to t).
Proof.
  intros C. destruct (at_capture n p t C) as [_ [_ X]]. cbn [victim]. rewrite X. destruct (empty _); reflexivity.
Qed.
Lemma takes_value n a : value l (Takes a n) = true -> exists p t, capture n l = Some (p, t) /\ fate_of a (before n l) = Stands (from t).
Proof.
  cbn [value]. destruct (capture n l) as [[p t]|]; [|discriminate]. destruct (fate_of a (before n l)); try discriminate. intros S.
  apply same_is in S. subst. exists p, t. auto.
Qed.
Lemma taken_value n a : value l (TakenAt a n) = true ->
  exists p t, capture n l = Some (p, t) /\ fate_of a (before n l) = Stands (victim (p, t)).
Proof.
  cbn [value]. destruct (capture n l) as [[p t]|]; [|discriminate]. destruct (fate_of a (before n l)); try discriminate. intros S.
  apply same_is in S. subst. exists p, t. auto.
Qed.
Lemma on_value a n f : value l (On a n f) = alive (fate_of a (before n l)) &&& (fst (square_of (fate_of a (before n l))) =? f).
Proof. cbn [value]. destruct (fate_of a (before n l)); reflexivity. Qed.
Lemma by_piece_value a : value l (ByPiece a) = lost (fate_of a l).
Proof. reflexivity. Qed.
Lemma advanced_value a n k : holds l (advanced a n k) = (k <=? own (fst a) (square_of (fate_of a (before n l)))).
Proof.
  unfold advanced. destruct (fst a); cbn [holds value own]; [reflexivity|].
  destruct (Z.leb_spec (8 - k) (snd (square_of (fate_of a (before n l))))), (Z.leb_spec k (7 - snd (square_of (fate_of a (before n l))))); lia || reflexivity.
Qed.
Lemma ahead_value a n k p t : capture n l = Some (p, t) -> holds l (ahead_of a n k) = (k <=? own (fst a) (to t)).
Proof.
  intros C. unfold ahead_of. destruct (fst a); cbn [holds value own]; rewrite C; cbn [snd]; [reflexivity|].
  destruct (Z.leb_spec (8 - k) (snd (to t))), (Z.leb_spec k (7 - snd (to t))); lia || reflexivity.
Qed.
Lemma holds_negation x : holds l (negation x) = negb (holds l x).
Proof. destruct x; cbn [negation holds]; [reflexivity|]. destruct (value l v); reflexivity. Qed.
(** Whoever neither takes nor is taken stays; who is taken is not alive. *)
Lemma others n a : value l (Takes a n) = false -> value l (TakenAt a n) = false ->
  goes_on (fst a) (fate_of a (before n l)) (fate_of a (before (S n) l)).
Proof.
  pose proof (since_capture n a) as S. cbn [value]. destruct (capture n l) as [[p t]|]; [|rewrite S; intros; apply goes_on_refl].
  destruct (fate_of a (before n l)) as [r|r|r|r] eqn:F; try (intros _ _; exact S). cbn [next snd] in S |- *. intros E V. rewrite E, V in S. exact S.
Qed.
Lemma taken_gone n a : value l (TakenAt a n) = true -> alive (fate_of a (before (S n) l)) = false.
Proof.
  intros V. destruct (taken_value n a V) as [p [t [C F]]]. pose proof (since_capture n a) as S. rewrite C, F in S. cbn [next] in S.
  destruct (at_capture n p t C) as [B [M X]]. pose proof (captures_aslant n p t C) as D. pose proof (victim_file n p t C) as Y.
  destruct (same (victim (p, t)) (from t)) eqn:E; [apply same_is in E; rewrite E in Y; lia|].
  rewrite (proj2 (same_is _ _) eq_refl), X in S. destruct S as [_ [_ [S _]]]. destruct (alive _); [discriminate S; reflexivity|reflexivity].
Qed.
Lemma takes_on n p t a : capture n l = Some (p, t) -> fate_of a (before n l) = Stands (from t) ->
  fst (square_of (fate_of a (before (S n) l))) = fst (to t) /\
  own (fst a) (from t) + 1 <= own (fst a) (square_of (fate_of a (before (S n) l))) /\
  (alive (fate_of a (before (S n) l)) = true \/ lost (fate_of a l) = true).
Proof.
  intros C F. pose proof (since_capture n a) as S. rewrite C in S. destruct (takes_so n p t a C F) as [N [_ [O _]]].
  destruct S as [S1 [S2 [_ [S4 _]]]]. assert (alive (next (p, t) (fate_of a (before n l))) = true) as A by (destruct N as [-> | ->]; reflexivity).
  assert (square_of (next (p, t) (fate_of a (before n l))) = to t) as Q by (destruct N as [-> | ->]; reflexivity).
  rewrite Q in *. split; [exact S1|]. split; [lia|]. destruct (S4 A) as [H|H]; [left; exact H|right; exact (lost_at_end _ a H)].
Qed.
Lemma never_back n a : own (fst a) (square_of (fate_of a (before n l))) <= own (fst a) (square_of (fate_of a (before (S n) l))).
Proof.
  destruct (value l (Takes a n)) eqn:T.
  - destruct (takes_value n a T) as [p [t [C F]]]. destruct (takes_on n p t a C F) as [_ [S _]]. rewrite F. cbn [square_of]. lia.
  - destruct (value l (TakenAt a n)) eqn:V; [|apply (others n a T V)]. destruct (taken_value n a V) as [p [t [C F]]].
    pose proof (since_capture n a) as S. rewrite C in S. rewrite F in S |- *. cbn [next square_of] in S |- *.
    destruct (same (victim (p, t)) (from t)) eqn:E; [apply same_is in E; exfalso; cbn [value] in T; rewrite C, F in T; cbn [snd] in T;
      apply same_not in T; congruence|]. rewrite (proj2 (same_is _ _) eq_refl) in S. destruct (at_capture n p t C) as [_ [_ X]].
    rewrite X in S. destruct S as [_ [S _]]. exact S.
Qed.
End Game.

Lemma victim_color p t d k : sane p -> In t (moves p) -> captures (p, t) = true -> pick (men p) (victim (p, t)) = Some (d, k) -> d = other (turn p).
Proof.
  intros W M X V. pose proof W as [_ [_ E]]. pose proof X as Y. cbn [victim] in V. rewrite X in V. cbn [captures] in Y. apply lazy_and in Y. destruct Y as [Y Z].
  apply is_some in Y. apply negb_true_iff in Z.
  destruct (moves_shape p t M) as [l N1 N2 N3 N4 N5|N2 N3 N4 N5|one N2 N3 N4 N5 N6 N7 N8|N2 N3 N4 N5|N2 N3 N4 N5|T _ N2 _ F _|T _ N2 _ F _];
    try congruence; try (rewrite T in Y; cbn [from plain] in Y; congruence).
  - rewrite N4 in Z. unfold shift in Z. cbn [fst] in Z. rewrite Z.add_0_r, Z.eqb_refl in Z. discriminate.
  - rewrite N6, N5 in Z. unfold shift in Z. cbn [fst] in Z. rewrite !Z.add_0_r, Z.eqb_refl in Z. discriminate.
  - destruct (pick (men p) (to t)) as [[e j]|] eqn:K; [|discriminate]. cbn [empty] in V. rewrite K in V. injection V as -> ->. cbn [has] in N5.
    apply same_color_is in N5. congruence.
  - destruct (E _ N5) as [E1 E2]. rewrite E1 in V. cbn [empty] in V. pose proof N4 as N. apply pawn_attack in N. destruct N as [_ N].
    replace (snd (to t) - ahead (turn p)) with (snd (from t)) in E2 by (destruct N as [-> | ->]; unfold shift; cbn [snd]; lia). congruence.
Qed.
(** Two pawns that face each other go on to do so, if they neither take nor are taken. *)
Lemma stays_behind p t c u : sane p -> In t (moves p) -> pick (men p) (from t) = Some (c, Pawn) -> captures (p, t) = false ->
  on_board u = true -> pick (men p) u = Some (other c, Pawn) -> fst u = fst (from t) -> own c (from t) < own c u ->
  becomes t = None /\ fst (to t) = fst u /\ own c (to t) < own c u.
Proof.
  intros W M V X O U F B. destruct (pawn_moves_so p t c W M V) as [-> S]. rewrite X in S. destruct S as [S _].
  destruct (pawn_rows p u _ W O U) as [_ R].
  assert (forall s, pick (men p) s = None -> fst s = fst u -> snd s <> snd u) as N.
  { intros s E H J. replace s with u in E by (destruct s, u; cbn [fst snd] in *; congruence). congruence. }
  assert (own (turn p) (to t) < own (turn p) u -> In (becomes t) (promotions (turn p) (to t)) -> becomes t = None) as Q.
  { intros L I. unfold promotions in I. destruct (Z.eqb_spec (snd (to t)) (home_rank (other (turn p)))) as [H|_]; [|destruct I as [<-|[]]; reflexivity].
    exfalso. destruct (turn p); cbn [own home_rank other] in *; lia. }
  destruct (moves_shape p t M) as [k N1 N2 N3 N4 N5|N2 N3 N4 N5|one N2 N3 N4 N5 N6 N7 N8|N2 N3 N4 N5|N2 N3 N4 N5|T _ N2 _ _ _|T _ N2 _ _ _];
    try congruence; try (rewrite T in V; cbn [from plain] in V; congruence).
  - assert (own (turn p) (to t) < own (turn p) u) as L.
    { pose proof (N _ N5 ltac:(congruence)) as D. rewrite N4 in D |- *. unfold shift in *. destruct (turn p); cbn [own ahead fst snd] in *; lia. }
    split; [exact (Q L N3)|]. split; [congruence|exact L].
  - assert (own (turn p) (to t) < own (turn p) u) as L.
    { pose proof (N _ N8 ltac:(congruence)) as D. assert (fst one = fst u) as G by (rewrite N5, F; unfold shift; cbn [fst]; lia).
      pose proof (N _ N7 G) as E. rewrite N6, N5 in D |- *. rewrite N5 in E. unfold shift in *. destruct (turn p); cbn [own ahead fst snd] in *; lia. }
    split; [exact N3|]. split; [congruence|exact L].
  - apply pawn_attack in N4. destruct N4 as [_ [N4|N4]]; rewrite N4 in S; unfold shift in S; cbn [fst] in S; lia.
  - apply pawn_attack in N4. destruct N4 as [_ [N4|N4]]; rewrite N4 in S; unfold shift in S; cbn [fst] in S; lia.
Qed.
Definition spared (a : pawn) (l : list step) : Prop := forall q x r, l = q ++ x :: r -> captures x = true ->
  fate_of a r <> Stands (from (snd x)) /\ fate_of a r <> Stands (victim x).
Lemma go_on_facing x : 0 <= x <= 7 -> forall l p, played l p -> (forall c, spared (c, x) l) -> (forall c, lost (fate_of (c, x) l) = false) ->
  exists y z, fate_of (White, x) l = Stands (x, y) /\ fate_of (Black, x) l = Stands (x, z) /\ y < z /\ 1 <= y <= 6 /\ 1 <= z <= 6.
Proof.
  intros X l p P. induction P as [|l p t P IH M]; intros N L.
  - exists 1, 6. unfold fate_of. cbn. repeat split; lia.
  - assert (forall c, spared (c, x) l) as N' by (intros c q y r E; apply (N c ((p, t) :: q) y r); rewrite E; reflexivity).
    assert (forall c, lost (fate_of (c, x) l) = false) as L'.
    { intros c. specialize (L c). destruct (lost (fate_of (c, x) l)) eqn:E; [|reflexivity].
      pose proof (lost_stays _ [(p, t)] l E) as F. exact (eq_trans (eq_sym F) L). }
    destruct (IH N' L') as [y [z [A [B [C [D E]]]]]]. pose proof (reachable_sane p (played_reachable l p P)) as W.
    assert (on_board (x, y) = true /\ on_board (x, z) = true) as [O1 O2] by (split; apply range_on_board; cbn [fst snd]; lia).
    pose proof (stands l p P _ _ A O1) as V1. pose proof (stands l p P _ _ B O2) as V2. cbn [fst] in V1, V2.
    assert (forall c s, fate_of (c, x) l = Stands s -> on_board s = true -> pick (men p) s = Some (c, Pawn) ->
      next (p, t) (Stands s) = Stands s \/ (s = from t /\ captures (p, t) = false)) as K.
    { intros c s F O V. cbn [next]. specialize (L c). rewrite fate_cons, F in L. cbn [next] in L. specialize (N c [] (p, t) l eq_refl).
      rewrite F in N. cbn [snd] in N. destruct (same s (from t)) eqn:S; [apply same_is in S; right; split; [exact S|]|].
      - destruct (captures (p, t)); [|reflexivity]. destruct (N eq_refl) as [H _]. congruence.
      - destruct (same s (victim (p, t))) eqn:S'; [|auto]. apply same_is in S'. destruct (captures (p, t)); [|discriminate L].
        destruct (N eq_refl) as [_ H]. congruence. }
    rewrite !fate_cons, A, B. destruct (K White _ A O1 V1) as [->|[F1 C1]].
    + destruct (K Black _ B O2 V2) as [->|[F2 C2]]; [exists y, z; repeat split; lia|].
      rewrite F2 in V2. destruct (stays_behind p t Black (x, y) W M V2 C2 O1 V1) as [Q [R S]]; [rewrite <- F2; reflexivity|rewrite <- F2; cbn [own snd]; lia|].
      exists y, (snd (to t)). cbn [next]. rewrite F2, (proj2 (same_is _ _) eq_refl), Q. cbn [own fst snd] in *.
      destruct (pawn_rows (play p t) (to t) Black (sane_next p t W M) (to_on_board p t W M) (pawn_arrives p t Black W M V2 Q)) as [_ T].
      split; [reflexivity|]. split; [f_equal; rewrite <- R; apply surjective_pairing|]. lia.
    + rewrite F1 in V1. destruct (stays_behind p t White (x, z) W M V1 C1 O2 V2) as [Q [R S]]; [rewrite <- F1; reflexivity|rewrite <- F1; cbn [own snd]; lia|].
      destruct (K Black _ B O2 V2) as [->|[F2 _]]; [|rewrite <- F1 in F2; injection F2; lia].
      exists (snd (to t)), z. cbn [next]. rewrite F1, (proj2 (same_is _ _) eq_refl), Q. cbn [own fst snd] in *.
      destruct (pawn_rows (play p t) (to t) White (sane_next p t W M) (to_on_board p t W M) (pawn_arrives p t White W M V1 Q)) as [_ T].
      split; [f_equal; rewrite <- R; apply surjective_pairing|]. split; [reflexivity|]. lia.
Qed.
Lemma capture_at q x r : captures x = true -> capture (number_of r) (q ++ x :: r) = Some x /\ before (number_of r) (q ++ x :: r) = r /\
  (number_of r < number_of (q ++ x :: r))%nat.
Proof.
  intros X. induction q as [|y q [A [B C]]]; cbn [app].
  - cbn [capture]. rewrite before_cons, number_of_cons, X, Nat.eqb_refl, (proj2 (Nat.leb_gt _ _)), (before_all _ r) by lia. auto.
  - cbn [capture]. rewrite before_cons, number_of_cons. rewrite (proj2 (Nat.leb_gt _ _)) by lia.
    replace (number_of (q ++ x :: r) =? number_of r)%nat with false by (symmetry; apply Nat.eqb_neq; lia).
    destruct (captures y); (split; [exact A|]; split; [exact B|lia]).
Qed.
Definition taken (f : fate) : bool := match f with Taken _ => true | _ => false end.
Lemma taken_at_end l g n a : played l g -> value l (TakenAt a n) = true -> taken (fate_of a l) = true.
Proof.
  intros P V. destruct (taken_value l n a V) as [p [t [C F]]]. pose proof (next_before l n) as B. rewrite C in B. destruct B as [X [qs [B _]]].
  destruct (before_suffix (S n) l) as [q E]. rewrite B, app_assoc in E. rewrite E. generalize (q ++ qs). clear E B. intros m.
  pose proof (captures_aslant l g P n p t C) as D. pose proof (victim_file l g P n p t C) as Y.
  induction m as [|x m IH]; [|cbn [app]; rewrite fate_cons; destruct (fate_of a (m ++ _)); try discriminate; reflexivity].
  cbn [app]. rewrite fate_cons, F. cbn [next]. destruct (same (victim (p, t)) (from t)) eqn:G; [apply same_is in G; rewrite G in Y; lia|].
  rewrite (proj2 (same_is _ _) eq_refl), X. reflexivity.
Qed.

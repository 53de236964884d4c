(** The schemas of Kernel.v are true of every game. *)

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
Definition takes_at (n : nat) (a : pawn) (t : move) : Prop := fate_of a (before n l) = Stands (from t).
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

Ltac literals := cbn [existsb holds];
  repeat match goal with |- context [value ?l ?v] => let E := fresh "E" in destruct (value l v) eqn:E; try reflexivity end; exfalso.
Ltac at_capture_ T := cbn [map existsb holds value]; destruct (capture T _) as [[p t]|] eqn:C; [|reflexivity]; cbn [snd].
Theorem schemas_hold l g : played l g -> forall c, schema c -> existsb (holds l) c = true.
Proof.
  intros P c S. destruct S.
  - (* two_takes *) literals. destruct (takes_value l T a E) as [p [t [C A]]]. destruct (takes_value l T b E0) as [q [u [D B]]].
    rewrite C in D. injection D as <- <-. destruct (at_capture l g P T p t C) as [K _]. exact (apart _ p K a b _ H A B).
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
  - (* home *) literals. rewrite on_value in E. rewrite by_piece_value in E0.
    destruct (from_start l g P a) as [F [_ [_ [A _]]]]. rewrite F in E. cbn [fate_of fold_right square_of fst] in E. rewrite Z.eqb_refl in E.
    destruct (A eq_refl) as [B|B]; [rewrite B in E; discriminate|]. rewrite (lost_at_end l 0 a B) in E0. discriminate.
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

Print Assumptions schemas_hold.

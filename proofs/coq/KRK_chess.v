(** King and a third man against king in Board.v are those of chess. So a strategy with a rook or a queen that wins there mates
    in chess; Pawn_chess.v is about pawns. *)

Require Import Prelude Arith Lia Chess Before_facts Before_complete.
Require Board Table.

Notation endgame := Board.position.
Definition third (k : Board.kind) : kind := match k with Board.Rook => Rook | Board.Queen => Queen | Board.Pawn => Pawn end.
(** The position of chess: a king stands where the third man was that he took. *)
Definition chess (k : Board.kind) (c : color) (p : endgame) : position :=
  Pos (put (put (put (repeat None 64) (Board.m p) (Some (White, third k))) (Board.bk p) (Some (Black, King)))
    (Board.wk p) (Some (White, King))) c (fun _ => false) (fun _ => false) None.

(** White to move: the strategy has a move in chess, and every move of it mates, or leaves Black moves after each of which
    the same is so again. *)
Inductive mates (k : Board.kind) (strategy : endgame -> list endgame) : endgame -> Prop :=
| Mates p : strategy p <> [] -> (forall q, In q (strategy p) ->
    (exists t, In t (moves (chess k White p)) /\ play (chess k White p) t = chess k Black q) /\ mated k strategy q) ->
    mates k strategy p
with mated (k : Board.kind) (strategy : endgame -> list endgame) : endgame -> Prop := (* Black to move *)
| Now q : in_check (men (chess k Black q)) Black = true -> moves (chess k Black q) = [] -> mated k strategy q
| Later q : moves (chess k Black q) <> [] -> (forall t, In t (moves (chess k Black q)) ->
    exists p, play (chess k Black q) t = chess k White p /\ mates k strategy p) -> mated k strategy q.

(** * Proofs *)

Lemma pick_chess k c p s : Board.on_boards p = true -> on_board s = true -> pick (men (chess k c p)) s =
  if same s (Board.wk p) then Some (White, King) else if same s (Board.bk p) then Some (Black, King)
  else if same s (Board.m p) then Some (White, third k) else None.
Proof.
  unfold Board.on_boards. intros B S. apply lazy_and in B. destruct B as [B M]. apply lazy_and in B. destruct B as [W B].
  unfold chess. cbn [men]. rewrite !pick_put by (rewrite ?length_put; auto).
  destruct (same s (Board.wk p)); [reflexivity|]. destruct (same s (Board.bk p)); [reflexivity|].
  destruct (same s (Board.m p)); [reflexivity|]. unfold pick. apply nth_repeat.
Qed.
Lemma boards_equal (b d : board) : length b = 64%nat -> length d = 64%nat ->
  (forall s, on_board s = true -> pick b s = pick d s) -> b = d.
Proof.
  intros B D H. apply board_ext; [congruence|]. intros n N. rewrite B in N.
  pose proof (Z.div_mod (Z.of_nat n) 8). pose proof (Z.mod_pos_bound (Z.of_nat n) 8).
  specialize (H (Z.of_nat n mod 8, Z.of_nat n / 8)). unfold pick, index in H. cbn [fst snd] in H.
  replace (Z.to_nat (8 * (Z.of_nat n / 8) + Z.of_nat n mod 8)) with n in H by lia.
  apply H, range_on_board; cbn [fst snd]; lia.
Qed.
Lemma same_refl s : same s s = true.
Proof. apply same_is. reflexivity. Qed.
Lemma same_sym s t : same s t = same t s.
Proof.
  destruct (same s t) eqn:E, (same t s) eqn:F; auto; [apply same_is in E|apply same_is in F]; subst; rewrite same_refl in *;
    discriminate.
Qed.
Lemma around_distance s t : In t (Board.around s) <-> on_board t = true /\ Board.distance s t = 1.
Proof.
  unfold Board.around, Board.distance. rewrite filter_In, in_map_iff. split.
  - intros [[d [<- D]] T]. split; [exact T|]. unfold shift. cbn in D.
    repeat (destruct D as [<-|D]; [cbn [fst snd]; lia|]). destruct D.
  - intros [T D]. split; [|exact T]. exists (fst t - fst s, snd t - snd s). split.
    + unfold shift. destruct s, t. cbn [fst snd]. f_equal; lia.
    + assert (fst t - fst s = -1 \/ fst t - fst s = 0 \/ fst t - fst s = 1) as X by lia.
      assert (snd t - snd s = -1 \/ snd t - snd s = 0 \/ snd t - snd s = 1) as Y by lia.
      destruct X as [X|[X|X]], Y as [Y|[Y|Y]]; rewrite X, Y; cbn; auto 10. lia.
Qed.
Lemma distance_sym s t : Board.distance s t = Board.distance t s.
Proof. unfold Board.distance. lia. Qed.

(** Lines: the way from the third man to a square, with White's king as the one obstacle. *)
Definition between (d s w : square) (j : Z) : Prop := forall i, 1 <= i < j -> along s d i <> w.
Lemma third_attacks k p s : k <> Board.Pawn -> on_board s = true -> on_board (Board.m p) = true ->
  Board.attacks k p s = true <->
  exists d j, In d (Board.directions k) /\ 1 <= j <= 7 /\ s = along (Board.m p) d j /\ between d (Board.m p) (Board.wk p) j.
Proof.
  destruct p as [w b m]. cbn [Board.m Board.wk]. intros K S M. apply on_board_range in S, M.
  replace (Board.attacks k) with (Board.line_attacks k) by (destruct k; congruence || reflexivity).
  unfold Board.line_attacks, Board.between. cbn [Board.m Board.wk].
  destruct m as [x y], s as [u v], w as [a c]. cbn [fst snd] in *. split.
  - intros H. apply lazy_and in H. destruct H as [H B]. apply lazy_and in H. destruct H as [N L].
    assert (~ (u = x /\ v = y)) as N'.
    { intros [-> ->]. rewrite !Z.sub_diag in N. discriminate. }
    assert (u = x \/ v = y \/ (k = Board.Queen /\ Z.abs (u - x) = Z.abs (v - y))) as L'.
    { destruct (Z.eqb_spec (Z.abs (u - x)) 0); [left; lia|]. destruct (Z.eqb_spec (Z.abs (v - y)) 0); [right; left; lia|].
      destruct k; [discriminate| |congruence]. apply Z.eqb_eq in L. auto. }
    exists (Z.sgn (u - x), Z.sgn (v - y)), (Z.max (Z.abs (u - x)) (Z.abs (v - y))). repeat split; try lia.
    + assert (Z.sgn (u - x) = -1 \/ Z.sgn (u - x) = 0 \/ Z.sgn (u - x) = 1) as X by lia.
      assert (Z.sgn (v - y) = -1 \/ Z.sgn (v - y) = 0 \/ Z.sgn (v - y) = 1) as Y by lia.
      destruct k, X as [X|[X|X]], Y as [Y|[Y|Y]]; rewrite X, Y; cbn; auto 10; exfalso; intuition (try discriminate; lia).
    + unfold along. cbn [fst snd]. f_equal; destruct L' as [L'|[L'|[_ L']]]; nia.
    + intros i I E. unfold along in E. cbn [fst snd] in E. injection E as E F.
      set (j := Z.max (Z.abs (u - x)) (Z.abs (v - y))) in *.
      assert (u - x = j * Z.sgn (u - x) /\ v - y = j * Z.sgn (v - y)) as [U V]
        by (unfold j; destruct L' as [L'|[L'|[_ L']]]; nia).
      assert (Z.sgn (u - x) * Z.sgn (u - x) + Z.sgn (v - y) * Z.sgn (v - y) >= 1) as G
        by (destruct (Z.sgn_spec (u - x)) as [[? ->]|[[? ->]|[? ->]]], (Z.sgn_spec (v - y)) as [[? ->]|[[? ->]|[? ->]]]; lia).
      set (g := Z.sgn (u - x)) in *. set (h := Z.sgn (v - y)) in *.
      enough (((u - x) * (c - y) =? (v - y) * (a - x)) &&& (0 <? (u - x) * (a - x) + (v - y) * (c - y)) &&&
        ((u - x) * (a - x) + (v - y) * (c - y) <? (u - x) * (u - x) + (v - y) * (v - y)) = true) as T
        by (rewrite T in B; discriminate).
      rewrite U, V. replace (a - x) with (i * g) by lia. replace (c - y) with (i * h) by lia.
      replace (j * g * (i * h) =? j * h * (i * g)) with true by (symmetry; apply Z.eqb_eq; ring).
      replace (j * g * (i * g) + j * h * (i * h)) with (j * i * (g * g + h * h)) by ring.
      replace (j * g * (j * g) + j * h * (j * h)) with (j * j * (g * g + h * h)) by ring.
      replace (0 <? j * i * (g * g + h * h)) with true by (symmetry; apply Z.ltb_lt; nia).
      apply Z.ltb_lt. nia.
  - intros [d [j [D [J [E N]]]]]. unfold along in E. destruct d as [g h]. cbn [fst snd] in E. injection E as -> ->.
    assert (((g = 0 \/ h = 0) \/ (k = Board.Queen /\ Z.abs g = Z.abs h)) /\ g * g + h * h >= 1 /\ -1 <= g <= 1 /\ -1 <= h <= 1)
      as [L [G [G1 H1]]].
    { destruct k; cbn in D; repeat (destruct D as [D|D]; [injection D as <- <-; split; [cbn; auto; tauto|lia]|]); destruct D. }
    replace (x + j * g - x) with (j * g) by ring. replace (y + j * h - y) with (j * h) by ring.
    assert (negb ((Z.abs (j * g) =? 0) &&& (Z.abs (j * h) =? 0)) = true) as ->.
    { destruct (Z.eqb_spec (Z.abs (j * g)) 0); [|reflexivity]. destruct (Z.eqb_spec (Z.abs (j * h)) 0); [nia|reflexivity]. }
    assert ((Z.abs (j * g) =? 0) ||| (Z.abs (j * h) =? 0) |||
      match k with Board.Queen => Z.abs (j * g) =? Z.abs (j * h) | _ => false end = true) as ->.
    { destruct L as [[-> | ->]|[-> L]]; rewrite ?Z.mul_0_r; cbn [Z.abs Z.eqb]; [reflexivity|destruct (_ =? 0); reflexivity|].
      rewrite !Z.abs_mul, L, Z.eqb_refl. destruct (_ =? 0); reflexivity. }
    destruct (Z.eqb_spec (j * g * (c - y)) (j * h * (a - x))) as [C|]; [|reflexivity].
    destruct (Z.ltb_spec 0 (j * g * (a - x) + j * h * (c - y))) as [P|]; [|reflexivity].
    destruct (Z.ltb_spec (j * g * (a - x) + j * h * (c - y)) (j * g * (j * g) + j * h * (j * h))) as [Q|]; [|reflexivity].
    exfalso. assert (g * (c - y) = h * (a - x)) as C' by (apply (Z.mul_reg_l _ _ j); [lia|]; rewrite !Z.mul_assoc; exact C).
    assert (exists i, a - x = i * g /\ c - y = i * h) as [i [A B]].
    { assert (g = -1 \/ g = 0 \/ g = 1) as X by lia. assert (h = -1 \/ h = 0 \/ h = 1) as Y by lia.
      destruct X as [-> |[-> | ->]], Y as [-> |[-> | ->]]; try lia;
        solve [exists (x - a); lia|exists (a - x); lia|exists (y - c); lia|exists (c - y); lia]. }
    rewrite A, B in P, Q.
    replace (j * g * (i * g) + j * h * (i * h)) with (j * (i * (g * g + h * h))) in P, Q by ring.
    replace (j * g * (j * g) + j * h * (j * h)) with (j * (j * (g * g + h * h))) in Q by ring.
    apply Z.mul_pos_cancel_l in P; [|lia]. apply Z.mul_lt_mono_pos_l in Q; [|lia].
    apply Z.mul_pos_cancel_r in P; [|lia]. apply Z.mul_lt_mono_pos_r in Q; [|lia].
    apply (N i); [lia|]. unfold along. cbn [fst snd]. f_equal; lia.
Qed.

Lemma board_ray n occupied d t : forall s, In t (Board.ray n occupied d s) <-> exists j, 1 <= j <= Z.of_nat n /\ t = along s d j /\
  forall i, 1 <= i <= j -> on_board (along s d i) = true /\ occupied (along s d i) = false.
Proof.
  induction n as [|n IH]; intros s.
  - split; [intros []|]. intros [j [J _]]. lia.
  - assert (along s d 1 = shift s d) as A by (unfold along, shift; f_equal; lia).
    assert (forall i, along (shift s d) d i = along s d (i + 1)) as C
      by (intros i; unfold along, shift; cbn [fst snd]; f_equal; lia).
    cbn [Board.ray]. cbv zeta. split.
    + intros H. destruct (on_board (shift s d)) eqn:O; [|destruct H]. destruct (occupied (shift s d)) eqn:E; [destruct H|].
      destruct H as [<-|H].
      * exists 1. split; [lia|]. split; [auto|]. intros i I. replace i with 1 by lia. rewrite A. auto.
      * apply IH in H. destruct H as [j [J [T H]]]. exists (j + 1). split; [lia|]. split; [rewrite T, C; reflexivity|].
        intros i I. destruct (Z.eq_dec i 1) as [->|N]; [rewrite A; auto|]. replace i with (i - 1 + 1) by lia. rewrite <- C.
        apply H. lia.
    + intros [j [J [T H]]]. destruct (H 1) as [O E]; [lia|]. rewrite A in O, E. rewrite O, E.
      destruct (Z.eq_dec j 1) as [->|N]; [left; congruence|]. right. apply IH. exists (j - 1). split; [lia|]. split.
      * rewrite C, T. f_equal. lia.
      * intros i I. rewrite C. apply H. lia.
Qed.
Lemma along_minus s d i j : along (along s d j) (minus d) i = along s d (j - i).
Proof. unfold along, minus. cbn [fst snd]. f_equal; lia. Qed.
Lemma along_0 s d : along s d 0 = s.
Proof. unfold along. destruct s. cbn [fst snd]. f_equal; lia. Qed.
Lemma direction k d : In d (Board.directions k) -> In (minus d) (Board.directions k) /\
  -1 <= fst d <= 1 /\ -1 <= snd d <= 1 /\ (fst d <> 0 \/ snd d <> 0).
Proof. destruct k; cbn; intros D; repeat (destruct D as [<-|D]; [cbn; split; [tauto|lia]|]); destruct D. Qed.
Lemma along_other s d k i : In d (Board.directions k) -> i <> 0 -> along s d i <> s.
Proof.
  intros D I E. apply direction in D. destruct D as [_ [_ [_ D]]]. unfold along in E. destruct s, d. cbn [fst snd] in *.
  injection E. nia.
Qed.
Lemma along_on_board s d k i j : In d (Board.directions k) -> on_board s = true -> on_board (along s d j) = true -> 0 <= i <= j ->
  on_board (along s d i) = true.
Proof.
  intros D S T I. apply direction in D. apply on_board_range in S, T. unfold along in *. cbn [fst snd] in *.
  apply range_on_board; cbn [fst snd]; nia.
Qed.
Lemma third_rays b c k s : k <> Board.Pawn -> attacks b c (third k) s = flat_map (fun d => ray 7 b d s) (Board.directions k).
Proof. destruct k; reflexivity || congruence. Qed.
Lemma pawn_or_not k : k = Board.Pawn \/ k <> Board.Pawn.
Proof. destruct k; (left; reflexivity) || (right; discriminate). Qed.

Lemma in_check_one b c s : on_board s = true -> (forall t, on_board t = true -> is (pick b t) c King = same t s) ->
  in_check b c = attacked b (other c) s.
Proof.
  intros S H. unfold in_check. apply eq_true_iff_eq. rewrite existsb_exists. split.
  - intros [t [T A]]. rewrite H in A by (apply on_board_squares, T). destruct (same t s) eqn:E; [|discriminate].
    apply same_is in E. subst. exact A.
  - intros A. exists s. split; [apply squares_on_board, S|]. rewrite (H s S), same_refl. exact A.
Qed.
Lemma attacked_exists b c s :
  attacked b c s = true <-> exists k t, In t (attacks b (other c) k s) /\ pick b t = Some (c, k).
Proof.
  unfold attacked. rewrite existsb_exists. split.
  - intros [k [_ H]]. apply existsb_exists in H. destruct H as [t [T H]]. exists k, t. split; [exact T|apply is_some, H].
  - intros [k [t [T H]]]. exists k. split; [destruct k; cbn; auto 10|]. apply existsb_exists. exists t. split; [exact T|].
    rewrite H. apply is_refl.
Qed.

Section Endgame.
Variable k : Board.kind.
Variable p : endgame.
Hypothesis B : Board.on_boards p = true.
Hypothesis WB : Board.wk p <> Board.bk p.
Hypothesis WM : Board.wk p <> Board.m p.
Lemma on_w : on_board (Board.wk p) = true.
Proof. unfold Board.on_boards in B. apply lazy_and in B. destruct B as [H _]. apply lazy_and in H. tauto. Qed.
Lemma on_b : on_board (Board.bk p) = true.
Proof. unfold Board.on_boards in B. apply lazy_and in B. destruct B as [H _]. apply lazy_and in H. tauto. Qed.
Lemma on_m : on_board (Board.m p) = true.
Proof. unfold Board.on_boards in B. apply lazy_and in B. tauto. Qed.
Ltac squares := repeat match goal with
  | |- context [same ?s ?s] => rewrite (same_refl s)
  | |- context [same ?s ?t] => let E := fresh "E" in destruct (same s t) eqn:E; [apply same_is in E|]; try congruence
  end.

Lemma pick_black c s l : on_board s = true -> pick (men (chess k c p)) s = Some (Black, l) -> s = Board.bk p /\ l = King.
Proof.
  intros S. rewrite pick_chess by assumption.
  destruct (same s (Board.wk p)); [discriminate|]. destruct (same s (Board.bk p)) eqn:E.
  - intros [= <-]. apply same_is in E. auto.
  - destruct (same s (Board.m p)); discriminate.
Qed.
Lemma pick_white c s l : on_board s = true -> pick (men (chess k c p)) s = Some (White, l) ->
  s = Board.wk p /\ l = King \/ s = Board.m p /\ l = third k /\ Board.m p <> Board.bk p.
Proof.
  intros S. rewrite pick_chess by assumption. destruct (same s (Board.wk p)) eqn:E.
  - intros [= <-]. apply same_is in E. auto.
  - destruct (same s (Board.bk p)) eqn:F; [discriminate|]. destruct (same s (Board.m p)) eqn:G; [|discriminate].
    intros [= <-]. apply same_is in G. subst s. apply same_not in F. auto.
Qed.
Lemma pick_w c : pick (men (chess k c p)) (Board.wk p) = Some (White, King).
Proof. rewrite pick_chess by (auto using on_w). squares; reflexivity. Qed.
Lemma pick_b c : pick (men (chess k c p)) (Board.bk p) = Some (Black, King).
Proof. rewrite pick_chess by (auto using on_b). squares; reflexivity. Qed.
Lemma pick_m c : Board.m p <> Board.bk p -> pick (men (chess k c p)) (Board.m p) = Some (White, third k).
Proof. intros N. rewrite pick_chess by (auto using on_m). squares; reflexivity. Qed.
Lemma pick_none c s : on_board s = true -> s <> Board.wk p -> s <> Board.bk p -> s <> Board.m p ->
  pick (men (chess k c p)) s = None.
Proof. intros S N1 N2 N3. rewrite pick_chess by assumption. squares; reflexivity. Qed.

Lemma white_in_check c : in_check (men (chess k c p)) White = true <-> Board.distance (Board.wk p) (Board.bk p) = 1.
Proof.
  rewrite (in_check_one _ _ (Board.wk p) on_w).
  - rewrite attacked_exists. cbn [other]. split.
    + intros [l [t [T H]]]. pose proof (attacks_on_board _ _ _ _ _ T) as O. apply pick_black in H; [|exact O].
      destruct H as [-> ->]. apply around_distance in T. tauto.
    + intros D. exists King, (Board.bk p). split; [|apply pick_b]. apply around_distance. auto using on_b.
  - intros t T. rewrite pick_chess by assumption. destruct (same t (Board.wk p)); [reflexivity|].
    destruct (same t (Board.bk p)); [reflexivity|]. destruct (same t (Board.m p)); [|reflexivity]. destruct k; reflexivity.
Qed.
Lemma third_checks c : In (Board.m p) (attacks (men (chess k c p)) Black (third k) (Board.bk p)) /\ Board.m p <> Board.bk p <->
  Board.attacks k p (Board.bk p) = true.
Proof.
  destruct (pawn_or_not k) as [->|K].
  - pose proof on_m as M. cbn [third attacks]. rewrite filter_In. unfold Board.attacks, shift, ahead.
    destruct (Board.bk p) as [x y], (Board.m p) as [u v]. cbn [fst snd In]. split.
    + intros [[[E|[E|[]]] _] _]; injection E as <- <-; replace (y =? y + -1 + 1) with true by lia; lia.
    + intros H. apply lazy_and in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1, H2.
      split; [|intros E; injection E; lia]. split; [|exact M].
      assert (u = x + 1 \/ u = x + -1) as [->| ->] by lia; [left|right; left]; f_equal; lia.
  - rewrite third_attacks by (auto using on_b, on_m). split.
    + intros [T N]. rewrite third_rays in T by exact K. apply in_flat_map in T. destruct T as [d [D T]]. apply ray_spec in T.
      destruct T as [j [J [E [_ T]]]]. exists (minus d), j. split; [apply direction, D|]. split; [exact J|].
      rewrite E, along_minus, Z.sub_diag, along_0. split; [reflexivity|]. intros i I. rewrite along_minus. intros F.
      destruct (T (j - i)) as [_ G]; [lia|]. rewrite F, pick_w in G. discriminate.
    + intros [d [j [D [J [E N]]]]]. assert (Board.m p <> Board.bk p) as F
        by (rewrite E; intros F; apply (along_other (Board.m p) d k j D); [lia|congruence]).
      split; [|exact F]. rewrite third_rays by exact K. apply in_flat_map. exists (minus d). split; [apply direction, D|].
      assert (forall i, along (Board.bk p) (minus d) i = along (Board.m p) d (j - i)) as A
        by (intros i; rewrite E, along_minus; reflexivity).
      replace (Board.m p) with (along (Board.bk p) (minus d) j) at 1 by (rewrite A, Z.sub_diag, along_0; reflexivity).
      assert (forall i, 1 <= i <= j -> on_board (along (Board.bk p) (minus d) i) = true) as O.
      { intros i I. rewrite A. apply (along_on_board _ _ k _ j D on_m); [rewrite <- E; exact on_b|lia]. }
      apply ray_in; [exact J|exact O|]. intros i I. rewrite pick_none; [reflexivity|apply O; lia| | |]; rewrite A.
      * apply N. lia.
      * rewrite E. intros X. apply (along_other (Board.bk p) (minus d) k i); [apply direction, D|lia|]. rewrite A, X, E. reflexivity.
      * apply (along_other _ _ k); [exact D|lia].
Qed.
Lemma black_in_check c : in_check (men (chess k c p)) Black = true <->
  Board.distance (Board.wk p) (Board.bk p) = 1 \/ Board.attacks k p (Board.bk p) = true.
Proof.
  rewrite (in_check_one _ _ (Board.bk p) on_b).
  - rewrite attacked_exists, <- (third_checks c). cbn [other]. split.
    + intros [l [t [T H]]]. pose proof (attacks_on_board _ _ _ _ _ T) as O. apply pick_white in H; [|exact O].
      destruct H as [[-> ->]|[-> [-> N]]]; [|auto]. left. apply around_distance in T. rewrite distance_sym. tauto.
    + intros [D|[T N]]; [|exists (third k), (Board.m p); auto using pick_m].
      exists King, (Board.wk p). split; [|apply pick_w]. apply around_distance. rewrite distance_sym. auto using on_w.
  - intros t T. rewrite pick_chess by assumption. destruct (same t (Board.wk p)) eqn:X.
    + apply same_is in X. subst. squares; reflexivity.
    + destruct (same t (Board.bk p)); [reflexivity|]. destruct (same t (Board.m p)); reflexivity.
Qed.
End Endgame.

(** * The moves *)

Lemma distance_0 s t : Board.distance s t = 0 -> s = t.
Proof. unfold Board.distance. destruct s, t. cbn [fst snd]. intros H. f_equal; lia. Qed.
Lemma move_in p s u l : l <> Pawn -> on_board s = true -> pick (men p) s = Some (turn p, l) ->
  In u (attacks (men p) (turn p) l s) -> has (pick (men p) u) (turn p) = false ->
  in_check (after (men p) (plain s u)) (turn p) = false -> In (plain s u) (moves p).
Proof.
  intros K S V A H C. unfold moves. apply filter_In. split; [|rewrite C; reflexivity]. apply in_or_app. left.
  apply in_flat_map. exists s. split; [apply squares_on_board, S|]. rewrite V, same_color_refl.
  destruct l; try congruence; apply in_map, filter_In; rewrite H; auto.
Qed.
(** A move of a chess move's form gives a position of the endgame, if the boards agree on every square. *)
Lemma play_is k c p q s u l : l <> Pawn -> on_board s = true -> on_board u = true ->
  pick (men (chess k c p)) s = Some (c, l) -> In u (attacks (men (chess k c p)) c l s) -> Board.on_boards p = true ->
  Board.on_boards q = true ->
  (forall r, on_board r = true -> pick (men (chess k c q)) r =
    if same r u then Some (c, l) else if same r s then None else pick (men (chess k c p)) r) ->
  after (men (chess k c p)) (plain s u) = men (chess k (other c) q) /\ play (chess k c p) (plain s u) = chess k (other c) q.
Proof.
  intros K S U V A B Q H.
  assert (length (men (chess k c p)) = 64%nat) as L by (unfold chess; cbn [men]; rewrite !length_put; reflexivity).
  assert (after (men (chess k c p)) (plain s u) = men (chess k (other c) q)) as E.
  { rewrite (after_piece (chess k c p) (plain s u) l K V A). cbn [from to plain]. apply boards_equal.
    - unfold moved. rewrite !length_put. exact L.
    - unfold chess. cbn [men]. rewrite !length_put. reflexivity.
    - intros r R. rewrite (moved_pick _ _ _ _ _ L S U R). symmetry. exact (H r R). }
  split; [exact E|]. unfold play. rewrite E. cbn [turn from to plain]. rewrite V.
  replace (is (Some (c, l)) (turn (chess k c p)) Pawn) with false
    by (symmetry; change (turn (chess k c p)) with c; cbn; rewrite same_color_refl; destruct l; reflexivity || congruence).
  reflexivity.
Qed.

Lemma on_boards_is w b m : on_board w = true -> on_board b = true -> on_board m = true -> Board.on_boards (Board.Pos w b m) = true.
Proof. intros W B M. unfold Board.on_boards. cbn [Board.wk Board.bk Board.m]. rewrite W, B. exact M. Qed.

Section Moves.
Variable k : Board.kind.
Variable p : endgame.
Hypothesis L : Board.legal_black p = true.
Lemma apart : Board.on_boards p = true /\ Board.wk p <> Board.m p /\ Board.bk p <> Board.m p /\ Board.wk p <> Board.bk p /\
  2 <= Board.distance (Board.wk p) (Board.bk p).
Proof.
  pose proof L as H. unfold Board.legal_black in H. do 3 (apply lazy_and in H; destruct H as [H ?]).
  repeat match goal with H : negb _ = true |- _ => apply negb_true_iff, same_not in H end.
  match goal with H : (2 <=? _) = true |- _ => apply Z.leb_le in H end. repeat split; auto.
  intros E. match goal with H : 2 <= _ |- _ => rewrite E in H; unfold Board.distance in H; lia end.
Qed.

(** The board after White's king, the third man, or Black's king has gone to s. *)
Definition wk_to s := Board.Pos s (Board.bk p) (Board.m p).
Definition m_to s := Board.Pos (Board.wk p) (Board.bk p) s.
Definition bk_to s := Board.Pos (Board.wk p) s (Board.m p).
Ltac boards := apply on_boards_is; auto using on_w, on_b, on_m.
Ltac same_boards := intros r R; rewrite !pick_chess by (assumption || boards); cbn [Board.wk Board.bk Board.m wk_to m_to bk_to];
  repeat match goal with
  | |- context [same ?s ?s] => rewrite (same_refl s)
  | |- context [same ?s ?t] => let E := fresh "E" in destruct (same s t) eqn:E; [apply same_is in E; subst|]
  end; try reflexivity; try congruence.

Lemma play_wk s : In s (Board.around (Board.wk p)) -> s <> Board.m p -> s <> Board.bk p ->
  after (men (chess k White p)) (plain (Board.wk p) s) = men (chess k Black (wk_to s)) /\
  play (chess k White p) (plain (Board.wk p) s) = chess k Black (wk_to s).
Proof.
  destruct apart as [B [WM [BM [WB D]]]]. intros A M N. assert (on_board s = true) as S by (apply around_distance in A; tauto).
  apply (play_is k White p (wk_to s) _ _ King); try discriminate; auto using on_w; [apply pick_w; auto|boards|].
  same_boards.
Qed.
Lemma play_m s : k <> Board.Pawn -> In s (attacks (men (chess k White p)) White (third k) (Board.m p)) -> s <> Board.wk p -> s <> Board.bk p ->
  after (men (chess k White p)) (plain (Board.m p) s) = men (chess k Black (m_to s)) /\
  play (chess k White p) (plain (Board.m p) s) = chess k Black (m_to s).
Proof.
  destruct apart as [B [WM [BM [WB D]]]]. intros K A M N. pose proof (attacks_on_board _ _ _ _ _ A) as S.
  apply (play_is k White p (m_to s) _ _ (third k)); auto using on_m; [destruct k; discriminate || congruence|apply pick_m; auto|boards|].
  same_boards.
Qed.
Lemma play_bk s : In s (Board.around (Board.bk p)) -> s <> Board.wk p ->
  after (men (chess k Black p)) (plain (Board.bk p) s) = men (chess k White (bk_to s)) /\
  play (chess k Black p) (plain (Board.bk p) s) = chess k White (bk_to s).
Proof.
  destruct apart as [B [WM [BM [WB D]]]]. intros A M. assert (on_board s = true) as S by (apply around_distance in A; tauto).
  apply (play_is k Black p (bk_to s) _ _ King); try discriminate; auto using on_b; [apply pick_b; auto|boards|].
  same_boards.
Qed.

Lemma piece_only c t : (c = White -> k <> Board.Pawn) -> In t (moves (chess k c p)) -> exists l, l <> Pawn /\ pick (men (chess k c p)) (from t) = Some (c, l) /\
  t = plain (from t) (to t) /\ on_board (from t) = true /\ In (to t) (attacks (men (chess k c p)) c l (from t)) /\
  has (pick (men (chess k c p)) (to t)) c = false /\ in_check (after (men (chess k c p)) t) c = false.
Proof.
  destruct apart as [B [WM [BM [WB D]]]]. intros K H. pose proof (from_on_board _ _ H) as O.
  assert (pick (men (chess k c p)) (from t) <> Some (c, Pawn)) as N.
  { intros N. destruct c.
    - apply pick_white in N; [|exact B|exact O]. specialize (K eq_refl).
      destruct N as [[_ N]|[_ [N _]]]; [discriminate|destruct k; discriminate || congruence].
    - apply pick_black in N; [|exact B|exact O]. destruct N. discriminate. }
  assert (in_check (after (men (chess k c p)) t) c = false) as C
    by (unfold moves in H; apply filter_In in H; apply negb_true_iff, H).
  destruct (moves_shape _ _ H) as [l V1 V2 V3 V4 V5|V|one V|V|V|E V|E V]; try (exfalso; apply N; exact V); try discriminate.
  exists l. repeat split; auto. destruct t as [s u x]. cbn [becomes] in V3. subst x. reflexivity.
Qed.

Theorem legal_black_is_chess : in_check (men (chess k Black p)) White = false.
Proof.
  destruct apart as [B [WM [BM [WB D]]]]. destruct (in_check _ White) eqn:E; [|reflexivity].
  apply white_in_check in E; auto. lia.
Qed.
(** The third man's moves: those squares on its lines where it takes nothing. *)
Lemma third_moves s : k <> Board.Pawn -> In s (flat_map (fun d => Board.ray 7 (fun s => same s (Board.wk p) ||| same s (Board.bk p)) d (Board.m p))
    (Board.directions k)) <->
  In s (attacks (men (chess k White p)) White (third k) (Board.m p)) /\ s <> Board.wk p /\ s <> Board.bk p.
Proof.
  destruct apart as [B [WM [BM [WB D]]]]. intros K. rewrite (third_rays _ _ _ _ K), !in_flat_map. split.
  - intros [d [I H]]. apply board_ray in H. destruct H as [j [J [-> H]]].
    assert (forall i, 1 <= i <= j -> along (Board.m p) d i <> Board.wk p /\ along (Board.m p) d i <> Board.bk p) as N.
    { intros i X. destruct (H i X) as [_ Y]. destruct (same _ (Board.wk p)) eqn:E; [discriminate|]. apply same_not in E, Y. auto. }
    split; [|apply N; lia]. exists d. split; [exact I|]. apply ray_in; [exact J|intros i X; apply H; lia|].
    intros i X. destruct (N i) as [N1 N2]; [lia|]. rewrite pick_none; auto; [apply H; lia|apply (along_other _ _ k); auto; lia].
  - intros [[d [I H]] [N1 N2]]. exists d. split; [exact I|]. apply ray_spec in H. destruct H as [j [J [-> [O H]]]].
    apply board_ray. exists j. split; [exact J|]. split; [reflexivity|]. intros i X. destruct (Z.eq_dec i j) as [->|Y].
    + split; [exact O|]. apply same_not in N1, N2. rewrite N1, N2. reflexivity.
    + destruct (H i) as [P Q]; [lia|]. split; [exact P|]. apply empty_none in Q.
      destruct (same _ (Board.wk p)) eqn:E; [apply same_is in E; rewrite E, pick_w in Q by assumption; discriminate|].
      apply same_not. intros F. rewrite F, pick_b in Q by assumption. discriminate.
Qed.

(** Black's moves are those of chess: each by each, the positions after them are the same. *)
Theorem black_moves_are_chess :
  (forall q, In q (Board.black_moves k p) -> exists t, In t (moves (chess k Black p)) /\ play (chess k Black p) t = chess k White q) /\
  (forall t, In t (moves (chess k Black p)) -> exists q, In q (Board.black_moves k p) /\ play (chess k Black p) t = chess k White q).
Proof.
  destruct apart as [B [WM [BM [WB D]]]]. split.
  - intros q H. unfold Board.black_moves in H. apply in_map_iff in H. destruct H as [s [<- H]]. apply filter_In in H.
    destruct H as [A H]. apply lazy_and in H. destruct H as [F H]. apply Z.leb_le in F. apply negb_true_iff in H.
    assert (s <> Board.wk p) as N by (intros ->; unfold Board.distance in F; lia).
    destruct (play_bk s A N) as [X Y]. exists (plain (Board.bk p) s). split; [|exact Y].
    assert (on_board s = true) as S by (apply around_distance in A; tauto).
    apply (move_in (chess k Black p) _ _ King); auto using on_b; [discriminate|apply pick_b; auto| |].
    + change (turn (chess k Black p)) with Black. rewrite pick_chess by assumption. apply around_distance in A.
      destruct (same s (Board.wk p)); [reflexivity|]. destruct (same s (Board.bk p)) eqn:E.
      * apply same_is in E. subst s. unfold Board.distance in A. lia.
      * destruct (same s (Board.m p)); reflexivity.
    + change (turn (chess k Black p)) with Black. rewrite X. destruct (in_check _ Black) eqn:E; [|reflexivity].
      apply black_in_check in E; [|boards|cbn; congruence|cbn; exact WM]. cbn [bk_to Board.wk Board.bk] in E.
      change (Board.attacks k (bk_to s) s) with (Board.attacks k p s) in E. destruct E as [E|E]; [lia|congruence].
  - intros t H. destruct (piece_only Black t ltac:(discriminate) H) as [l [K [V [T [O [A [G C]]]]]]]. apply pick_black in V; [|exact B|exact O].
    destruct V as [V ->]. rewrite V in A. rewrite T, V in C |- *. change (In (to t) (Board.around (Board.bk p))) in A.
    pose proof (proj1 (around_distance _ _) A) as [S F].
    assert (to t <> Board.wk p) as N by (intros N; rewrite N, distance_sym in F; lia).
    destruct (play_bk _ A N) as [X Y]. exists (bk_to (to t)). split; [|exact Y].
    unfold Board.black_moves. apply in_map_iff. exists (to t). split; [reflexivity|]. apply filter_In. split; [exact A|].
    rewrite X in C. pose proof (black_in_check k (bk_to (to t))) as I. cbn [bk_to Board.wk Board.bk Board.m] in I.
    specialize (I ltac:(boards) (not_eq_sym N) WM White). fold (bk_to (to t)) in I.
    change (Board.attacks k (bk_to (to t)) (to t)) with (Board.attacks k p (to t)) in I.
    unfold Board.flees. destruct (Board.attacks k p (to t)) eqn:E; [rewrite (proj2 I) in C by auto; discriminate|].
    destruct (Z.leb_spec 2 (Board.distance (Board.wk p) (to t))) as [_|Z]; [reflexivity|]. exfalso.
    assert (Board.distance (Board.wk p) (to t) = 0 \/ Board.distance (Board.wk p) (to t) = 1) as [Q|Q]
      by (unfold Board.distance in *; lia).
    + apply distance_0 in Q. congruence.
    + rewrite (proj2 I) in C by auto. discriminate.
Qed.
End Moves.

(** White's: the same. *)
Lemma king_moves_are_chess k p q : Board.legal_black p = true -> In q (Board.king_moves p) ->
  exists t, In t (moves (chess k White p)) /\ play (chess k White p) t = chess k Black q.
Proof.
  intros L H. destruct (apart p L) as [B [WM [BM [WB D]]]]. pose proof (on_w p B) as OW. pose proof (on_b p B) as OB.
  pose proof (on_m p B) as OM. apply in_map_iff in H. destruct H as [s [<- H]].
  apply filter_In in H. destruct H as [A H]. apply lazy_and in H. destruct H as [F H]. apply Z.leb_le in F.
  apply negb_true_iff, same_not in H. pose proof (proj1 (around_distance _ _) A) as [S G].
  assert (s <> Board.bk p) as N by (intros ->; unfold Board.distance in F; lia).
  destruct (play_wk k p L s A H N) as [X Y]. exists (plain (Board.wk p) s). split; [|exact Y].
  apply (move_in (chess k White p) _ _ King); auto; [discriminate|apply pick_w; auto| |].
  - change (turn (chess k White p)) with White. rewrite pick_none; auto. intros E. rewrite E in G. unfold Board.distance in G. lia.
  - change (turn (chess k White p)) with White. rewrite X. destruct (in_check _ White) eqn:E; [|reflexivity].
    apply white_in_check in E; [cbn [wk_to Board.wk Board.bk] in E; lia| |cbn; auto].
    apply on_boards_is; auto.
Qed.
Theorem white_moves_are_chess k p : k <> Board.Pawn -> Board.legal_white k p = true ->
  (forall q, In q (Board.white_moves k p) -> exists t, In t (moves (chess k White p)) /\ play (chess k White p) t = chess k Black q) /\
  (forall t, In t (moves (chess k White p)) -> exists q, In q (Board.white_moves k p) /\ play (chess k White p) t = chess k Black q).
Proof.
  intros K LW. apply lazy_and in LW. destruct LW as [LW _]. apply lazy_and in LW. destruct LW as [L NA]. apply negb_true_iff in NA.
  destruct (apart p L) as [B [WM [BM [WB D]]]]. pose proof (on_w p B) as OW. pose proof (on_b p B) as OB. pose proof (on_m p B) as OM.
  assert (Board.man_moves k p = map (m_to p) (flat_map (fun d => Board.ray 7 (fun s => same s (Board.wk p) ||| same s (Board.bk p))
    d (Board.m p)) (Board.directions k))) as MM by (destruct k; reflexivity || congruence).
  split.
  - intros q H. apply in_app_or in H. destruct H as [H|H]; [exact (king_moves_are_chess k p q L H)|].
    rewrite MM in H. apply in_map_iff in H. destruct H as [s [<- H]].
    apply (third_moves k p L _ K) in H. destruct H as [A [N1 N2]]. pose proof (attacks_on_board _ _ _ _ _ A) as S.
    destruct (play_m k p L s K A N1 N2) as [X Y]. exists (plain (Board.m p) s). split; [|exact Y].
    apply (move_in (chess k White p) _ _ (third k)); auto; [destruct k; discriminate || congruence|apply pick_m; auto| |].
    + change (turn (chess k White p)) with White. rewrite pick_none; auto. intros E. apply attacks_away in A. congruence.
    + change (turn (chess k White p)) with White. rewrite X. destruct (in_check _ White) eqn:E; [|reflexivity].
      apply white_in_check in E; [cbn [m_to Board.wk Board.bk] in E; lia| |cbn; auto].
      apply on_boards_is; auto.
  - intros t H. destruct (piece_only k p L White t (fun _ => K) H) as [l [_ [V [T [O [A [G C]]]]]]]. apply pick_white in V; [|exact B|exact O].
    destruct V as [[V ->]|[V [-> _]]]; rewrite V in A; rewrite T, V in C |- *.
    + change (In (to t) (Board.around (Board.wk p))) in A. pose proof (proj1 (around_distance _ _) A) as [S F].
      assert (to t <> Board.bk p) as N by (intros N; rewrite N in F; lia).
      assert (to t <> Board.m p) as M by (intros M; rewrite M, pick_m in G by auto; discriminate).
      destruct (play_wk k p L _ A M N) as [X Y]. exists (wk_to p (to t)). split; [|exact Y].
      apply in_or_app. left. apply in_map_iff. exists (to t). split; [reflexivity|]. apply filter_In. split; [exact A|].
      apply same_not in M. rewrite M. rewrite X in C.
      destruct (Z.leb_spec 2 (Board.distance (to t) (Board.bk p))) as [_|Z]; [reflexivity|]. exfalso.
      assert (Board.distance (to t) (Board.bk p) = 0 \/ Board.distance (to t) (Board.bk p) = 1) as [Q|Q]
        by (unfold Board.distance in *; lia); [apply distance_0 in Q; congruence|].
      enough (in_check (men (chess k Black (wk_to p (to t)))) White = true) by congruence.
      apply same_not in M. apply white_in_check; auto; try (cbn; auto; fail). apply on_boards_is; auto.
    + pose proof (attacks_on_board _ _ _ _ _ A) as S.
      assert (to t <> Board.wk p) as N by (intros N; rewrite N, pick_w in G by auto; discriminate).
      assert (to t <> Board.bk p) as M.
      { intros M. rewrite M, third_rays in A by exact K. apply in_flat_map in A. destruct A as [d [I A]]. apply ray_spec in A.
        destruct A as [j [J [E [_ A]]]]. enough (Board.attacks k p (Board.bk p) = true) by congruence.
        apply third_attacks; auto. exists d, j. repeat split; auto; try lia. intros i X Y. destruct (A i X) as [_ Z].
        rewrite Y, pick_w in Z by auto. discriminate. }
      destruct (play_m k p L _ K A N M) as [X Y]. exists (m_to p (to t)). split; [|exact Y].
      apply in_or_app. right. rewrite MM. apply in_map_iff. exists (to t). split; [reflexivity|]. apply (third_moves k p L _ K). auto.
Qed.

(** * The theorem *)

(** The moves of a strategy are White's. *)
Definition plays (k : Board.kind) (strategy : endgame -> list endgame) : Prop :=
  forall p q, In q (strategy p) -> In q (Board.white_moves k p).

Scheme wins_mind := Minimality for Board.wins Sort Prop
with loses_mind := Minimality for Board.loses Sort Prop.
Combined Scheme wins_loses from wins_mind, loses_mind.
Lemma wins_and_loses k strategy : k <> Board.Pawn -> plays k strategy ->
  (forall p, Board.wins k strategy p -> mates k strategy p) /\ (forall q, Board.loses k strategy q -> mated k strategy q).
Proof.
  intros K S. apply (wins_loses k strategy (mates k strategy) (mated k strategy)).
  - intros p L N W IH. apply Mates; [exact N|]. intros q Q. split; [|apply IH, Q].
    apply (proj1 (white_moves_are_chess k p K L)). apply S, Q.
  - intros q L M. replace (Board.mate k q) with (Board.checkmate k q) in M by (destruct k; congruence || reflexivity). apply lazy_and in M. destruct M as [A M].
    destruct (apart q L) as [B [WM [BM [WB D]]]]. apply Now; [apply black_in_check; auto|].
    destruct (moves (chess k Black q)) as [|t l] eqn:E; [reflexivity|]. exfalso.
    destruct (proj2 (black_moves_are_chess k q L) t) as [p [P _]]; [rewrite E; left; reflexivity|].
    apply Table.no_moves_is in M. rewrite M in P. destruct P.
  - intros q L N W IH. apply Later.
    + destruct (Board.black_moves k q) as [|p l] eqn:E; [congruence|].
      destruct (proj1 (black_moves_are_chess k q L) p) as [t [T _]]; [rewrite E; left; reflexivity|].
      intros F. rewrite F in T. destruct T.
    + intros t T. destruct (proj2 (black_moves_are_chess k q L) t T) as [p [P E]]. exists p. split; [exact E|apply IH, P].
Qed.

Theorem endgame_is_chess k strategy : k <> Board.Pawn -> plays k strategy -> forall p, Board.wins k strategy p -> mates k strategy p.
Proof. intros K S. apply (wins_and_loses k strategy K S). Qed.

(** What is legal in the endgame is so in chess: the side that has moved is not in check. *)
Theorem legal_is_chess k p : k <> Board.Pawn -> Board.on_boards p = true -> Board.wk p <> Board.m p -> Board.bk p <> Board.m p ->
  Board.wk p <> Board.bk p ->
  Board.legal_black p = negb (in_check (men (chess k Black p)) White) /\
  Board.legal_white k p = negb (in_check (men (chess k White p)) Black).
Proof.
  intros K B WM BM WB. pose proof (white_in_check k p B WB Black) as W. pose proof (black_in_check k p B WB WM White) as C.
  assert (Board.distance (Board.wk p) (Board.bk p) <> 0) as Z by (intros Z; apply distance_0 in Z; congruence).
  assert (0 <= Board.distance (Board.wk p) (Board.bk p)) as P by (unfold Board.distance; lia).
  assert (Board.legal_black p = (2 <=? Board.distance (Board.wk p) (Board.bk p))) as L.
  { unfold Board.legal_black. rewrite B, (proj2 (same_not _ _) WM), (proj2 (same_not _ _) BM). reflexivity. }
  replace (Board.legal_white k p) with (Board.legal_black p &&& negb (Board.attacks k p (Board.bk p)))
    by (unfold Board.legal_white; destruct k; try congruence; destruct (Board.legal_black p), (Board.attacks _ p _); reflexivity).
  rewrite L.
  destruct (Z.leb_spec 2 (Board.distance (Board.wk p) (Board.bk p))); split.
  - destruct (in_check _ White); [|reflexivity]. destruct W as [W _]. specialize (W eq_refl). lia.
  - destruct (Board.attacks k p (Board.bk p)) eqn:A; [rewrite (proj2 C) by auto; reflexivity|].
    destruct (in_check _ Black); [|reflexivity]. destruct C as [C _]. destruct (C eq_refl); [lia|congruence].
  - rewrite (proj2 W) by lia. reflexivity.
  - rewrite (proj2 C) by (left; lia). reflexivity.
Qed.

Lemma least_in f l q : In q (Board.least f l) -> In q l.
Proof. destruct l; [auto|]. unfold Board.least. cbv zeta. intros H. apply filter_In in H. tauto. Qed.
Lemma choose_plays k steps : (forall s p kings men q, In s steps -> In q (s p kings men) -> In q kings \/ In q men) ->
  plays k (Board.choose k steps).
Proof.
  intros H p q. unfold Board.choose, Board.white_moves. generalize (Board.king_moves p) as kings, (Board.man_moves k p) as men.
  intros kings men. induction steps as [|s steps IH]; [intros []|]. cbn [Board.first]. intros Q. apply in_or_app.
  assert (In q (s p kings men) \/ In q (Board.first steps p kings men)) as [C|C] by (destruct (s p kings men); auto).
  - apply (H s p kings men q); [left; reflexivity|exact C].
  - apply in_app_or. apply IH; [|exact C]. intros t p0 k0 m0 q0 T. apply H. right. exact T.
Qed.

Print Assumptions endgame_is_chess.
Print Assumptions legal_is_chess.

(** Lemmas about boards and moves, and that [before] is complete. *)

Require Import Prelude Arith Lia Chess Before.

(** The side that has moved is not in check. *)
Lemma other_other c : other (other c) = c.
Proof. destruct c; reflexivity. Qed.
Theorem no_opposite_check p : reachable p -> in_check (men p) (other (turn p)) = false.
Proof.
  intros R. destruct R as [|p t R I]; [vm_compute; reflexivity|]. cbn [play men turn]. rewrite other_other.
  unfold moves in I. apply filter_In in I. destruct I as [_ I]. apply negb_true_iff in I. exact I.
Qed.

(** Boards as functions of the square. *)
Lemma length_set {A} (v : A) : forall l n, length (set l n v) = length l.
Proof. induction l as [|x l IH]; intros [|n]; cbn; auto. Qed.
Lemma nth_set {A} (v d : A) : forall l n k, (k < length l)%nat ->
  nth k (set l n v) d = if (k =? n)%nat then v else nth k l d.
Proof.
  induction l as [|x l IH]; intros n k H; [cbn in H; lia|]. destruct n as [|n], k as [|k]; cbn; auto.
  apply IH. cbn in H. lia.
Qed.
Lemma length_put b s v : length (put b s v) = length b.
Proof. apply length_set. Qed.
Lemma lazy_and (a b : bool) : a &&& b = true -> a = true /\ b = true.
Proof. destruct a; [auto|discriminate]. Qed.
Lemma on_board_range s : on_board s = true -> 0 <= fst s <= 7 /\ 0 <= snd s <= 7.
Proof.
  unfold on_board. intros H. repeat (apply lazy_and in H; destruct H as [H ?]).
  repeat match goal with J : (_ <=? _) = true |- _ => apply Z.leb_le in J end. lia.
Qed.
Lemma range_on_board s : 0 <= fst s <= 7 -> 0 <= snd s <= 7 -> on_board s = true.
Proof.
  intros X Y. unfold on_board.
  rewrite (proj2 (Z.leb_le 0 (fst s))), (proj2 (Z.leb_le (fst s) 7)), (proj2 (Z.leb_le 0 (snd s))),
    (proj2 (Z.leb_le (snd s) 7)) by lia. reflexivity.
Qed.
Lemma index_range s : on_board s = true -> (index s < 64)%nat.
Proof. intros H. apply on_board_range in H. unfold index. lia. Qed.
Lemma index_same s t : on_board s = true -> on_board t = true -> index s = index t -> s = t.
Proof.
  intros S T H. apply on_board_range in S, T. unfold index in H. destruct s as [x y], t as [z w]. cbn [fst snd] in *.
  assert (x = z /\ y = w) as [-> ->] by lia. reflexivity.
Qed.
Lemma same_is s t : same s t = true <-> s = t.
Proof.
  unfold same. destruct s as [x y], t as [z w]. cbn [fst snd]. split.
  - destruct (x =? z) eqn:E; [|discriminate]. apply Z.eqb_eq in E. intros F. apply Z.eqb_eq in F. congruence.
  - intros [= -> ->]. rewrite !Z.eqb_refl. reflexivity.
Qed.
Lemma same_not s t : same s t = false <-> s <> t.
Proof. split; intros H; [intros E|destruct (same s t) eqn:E; [|reflexivity]]; apply same_is in E; congruence. Qed.
Lemma pick_put b s v r : length b = 64%nat -> on_board s = true -> on_board r = true ->
  pick (put b s v) r = if same r s then v else pick b r.
Proof.
  intros L S R. unfold pick, put. rewrite nth_set by (rewrite L; apply index_range, R).
  destruct (same r s) eqn:E.
  - apply same_is in E. subst. rewrite Nat.eqb_refl. reflexivity.
  - destruct (Nat.eqb_spec (index r) (index s)) as [I|]; [|reflexivity].
    apply index_same in I; auto. subst. apply same_not in E. congruence.
Qed.
Lemma empty_none o : empty o = true -> o = None.
Proof. destruct o; [discriminate|reflexivity]. Qed.
Lemma same_color_is c d : same_color c d = true -> c = d.
Proof. intros H. destruct c, d; cbn in H; congruence. Qed.
Lemma same_color_refl c : same_color c c = true.
Proof. destruct c; reflexivity. Qed.
Lemma same_kind_is k l : same_kind k l = true -> k = l.
Proof. intros H. destruct k, l; cbn in H; congruence. Qed.
Lemma same_kind_refl k : same_kind k k = true.
Proof. destruct k; reflexivity. Qed.
Lemma is_some o c k : is o c k = true -> o = Some (c, k).
Proof.
  destruct o as [[d l]|]; [|discriminate]. cbn. destruct (same_color c d) eqn:C; [|discriminate]. intros K.
  apply same_color_is in C. apply same_kind_is in K. subst. reflexivity.
Qed.

(** Two boards are equal if all their squares are. *)
Lemma board_ext (b d : board) : length b = length d ->
  (forall k, (k < length b)%nat -> nth k b None = nth k d None) -> b = d.
Proof. intros L H. apply (nth_ext b d None None L H). Qed.
Ltac restore := unfold put, pick; apply board_ext; [rewrite !length_set; reflexivity|];
  let k := fresh "k" in let K := fresh "K" in intros k K; rewrite !length_set in K;
  repeat rewrite nth_set by (rewrite ?length_set; exact K);
  repeat match goal with |- context [(k =? ?n)%nat] => destruct (Nat.eqb_spec k n) end; subst; try congruence.

(** Rays can be gone along in both directions. *)
Definition along (s d : square) (k : Z) : square := (fst s + k * fst d, snd s + k * snd d).
Definition minus (d : square) : square := (- fst d, - snd d).
Lemma ray_spec b d t : forall n s, In t (ray n b d s) -> exists k, 1 <= k <= Z.of_nat n /\ t = along s d k /\
  on_board t = true /\ forall j, 1 <= j < k -> on_board (along s d j) = true /\ empty (pick b (along s d j)) = true.
Proof.
  induction n as [|n IH]; intros s H; [destruct H|]. cbn [ray] in H. cbv zeta in H.
  destruct (on_board (shift s d)) eqn:B; [|destruct H]. destruct H as [H|H].
  - exists 1. split; [lia|]. split.
    + rewrite <- H. unfold along, shift. f_equal; lia.
    + split; [congruence|]. intros j J. lia.
  - destruct (empty (pick b (shift s d))) eqn:E; [|destruct H]. apply IH in H. destruct H as [k [K [T [O J]]]].
    exists (k + 1). split; [lia|]. split; [|split; [exact O|]].
    + rewrite T. unfold along, shift. cbn [fst snd]. f_equal; lia.
    + intros j Hj. destruct (Z.eq_dec j 1) as [->|N].
      * replace (along s d 1) with (shift s d) by (unfold along, shift; f_equal; lia). auto.
      * replace (along s d j) with (along (shift s d) d (j - 1)) by (unfold along, shift; cbn [fst snd]; f_equal; lia).
        apply J. lia.
Qed.
Lemma ray_in b d : forall n s k, 1 <= k <= Z.of_nat n -> (forall j, 1 <= j <= k -> on_board (along s d j) = true) ->
  (forall j, 1 <= j < k -> empty (pick b (along s d j)) = true) -> In (along s d k) (ray n b d s).
Proof.
  induction n as [|n IH]; intros s k K O E; [lia|]. cbn [ray]. cbv zeta.
  assert (along s d 1 = shift s d) as A by (unfold along, shift; f_equal; lia).
  rewrite <- A. rewrite (O 1) by lia. destruct (Z.eq_dec k 1) as [->|N]; [left; reflexivity|]. right.
  rewrite (E 1) by lia. rewrite A.
  replace (along s d k) with (along (shift s d) d (k - 1)) by (unfold along, shift; cbn [fst snd]; f_equal; lia).
  assert (forall j, along (shift s d) d j = along s d (j + 1)) as B
    by (intros j; unfold along, shift; cbn [fst snd]; f_equal; lia).
  apply IH; [lia| |]; intros j J; rewrite B; [apply O|apply E]; lia.
Qed.
Lemma ray_back b e d s t : on_board s = true ->
  (forall r, on_board r = true -> empty (pick b r) = true -> empty (pick e r) = true) ->
  In t (ray 7 b d s) -> In s (ray 7 e (minus d) t).
Proof.
  intros S E H. apply ray_spec in H. destruct H as [k [K [T [O J]]]].
  assert (forall j, along t (minus d) j = along s d (k - j)) as A.
  { intros j. rewrite T. unfold along, minus. cbn [fst snd]. f_equal; lia. }
  replace s with (along t (minus d) k) at 1
    by (rewrite A; unfold along; destruct s; cbn [fst snd]; f_equal; lia).
  apply ray_in; [exact K| |]; intros j Hj; rewrite A.
  - destruct (Z.eq_dec j k) as [->|N]; [|apply J; lia].
    replace (along s d (k - k)) with s by (unfold along; destruct s; cbn [fst snd]; f_equal; lia). exact S.
  - destruct (J (k - j)) as [B F]; [lia|]. apply E; assumption.
Qed.
Lemma jump_back s t l : (forall d, In d l -> In (minus d) l) -> on_board s = true ->
  In t (filter on_board (map (shift s) l)) -> In s (filter on_board (map (shift t) l)).
Proof.
  intros M S H. apply filter_In in H. destruct H as [H _]. apply in_map_iff in H. destruct H as [d [<- D]].
  apply filter_In. split; [|exact S]. apply in_map_iff. exists (minus d). split; [|exact (M d D)].
  unfold shift, minus. destruct s; cbn [fst snd]. f_equal; lia.
Qed.
Lemma rays_back b e l s t : (forall d, In d l -> In (minus d) l) -> on_board s = true ->
  (forall r, on_board r = true -> empty (pick b r) = true -> empty (pick e r) = true) ->
  In t (flat_map (fun d => ray 7 b d s) l) -> In s (flat_map (fun d => ray 7 e d t) l).
Proof.
  intros M S E H. apply in_flat_map in H. destruct H as [d [D H]]. apply in_flat_map. exists (minus d).
  split; [exact (M d D)|]. exact (ray_back b e d s t S E H).
Qed.
Ltac symmetric := let d := fresh in let D := fresh in intros d D; cbn in D;
  repeat (destruct D as [<-|D]; [cbn; tauto|]); destruct D.
Lemma attacks_back b e c k s t : k <> Pawn -> on_board s = true ->
  (forall r, on_board r = true -> empty (pick b r) = true -> empty (pick e r) = true) ->
  In t (attacks b c k s) -> In s (attacks e c k t).
Proof.
  intros K S E. destruct k; [apply jump_back|apply rays_back|apply rays_back|apply rays_back|apply jump_back|congruence]; auto;
    symmetric.
Qed.
Lemma attacks_on_board b c k s t : In t (attacks b c k s) -> on_board t = true.
Proof.
  assert (forall l, In t (flat_map (fun d => ray 7 b d s) l) -> on_board t = true) as R.
  { intros l H. apply in_flat_map in H. destruct H as [d [_ H]]. apply ray_spec in H. destruct H as [j H]. tauto. }
  destruct k; cbn [attacks]; try apply R; intros H; apply filter_In in H; tauto.
Qed.
Lemma attacks_away b c k s t : In t (attacks b c k s) -> s <> t.
Proof.
  assert (forall l, (forall d, In d l -> d <> (0, 0)) -> In t (flat_map (fun d => ray 7 b d s) l) -> s <> t) as R.
  { intros l N H E. apply in_flat_map in H. destruct H as [d [D H]]. apply ray_spec in H. destruct H as [j [J [T _]]].
    apply (N d D). subst s. unfold along in T. destruct t as [x y], d as [u v]. cbn [fst snd] in T. injection T as T U.
    f_equal; nia. }
  assert (forall l, (forall d, In d l -> d <> (0, 0)) -> In t (filter on_board (map (shift s) l)) -> s <> t) as F.
  { intros l N H E. apply filter_In in H. destruct H as [H _]. apply in_map_iff in H. destruct H as [d [T D]].
    apply (N d D). subst s. unfold shift in T. destruct t as [x y], d as [u v]. cbn [fst snd] in T. injection T as T U.
    f_equal; lia. }
  assert (forall l, existsb (same (0, 0)) l = false -> forall d, In d l -> d <> (0, 0)) as Z.
  { intros l X d D ->. enough (existsb (same (0, 0)) l = true) by congruence. apply existsb_exists. exists (0, 0). auto. }
  destruct k; cbn [attacks]; [apply F|apply R|apply R|apply R|apply F|]; try (apply Z; reflexivity).
  intros H E. subst s. apply filter_In in H. destruct H as [[H|[H|[]]] _]; destruct t; unfold shift in H; cbn [fst snd] in H;
    injection H; lia.
Qed.
Lemma on_board_squares s : In s squares -> on_board s = true.
Proof.
  intros H. assert (forallb on_board squares = true) as A by reflexivity. rewrite forallb_forall in A. auto.
Qed.
Lemma squares_on_board s : on_board s = true -> In s squares.
Proof.
  intros H. apply on_board_range in H. destruct s as [x y]. cbn [fst snd] in H. unfold squares. apply in_flat_map. exists y. split.
  - cbn. lia.
  - apply in_map_iff. exists x. split; [reflexivity|]. cbn. lia.
Qed.

(** The kinds of moves. *)
Inductive shape (p : position) (t : move) : Prop :=
| Piece k : k <> Pawn -> pick (men p) (from t) = Some (turn p, k) -> becomes t = None ->
    In (to t) (attacks (men p) (turn p) k (from t)) -> has (pick (men p) (to t)) (turn p) = false -> shape p t
| Push : pick (men p) (from t) = Some (turn p, Pawn) -> In (becomes t) (promotions (turn p) (to t)) ->
    to t = shift (from t) (0, ahead (turn p)) -> pick (men p) (to t) = None -> shape p t
| Double one : pick (men p) (from t) = Some (turn p, Pawn) -> becomes t = None -> snd (from t) = pawn_rank (turn p) ->
    one = shift (from t) (0, ahead (turn p)) -> to t = shift one (0, ahead (turn p)) ->
    pick (men p) one = None -> pick (men p) (to t) = None -> shape p t
| Takes : pick (men p) (from t) = Some (turn p, Pawn) -> In (becomes t) (promotions (turn p) (to t)) ->
    In (to t) (attacks (men p) (turn p) Pawn (from t)) -> has (pick (men p) (to t)) (other (turn p)) = true -> shape p t
| EnPassant : pick (men p) (from t) = Some (turn p, Pawn) -> In (becomes t) (promotions (turn p) (to t)) ->
    In (to t) (attacks (men p) (turn p) Pawn (from t)) -> passed p = Some (to t) -> shape p t
| Short : t = plain (4, home_rank (turn p)) (6, home_rank (turn p)) -> short p (turn p) = true ->
    pick (men p) (4, home_rank (turn p)) = Some (turn p, King) -> pick (men p) (7, home_rank (turn p)) = Some (turn p, Rook) ->
    forallb (fun x => empty (pick (men p) (x, home_rank (turn p)))) [5; 6] = true ->
    forallb (fun x => negb (attacked (men p) (other (turn p)) (x, home_rank (turn p)))) [4; 5; 6] = true -> shape p t
| Long : t = plain (4, home_rank (turn p)) (2, home_rank (turn p)) -> long p (turn p) = true ->
    pick (men p) (4, home_rank (turn p)) = Some (turn p, King) -> pick (men p) (0, home_rank (turn p)) = Some (turn p, Rook) ->
    forallb (fun x => empty (pick (men p) (x, home_rank (turn p)))) [1; 2; 3] = true ->
    forallb (fun x => negb (attacked (men p) (other (turn p)) (x, home_rank (turn p)))) [4; 3; 2] = true -> shape p t.

Lemma pawn_to_in c s t m : In m (pawn_to c s t) -> from m = s /\ to m = t /\ In (becomes m) (promotions c t).
Proof.
  unfold pawn_to, promotions. destruct (snd t =? home_rank (other c)); intros H.
  - apply in_map_iff in H. destruct H as [k [<- K]]. cbn [from to becomes]. split; [reflexivity|]. split; [reflexivity|].
    apply in_map, K.
  - destruct H as [<-|[]]. cbn. auto.
Qed.
Lemma moves_shape p t : In t (moves p) -> shape p t.
Proof.
  unfold moves. intros H. apply filter_In in H. destruct H as [H _]. apply in_app_or in H. destruct H as [H|H].
  - apply in_flat_map in H. destruct H as [s [S H]]. destruct (pick (men p) s) as [[c k]|] eqn:V; [|destruct H].
    destruct (same_color c (turn p)) eqn:C; [|destruct H]. apply same_color_is in C. subst c.
    assert (k <> Pawn -> In t (map (plain s) (filter (fun t => negb (has (pick (men p) t) (turn p)))
      (attacks (men p) (turn p) k s))) -> shape p t) as P.
    { intros K I. apply in_map_iff in I. destruct I as [r [<- I]]. apply filter_In in I. destruct I as [I N].
      apply negb_true_iff in N. apply (Piece p (plain s r) k); auto. }
    destruct k; try (apply P; [discriminate|exact H]). clear P.
    unfold pawn_moves in H. cbv zeta in H. apply in_app_or in H. destruct H as [H|H].
    + destruct (empty (pick (men p) (shift s (0, ahead (turn p))))) eqn:E; [|destruct H]. apply empty_none in E.
      apply in_app_or in H. destruct H as [H|H].
      * apply pawn_to_in in H. destruct H as [<- [T B]]. apply Push; auto; congruence.
      * destruct (snd s =? pawn_rank (turn p)) eqn:R; [|destruct H]. apply Z.eqb_eq in R.
        destruct (empty (pick (men p) (shift (shift s (0, ahead (turn p))) (0, ahead (turn p))))) eqn:F; [|destruct H].
        apply empty_none in F. destruct H as [<-|[]]. apply (Double p _ (shift s (0, ahead (turn p)))); auto.
    + apply in_flat_map in H. destruct H as [r [A H]].
      destruct (has (pick (men p) r) (other (turn p))) eqn:O.
      * apply pawn_to_in in H. destruct H as [<- [T B]]. subst r. apply Takes; auto.
      * destruct (passed p) as [e|] eqn:E; [|destruct H]. destruct (same e r) eqn:S'; [|destruct H].
        apply same_is in S'. subst e. apply pawn_to_in in H. destruct H as [<- [T B]]. subst r. apply EnPassant; auto.
  - unfold castling in H. cbv zeta in H. destruct (is (pick (men p) (4, home_rank (turn p))) (turn p) King) eqn:K; [|destruct H].
    apply is_some in K. apply in_app_or in H. destruct H as [H|H].
    + match type of H with In _ (if ?x then _ else _) => destruct x eqn:E; [|destruct H] end. destruct H as [<-|[]].
      repeat (apply lazy_and in E; destruct E as [E ?]). apply Short; auto. apply is_some. assumption.
    + match type of H with In _ (if ?x then _ else _) => destruct x eqn:E; [|destruct H] end. destruct H as [<-|[]].
      repeat (apply lazy_and in E; destruct E as [E ?]). apply Long; auto. apply is_some. assumption.
Qed.

(** King and pawn against king: a strategy that wins in Board.v by promotion lets White force mate in chess. *)

Require Import Prelude Lia Chess Before Before_facts Before_complete KRK_chess.
Require Board KRK KQK Table Strategy Plays KRK2016_wins KQK_wins.

(** The side to move can force mate, whatever the other side plays. *)
Inductive forces : position -> Prop :=
| Forces p t : In t (moves p) -> forced (play p t) -> forces p
with forced : position -> Prop := (* the other side is to move *)
| Mated p : in_check (men p) (turn p) = true -> moves p = [] -> forced p
| Forced p : moves p <> [] -> (forall t, In t (moves p) -> forces (play p t)) -> forced p.

(** * Proofs *)

Lemma mates_mated_force k s : (forall p, mates k s p -> forces (chess k White p)) /\
  (forall q, mated k s q -> forced (chess k Black q)).
Proof.
  pose (P := fun p => forces (chess k White p)). pose (Q := fun q => forced (chess k Black q)).
  assert (forall p, s p <> [] -> (forall q, In q (s p) -> (exists t, In t (moves (chess k White p)) /\
    play (chess k White p) t = chess k Black q) /\ mated k s q) ->
    (forall q, In q (s p) -> Q q) -> P p) as A.
  { intros p N M IH. destruct (s p) as [|q l] eqn:E; [congruence|]. destruct (M q) as [[t [T X]] _]; [left; reflexivity|].
    apply (Forces _ t T). rewrite X. apply IH. left. reflexivity. }
  assert (forall q, moves (chess k Black q) <> [] -> (forall t, In t (moves (chess k Black q)) -> exists p,
    play (chess k Black q) t = chess k White p /\ P p) -> Q q) as B.
  { intros q N M. apply Forced; [exact N|]. intros t T. destruct (M t T) as [p [-> X]]. exact X. }
  fold P Q.
  assert (forall p, mates k s p -> P p) as M.
  { fix IH 2. intros p [p' N M]. apply (A p' N M). intros q I. destruct (M q I) as [_ [q' C E|q' E X]].
    - apply Mated; assumption.
    - apply (B q' E). intros t T. destruct (X t T) as [r [Y Z]]. exists r. split; [exact Y|exact (IH r Z)]. }
  split; [exact M|]. intros q [q' C E|q' E X]; [apply Mated; assumption|]. apply (B q' E). intros t T.
  destruct (X t T) as [r [Y Z]]. exists r. split; [exact Y|exact (M r Z)].
Qed.

(** Without a pawn of the side to move it does not matter which square one has just passed. *)
Definition passing (p : position) (e : option square) : position := Pos (men p) (turn p) (short p) (long p) e.
Lemma moves_passing p e : (forall s, on_board s = true -> pick (men p) s <> Some (turn p, Pawn)) ->
  moves (passing p e) = moves p.
Proof.
  intros N. unfold moves. cbn [passing men turn]. f_equal. f_equal. rewrite !flat_map_concat_map. f_equal. apply map_ext_in.
  intros s S. cbv beta. generalize (N s (on_board_squares s S)). destruct (pick (men p) s) as [[c [| | | | |]]|]; intros D; try reflexivity.
  destruct (same_color c (turn p)) eqn:E; [|reflexivity]. apply same_color_is in E. destruct D. rewrite E. reflexivity.
Qed.
Lemma forced_passing p e : (forall s, on_board s = true -> pick (men p) s <> Some (turn p, Pawn)) ->
  forced p -> forced (passing p e).
Proof.
  intros N F. pose proof (moves_passing p e N) as M. destruct F as [p C E|p E F].
  - apply Mated; [exact C|congruence].
  - apply Forced; [congruence|]. rewrite M. exact F.
Qed.

Section Pawn.
Variable p : endgame.
Hypothesis L : Board.legal_white Board.Pawn p = true.
Notation here := (chess Board.Pawn White p).
Lemma pawn_apart : Board.legal_black p = true /\ 1 <= snd (Board.m p) <= 6.
Proof.
  pose proof L as H. apply lazy_and in H. destruct H as [H R]. apply lazy_and in H. destruct H as [H _].
  apply lazy_and in R. destruct R as [R1 R2]. apply Z.leb_le in R1, R2. auto.
Qed.
(** The pawn goes ahead to s, and becomes a man of kind k. *)
Lemma pawn_goes s u k : In (Move (Board.m p) s u) (pawn_moves here (Board.m p)) -> fst s = fst (Board.m p) ->
  on_board s = true -> s <> Board.wk p -> s <> Board.bk p -> third k = became u ->
  In (Move (Board.m p) s u) (moves here) /\
  exists e, play here (Move (Board.m p) s u) = passing (chess k Black (m_to p s)) e.
Proof.
  intros I F S W K T. destruct pawn_apart as [LB R]. destruct (apart p LB) as [B [WM [BM [WB D]]]].
  pose proof (on_w p B) as OW. pose proof (on_b p B) as OB. pose proof (on_m p B) as OM.
  assert (length (men here) = 64%nat) as N by (unfold chess; cbn [men]; rewrite !length_put; reflexivity).
  pose proof (pick_m Board.Pawn p B WM White (not_eq_sym BM)) as V. cbn [third] in V.
  assert (after (men here) (Move (Board.m p) s u) = men (chess k Black (m_to p s))) as A.
  { rewrite (after_pawn _ _ White); cbn [from to becomes]; [|exact V|rewrite F, Z.eqb_refl; exact Logic.I].
    apply boards_equal.
    - unfold moved. rewrite !length_put. exact N.
    - unfold chess. cbn [men]. rewrite !length_put. reflexivity.
    - intros r O. rewrite moved_pick, !pick_chess by (assumption || apply on_boards_is; assumption).
      cbn [m_to Board.wk Board.bk Board.m]. rewrite T.
      repeat match goal with
      | |- context [same ?s ?s] => rewrite (same_refl s)
      | |- context [same ?s ?t] => let E := fresh "E" in destruct (same s t) eqn:E; [apply same_is in E; subst|]
      end; try reflexivity; try congruence. }
  split.
  - unfold moves. apply filter_In. split.
    + apply in_or_app. left. apply in_flat_map. exists (Board.m p). split; [apply squares_on_board, OM|]. rewrite V. exact I.
    + rewrite A. apply negb_true_iff. destruct (in_check _ _) eqn:E; [|reflexivity].
      apply white_in_check in E; [cbn in E; lia|apply on_boards_is; assumption|exact WB].
  - eexists. unfold play. rewrite A. reflexivity.
Qed.
Lemma pawn_steps s u : In s (Board.steps_ahead p) -> In u (promotions White s) ->
  In (Move (Board.m p) s u) (pawn_moves here (Board.m p)) /\ fst s = fst (Board.m p) /\ on_board s = true /\
  s <> Board.wk p /\ s <> Board.bk p.
Proof.
  intros I U. destruct pawn_apart as [LB R]. destruct (apart p LB) as [B [WM [BM [WB D]]]].
  pose proof (on_m p B) as OM. apply on_board_range in OM. unfold Board.steps_ahead in I. cbv zeta in I. unfold pawn_moves.
  change (turn here) with White. cbv zeta. change (0, ahead White) with (0, 1).
  set (one := shift (Board.m p) (0, 1)) in *. set (two := shift one (0, 1)) in *.
  assert (forall s, on_board s = true -> s <> Board.m p -> negb (same s (Board.wk p) ||| same s (Board.bk p)) = true ->
    (s <> Board.wk p /\ s <> Board.bk p) /\ empty (pick (men here) s) = true) as E.
  { intros r O N H. destruct (same r (Board.wk p)) eqn:X; [discriminate|]. destruct (same r (Board.bk p)) eqn:Y; [discriminate|].
    apply same_not in X, Y. rewrite pick_none; auto. }
  assert (on_board one = true /\ one <> Board.m p /\ fst one = fst (Board.m p) /\ snd one = snd (Board.m p) + 1) as [O1 [N1 [F1 S1]]].
  { unfold one, shift. cbn [fst snd]. repeat split; [apply range_on_board; cbn [fst snd]; lia| |lia].
    intros X. apply (f_equal snd) in X. cbn [snd] in X. lia. }
  destruct (negb (same one (Board.wk p) ||| same one (Board.bk p))) eqn:X in I; [|destruct I]. destruct (E one O1 N1 X) as [E1 ->]. destruct I as [<-|I].
  - split; [|auto]. apply in_or_app. left. apply in_or_app. left. unfold promotions, pawn_to in *. cbn [other home_rank] in *.
    destruct (snd one =? 7); [|destruct U as [<-|[]]; left; reflexivity].
    apply in_map_iff in U. destruct U as [v [<- V]]. apply (in_map (fun v => Move (Board.m p) one (Some v))). exact V.
  - cbn [pawn_rank]. destruct (snd (Board.m p) =? 1) eqn:H; [apply Z.eqb_eq in H|destruct I].
    assert (on_board two = true /\ two <> Board.m p /\ fst two = fst (Board.m p) /\ snd two = 3) as [O2 [N2 [F2 S2]]].
    { unfold two, shift. cbn [fst snd]. repeat split; [apply range_on_board; cbn [fst snd]; lia| |lia|lia].
      intros Z. apply (f_equal snd) in Z. cbn [snd] in Z. lia. }
    destruct (negb (same two (Board.wk p) ||| same two (Board.bk p))) eqn:Y in I; [|destruct I]. destruct (E two O2 N2 Y) as [E2 ->]. destruct I as [<-|[]].
    split; [|auto]. apply in_or_app. left. apply in_or_app. right. left. unfold promotions in U. rewrite S2 in U.
    destruct U as [<-|[]]. reflexivity.
Qed.
End Pawn.

(** A pawn that promotes has become a queen or a rook that wins. *)
Lemma reply_legal k p q : k <> Board.Pawn -> Board.legal_black q = true ->
  ~ (Board.distance (Board.bk q) (Board.m q) <= 1 /\ 2 <= Board.distance (Board.wk q) (Board.m q)) ->
  In p (Board.black_moves k q) -> Board.legal_white k p = true.
Proof.
  intros K L N I. destruct (apart q L) as [B [WM [BM [WB D]]]]. apply in_map_iff in I. destruct I as [s [<- I]].
  apply filter_In in I. destruct I as [A I]. apply lazy_and in I. destruct I as [F H]. apply Z.leb_le in F.
  apply around_distance in A. destruct A as [S A].
  assert (s <> Board.m q) as M by (intros ->; rewrite distance_sym in A; apply N; rewrite distance_sym; lia).
  unfold Board.legal_white, Board.legal_black. cbn [Board.wk Board.bk Board.m].
  rewrite (on_boards_is _ _ _ (on_w q B) S (on_m q B)), (proj2 (same_not _ _) WM), (proj2 (same_not _ _) M), (proj2 (Z.leb_le _ _) F).
  replace (Board.attacks k (Board.Pos (Board.wk q) s (Board.m q)) s) with (Board.attacks k q s)
    by (destruct k; reflexivity). rewrite H. destruct k; reflexivity || congruence.
Qed.
Lemma not_stalemate_loses k s q : k <> Board.Pawn -> (forall p, Board.legal_white k p = true -> Board.wins k s p) ->
  Board.legal_black q = true ->
  ~ (Board.distance (Board.bk q) (Board.m q) <= 1 /\ 2 <= Board.distance (Board.wk q) (Board.m q)) ->
  Board.stalemate k q = false -> Board.loses k s q.
Proof.
  intros K W L N S. destruct (Board.mate k q) eqn:M; [apply Board.Mated; assumption|]. apply Board.Loses; [exact L| |].
  - intros E. replace (Board.mate k q) with (Board.checkmate k q) in M by (destruct k; congruence || reflexivity).
    apply Table.no_moves_is in E. unfold Board.checkmate, Board.stalemate in *. rewrite E in *.
    destruct (Board.attacks k q _); discriminate.
  - intros p I. apply W. exact (reply_legal k p q K L N I).
Qed.

(** What stands where the pawn has gone, and that Black is lost. *)
Definition beaten (q : endgame) : Prop :=
  exists k u, third k = became u /\ In u (promotions White (Board.m q)) /\ forced (chess k Black q).
Lemma promotes_beaten q : Board.legal_black q = true -> Board.promotes q = true -> beaten q.
Proof.
  intros L P. apply lazy_and in P. destruct P as [P S]. apply lazy_and in P. destruct P as [R T]. apply Z.eqb_eq in R.
  assert (~ (Board.distance (Board.bk q) (Board.m q) <= 1 /\ 2 <= Board.distance (Board.wk q) (Board.m q))) as N
    by (intros [X Y]; apply Z.leb_le in X, Y; rewrite X, Y in T; discriminate).
  unfold beaten, promotions. rewrite R. cbn [other home_rank Z.eqb Pos.eqb].
  destruct (Board.stalemate Board.Queen q) eqn:Q.
  - apply negb_true_iff in S. exists Board.Rook, (Some ToRook). split; [reflexivity|]. split; [cbn; auto|].
    apply (proj2 (mates_mated_force Board.Rook KRK.krk2016)), (proj2 (wins_and_loses Board.Rook KRK.krk2016 ltac:(discriminate) Plays.krk2016_plays)).
    apply not_stalemate_loses; auto using KRK2016_wins.krk2016_mates; discriminate.
  - exists Board.Queen, (Some ToQueen). split; [reflexivity|]. split; [cbn; auto|].
    apply (proj2 (mates_mated_force Board.Queen KQK.kqk)), (proj2 (wins_and_loses Board.Queen KQK.kqk ltac:(discriminate) Plays.kqk_plays)).
    apply not_stalemate_loses; auto using KQK_wins.kqk_mates; discriminate.
Qed.
Theorem pawn_forces strategy : plays Board.Pawn strategy ->
  forall p, Board.wins Board.Pawn strategy p -> forces (chess Board.Pawn White p).
Proof.
  intros S.
  assert (forall p, Board.wins Board.Pawn strategy p -> Board.legal_white Board.Pawn p = true) as LW by (intros p []; assumption).
  apply (wins_mind Board.Pawn strategy (fun p => forces (chess Board.Pawn White p)) beaten).
  - intros p L N W IH. destruct (strategy p) as [|q l] eqn:E; [congruence|]. specialize (IH q (or_introl eq_refl)).
    assert (In q (Board.white_moves Board.Pawn p)) as I by (apply S; rewrite E; left; reflexivity).
    assert (Board.legal_black q = true) as LQ by (destruct (W q (or_introl eq_refl)); assumption).
    destruct (pawn_apart p L) as [LB R]. destruct IH as [k [u [T [U F]]]]. apply in_app_or in I. destruct I as [I|I].
    + destruct (king_moves_are_chess Board.Pawn p q LB I) as [t [M X]]. apply (Forces _ t M). rewrite X.
      apply in_map_iff in I. destruct I as [s [<- I]]. cbn [Board.m] in U. unfold promotions in U. cbn [other home_rank] in U.
      rewrite (proj2 (Z.eqb_neq _ 7)) in U by lia. destruct U as [<-|[]]. destruct k; discriminate || exact F.
    + apply in_map_iff in I. destruct I as [s [<- I]]. cbn [Board.m] in U.
      destruct (pawn_steps p L s u I U) as [I' [X [O [Y Z]]]].
      destruct (pawn_goes p L s u k I' X O Y Z T) as [M [e P]]. apply (Forces _ _ M). rewrite P. apply forced_passing; [|exact F].
      intros r OR H. destruct (apart _ LQ) as [B [WM [BM [WB D]]]]. apply pick_black in H; [|exact B|exact OR]. destruct H. discriminate.
  - intros q L M. exact (promotes_beaten q L M).
  - intros q L N W IH. exists Board.Pawn, None. split; [reflexivity|].
    destruct (Board.black_moves Board.Pawn q) as [|p l] eqn:E; [congruence|].
    assert (In p (Board.black_moves Board.Pawn q)) as I by (rewrite E; left; reflexivity).
    pose proof (LW p (W p (or_introl eq_refl))) as LP. destruct (pawn_apart p LP) as [_ R].
    assert (Board.m p = Board.m q) as M by (apply in_map_iff in I; destruct I as [s [<- _]]; reflexivity). rewrite M in R.
    split; [unfold promotions; cbn [other home_rank]; rewrite (proj2 (Z.eqb_neq _ 7)) by lia; left; reflexivity|].
    apply Forced.
    + destruct (proj1 (black_moves_are_chess Board.Pawn q L) p I) as [t [T _]]. intros X. rewrite X in T. destruct T.
    + intros t T. destruct (proj2 (black_moves_are_chess Board.Pawn q L) t T) as [r [J ->]]. apply IH. rewrite <- E. exact J.
Qed.

(** What the computation of [exactly_by_table] says of a strategy that decides. *)
Theorem pawn_strategy claim rules kept n : Strategy.exactly_by_table Board.Pawn claim rules kept (S n) = true ->
  let claims := Strategy.kept_claims Board.Pawn claim kept in
  let strategy := Strategy.kept_strategy Board.Pawn claim rules kept in
  (forall p, Board.legal_white Board.Pawn p = true -> claims p = true ->
    forces (chess Board.Pawn White p) /\ Board.mates_within Board.Pawn strategy (S n) p = true) /\
  ~ (forall p, Board.legal_white Board.Pawn p = true -> claims p = true ->
    Board.mates_within Board.Pawn strategy n p = true).
Proof.
  intros E claims strategy. apply Strategy.by_table in E. split; [|exact (Table.exactly_not_fewer _ _ _ _ E)].
  intros p L C. split; [|exact (Table.exactly_mates _ _ _ _ E p L C)].
  exact (pawn_forces _ (Strategy.rules_play _ _ _) p (Table.exactly_wins _ _ _ _ E p L C)).
Qed.

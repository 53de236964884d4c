(** Strategies as strategy prove --coq writes them: steps are conditions of moves, with an amount of which the least counts. *)

Require Import Prelude Lia Board Table Before_facts KRK_chess.

(** A step is about a position and the one after White's move. *)
Definition condition := position -> position -> bool.
Definition rule := (condition * option (position -> position -> Z))%type.
Fixpoint by_rules (l : list rule) (p : position) (moves : list position) : list position :=
  match l with
  | [] => []
  | (c, amount) :: l =>
    let chosen := filter (c p) moves in
    match match amount with Some f => least (f p) chosen | None => chosen end with
    | [] => by_rules l p moves
    | some => some
    end
  end.
(** The strategy has moves in positions that it claims. *)
Definition strategy_of (k : kind) (claims : position -> bool) (l : list rule) (p : position) : list position :=
  if claims p then by_rules l p (white_moves k p) else [].

(** What the conditions are made of, beside the notions of Board.v. *)
Definition least_of (l : list Z) : Z := match l with [] => 0 | x :: l => fold_left Z.min l x end.
Definition promoted (k : kind) (p : position) : bool := match k with Pawn => snd (m p) =? 7 | _ => false end.
Definition stuck (k : kind) (p : position) : bool :=
  if promoted k p then true else no_moves k p.
Definition lost (k : kind) (p : position) : bool := if promoted k p then promotes p else attacks k p (bk p).
Definition legal (k : kind) (white : bool) (p : position) : bool :=
  if white then legal_white k p else legal_black p &&& match k with Pawn => 1 <=? snd (m p) | _ => true end.

Lemma by_rules_in l p moves q : In q (by_rules l p moves) -> In q moves.
Proof.
  induction l as [|[c amount] l IH]; [intros []|]. cbn [by_rules].
  assert (forall x, In x match amount with Some f => least (f p) (filter (c p) moves) | None => filter (c p) moves end -> In x moves) as C.
  { intros x I. destruct amount as [f|]; [apply least_in in I|]; apply filter_In in I; tauto. }
  destruct (match amount with Some f => _ | None => _ end) as [|r s]; [exact IH|apply C].
Qed.
Theorem rules_play k claims l : plays k (strategy_of k claims l).
Proof. intros p q I. unfold strategy_of in I. destruct (claims p); [exact (by_rules_in l p _ q I)|destruct I]. Qed.

(** What the computation of [exactly] says. *)
Theorem strategy_mates k l claims n : k <> Pawn -> exactly k (strategy_of k claims l) claims (S n) = true ->
  (forall p, legal_white k p = true -> claims p = true ->
    mates k (strategy_of k claims l) p /\ mates_within k (strategy_of k claims l) (S n) p = true) /\
  ~ (forall p, legal_white k p = true -> claims p = true -> mates_within k (strategy_of k claims l) n p = true).
Proof.
  intros K E. split; [|exact (exactly_not_fewer _ _ _ _ E)]. intros p L C. split.
  - exact (endgame_is_chess _ _ K (rules_play k claims l) p (exactly_wins _ _ _ _ E p L C)).
  - exact (exactly_mates _ _ _ _ E p L C).
Qed.

(** Strategies that decide: they claim the positions in which some move leads to one that is kept, as their conditions know. *)
Definition kept_rule := ((position -> position -> bool -> bool) * option (position -> position -> Z))%type.
Section Kept.
Variable k : kind.
Variable claim : position -> bool.
Variable rules : list kept_rule.
Definition kept_claims (kept : position -> bool) (p : position) : bool := claim p &&& some kept (white_moves k p).
Definition with_kept (kept : position -> bool) : list rule := map (fun r => (fun p q => fst r p q (kept q), snd r)) rules.
Definition kept_strategy (kept : position -> bool) : position -> list position :=
  strategy_of k (kept_claims kept) (with_kept kept).

(** The same, with tables of what is kept and claimed. *)
Definition exactly_by_table (kept : position -> bool) (n : nat) : bool :=
  let t := tabulate kept in
  let c := tabulate (fun p => legal_white k p &&& kept_claims (get t) p) in
  exactly k (strategy_of k (get c) (with_kept (get t))) (get c) n.
Lemma white_moves_on_boards p q : legal_white k p = true -> In q (white_moves k p) -> on_boards q = true.
Proof.
  intros L I. pose proof (legal_on_boards _ _ L) as B. unfold on_boards in *. apply both in B. destruct B as [B M].
  apply both in B. destruct B as [W B]. apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as [s [<- I]];
    cbn [wk bk m].
  - apply filter_In in I. destruct I as [I _]. unfold around in I. apply filter_In in I. destruct I as [_ I]. rewrite I, B. exact M.
  - rewrite W, B. destruct k; [| |].
    1,2: apply in_flat_map in I; destruct I as [d [_ I]]; apply board_ray in I; destruct I as [j [J [-> I]]]; apply I; lia.
    unfold legal_white in L. apply both in L. destruct L as [_ L]. apply both in L. destruct L as [L1 L2].
    apply Z.leb_le in L1, L2. apply on_board_range in M. unfold steps_ahead in I. cbv zeta in I.
    destruct (negb _); [|destruct I]. destruct I as [<-|I]; [apply range_on_board; unfold shift; cbn [fst snd]; lia|].
    destruct (_ =? 1) eqn:E; [apply Z.eqb_eq in E|destruct I]. destruct (negb _); [|destruct I].
    destruct I as [<-|[]]. apply range_on_board; unfold shift; cbn [fst snd]; lia.
Qed.
Section Tables.
Variable kept : position -> bool.
Lemma kept_table p q : legal_white k p = true -> In q (white_moves k p) -> get (tabulate kept) q = kept q.
Proof. intros L I. exact (get_tabulate kept q (white_moves_on_boards p q L I)). Qed.
Definition claims_table : table bool :=
  let t := tabulate kept in tabulate (fun p => legal_white k p &&& kept_claims (get t) p).
Lemma claims_table_is p : legal_white k p = true -> get claims_table p = kept_claims kept p.
Proof.
  intros L. unfold claims_table. cbv zeta. rewrite get_tabulate, L by exact (legal_on_boards k p L). unfold kept_claims.
  destruct (claim p); [|reflexivity]. generalize (fun q => kept_table p q L).
  induction (white_moves k p) as [|q l IH]; intros H; [reflexivity|]. cbn [some]. rewrite H by (left; reflexivity).
  destruct (kept q); [reflexivity|]. apply IH. intros r I. apply H. right. exact I.
Qed.
Theorem by_table n : exactly_by_table kept n = true -> exactly k (kept_strategy kept) (kept_claims kept) n = true.
Proof.
  unfold exactly_by_table. cbv zeta. fold claims_table. intros <-.
  symmetry. apply exactly_ext; [|exact claims_table_is]. intros p L. unfold kept_strategy, strategy_of.
  rewrite claims_table_is by exact L. destruct (kept_claims kept p); [|reflexivity]. generalize (fun q => kept_table p q L).
  generalize (white_moves k p) as moves. intros moves H. unfold with_kept.
  induction rules as [|[f amount] l IH]; [reflexivity|]. cbn [map by_rules fst snd].
  rewrite (filter_ext_in _ (fun q => f p q (kept q))) by (intros q I; rewrite H by exact I; reflexivity). rewrite IH. reflexivity.
Qed.

(** All positions of Black that are lost, if all that is claimed is, are kept: then nothing but what is claimed can be won. *)
Definition nothing_else : bool :=
  let c := claims_table in let t := tabulate kept in
  every (tabulate (fun q => if legal k false q then
    if mate k q ||| (nonempty (black_moves k q) &&& all (fun p => legal_white k p &&& get c p) (black_moves k q)) then get t q else true
    else true)).
Theorem nothing_else_wins strategy : nothing_else = true -> (forall p, claim p = true) -> plays k strategy ->
  forall p, wins k strategy p -> kept_claims kept p = true.
Proof.
  unfold nothing_else. cbv zeta. intros H A S.
  assert (forall q, legal k false q = true ->
    mate k q ||| (nonempty (black_moves k q) &&& all (fun p => legal_white k p &&& get claims_table p) (black_moves k q)) = true ->
    kept q = true) as K.
  { intros q L M. pose proof (every_get _ q H) as G.
    assert (on_boards q = true) as B by (unfold legal, legal_black in L; do 4 (apply both in L; destruct L as [L _]); exact L).
    rewrite get_tabulate in G by exact B. rewrite L, M, get_tabulate in G by exact B. exact G. }
  apply (wins_mind k strategy (fun p => kept_claims kept p = true) (fun q => legal k false q = true -> kept q = true)).
  - intros p L N W IH. destruct (strategy p) as [|q l] eqn:E; [congruence|].
    assert (In q (white_moves k p)) as I by (apply S; rewrite E; left; reflexivity).
    assert (legal_black q = true) as LQ by (destruct (W q (or_introl eq_refl)); assumption).
    specialize (IH q (or_introl eq_refl)). unfold kept_claims. rewrite A.
    assert (kept q = true) as KQ.
    { apply IH. unfold legal. rewrite LQ. destruct k eqn:KK; try reflexivity. unfold legal_white in L.
      apply both in L. destruct L as [_ L]. apply both in L. destruct L as [L _]. apply Z.leb_le in L. apply Z.leb_le.
      apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as [s [<- I]]; cbn [m]; [exact L|].
      unfold steps_ahead in I. cbv zeta in I. destruct (negb _); [|destruct I]. destruct I as [<-|I]; [unfold shift; cbn [fst snd]; lia|].
      destruct (_ =? 1); [|destruct I]. destruct (negb _); [|destruct I]. destruct I as [<-|[]]. unfold shift. cbn [fst snd]. lia. }
    clear - I KQ. induction (white_moves k p) as [|r m IH]; [destruct I|]. cbn [some]. destruct I as [->|I]; [rewrite KQ; reflexivity|].
    rewrite IH by exact I. destruct (kept r); reflexivity.
  - intros q L M F. apply K; [exact F|]. rewrite M. reflexivity.
  - intros q L N W IH F. apply K; [exact F|]. destruct (mate k q); [reflexivity|].
    destruct (black_moves k q) as [|p l]; [congruence|]. cbn [nonempty]. clear N.
    assert (forall r, In r (p :: l) -> legal_white k r &&& get claims_table r = true) as C.
    { intros r I. assert (legal_white k r = true) as L' by (destruct (W r I); assumption).
      rewrite L', claims_table_is by exact L'. exact (IH r I). }
    revert C. generalize (p :: l). clear. induction l as [|r l IH]; intros C; [reflexivity|]. cbn [all].
    rewrite (C r) by (left; reflexivity). apply IH. intros s I. apply C. right. exact I.
Qed.
End Tables.
End Kept.

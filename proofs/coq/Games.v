(** Theorems about all games from the initial position. *)

Require Import ZArith List Bool Arith Lia Chess.
Import ListNotations.
Local Open Scope nat_scope.
Local Open Scope lazy_bool_scope.

(** Weights of men: the sum over the board never grows if promotion makes no man heavier. *)
Definition weight := man -> nat.
Definition modest (w : weight) : Prop := forall c k, w (c, promoted k) <= w (c, Pawn).
Definition of (w : weight) (o : option man) : nat := match o with Some v => w v | None => 0 end.
Definition count (w : weight) (b : board) : nat := fold_right (fun o n => of w o + n) 0 b.

Lemma count_set w b : forall n v, count w (set b n v) + of w (nth n b None) <= count w b + of w v.
Proof.
  induction b as [|x b IH]; intros n v.
  - destruct n; cbn; lia.
  - destruct n as [|n]; cbn [set nth]; unfold count in *; cbn [fold_right].
    + lia.
    + specialize (IH n v). lia.
Qed.
Lemma count_put w b s v : count w (put b s v) + of w (pick b s) <= count w b + of w v.
Proof. apply count_set. Qed.

Lemma count_after w b t : modest w -> count w (after b t) <= count w b.
Proof.
  intros M. unfold after. set (v := pick b (from t)).
  set (b1 := put b (from t) None).
  set (v' := match v, becomes t with Some (c, Pawn), Some k => Some (c, promoted k) | _, _ => v end).
  assert (of w v' <= of w v) as V.
  { unfold v'. destruct v as [[c []]|]; cbn; auto. destruct (becomes t); cbn; auto. }
  assert (count w b1 + of w v <= count w b) as B1.
  { pose proof (count_put w b (from t) None). fold v in H. fold b1 in H. cbn [of] in H. lia. }
  set (b2 := put b1 (to t) v').
  assert (count w b2 <= count w b) as B2.
  { pose proof (count_put w b1 (to t) v'). fold b2 in H. lia. }
  assert (forall s, count w (put b2 s None) + of w (pick b2 s) <= count w b) as E.
  { intros s. pose proof (count_put w b2 s None). cbn [of] in H. lia. }
  assert (forall s r, count w (put (put b2 s None) r (pick b2 s)) <= count w b) as R.
  { intros s r. pose proof (E s). pose proof (count_put w (put b2 s None) r (pick b2 s)). lia. }
  destruct v as [[c []]|]; auto.
  - destruct (fst (to t) =? fst (from t) + 2)%Z; [apply R|]. destruct (fst (to t) =? fst (from t) - 2)%Z; [apply R|]. exact B2.
  - destruct (negb (fst (from t) =? fst (to t))%Z &&& empty (pick b (to t))); [|exact B2].
    specialize (E (fst (to t), snd (from t))). lia.
Qed.

Theorem weight_never_grows w : modest w -> forall p, reachable p -> count w (men p) <= count w (men initial).
Proof.
  intros M p R. induction R as [|p t R IH I]; [lia|]. cbn [play men]. pose proof (count_after w (men p) t M). lia.
Qed.

(** How many men of a kind a side has. *)
Definition number (c : color) (k : kind) (p : position) : nat :=
  count (fun v => if same_color (fst v) c &&& same_kind (snd v) k then 1 else 0) (men p).
Definition chosen (c : color) (q r b n : bool) : weight := fun v =>
  if same_color (fst v) c then
    match snd v with
    | Pawn => 1
    | Queen => if q then 1 else 0
    | Rook => if r then 1 else 0
    | Bishop => if b then 1 else 0
    | Knight => if n then 1 else 0
    | King => 0
    end
  else 0.
Lemma chosen_modest c q r b n : modest (chosen c q r b n).
Proof. intros d k. unfold chosen. cbn [fst snd]. destruct (same_color d c); [|lia]. destruct k, q, r, b, n; cbn; lia. Qed.
Lemma chosen_count c q r b n p : count (chosen c q r b n) (men p) =
  number c Pawn p + (if q then number c Queen p else 0) + (if r then number c Rook p else 0) +
  (if b then number c Bishop p else 0) + (if n then number c Knight p else 0).
Proof.
  unfold number. generalize (men p) as l. induction l as [|o l IH]; [destruct q, r, b, n; reflexivity|].
  cbn [count fold_right]. fold (count (chosen c q r b n) l). rewrite IH.
  unfold count. cbn [fold_right].
  destruct o as [[d k]|]; cbn [of]; [|destruct q, r, b, n; lia].
  unfold chosen. cbn [fst snd]. destruct (same_color d c); destruct k, q, r, b, n; cbn; lia.
Qed.
Lemma chosen_initial c q r b n : count (chosen c q r b n) (men initial) =
  8 + (if q then 1 else 0) + (if r then 2 else 0) + (if b then 2 else 0) + (if n then 2 else 0).
Proof. destruct c, q, r, b, n; reflexivity. Qed.

(** A side has at most as many promoted men as pawns are missing. *)
Theorem promoted_men c p : reachable p ->
  number c Pawn p + (number c Queen p - 1) + (number c Rook p - 2) + (number c Bishop p - 2) + (number c Knight p - 2) <= 8.
Proof.
  intros R.
  pose proof (weight_never_grows _ (chosen_modest c (1 <? number c Queen p) (2 <? number c Rook p)
    (2 <? number c Bishop p) (2 <? number c Knight p)) p R) as H.
  rewrite chosen_count, chosen_initial in H.
  destruct (1 <? number c Queen p) eqn:Q; destruct (2 <? number c Rook p) eqn:O;
    destruct (2 <? number c Bishop p) eqn:B; destruct (2 <? number c Knight p) eqn:N;
    repeat match goal with
    | E : (_ <? _) = true |- _ => apply Nat.ltb_lt in E
    | E : (_ <? _) = false |- _ => apply Nat.ltb_ge in E
    end; lia.
Qed.

(** The side that has moved is not in check. *)
Lemma other_other c : other (other c) = c.
Proof. destruct c; reflexivity. Qed.
Theorem no_opposite_check p : reachable p -> in_check (men p) (other (turn p)) = false.
Proof.
  intros R. destruct R as [|p t R I]; [vm_compute; reflexivity|]. cbn [play men turn]. rewrite other_other.
  unfold moves in I. apply filter_In in I. destruct I as [_ I]. apply negb_true_iff in I. exact I.
Qed.

(** A finite list that holds the start and all that moves lead to, seen through alpha, holds all that games reach. *)
Section Closed.
Variable A : Type.
Variable alpha : position -> A.
Variable equal : A -> A -> bool.
Variable post : A -> list A.
Hypothesis equal_is : forall a b, equal a b = true -> a = b.
Hypothesis simulates : forall p t, In t (moves p) -> In (alpha (play p t)) (post (alpha p)).
Definition member (a : A) (l : list A) : bool := existsb (equal a) l.
Definition closed (l : list A) : bool :=
  member (alpha initial) l &&& forallb (fun a => forallb (fun b => member b l) (post a)) l.
Lemma member_in a l : member a l = true -> In a l.
Proof. unfold member. intros H. apply existsb_exists in H. destruct H as [b [I E]]. apply equal_is in E. subst. exact I. Qed.
Theorem closed_contains l : closed l = true -> forall p, reachable p -> In (alpha p) l.
Proof.
  unfold closed. destruct (member (alpha initial) l) eqn:S; [|discriminate]. intros H p R.
  induction R as [|p t R IH I]; [exact (member_in _ _ S)|]. rewrite forallb_forall in H. specialize (H _ IH).
  rewrite forallb_forall in H. apply member_in, H, simulates, I.
Qed.
End Closed.

Print Assumptions promoted_men.
Print Assumptions no_opposite_check.

(** Strategies as strategy prove --coq writes them: steps are conditions of moves, with an amount of which the least counts. *)

Require Import ZArith List Bool Board Table KRK_chess.
Import ListNotations.
Local Open Scope Z_scope.

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

(** What the conditions are made of, beside the notions of Board.v. Images come in the order of the program. *)
Definition images : list (square -> square) :=
  map (fun g s => let x := if Z.testbit g 0 then 7 - fst s else fst s in let y := if Z.testbit g 1 then 7 - snd s else snd s in
    if Z.testbit g 2 then (y, x) else (x, y)) [0; 1; 2; 3; 4; 5; 6; 7].
Definition first_image (f : (square -> square) -> bool) : square -> square :=
  match filter f images with g :: _ => g | [] => fun s => s end.
Definition least_of (l : list Z) : Z := match l with [] => 0 | x :: l => fold_left Z.min l x end.
Definition stuck (k : kind) (p : position) : bool := match black_moves k p with [] => true | _ => false end.
Definition legal (k : kind) (white : bool) : position -> bool := if white then legal_white k else legal_black.

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
Theorem strategy_mates k l claims n : exactly k (strategy_of k claims l) claims (S n) = true ->
  (forall p, legal_white k p = true -> claims p = true ->
    mates k (strategy_of k claims l) p /\ mates_within k (strategy_of k claims l) (S n) p = true) /\
  ~ (forall p, legal_white k p = true -> claims p = true -> mates_within k (strategy_of k claims l) n p = true).
Proof.
  intros E. split; [|exact (exactly_not_fewer _ _ _ _ E)]. intros p L C. split.
  - exact (endgame_is_chess _ _ (rules_play k claims l) p (exactly_wins _ _ _ _ E p L C)).
  - exact (exactly_mates _ _ _ _ E p L C).
Qed.

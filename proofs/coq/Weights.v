(** Sums of weights that no move raises: by the square of a man, and with the pawns that have no pawn of the other side ahead. *)

Require Import ZArith List Bool Chess.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope lazy_bool_scope.

(** A weight of each man on each square; the sum over a board. *)
Definition weights := square -> man -> nat.
Definition weight_on (w : weights) (s : square) (o : option man) : nat := match o with Some v => w s v | None => 0%nat end.
Definition total (w : weights) (b : board) : nat :=
  fold_right (fun so n => weight_on w (fst so) (snd so) + n)%nat 0%nat (combine squares b).

(** White pawns that have no black pawn ahead of them on their file, each black pawn counted for one of them. The list goes
    from the eighth rank down, d black pawns have been seen that are not taken yet. *)
Fixpoint free (d : nat) (l : list (option man)) : nat :=
  match l with
  | [] => 0
  | Some (Black, Pawn) :: l => free (S d) l
  | Some (White, Pawn) :: l => match d with S d => free d l | O => S (free 0 l) end
  | _ :: l => free d l
  end%nat.
Definition file (b : board) (x : Z) : list (option man) := map (fun y => pick b (x, y)) [7; 6; 5; 4; 3; 2; 1; 0].
Definition unpaired (b : board) : nat :=
  fold_right (fun x n => free 0 (file b x) + n)%nat 0%nat [0; 1; 2; 3; 4; 5; 6; 7].

(** The sum, with the unpaired pawns if they count. *)
Definition potential (w : weights) (pairs : bool) (b : board) : nat := (total w b + if pairs then unpaired b else 0)%nat.

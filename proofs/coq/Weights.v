(** Sums of weights that no move raises: by the square of a man, and with the pawns that have no pawn of the other side ahead. *)

Require Import Prelude Chess Before.

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

(** What lets no move raise the sum, where [kept] says what is known of the boards: kings and rooks weigh the same everywhere,
    other pieces grow no heavier where they go, and a pawn that goes straight on or promotes by no more than a pair that it
    leaves; a pawn that captures adds at most what the captured man weighs, with the pairs of pawns that are opened. *)
Definition pawn_of (c : color) (o : option man) : nat := if is o c Pawn then 1 else 0.
Definition pawn_step (c : color) (s u : square) : Prop :=
  (snd u = snd s + ahead c /\ Z.abs (fst u - fst s) <= 1) \/ (snd u = snd s + ahead c + ahead c /\ fst u = fst s).
Definition settled (kept : board -> Prop) (w : weights) (pairs : bool) : Prop :=
  (forall c k s u, k = King \/ k = Rook -> w u (c, k) = w s (c, k)) /\
  (forall b c k s u, kept b -> k <> Pawn -> on_board s = true -> pick b s = Some (c, k) -> In u (attacks b c k s) ->
    has (pick b u) c = false -> (w u (c, k) <= w s (c, k))%nat) /\
  (forall c s u b, on_board u = true -> pawn_step c s u -> fst u = fst s -> In b (promotions c u) ->
    (w u (c, became b) <= w s (c, Pawn) + if pairs then pawn_of White (Some (c, Pawn)) - pawn_of White (Some (c, became b)) else 0)%nat) /\
  (forall c s u b r k, on_board s = true -> on_board u = true -> pawn_step c s u -> Z.abs (fst u - fst s) = 1 ->
    In b (promotions c u) -> (w u (c, became b) + (if pairs then pawn_of White (Some (c, became b)) +
      pawn_of Black (Some (c, Pawn)) + pawn_of Black (Some (other c, k)) else 0) <= w s (c, Pawn) + w r (other c, k))%nat) /\
  (pairs = true -> forall s v, (pawn_of Black (Some v) <= w s v)%nat).
(** A promotion makes no man heavier, wherever he stands; and how many men of a kind a side has. *)
Definition modest (w : man -> nat) : Prop := forall c k, (w (c, promoted k) <= w (c, Pawn))%nat.
Definition if_man (c : color) (k : kind) (v : man) : nat := if is (Some v) c k then 1 else 0.
Definition number (c : color) (k : kind) (p : position) : nat := total (fun _ => if_man c k) (men p).

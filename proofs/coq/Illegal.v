(** Why no game leads to a position: reasons that are seen at once, and last moves. To be read. *)

Require Import ZArith List Bool String Ascii Chess Games Before.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope lazy_bool_scope.

Inductive reason :=
| OppositeCheck (* the side that has moved is in check; kings that touch are an instance *)
| PawnOnEdge
| TooManyPromotions (c : color)
| TooManyMen (c : color). (* more than one king, or more than eight pawns *)

Definition applies (r : reason) (p : position) : bool :=
  match r with
  | OppositeCheck => in_check (men p) (other (turn p))
  | PawnOnEdge => existsb (fun y => existsb (fun x => match pick (men p) (x, y) with Some (_, Pawn) => true | _ => false end)
      [0; 1; 2; 3; 4; 5; 6; 7]) [0; 7]
  | TooManyPromotions c => (8 <? number c Pawn p + (number c Queen p - 1) + (number c Rook p - 2) +
      (number c Bishop p - 2) + (number c Knight p - 2))%nat
  | TooManyMen c => (1 <? number c King p)%nat
  end.

(** A certificate: a reason, or so many last moves back that every position before has a reason. *)
Inductive certificate := AtOnce (r : reason) | LastMoves (depth : nat).

Definition reasons : list reason := [OppositeCheck; PawnOnEdge; TooManyPromotions White; TooManyPromotions Black;
  TooManyMen White; TooManyMen Black].
Definition same_man (v w : option man) : bool :=
  match v with None => empty w | Some (c, k) => is w c k end.
(** The initial position needs no move before; so it must be told apart. *)
Definition may_be_initial (p : position) : bool :=
  same_color (turn p) White &&& forallb (fun s => same_man (pick (men p) s) (pick (men initial) s)) squares.
Fixpoint refuted (depth : nat) (p : position) : bool :=
  existsb (fun r => applies r p) reasons |||
  match depth with
  | O => false
  | S depth => negb (may_be_initial p) &&& forallb (fun rt => refuted depth (fst rt)) (before p)
  end.
Definition check (w : certificate) (p : position) : bool :=
  match w with AtOnce r => applies r p | LastMoves n => refuted n p end.

(** A certificate, if there is one with few moves. *)
Definition find (depth : nat) (p : position) : option certificate :=
  match find (fun r => applies r p) reasons with
  | Some r => Some (AtOnce r)
  | None => List.find (fun w => check w p) (map LastMoves (seq 1 depth))
  end.

(** A position as a FEN says it: men, turn, rights, square behind a pawn. *)
Definition man_of (a : ascii) : option man :=
  match a with
  | "K" => Some (White, King) | "Q" => Some (White, Queen) | "R" => Some (White, Rook)
  | "B" => Some (White, Bishop) | "N" => Some (White, Knight) | "P" => Some (White, Pawn)
  | "k" => Some (Black, King) | "q" => Some (Black, Queen) | "r" => Some (Black, Rook)
  | "b" => Some (Black, Bishop) | "n" => Some (Black, Knight) | "p" => Some (Black, Pawn)
  | _ => None
  end%char.
(** Ranks from the eighth down; [row] holds what has been read of the current one, [done] those above. *)
Fixpoint board_of (s : string) (row done : board) : board * string :=
  match s with
  | EmptyString => (row ++ done, EmptyString)
  | String a s =>
    if (a =? " ")%char then (row ++ done, s)
    else if (a =? "/")%char then board_of s [] (row ++ done)
    else match man_of a with
         | Some v => board_of s (row ++ [Some v]) done
         | None => board_of s (row ++ repeat None (nat_of_ascii a - 48)) done
         end
  end.
Fixpoint word (s : string) : list ascii * string :=
  match s with
  | EmptyString => ([], EmptyString)
  | String a s => if (a =? " ")%char then ([], s) else let (w, rest) := word s in (a :: w, rest)
  end.
Definition position_of (fen : string) : position :=
  let (b, s) := board_of fen [] [] in
  let (t, s) := word s in let (rights, s) := word s in let (e, _) := word s in
  let right := fun w k c => existsb (Ascii.eqb match c with White => w | Black => k end) rights in
  Pos b (if existsb (Ascii.eqb "b"%char) t then Black else White) (right "K"%char "k"%char) (right "Q"%char "q"%char)
    match e with
    | [x; y] => Some (Z.of_nat (nat_of_ascii x) - 97, Z.of_nat (nat_of_ascii y) - 49)
    | _ => None
    end.

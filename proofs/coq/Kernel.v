(** Variables about captures by pawns, as doc/formula.md has them, and schemas of clauses that are true of every game. *)

Require Import Prelude Chess Weights Closed.

(** A game: its moves with the positions before them, the last one first. *)
Definition step := (position * move)%type.
Inductive played : list step -> position -> Prop :=
| Nothing : played [] initial
| Then l p t : played l p -> In t (moves p) -> played ((p, t) :: l) (play p t).

(** Whether a pawn captures; how many pawns have; the game before capture n by a pawn, from 0, or all of it; and that capture. *)
Definition captures (x : step) : bool :=
  let (p, t) := x in is (pick (men p) (from t)) (turn p) Pawn &&& negb (fst (from t) =? fst (to t)).
Definition number_of (l : list step) : nat := length (filter captures l).
Fixpoint before (n : nat) (l : list step) : list step :=
  match l with [] => [] | x :: r => if (number_of l <=? n)%nat then l else before n r end.
Fixpoint capture (n : nat) (l : list step) : option step :=
  match l with [] => None | x :: r => if captures x &&& (number_of r =? n)%nat then Some x else capture n r end.
(** Where the captured man stands: beside the square that a pawn goes to, if that is empty. *)
Definition victim (x : step) : square :=
  let (p, t) := x in if captures x &&& empty (pick (men p) (to t)) then (fst (to t), snd (from t)) else to t.

(** A pawn of the initial position, by side and file, and what has become of it, with its last square as a pawn. *)
Definition pawn := (color * Z)%type.
Inductive fate := Stands (s : square) | Promoted (s : square) | Taken (s : square) | Lost (s : square). (* by a pawn, by a piece *)
Definition square_of (f : fate) : square := match f with Stands s | Promoted s | Taken s | Lost s => s end.
Definition next (x : step) (f : fate) : fate :=
  match f with
  | Stands s => let (p, t) := x in
    if same s (from t) then match becomes t with None => Stands (to t) | Some _ => Promoted (to t) end
    else if same s (victim x) then if captures x then Taken s else Lost s else f
  | _ => f
  end.
Definition fate_of (a : pawn) (l : list step) : fate := fold_right next (Stands (snd a, pawn_rank (fst a))) l.

(** Files and ranks count from 0, T and I captures and the positions before them. Of a list some are true, or so many. *)
Inductive variable :=
| Used (T : nat) | From (T : nat) (f : Z) | To (T : nat) (f : Z) | Row (T : nat) (r : Z) (* on rank r or a higher one *)
| Takes (a : pawn) (T : nat) | TakenAt (a : pawn) (T : nat) | ByPiece (a : pawn)
| On (a : pawn) (I : nat) (f : Z) | Rank (a : pawn) (I : nat) (r : Z) | Goal (a : pawn) (s : square)
| Some_of (m : list variable) | At_least (j : nat) (m : list variable).
Fixpoint value (l : list step) (v : variable) : bool :=
  let at_ := fun T f => match capture T l with Some x => f x | None => false end in
  let is_pawn := fun a T s => match fate_of a (before T l) with Stands r => same r s | _ => false end in
  match v with
  | Used T => at_ T (fun _ => true)
  | From T f => at_ T (fun x => fst (from (snd x)) =? f)
  | To T f => at_ T (fun x => fst (to (snd x)) =? f)
  | Row T r => at_ T (fun x => r <=? snd (to (snd x)))
  | Takes a T => at_ T (fun x => is_pawn a T (from (snd x)))
  | TakenAt a T => at_ T (fun x => is_pawn a T (victim x))
  | ByPiece a => match fate_of a l with Lost _ => true | _ => false end
  | On a n f => match fate_of a (before n l) with Stands s | Promoted s => fst s =? f | _ => false end
  | Rank a n r => r <=? snd (square_of (fate_of a (before n l)))
  | Goal a s => match fate_of a l with Stands r => same r s | _ => false end
  | Some_of m => existsb (value l) m
  | At_least j m => (j <=? length (filter (value l) m))%nat
  end.

Inductive literal := Yes (v : variable) | No (v : variable).
Definition holds (l : list step) (x : literal) : bool := match x with Yes v => value l v | No v => negb (value l v) end.
Definition negation (x : literal) : literal := match x with Yes v => No v | No v => Yes v end.
(** The pawn is on its own k-th rank, or farther; capture T is there for it; the pawn has promoted. *)
Definition advanced (a : pawn) (I : nat) (k : Z) : literal :=
  match fst a with White => Yes (Rank a I k) | Black => No (Rank a I (8 - k)) end.
Definition ahead_of (a : pawn) (T : nat) (k : Z) : literal := match fst a with White => Yes (Row T k) | Black => No (Row T (8 - k)) end.
Definition promoted_at (a : pawn) (I : nat) : literal := advanced a I 7.

Definition pawns_of (c : color) : list pawn := map (fun x => (c, x)) [0; 1; 2; 3; 4; 5; 6; 7].
Definition all_pawns : list pawn := pawns_of White ++ pawns_of Black.

Definition any_man (c : color) : counter := Counter c true [(King, true); (Queen, true); (Rook, true); (Bishop, true); (Bishop, false); (Knight, true)].
(** A pawn of a side takes; a pawn is lost; two pawns of the start that face each other on a file take or are lost. *)
Definition takes_for (c : color) (T : nat) : variable := Some_of (map (fun a => Takes a T) (pawns_of c)).
Definition lost_pawn (n : nat) (a : pawn) : variable := Some_of (ByPiece a :: map (TakenAt a) (seq 0 n)).
Definition open (n : nat) (x : Z) : variable :=
  Some_of (flat_map (fun c => lost_pawn n (c, x) :: map (Takes (c, x)) (seq 0 n)) [White; Black]).
(** A white pawn has a black one ahead on its file. *)
Definition facing (b : board) (x : Z) : bool :=
  existsb (fun y => is (pick b (x, y)) White Pawn &&& existsb (fun z => (y <? z) &&& is (pick b (x, z)) Black Pawn)
    [1; 2; 3; 4; 5; 6]) [1; 2; 3; 4; 5; 6].

(** Clauses that are true of every game to a goal, by the names of doc/formula.md. *)
Section Schemas.
Variable goal : board.
Definition missing (w : counter) : nat := total (weighs w) (men initial) - total (weighs w) goal.
Inductive schema : list literal -> Prop :=
| in_gate x m : In x m -> schema [No x; Yes (Some_of m)]
| out_gate m : schema (No (Some_of m) :: map Yes m)
| count_0 m : schema [Yes (At_least 0 m)]
| count_none j : schema [No (At_least (S j) [])]
| count_1 x m j : schema [No (At_least j m); Yes (At_least j (m ++ [x]))]
| count_2 x m j : schema [No x; No (At_least j m); Yes (At_least (S j) (m ++ [x]))]
| count_3 x m j : schema [No (At_least j (m ++ [x])); Yes (At_least j m); Yes x]
| count_4 x m j : schema [No (At_least (S j) (m ++ [x])); Yes (At_least j m)]
| two_takes T a b : a <> b -> schema [No (Takes a T); No (Takes b T)]
| some_takes T : schema (No (Used T) :: map (fun a => Yes (Takes a T)) all_pawns)
| used a T : schema [No (Takes a T); Yes (Used T)]
| two_victims T a b : a <> b -> schema [No (TakenAt a T); No (TakenAt b T)]
| victim_of T a : schema (No (TakenAt a T) :: map (fun b => Yes (Takes b T)) (pawns_of (other (fst a))))
| two_from T f g : f <> g -> schema [No (From T f); No (From T g)]
| some_from T : schema (No (Used T) :: map (fun f => Yes (From T f)) [0; 1; 2; 3; 4; 5; 6; 7])
| two_to T f g : f <> g -> schema [No (To T f); No (To T g)]
| some_to T : schema (No (Used T) :: map (fun f => Yes (To T f)) [0; 1; 2; 3; 4; 5; 6; 7])
| idle T : schema [No (Used (S T)); Yes (Used T)]
| real_1 T f : schema [No (From T f); Yes (Used T)]
| real_2 T f : schema [No (To T f); Yes (Used T)]
| next_1 T f : schema [No (From T f); Yes (To T (f - 1)); Yes (To T (f + 1))]
| next_2 T f : schema [No (To T f); Yes (From T (f - 1)); Yes (From T (f + 1))]
| row T r : schema [No (Row T r); Yes (Row T (r - 1))]
| rank a n r : schema [No (Rank a n r); Yes (Rank a n (r - 1))]
| start a n : schema [advanced a n 1]
| home a : schema [Yes (On a 0 (snd a)); Yes (ByPiece a)]
| elsewhere a f : f <> snd a -> schema [No (On a 0 f)]
| off_1 T f : (0 <=? f) &&& (f <=? 7) = false -> schema [No (From T f)]
| off_2 T f : (0 <=? f) &&& (f <=? 7) = false -> schema [No (To T f)]
| files_1 a T f : schema [No (Takes a T); No (From T f); Yes (On a T f)]
| files_2 a T f : schema [No (Takes a T); Yes (From T f); No (On a T f)]
| files_3 a T f : schema [No (Takes a T); No (To T f); Yes (On a (S T) f); Yes (ByPiece a)]
| files_4 a T f : schema [No (Takes a T); Yes (To T f); No (On a (S T) f)]
| files_5 a T f : schema [No (TakenAt a T); No (To T f); Yes (On a T f)]
| files_6 a T f : schema [No (TakenAt a T); Yes (To T f); No (On a T f)]
| files_7 a T f : schema [No (TakenAt a T); No (On a (S T) f)]
| files_8 a T f : schema [No (On a T f); Yes (Takes a T); Yes (TakenAt a T); Yes (ByPiece a); Yes (On a (S T) f)]
| files_9 a T f : schema [Yes (Takes a T); Yes (On a T f); No (On a (S T) f)]
| flags_1 a T : schema [No (Takes a T); negation (promoted_at a T)]
| flags_2 a T : schema [No (TakenAt a T); negation (promoted_at a T)]
| way_1 a T r : schema [negation (advanced a T r); advanced a (S T) r]
| way_2 a T r : schema [No (Takes a T); negation (advanced a T (r - 1)); advanced a (S T) r]
| way_3 a T r : schema [No (Takes a T); negation (ahead_of a T r); advanced a T (r - 1)]
| way_4 a T r : schema [No (Takes a T); ahead_of a T r; negation (advanced a T (r - 1))]
| two_goal a b s : a <> b -> schema [No (Goal a s); No (Goal b s)]
| some_goal c s : on_board s = true -> pick goal s = Some (c, Pawn) -> schema (map (fun a => Yes (Goal a s)) (pawns_of c))
| opened x n : 0 <= x <= 7 -> facing goal x = false -> schema (Yes (Used n) :: flat_map (fun a => Yes (ByPiece a) ::
    map (fun T => Yes (Takes a T)) (seq 0 n) ++ map (fun T => Yes (TakenAt a T)) (seq 0 n)) [(White, x); (Black, x)])
| limit c n : schema [No (At_least (S (missing (any_man (other c)))) (map (takes_for c) (seq 0 n) ++ map ByPiece (pawns_of (other c))))]
| no_more n : (missing (any_man White) + missing (any_man Black) <=? n)%nat = true -> schema [No (Used n)]
| spare w n : pawns w = true -> schema [No (At_least (S (missing w)) (map (lost_pawn n) (pawns_of (side w))))]
| openings n u v w : schema [No (At_least (S (u + v + w)) (map (open n) [0; 1; 2; 3; 4; 5; 6; 7])); Yes (Used u);
    Yes (At_least (S v) (map (lost_pawn n) (pawns_of White))); Yes (At_least (S w) (map (lost_pawn n) (pawns_of Black)))]
| two_end_1 a T s : schema [No (TakenAt a T); No (Goal a s)]
| two_end_2 a s : schema [No (ByPiece a); No (Goal a s)]
| two_end_3 a T : schema [No (TakenAt a T); No (ByPiece a)]
| two_end_4 a s r : s <> r -> schema [No (Goal a s); No (Goal a r)]
| arrived_1 a n s : schema [No (Goal a s); Yes (Used n); Yes (On a n (fst s))]
| arrived_2 a n s : schema [No (Goal a s); Yes (Used n); Yes (Rank a n (snd s))]
| arrived_3 a n s : schema [No (Goal a s); Yes (Used n); No (Rank a n (snd s + 1))].
End Schemas.

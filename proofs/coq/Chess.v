(** The rules of chess, but for draws: positions, moves, which positions games from the initial one reach. To be read. *)

Require Import Prelude.
Require Export Squares.

Inductive color := White | Black.
Inductive kind := King | Queen | Rook | Bishop | Knight | Pawn.
Definition man := (color * kind)%type.
(** What a pawn may become. *)
Inductive promotion := ToQueen | ToRook | ToBishop | ToKnight.
Definition promoted (k : promotion) : kind :=
  match k with ToQueen => Queen | ToRook => Rook | ToBishop => Bishop | ToKnight => Knight end.

Definition other (c : color) : color := match c with White => Black | Black => White end.
Definition same_color (c d : color) : bool := match c, d with White, White | Black, Black => true | _, _ => false end.
Definition same_kind (k l : kind) : bool :=
  match k, l with King, King | Queen, Queen | Rook, Rook | Bishop, Bishop | Knight, Knight | Pawn, Pawn => true | _, _ => false end.
Definition is (o : option man) (c : color) (k : kind) : bool :=
  match o with Some (d, l) => same_color c d &&& same_kind k l | None => false end.
Definition has (o : option man) (c : color) : bool := match o with Some (d, _) => same_color c d | None => false end.
Definition empty (o : option man) : bool := match o with None => true | _ => false end.

(** A board has 64 entries, a1 first, b1 next. *)
Definition board := list (option man).
Definition index (s : square) : nat := Z.to_nat (8 * snd s + fst s).
Definition pick (b : board) (s : square) : option man := nth (index s) b None.
Fixpoint set {A} (l : list A) (n : nat) (v : A) : list A :=
  match l, n with [], _ => [] | _ :: l, O => v :: l | x :: l, S n => x :: set l n v end.
Definition put (b : board) (s : square) (v : option man) : board := set b (index s) v.
Definition squares : list square :=
  flat_map (fun y => map (fun x => (x, y)) [0; 1; 2; 3; 4; 5; 6; 7]) [0; 1; 2; 3; 4; 5; 6; 7].

(** Castling rights by colour, and the square behind a pawn that has just gone two squares. *)
Record position := Pos { men : board; turn : color; short : color -> bool; long : color -> bool; passed : option square }.

Definition jumps : list square := [(1, 2); (2, 1); (2, -1); (1, -2); (-1, -2); (-2, -1); (-2, 1); (-1, 2)].
Definition ahead (c : color) : Z := match c with White => 1 | Black => -1 end.
Definition home_rank (c : color) : Z := match c with White => 0 | Black => 7 end.
Definition pawn_rank (c : color) : Z := match c with White => 1 | Black => 6 end.

(** The squares from s on in a direction, up to the first man, with him. *)
Fixpoint ray (n : nat) (b : board) (d s : square) : list square :=
  match n with
  | O => []
  | S n => let t := shift s d in
           if on_board t then t :: (if empty (pick b t) then ray n b d t else []) else []
  end.
(** The squares that a man of that kind on s would attack; a pawn of that colour. *)
Definition attacks (b : board) (c : color) (k : kind) (s : square) : list square :=
  match k with
  | King => filter on_board (map (shift s) (straight ++ oblique))
  | Queen => flat_map (fun d => ray 7 b d s) (straight ++ oblique)
  | Rook => flat_map (fun d => ray 7 b d s) straight
  | Bishop => flat_map (fun d => ray 7 b d s) oblique
  | Knight => filter on_board (map (shift s) jumps)
  | Pawn => filter on_board [shift s (1, ahead c); shift s (-1, ahead c)]
  end.
(** A man of colour c attacks s: one of his kind on s, of the other colour, would attack him. *)
Definition attacked (b : board) (c : color) (s : square) : bool :=
  existsb (fun k => existsb (fun t => is (pick b t) c k) (attacks b (other c) k s))
    [King; Queen; Rook; Bishop; Knight; Pawn].
(** Some king of colour c is attacked. *)
Definition in_check (b : board) (c : color) : bool :=
  existsb (fun s => if is (pick b s) c King then attacked b (other c) s else false) squares.

Record move := Move { from : square; to : square; becomes : option promotion }.
Definition plain (s t : square) : move := Move s t None.

(** A pawn's move to t: four of them on the last rank. *)
Definition pawn_to (c : color) (s t : square) : list move :=
  if snd t =? home_rank (other c)
  then map (fun k => Move s t (Some k)) [ToQueen; ToRook; ToBishop; ToKnight]
  else [plain s t].
Definition pawn_moves (p : position) (s : square) : list move :=
  let c := turn p in let b := men p in
  let one := shift s (0, ahead c) in let two := shift one (0, ahead c) in
  (if empty (pick b one) then
     pawn_to c s one ++
     (if (snd s =? pawn_rank c) &&& empty (pick b two) then [plain s two] else [])
   else []) ++
  flat_map (fun t =>
    if has (pick b t) (other c) ||| match passed p with Some e => same e t | None => false end
    then pawn_to c s t else []) (attacks b c Pawn s).
(** Castling: king and rook at home with the right, nothing between them, and no attacked square on the king's way. *)
Definition castling (p : position) : list move :=
  let c := turn p in let b := men p in let y := home_rank c in
  let free := fun l => forallb (fun x => empty (pick b (x, y))) l in
  let safe := fun l => forallb (fun x => negb (attacked b (other c) (x, y))) l in
  if is (pick b (4, y)) c King then
    (if short p c &&& is (pick b (7, y)) c Rook &&& free [5; 6] &&& safe [4; 5; 6] then [plain (4, y) (6, y)] else []) ++
    (if long p c &&& is (pick b (0, y)) c Rook &&& free [1; 2; 3] &&& safe [4; 3; 2] then [plain (4, y) (2, y)] else [])
  else [].

(** What is on the board after a move. A pawn that goes askew to an empty square takes the one beside it, a king that goes
    two files takes along what stands in the corner. *)
Definition after (b : board) (t : move) : board :=
  let v := pick b (from t) in
  let b1 := put b (from t) None in
  let b2 := put b1 (to t)
    match v, becomes t with Some (c, Pawn), Some k => Some (c, promoted k) | _, _ => v end in
  match v with
  | Some (_, Pawn) =>
    if negb (fst (from t) =? fst (to t)) &&& empty (pick b (to t)) then put b2 (fst (to t), snd (from t)) None else b2
  | Some (_, King) =>
    let y := snd (from t) in
    if fst (to t) =? fst (from t) + 2 then put (put b2 (7, y) None) (5, y) (pick b2 (7, y))
    else if fst (to t) =? fst (from t) - 2 then put (put b2 (0, y) None) (3, y) (pick b2 (0, y))
    else b2
  | _ => b2
  end.
(** A right is lost when something goes from or to the square of its king or rook. *)
Definition play (p : position) (t : move) : position :=
  let touched := fun s => same (from t) s ||| same (to t) s in
  let keeps := fun (right : color -> bool) x c =>
    right c &&& negb (touched (4, home_rank c)) &&& negb (touched (x, home_rank c)) in
  Pos (after (men p) t) (other (turn p)) (keeps (short p) 7) (keeps (long p) 0)
    (if is (pick (men p) (from t)) (turn p) Pawn &&& (Z.abs (snd (to t) - snd (from t)) =? 2)
     then Some (fst (from t), snd (from t) + ahead (turn p)) else None).

(** The legal moves: those that do not leave one's own king attacked. *)
Definition moves (p : position) : list move :=
  filter (fun t => negb (in_check (after (men p) t) (turn p)))
    (flat_map (fun s =>
       match pick (men p) s with
       | Some (c, k) =>
         if same_color c (turn p) then
           match k with
           | Pawn => pawn_moves p s
           | _ => map (plain s) (filter (fun t => negb (has (pick (men p) t) c)) (attacks (men p) c k s))
           end
         else []
       | None => []
       end) squares ++ castling p).

Definition rank_of (c : color) (l : list kind) : board := map (fun k => Some (c, k)) l.
Definition first_rank : list kind := [Rook; Knight; Bishop; Queen; King; Bishop; Knight; Rook].
Definition initial : position :=
  Pos (rank_of White first_rank ++ rank_of White (repeat Pawn 8) ++ repeat None 32 ++
       rank_of Black (repeat Pawn 8) ++ rank_of Black first_rank)
    White (fun _ => true) (fun _ => true) None.

Inductive reachable : position -> Prop :=
| Start : reachable initial
| Next p t : reachable p -> In t (moves p) -> reachable (play p t).

(** How many games of n plies there are. *)
Fixpoint perft (n : nat) (p : position) : N :=
  match n with
  | O => 1
  | S O => N.of_nat (length (moves p))
  | S n => fold_left (fun sum t => sum + perft n (play p t))%N (moves p) 0%N
  end.

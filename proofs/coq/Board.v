(** King and a rook or a queen against king on the board of 8x8: squares, moves, mate and stalemate.
    To be read by whoever wants to know what the theorems say. *)

Require Import ZArith List Bool.
Require Export Squares.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope lazy_bool_scope. (* &&& and ||| leave out what they do not need *)

(** White's king, Black's king, and White's rook or queen. Who is to move is in the names of the predicates. *)
Record position := Pos { wk : square; bk : square; m : square }.

(** The third man. *)
Inductive kind := Rook | Queen.

Fixpoint some {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | x :: l => f x ||| some f l end.
Fixpoint all {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: l => f x &&& all f l end.

Definition on_boards (p : position) : bool := on_board (wk p) &&& on_board (bk p) &&& on_board (m p).

(** The number of king's moves. *)
Definition distance (s t : square) : Z := Z.max (Z.abs (fst s - fst t)) (Z.abs (snd s - snd t)).
Definition manhattan (s t : square) : Z := Z.abs (fst s - fst t) + Z.abs (snd s - snd t).

Definition around (s : square) : list square := filter on_board (map (shift s) (straight ++ oblique)).
Definition directions (k : kind) : list square := match k with Rook => straight | Queen => straight ++ oblique end.

(** The empty squares from s on in a direction, at most n. *)
Fixpoint ray (n : nat) (occupied : square -> bool) (d s : square) : list square :=
  match n with
  | O => []
  | S n => let t := shift s d in
           if on_board t &&& negb (occupied t) then t :: ray n occupied d t else []
  end.

(** s lies strictly between a and b on a line of the kind. *)
Definition between (a s b : square) : bool :=
  let (x, y) := (fst b - fst a, snd b - snd a) in
  let (u, v) := (fst s - fst a, snd s - snd a) in
  (x * v =? y * u) &&& (0 <? x * u + y * v) &&& (x * u + y * v <? x * x + y * y).

Section Kind.
Variable k : kind.

(** The third man attacks the square: they are on one line, and White's king is not between them. *)
Definition attacks (p : position) (s : square) : bool :=
  let (x, y) := (Z.abs (fst s - fst (m p)), Z.abs (snd s - snd (m p))) in
  negb ((x =? 0) &&& (y =? 0)) &&&
  ((x =? 0) ||| (y =? 0) ||| match k with Rook => false | Queen => x =? y end) &&&
  negb (between (m p) (wk p) s).

(** Three men on three squares, the kings apart: what is legal with Black to move. White's king is attacked by
    nothing but Black's. *)
Definition legal_black (p : position) : bool :=
  on_boards p &&& negb (same (wk p) (m p)) &&& negb (same (bk p) (m p)) &&& (2 <=? distance (wk p) (bk p)).
(** With White to move Black, who has moved, is not in check either. *)
Definition legal_white (p : position) : bool := legal_black p &&& negb (attacks p (bk p)).

(** Black's moves. Taking the third man is one of them: it leads to two men on one square, which is not legal. *)
Definition black_moves (p : position) : list position :=
  map (fun s => Pos (wk p) s (m p))
    (filter (fun s => (2 <=? distance (wk p) s) &&& negb (attacks p s)) (around (bk p))).
Definition mate (p : position) : bool := attacks p (bk p) &&& match black_moves p with [] => true | _ => false end.
Definition stalemate (p : position) : bool :=
  negb (attacks p (bk p)) &&& match black_moves p with [] => true | _ => false end.

(** White's moves: of the king, and of the third man, which does not pass the kings. *)
Definition king_moves (p : position) : list position :=
  map (fun s => Pos s (bk p) (m p))
    (filter (fun s => (2 <=? distance s (bk p)) &&& negb (same s (m p))) (around (wk p))).
Definition man_moves (p : position) : list position :=
  map (fun s => Pos (wk p) (bk p) s)
    (flat_map (fun d => ray 7 (fun s => same s (wk p) ||| same s (bk p)) d (m p)) (directions k)).
Definition white_moves (p : position) : list position := king_moves p ++ man_moves p.

(** A strategy gives the moves that White may choose from. *)
Variable strategy : position -> list position.

(** White to move: the strategy has a move, and every move of it leads to [loses]. *)
Inductive wins : position -> Prop :=
| Wins p : legal_white p = true -> strategy p <> [] -> (forall q, In q (strategy p) -> loses q) -> wins p
with loses : position -> Prop := (* Black to move *)
| Mated q : legal_black q = true -> mate q = true -> loses q
| Loses q : legal_black q = true -> black_moves q <> [] -> (forall p, In p (black_moves q) -> wins p) -> loses q.

(** The same as a number: in at most n moves of White's. *)
Definition nonempty {A} (l : list A) : bool := match l with [] => false | _ => true end.
Fixpoint mates_within (n : nat) (p : position) : bool :=
  match n with
  | O => false
  | S n => legal_white p &&& nonempty (strategy p) &&& all (fun q => legal_black q &&&
      (mate q ||| (nonempty (black_moves q) &&& all (mates_within n) (black_moves q)))) (strategy p)
  end.
End Kind.

(** The eight images of a position by the symmetries of the board. *)
Definition symmetries : list (square -> square) :=
  [fun s => s; fun s => (7 - fst s, snd s); fun s => (fst s, 7 - snd s); fun s => (7 - fst s, 7 - snd s);
   fun s => (snd s, fst s); fun s => (7 - snd s, fst s); fun s => (snd s, 7 - fst s); fun s => (7 - snd s, 7 - fst s)].
Definition image (p : position) (f : square -> square) : position := Pos (f (wk p)) (f (bk p)) (f (m p)).
Definition in_some_image (f : position -> bool) (p : position) : bool := some (fun g => f (image p g)) symmetries.

(** A step chooses from the king's moves and from those of the third man. The first step that chooses some counts. *)
Definition step := position -> list position -> list position -> list position.
Fixpoint first (steps : list step) (p : position) (kings men : list position) : list position :=
  match steps with
  | [] => []
  | step :: steps => match step p kings men with [] => first steps p kings men | moves => moves end
  end.
Definition choose (k : kind) (steps : list step) (p : position) : list position :=
  first steps p (king_moves p) (man_moves k p).

(** Of the moves those after which f is least. *)
Definition least (f : position -> Z) (moves : list position) : list position :=
  match moves with
  | [] => []
  | q :: _ => let b := fold_left (fun b q => Z.min b (f q)) moves (f q) in filter (fun q => f q =? b) moves
  end.

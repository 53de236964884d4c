(** King and a rook, a queen or a pawn against king on the board of 8x8: squares, moves, mate and stalemate.
    To be read by whoever wants to know what the theorems say. *)

Require Import Prelude.
Require Export Squares.

(** White's king, Black's king, and White's third man. Who is to move is in the names of the predicates. *)
Record position := Pos { wk : square; bk : square; m : square }.

(** The third man. With a pawn the game is over when he has become a queen or rook that wins: see [promotes]. *)
Inductive kind := Rook | Queen | Pawn.

Fixpoint some {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | x :: l => f x ||| some f l end.
Fixpoint all {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: l => f x &&& all f l end.

Definition on_boards (p : position) : bool := on_board (wk p) &&& on_board (bk p) &&& on_board (m p).

(** The number of king's moves. *)
Definition distance (s t : square) : Z := Z.max (Z.abs (fst s - fst t)) (Z.abs (snd s - snd t)).
Definition manhattan (s t : square) : Z := Z.abs (fst s - fst t) + Z.abs (snd s - snd t).

Definition around (s : square) : list square := filter on_board (map (shift s) (straight ++ oblique)).
Definition directions (k : kind) : list square := 
  match k with Rook => straight | Queen => straight ++ oblique | Pawn => [] end.

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

(** A rook or queen attacks the square: they are on one line, and White's king is not between them. *)
Definition line_attacks (p : position) (s : square) : bool :=
  let (x, y) := (Z.abs (fst s - fst (m p)), Z.abs (snd s - snd (m p))) in
  negb ((x =? 0) &&& (y =? 0)) &&&
  ((x =? 0) ||| (y =? 0) ||| match k with Queen => x =? y | _ => false end) &&&
  negb (between (m p) (wk p) s).
Definition attacks (p : position) (s : square) : bool :=
  match k with
  | Pawn => (snd s =? snd (m p) + 1) &&& (Z.abs (fst s - fst (m p)) =? 1)
  | _ => line_attacks p s
  end.

(** Three men on three squares, the kings apart: what is legal with Black to move. White's king is attacked by
    nothing but Black's. *)
Definition legal_black (p : position) : bool :=
  on_boards p &&& negb (same (wk p) (m p)) &&& negb (same (bk p) (m p)) &&& (2 <=? distance (wk p) (bk p)).
(** With White to move Black, who has moved, is not in check either, and a pawn is on none of the outer ranks. *)
Definition legal_white (p : position) : bool := legal_black p &&& negb (attacks p (bk p)) &&&
  match k with Pawn => (1 <=? snd (m p)) &&& (snd (m p) <=? 6) | _ => true end.

(** Black's moves. Taking the third man is one of them: it leads to two men on one square, which is not legal. *)
Definition flees (p : position) (s : square) : bool := (2 <=? distance (wk p) s) &&& negb (attacks p s).
Definition black_moves (p : position) : list position := map (fun s => Pos (wk p) s (m p)) (filter (flees p) (around (bk p))).
Definition no_moves (p : position) : bool := negb (some (flees p) (around (bk p))).
Definition checkmate (p : position) : bool := attacks p (bk p) &&& no_moves p.
Definition stalemate (p : position) : bool := negb (attacks p (bk p)) &&& no_moves p.

(** White's moves: of the king, and of the third man, which does not pass the kings. *)
Definition steps_ahead (p : position) : list square :=
  let free := fun s => negb (same s (wk p) ||| same s (bk p)) in
  let one := shift (m p) (0, 1) in let two := shift one (0, 1) in
  if free one then one :: (if (snd (m p) =? 1) &&& free two then [two] else []) else [].
Definition king_moves (p : position) : list position :=
  map (fun s => Pos s (bk p) (m p))
    (filter (fun s => (2 <=? distance s (bk p)) &&& negb (same s (m p))) (around (wk p))).
Definition man_moves (p : position) : list position :=
  map (fun s => Pos (wk p) (bk p) s)
    match k with
    | Pawn => steps_ahead p
    | _ => flat_map (fun d => ray 7 (fun s => same s (wk p) ||| same s (bk p)) d (m p)) (directions k)
    end.
Definition white_moves (p : position) : list position := king_moves p ++ man_moves p.
End Kind.

(** With Black to move, the pawn on the last rank has become a queen or a rook that Black cannot take, and that leaves him
    a move or mates. *)
Definition promotes (p : position) : bool :=
  (snd (m p) =? 7) &&& negb ((distance (bk p) (m p) <=? 1) &&& (2 <=? distance (wk p) (m p))) &&&
  (negb (stalemate Queen p) ||| negb (stalemate Rook p)).
Definition mate (k : kind) (p : position) : bool := match k with Pawn => promotes p | _ => checkmate k p end.

Section Strategy.
Variable k : kind.

(** A strategy gives the moves that White may choose from. *)
Variable strategy : position -> list position.

(** White to move: the strategy has a move, and every move of it leads to [loses]. *)
Inductive wins : position -> Prop :=
| Wins p : legal_white k p = true -> strategy p <> [] -> (forall q, In q (strategy p) -> loses q) -> wins p
with loses : position -> Prop := (* Black to move *)
| Mated q : legal_black q = true -> mate k q = true -> loses q
| Loses q : legal_black q = true -> black_moves k q <> [] -> (forall p, In p (black_moves k q) -> wins p) -> loses q.

(** The same as a number: in at most n moves of White's. *)
Definition nonempty {A} (l : list A) : bool := match l with [] => false | _ => true end.
Fixpoint mates_within (n : nat) (p : position) : bool :=
  match n with
  | O => false
  | S n => legal_white k p &&& nonempty (strategy p) &&& all (fun q => legal_black q &&&
      (mate k q ||| (nonempty (black_moves k q) &&& all (mates_within n) (black_moves k q)))) (strategy p)
  end.
End Strategy.

(** The eight images of a position by the symmetries of the board, in the order of the program, and the first of a kind. *)
Definition images : list (square -> square) :=
  [fun s => s; fun s => (7 - fst s, snd s); fun s => (fst s, 7 - snd s); fun s => (7 - fst s, 7 - snd s);
   fun s => (snd s, fst s); fun s => (snd s, 7 - fst s); fun s => (7 - snd s, fst s); fun s => (7 - snd s, 7 - fst s)].
Definition first_image (f : (square -> square) -> bool) : square -> square :=
  match filter f images with g :: _ => g | [] => fun s => s end.
Definition image (p : position) (f : square -> square) : position := Pos (f (wk p)) (f (bk p)) (f (m p)).
Definition in_some_image (f : position -> bool) (p : position) : bool := some (fun g => f (image p g)) images.

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

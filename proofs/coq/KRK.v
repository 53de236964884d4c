(** The strategies of 2013 and 2016 for king and rook against king: their notions and steps, a line each. *)

Require Import Prelude Board.

(** Half the perimeter of the rectangle that the rook leaves to Black's king; 15 if they share a line. *)
Definition side (b r : Z) : Z := if b <? r then r else 7 - r.
Definition room (p : position) : Z :=
  let (bx, by_) := bk p in let (x, y) := m p in
  if (x =? bx) ||| (y =? by_) then 15 else side bx x + side by_ y.
(** How far White's king has to walk to the square beside the rook that is nearest to Black's king. *)
Definition towards (x y : Z) : Z := if x <? y then x + 1 else if y <? x then x - 1 else x.
Definition critical (p : position) : Z :=
  manhattan (wk p) (towards (fst (m p)) (fst (bk p)), towards (snd (m p)) (snd (bk p))).
(** Black's king is nearer to the rook than White's, with Black to move. *)
Definition exposed (p : position) : bool := distance (bk p) (m p) + 1 <=? distance (wk p) (m p).
Definition strictly (x y z : Z) : bool := ((x <? y) &&& (y <? z)) ||| ((z <? y) &&& (y <? x)).
Definition divides (p : position) : bool :=
  strictly (fst (wk p)) (fst (m p)) (fst (bk p)) ||| strictly (snd (wk p)) (snd (m p)) (snd (bk p)).
Definition ell (kx ky cx cy rx ry : Z) : bool :=
  (ky =? cy) &&& (Z.abs (kx - cx) =? 2) &&& (rx =? kx) &&& (Z.abs (ry - ky) =? 1).
Definition pattern (p : position) : bool :=
  let (wx, wy) := wk p in let (bx, by_) := bk p in let (x, y) := m p in
  ell wx wy bx by_ x y ||| ell wy wx by_ bx y x.
Definition guarded (p : position) : bool := if distance (m p) (bk p) <=? 1 then distance (m p) (wk p) <=? 1 else true.
Definition way (p : position) : Z := manhattan (m p) (bk p).
(** The rook goes to the line beside White's king, towards Black's. *)
Definition beside (w b r t : Z) : bool :=
  ((w <? b) &&& (t =? w + 1)) ||| ((b <? w) &&& (t =? w - 1)) ||| ((r =? w) &&& (w =? b) &&& (Z.abs (r - t) =? 1)).
Definition home (p q : position) : bool :=
  if snd (m p) =? snd (m q) then beside (fst (wk p)) (fst (bk p)) (fst (m p)) (fst (m q))
  else beside (snd (wk p)) (snd (bk p)) (snd (m p)) (snd (m q)).
Definition reaches (a b : Z) : bool := ((b =? 0) &&& negb (a =? 0)) ||| ((b =? 7) &&& negb (a =? 7)).
Definition to_edge (p q : position) : bool := reaches (fst (m p)) (fst (m q)) ||| reaches (snd (m p)) (snd (m q)).
Definition line (x : Z) : bool := (x =? 0) ||| (x =? 7).
Definition edge (s : square) : bool := line (fst s) ||| line (snd s).
Definition diagonal (p q : position) : bool :=
  negb (fst (wk p) =? fst (wk q)) &&& negb (snd (wk p) =? snd (wk q)).
Definition quiet (f : position -> bool) : list position -> list position :=
  filter (fun q => f q &&& negb (stalemate Rook q)).

(** The steps that both have; p is before the move, q after it. *)
Definition squeeze : step := fun p kings rooks =>
  least room (quiet (fun q => (room q <? room p) &&& negb (exposed q) &&& divides q) rooks).
Definition approach (free : position -> position -> bool) (oblique : bool) : step := fun p kings rooks =>
  quiet (fun q => eqb (diagonal p q) oblique &&& (critical q <? critical p) &&& negb (exposed q) &&&
    (divides q ||| pattern q) &&& free p q) kings.
Definition keep (free : position -> position -> bool) (oblique : bool) : step := fun p kings rooks =>
  quiet (fun q => eqb (diagonal p q) oblique &&& (distance (wk q) (m q) <=? distance (wk p) (m p)) &&&
    negb (exposed q) &&& divides q &&& free p q) kings.
Definition rook_home : step := fun p kings rooks => quiet (fun q => home p q &&& guarded q) rooks.
Definition rook_safe : step := fun p kings rooks =>
  quiet (fun q => to_edge p q &&& guarded q &&& (3 <=? distance (m q) (bk q))) rooks.

(** 2013. Where little room is left, the king keeps off the edge. *)
Definition free13 (p q : position) : bool := (3 <? room q) ||| negb (edge (wk q)).
Definition is (s : square) (x y : Z) : bool := same s (x, y).
Definition ready13 : position -> bool := in_some_image (fun q =>
  is (bk q) 0 1 &&& (is (wk q) 2 0 ||| is (wk q) 2 1) &&& (snd (m q) =? 2) &&& (2 <=? fst (m q))).
Definition steps13 : list step :=
  [fun p kings rooks => filter (mate Rook) rooks;
   fun p kings rooks => quiet (fun q => edge (bk q) &&& ready13 q) (kings ++ rooks);
   squeeze; approach free13 true; approach free13 false; keep free13 true; keep free13 false;
   fun p kings rooks => least way (rook_home p kings rooks); rook_safe].
Definition krk2013 : position -> list position := choose Rook steps13.

(** 2016. The king keeps off Black's edge, and does not go back with the rook beside him. *)
Definition same_edge (w b : Z) : bool := (w =? b) &&& line w.
Definition back (w b r t : Z) : bool :=
  ((b =? 0) &&& (r =? 1) &&& (t <? w)) ||| ((b =? 7) &&& (r =? 6) &&& (w <? t)).
Definition free16 (p q : position) : bool :=
  (3 <? room q) |||
  (negb (same_edge (fst (wk q)) (fst (bk q))) &&& negb (same_edge (snd (wk q)) (snd (bk q))) &&&
   negb ((distance (wk p) (m p) <=? 1) &&&
    (back (fst (wk p)) (fst (bk p)) (fst (m p)) (fst (wk q)) |||
     back (snd (wk p)) (snd (bk p)) (snd (m p)) (snd (wk q))))).
Definition ready16 : position -> bool := in_some_image (fun q =>
  (is (wk q) 1 2 &&& is (bk q) 0 0 &&& (2 <? fst (m q)) &&& (0 <? snd (m q))) |||
  (is (bk q) 0 1 &&& is (wk q) 2 1 &&& (1 <=? fst (m q)) &&& (snd (m q) =? 2)) |||
  ((fst (bk q) =? 0) &&& (fst (wk q) =? 2) &&& (2 <=? fst (m q)) &&& (Z.abs (snd (wk q) - snd (bk q)) =? 1) &&&
   (Z.abs (snd (m q) - snd (bk q)) =? 1) &&& negb (snd (wk q) =? snd (m q)))).
Definition steps16 : list step :=
  [fun p kings rooks => filter (mate Rook) (kings ++ rooks);
   fun p kings rooks => quiet (fun q => edge (bk q) &&& ready16 q) (kings ++ rooks);
   squeeze; approach free16 true; approach free16 false; keep free16 true; keep free16 false;
   rook_home; rook_safe;
   fun p kings rooks => quiet (fun q => to_edge p q &&& (distance (m q) (bk q) =? 2) &&&
     ((fst (m q) =? fst (wk q)) ||| (snd (m q) =? snd (wk q)))) rooks].
Definition krk2016 : position -> list position := choose Rook steps16.

(** Torres y Quevedo's automaton of 1912. White's king stands above the rook, the rook above Black's king. *)
Definition torres_claims (p : position) : bool :=
  (snd (m p) <? snd (wk p)) &&& (snd (bk p) <? snd (m p)) &&& ((fst (m p) <=? 1) ||| (6 <=? fst (m p))).
Definition torres (p : position) : list position :=
  if negb (torres_claims p) then [] else
  let (wx, wy) := wk p in let (bx, by_) := bk p in let (x, y) := m p in
  let left := (x <=? 2) &&& (bx <=? 2) in
  let right := (5 <=? x) &&& (5 <=? bx) in
  let rook s := filter (fun q => same (m q) s) (man_moves Rook p) in
  let king s := filter (fun q => same (wk q) s) (king_moves p) in
  if left ||| right then
    filter (fun q => (snd (m q) =? y) &&& (if left then fst (m q) =? 7 else true) &&&
      (if right then fst (m q) =? 0 else true)) (man_moves Rook p)
  else if by_ + 2 <=? y then rook (x, y - 1)
  else if by_ + 3 <=? wy then king (wx, wy - 1)
  else if negb (Z.even (wx - bx)) then rook (if (x =? 0) ||| (x =? 6) then x + 1 else x - 1, y)
  else if wx <? bx then king (wx + 1, wy)
  else if bx <? wx then king (wx - 1, wy)
  else rook (x, y - 1).

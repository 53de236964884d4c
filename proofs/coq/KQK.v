(** King and queen against king: the queen drives Black's king to an edge, cages him there, and White's king comes. *)

Require Import Prelude Board.

Definition side (b q : Z) : Z := if b <? q then q else 7 - q.
(** The rectangle that the queen leaves Black's king: its smaller side counts first. *)
Definition room (p : position) : Z :=
  let (bx, by_) := bk p in let (x, y) := m p in
  if (x =? bx) ||| (y =? by_) then 64
  else Z.min (side bx x) (side by_ y) * 8 + Z.max (side bx x) (side by_ y).
(** White's king stands on the queen's line, towards Black's king, and lets him through. *)
Definition through (w q k n b : Z) : bool :=
  (w =? q) &&& (((n <? k) &&& (n <? b) &&& (k <=? 6)) ||| ((k <? n) &&& (b <? n) &&& (1 <=? k))).
Definition leak (p : position) : bool :=
  let (wx, wy) := wk p in let (bx, by_) := bk p in let (x, y) := m p in
  through wx x wy y by_ ||| through wy y wx x bx.
Definition hangs (p : position) : bool := (distance (bk p) (m p) <=? 1) &&& negb (distance (wk p) (m p) <=? 1).
(** Black's king is caged on the last rank, the queen on the rank before it, to his left. *)
Definition home (p : position) : bool :=
  (snd (bk p) =? 7) &&& (snd (m p) =? 6) &&& (fst (m p) + 2 <=? fst (bk p)) &&& (fst (m p) <=? 4) &&&
  negb ((snd (wk p) =? 6) &&& (fst (m p) <? fst (wk p)) &&& (fst (wk p) <? fst (bk p))).
Definition caged : position -> bool := in_some_image home.
(** The first image in which he is. *)
Definition cage (p : position) : square -> square := first_image (fun g => home (image p g)).
(** How far White's king has to walk to the square before the corner: coarsely, and exactly. *)
Definition walk (p : position) : Z :=
  let y := snd (wk p) in
  ((if 7 <=? y then 2 else if 6 <=? y then 1 else 0) * 8 + distance (wk p) (6, 5)) * 16 + manhattan (wk p) (6, 5).
Definition safe (f : position -> bool) : list position -> list position :=
  filter (fun q => f q &&& negb (hangs q) &&& negb (stalemate Queen q)).
Definition nocheck (q : position) : bool := negb (attacks Queen q (bk q)).

(** A step of a caged king: f and g are about the position before and after the move, in the image of the cage. *)
Definition in_cage (f : position -> position -> bool) (g : position -> Z) (p : position) (moves : list position) :=
  if caged p then
    let c := cage p in
    least (fun q => g (image q c)) (safe (fun q => home (image q c) &&& f (image p c) (image q c)) moves)
  else [].
Definition steps : list step :=
  [fun p kings queens => filter (mate Queen) queens;
   fun p kings queens => in_cage (fun p q => fst (m p) <? fst (m q)) (fun q => 8 - fst (m q)) p queens;
   fun p kings queens => in_cage (fun p q => walk q <? walk p) walk p kings;
   fun p kings queens => in_cage (fun p q => true) walk p kings;
   fun p kings queens => least (fun q => 8 - fst (m (image q (cage q))))
     (safe (fun q => nocheck q &&& caged q) queens);
   fun p kings queens => least room
     (safe (fun q => nocheck q &&& negb (leak q) &&& (leak p ||| (room q <? room p))) queens);
   fun p kings queens => least (fun q => 16 - manhattan (wk q) (bk q))
     (safe (fun q => nocheck q &&& negb (leak q) &&& (room q <=? room p)) kings);
   fun p kings queens => least room (safe nocheck queens)].
Definition kqk : position -> list position := choose Queen steps.

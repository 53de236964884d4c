(** What can have been before the last move, and which positions no game reaches. To be read. *)

Require Import Prelude Chess.

(** What is known of a position: all but that it may have more rights, and, if none is named, a square behind a pawn. *)
Definition implies (a b : bool) : bool := if a then b else true.
Definition knows (q p : position) : Prop :=
  men p = men q /\ turn p = turn q /\
  (forall c, implies (short q c) (short p c) = true) /\ (forall c, implies (long q c) (long p c) = true) /\
  match passed q with Some e => passed p = Some e | None => True end.

(** What a man of colour c can have taken, or nothing. Whoever takes a king gave check out of turn: see [OppositeCheck]. *)
Definition victims (c : color) : list (option man) :=
  map (fun k => Some (other c, k)) [Queen; Rook; Bishop; Knight; Pawn; King].
(** What a pawn can become on t, and is then. *)
Definition promotions (c : color) (t : square) : list (option promotion) :=
  if snd t =? home_rank (other c) then map Some [ToQueen; ToRook; ToBishop; ToKnight] else [None].
Definition became (u : option promotion) : kind := match u with Some k => promoted k | None => Pawn end.

Section Before.
Variable p : position.
Let b := men p.
Let c := other (turn p). (* who has moved *)

(** The man on t goes back to s as v, and leaves x behind. *)
Definition back (s t : square) (v : man) (x : option man) : position :=
  Pos (put (put b t x) s (Some v)) c (short p) (long p) None.

Definition man_back (k : kind) (t : square) : list (position * move) :=
  flat_map (fun s => map (fun x => (back s t (c, k) x, plain s t)) (None :: victims c))
    (filter (fun s => empty (pick b s)) (attacks (put b t None) c k t)).
Definition en_passant_back (s t : square) : position :=
  let q := back s t (c, Pawn) None in
  Pos (put (men q) (fst t, snd s) (Some (other c, Pawn))) c (short p) (long p) (Some t).
Definition pawn_back (k : kind) (t : square) : list (position * move) :=
  let one := shift t (0, - ahead c) in let two := shift one (0, - ahead c) in
  flat_map (fun u =>
    (if empty (pick b one) then
       (back one t (c, Pawn) None, Move one t u) ::
       (if (snd two =? pawn_rank c) &&& empty (pick b two) then [(back two t (c, Pawn) None, Move two t u)] else [])
     else []) ++
    flat_map (fun s =>
      map (fun x => (back s t (c, Pawn) x, Move s t u)) (victims c) ++
      (if empty (pick b (fst t, snd s)) then [(en_passant_back s t, Move s t u)] else []))
      (filter (fun s => empty (pick b s)) (attacks b (other c) Pawn t)))
    (filter (fun u => same_kind k (became u)) (promotions c t)).
(** From the squares of king and rook after castling to those before: g, f, h or c, d, a; and the right that it took. *)
Definition castling_back (kx rx corner : Z) : list (position * move) :=
  let y := home_rank c in
  let right := fun (r : color -> bool) d => same_color c d ||| r d in
  let q := Pos (put (put (put (put b (kx, y) None) (rx, y) None) (4, y) (Some (c, King))) (corner, y) (Some (c, Rook))) c
    (if corner =? 7 then right (short p) else short p) (if corner =? 7 then long p else right (long p)) None in
  if is (pick b (kx, y)) c King &&& is (pick b (rx, y)) c Rook &&&
     empty (pick b (4, y)) &&& empty (pick b (corner, y)) &&&
     forallb (fun x => negb (attacked (men q) (other c) (x, y))) [4; rx; kx]
  then [(q, plain (4, y) (kx, y))] else [].

(** All positions before, as far as they are known, with their moves; of these, those that leave rights and the square
    behind a pawn as they are. *)
Definition retractions : list (position * move) :=
  flat_map (fun t =>
    match pick b t with
    | Some (d, k) => if same_color d c then (if same_kind k Pawn then [] else man_back k t) ++ pawn_back k t else []
    | None => []
    end) squares ++ castling_back 6 5 7 ++ castling_back 2 3 0.
Definition fits (qt : position * move) : bool :=
  let r := play (fst qt) (snd qt) in
  match passed p with
  | Some e => match passed r with Some f => same e f | None => false end
  | None => true
  end &&&
  forallb (fun d => implies (short p d) (short r d) &&& implies (long p d) (long r d)) [White; Black].
Definition before : list (position * move) := filter fits retractions.
End Before.

(** A closed set of partial positions: of a position of a game it is known that some men stand where they do, of which
    sides there are no other men, and bounds on what has been captured or promoted before. A list of them that covers the
    goal, that no move back leaves, and none of which agrees with the initial position proves that no game leads to the
    goal. *)

Require Import Prelude String Chess Before Weights Illegal.

(** What is counted: of a side, its pawns or not, and pieces by kind, bishops by colour. The sum never grows if pawns
    count or no piece does that they become. *)
Record counter := Counter { side : color; pawns : bool; pieces : list (kind * bool) }.
Definition weighs (w : counter) : weights := fun s v =>
 (if same_color (side w) (fst v) then
    match snd v with
    | Pawn => if pawns w then 1 else 0
    | k => if some (fun x => in_class x k s) (pieces w) then 1 else 0
    end
  else 0)%nat.
Definition sound_counter (w : counter) : bool := pawns w ||| forallb (fun x => same_kind (fst x) King) (pieces w).

(** Known men, the side to move, which sides may have others, and for each counter how much less it may be than in the
    initial position. *)
Record state := State { known : board; to_move : color; others : color -> bool; bounds : list nat }.

(** What is known of a square goes together with what stands there. *)
Definition fitting (oth : color -> bool) (k o : option man) : bool :=
  match k with
  | Some (c, l) => is o c l
  | None => match o with Some (c, _) => oth c | None => true end
  end.
Fixpoint all2 {A B} (f : A -> B -> bool) (l : list A) (m : list B) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => f x y &&& all2 f l m
  | _, _ => false
  end.

Section Set_of.
Variable ws : list counter.
Variable fixed : list square. (* men on them never move *)

Section Back.
Variable a : state.
Let c := other (to_move a). (* who has moved *)
Let b := known a.

(** The board that is worst for whoever gives check to c: what is not known shields the king. *)
Definition at_worst (e : board) (d : color) (oth : color -> bool) (free : list square) : board :=
  if oth White ||| oth Black then
    map (fun s => match pick e s with
      | Some v => Some v
      | None => if some (same s) free then None else Some (d, Pawn)
      end) squares
  else e.
Fixpoint spend (bs costs : list nat) : option (list nat) :=
  match bs, costs with
  | x :: bs, y :: costs => if (y <=? x)%nat then option_map (cons (x - y)%nat) (spend bs costs) else None
  | _, _ => Some []
  end.
Definition edges : list square := flat_map (fun x => [(x, 0); (x, 7)]) [0; 1; 2; 3; 4; 5; 6; 7].
(** What was before, with the squares that the move passed and the one that it left; nothing if a pawn on the
    edge or a check rules it out. *)
Definition state_before (e : board) (oth : color -> bool) (cost : counter -> nat) (passed left : list square) : list state :=
  match spend (bounds a) (map cost ws) with
  | None => []
  | Some bs =>
    if some (fun s => is (pick e s) White Pawn ||| is (pick e s) Black Pawn) edges |||
       in_check (at_worst b c (others a) (left ++ passed)) c ||| in_check (at_worst e (other c) oth passed) (other c)
    then [] else [State e c oth bs]
  end.

Definition between (s t : square) : list square :=
  let (x, y) := shift t (- fst s, - snd s) in
  filter (fun r => let (u, v) := shift r (- fst s, - snd s) in
    (x * v =? y * u) &&& (0 <? x * u + y * v) &&& (x * u + y * v <? x * x + y * y)) squares.
Definition any_victim : bool :=
  some (fun x => some (fun s => match spend (bounds a) (map (fun w => weight_on (weighs w) s x) ws) with Some _ => true | None => false end)
    [(0, 0); (1, 0)]) (victims c).
Definition another_back : list state :=
  if others a c then
    state_before b (others a) (fun _ => 0%nat) [] [] ++
    (if others a (other c) then [] else if any_victim then state_before b (fun _ => true) (fun _ => 0%nat) [] [] else [])
  else [].
Definition piece_back (k : kind) (t : square) : list state :=
  flat_map (fun s =>
    let e := fun x => put (put b t x) s (Some (c, k)) in
    state_before (e None) (others a) (fun _ => 0%nat) (between s t) [s] ++
    (if others a (other c) then []
     else flat_map (fun x => state_before (e x) (others a) (fun w => weight_on (weighs w) t x) (between s t) [s]) (victims c)))
    (filter (fun s => empty (pick b s)) (attacks (put b t None) c k t)).
Definition pawn_goes_back (k : kind) (t : square) : list state :=
  let one := shift t (0, - ahead c) in let two := shift one (0, - ahead c) in
  let e := fun s x => put (put b t x) s (Some (c, Pawn)) in
  flat_map (fun u =>
    let cost := fun s (w : counter) => (weighs w s (c, Pawn) - weighs w t (c, k))%nat in
    (if empty (pick b one) then
       state_before (e one None) (others a) (cost one) [] [one] ++
       (if (snd two =? pawn_rank c) &&& empty (pick b two)
        then state_before (e two None) (others a) (cost two) [one] [two] else [])
     else []) ++
    flat_map (fun s =>
      flat_map (fun x => state_before (e s x) (others a) (fun w => weight_on (weighs w) t x + cost s w)%nat [] [s]) (victims c) ++
      (let r := (fst t, snd s) in
       if empty (pick b r) &&& (snd t + ahead c =? pawn_rank (other c))
       then state_before (put (e s None) r (Some (other c, Pawn))) (others a)
         (fun w => weighs w r (other c, Pawn) + cost s w)%nat [] [s]
       else []))
      (filter (fun s => empty (pick b s)) (attacks b (other c) Pawn t)))
    (filter (fun u => same_kind k (became u)) (promotions c t)).
Definition castles_back (kx rx corner : Z) (free : list Z) : list state :=
  let y := home_rank c in
  let k := is (pick b (kx, y)) c King in let r := is (pick b (rx, y)) c Rook in
  if (if k then r ||| others a c else r &&& others a c) &&& forallb (fun x => empty (pick b (x, y))) free
  then state_before (put (put (put (put b (kx, y) None) (rx, y) None) (4, y) (Some (c, King))) (corner, y) (Some (c, Rook)))
    (others a) (fun _ => 0%nat) [] []
  else [].
Definition states_before : list state :=
  another_back ++
  flat_map (fun t =>
    match pick b t with
    | Some (d, k) =>
      if same_color d c &&& negb (some (same t) fixed)
      then (if same_kind k Pawn then [] else piece_back k t) ++ pawn_goes_back k t else []
    | None => []
    end) squares ++
  castles_back 6 5 7 [4; 7] ++ castles_back 2 3 0 [0; 1; 4].
End Back.

End Set_of.

(** Whatever a stands for, so does b. *)
Definition covers (b a : state) : bool :=
  same_color (to_move b) (to_move a) &&& implies (others a White) (others b White) &&& implies (others a Black) (others b Black) &&&
  all2 Nat.leb (bounds a) (bounds b) &&& all2 (fitting (others b)) (known b) (known a).
Definition covered (l : list state) (a : state) : bool := some (fun b => covers b a) l.
Definition whole (ws : list counter) (q : position) : state :=
  State (men q) (turn q) (fun _ => false) (map (fun w => total (weighs w) (men initial) - total (weighs w) (men q))%nat ws).
Definition starts (a : state) : bool :=
  same_color (to_move a) White &&& all2 (fitting (others a)) (known a) (men initial).
(** Pawns on their second rank, and king and rook of a castling right, never moved. *)
Definition never_moved (q : position) (s : square) : bool :=
  on_board s &&&
  (some (fun c => (snd s =? pawn_rank c) &&& is (pick (men q) s) c Pawn) [White; Black] |||
   some (fun c => (snd s =? home_rank c) &&&
     (short q c &&& ((fst s =? 4) ||| (fst s =? 7)) ||| long q c &&& ((fst s =? 4) ||| (fst s =? 0)))) [White; Black]).
Definition closed_set (ws : list counter) (q : position) (l : list state) : bool :=
  forallb sound_counter ws &&& covered l (whole ws q) &&&
  let fixed := filter (never_moved q) squares in
  forallb (fun a => (List.length (known a) =? 64)%nat &&& negb (starts a) &&& forallb (covered l) (states_before ws fixed a)) l.

(** A partial position as a file has it: known men and side to move by a FEN, whether White and Black may have others. *)
Definition partial (fen : string) (white black : bool) (bounds : list nat) : state :=
  let p := position_of fen in State (men p) (turn p) (fun c => match c with White => white | Black => black end) bounds.

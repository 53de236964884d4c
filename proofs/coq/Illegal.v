(** Why no game leads to a position: reasons that are seen at once, and last moves. To be read. *)

Require Import Prelude String Ascii Chess Before Weights.

(** Kinds of pieces that pawns become, bishops by the colour of their squares; those of which a side has more than at the start. *)
Definition dark (s : square) : bool := Z.even (fst s + snd s).
Definition in_class (x : kind * bool) (k : kind) (s : square) : bool :=
  same_kind (fst x) k &&& match k with Bishop => Bool.eqb (dark s) (snd x) | _ => true end.
Fixpoint some {A} (f : A -> bool) (l : list A) : bool := match l with [] => false | x :: l => f x ||| some f l end.
(** Two pawns of the board b that never moved shut in a bishop of their side on its home square s. *)
Definition shut_in (b : board) (c : color) (s : square) : bool :=
  (snd s =? home_rank c) &&& ((fst s =? 2) ||| (fst s =? 5)) &&&
  is (pick b (fst s - 1, pawn_rank c)) c Pawn &&& is (pick b (fst s + 1, pawn_rank c)) c Pawn.
(** Weights: base for each man, 1 for each man of these kinds but bishops shut in; pawns have their own. *)
Definition by_class (b : board) (base : nat) (pawns : color -> nat) (kinds : color -> list (kind * bool)) : weights := fun s v =>
  (base + match snd v with
          | Pawn => pawns (fst v)
          | Bishop => if shut_in b (fst v) s then 0 else if some (fun x => in_class x Bishop s) (kinds (fst v)) then 1 else 0
          | k => if some (fun x => in_class x k s) (kinds (fst v)) then 1 else 0
          end)%nat.
Definition surplus (b : board) (c : color) : list (kind * bool) :=
  filter (fun x => let w := by_class b 0 (fun _ => 0)%nat (fun d => if same_color d c then [x] else []) in
    total w (men initial) <? total w b)%nat
    [(Queen, true); (Rook, true); (Knight, true); (Bishop, true); (Bishop, false)].
Definition promotions_of (b : board) (c : color) : weights :=
  by_class b 0 (fun d => if same_color d c then 1 else 0)%nat (fun d => if same_color d c then surplus b c else []).
(** Each pair of pawns that is opened takes a capture by one of the two or of one of the two. *)
Definition opened_pairs (b : board) : weights := by_class b 1 (fun d => match d with White => 0 | Black => 1 end)%nat (surplus b).
(** The squares from which pawns come to s. *)
Definition in_cone (c : color) (s r : square) : bool := Z.abs (fst r - fst s) <=? (snd s - snd r) * ahead c.
Definition pawns_behind (c : color) (s : square) : weights := fun r v =>
  if is (Some v) c Pawn &&& in_cone c s r then 1%nat else 0%nat.

(** A pawn of colour c weighs as its file says, a bishop by the colour of his square, and a man of the other side 1. If a capture
    by a pawn adds at most 1, it is paid for by the man captured; see [gentle]. *)
Definition height (l : list nat) (x : Z) : nat := nth (Z.to_nat x) l 0%nat.
Definition by_files (c : color) (l : list nat) (light dark_ : nat) : weights := fun s v =>
  if same_color (fst v) c then match snd v with
    | Pawn => height l (fst s)
    | Bishop => if dark s then dark_ else light
    | _ => 0%nat
    end
  else 1%nat.
Definition gentle (c : color) (l : list nat) (light dark_ : nat) : bool :=
  forallb (fun x => (height l x <=? S (height l (x + 1)))%nat &&& (height l (x + 1) <=? S (height l x))%nat) [0; 1; 2; 3; 4; 5; 6] &&&
  forallb (fun x => ((if dark (x, home_rank (other c)) then dark_ else light) <=? height l x)%nat) [0; 1; 2; 3; 4; 5; 6; 7].

Inductive reason :=
| OppositeCheck (* the side that has moved is in check; kings that touch are an instance *)
| PawnOnEdge
| EnPassantNoStep (* a square behind a pawn, and no pawn that can just have gone two squares *)
| CastlingAway (* a right, and king or rook not at home *)
| TooManyMen (c : color) (* more than one king *)
| TooManyPromotions (c : color) (* pawns and surplus pieces are more than eight *)
| TooFewOpened (* pawns cannot have passed those of the other side with so few captures *)
| TooManyPawns (c : color) (s : square) (* more pawns behind the one on s than there can be *)
| TooManyCaptures (c : color) (l : list nat) (light dark_ : nat). (* the pawns need more captures than the other side lacks men *)

Definition grown (w : weights) (pairs : bool) (p : position) : bool :=
  (potential w pairs (men initial) <? potential w pairs (men p))%nat.
Definition applies (r : reason) (p : position) : bool :=
  match r with
  | OppositeCheck => in_check (men p) (other (turn p))
  | PawnOnEdge => existsb (fun y => existsb (fun x => match pick (men p) (x, y) with Some (_, Pawn) => true | _ => false end)
      [0; 1; 2; 3; 4; 5; 6; 7]) [0; 7]
  | EnPassantNoStep => match passed p with
      | Some e => negb (empty (pick (men p) e) &&& is (pick (men p) (fst e, snd e - ahead (turn p))) (other (turn p)) Pawn)
      | None => false
      end
  | CastlingAway => some (fun c =>
      let gone := fun x k => negb (is (pick (men p) (x, home_rank c)) c k) in
      short p c &&& (gone 4 King ||| gone 7 Rook) ||| long p c &&& (gone 4 King ||| gone 0 Rook)) [White; Black]
  | TooManyMen c => (1 <? number c King p)%nat
  | TooManyPromotions c => grown (promotions_of (men p) c) false p
  | TooFewOpened => grown (opened_pairs (men p)) true p
  | TooManyPawns c s => is (pick (men p) s) c Pawn &&& grown (pawns_behind c s) false p
  | TooManyCaptures c l light dark_ => gentle c l light dark_ &&& grown (by_files c l light dark_) false p
  end.

(** A certificate: a reason, or so many last moves back that every position before has a reason. *)
Inductive certificate := AtOnce (r : reason) | LastMoves (depth : nat).

Definition reasons : list reason := [OppositeCheck; PawnOnEdge; EnPassantNoStep; CastlingAway; TooManyMen White; TooManyMen Black;
  TooManyPromotions White; TooManyPromotions Black; TooFewOpened] ++
  flat_map (fun s => [TooManyPawns White s; TooManyPawns Black s]) squares.
(** Weights for [TooManyCaptures]; that they are the best need not be believed. For the files from h to a there is the best list
    for each height of the last, with what it adds for so many pawns, less those of the start. *)
Definition better (a b : Z * list nat) : Z * list nat := if fst a <? fst b then b else a.
Definition steepest (pawns : Z -> Z) (least : Z -> nat) : list nat :=
  let adds := fun x h => if (h <? least x)%nat then -1000 else (pawns x - 1) * Z.of_nat h in
  let best := fun rows => fold_left better rows (-1000, []) in
  let near := fun rows h => match h with O => firstn 2 rows | S h => firstn 3 (skipn h rows) end in
  let next := fun rows x => map (fun h => let (n, l) := best (near rows h) in (n + adds x h, h :: l)) (seq 0 5) in
  snd (best (fold_left next [6; 5; 4; 3; 2; 1; 0] (map (fun h => (adds 7 h, [h])) (seq 0 5)))).
Definition costs (p : position) : list reason := flat_map (fun c =>
  let pawns := fun x => Z.of_nat (List.length (filter (fun y => is (pick (men p) (x, y)) c Pawn) [1; 2; 3; 4; 5; 6])) in
  map (fun b : nat * nat => let (light, dark_) := b in
    TooManyCaptures c (steepest pawns (fun x => if dark (x, home_rank (other c)) then dark_ else light)) light dark_)
    [(0, 0); (1, 0); (2, 0); (0, 1); (0, 2)]%nat) [White; Black].
Definition same_man (v w : option man) : bool :=
  match v with None => empty w | Some (c, k) => is w c k end.
(** The initial position needs no move before; so it must be told apart. *)
Definition may_be_initial (p : position) : bool :=
  same_color (turn p) White &&& forallb (fun s => same_man (pick (men p) s) (pick (men initial) s)) squares.
Fixpoint refuted (depth : nat) (p : position) : bool :=
  some (fun r => applies r p) reasons ||| some (fun r => applies r p) (costs p) |||
  match depth with
  | O => false
  | S depth => negb (may_be_initial p) &&& negb (some (fun rt => negb (refuted depth (fst rt))) (before p))
  end.
Definition check (w : certificate) (p : position) : bool :=
  match w with AtOnce r => applies r p | LastMoves n => refuted n p end.

(** A certificate, if there is one with few moves. *)
Definition find (depth : nat) (p : position) : option certificate :=
  match find (fun r => applies r p) (reasons ++ costs p) with
  | Some r => Some (AtOnce r)
  | None => List.find (fun w => check w p) (map LastMoves (seq 1 depth))
  end.

(** A position as a FEN says it: men, turn, rights, square behind a pawn. *)
Definition man_of (a : ascii) : option man := option_map snd (List.find (fun x => Ascii.eqb a (fst x))
  (combine (list_ascii_of_string "KQRBNPkqrbnp") (list_prod [White; Black] [King; Queen; Rook; Bishop; Knight; Pawn]))).
(** Ranks from the eighth down; [row] holds what has been read of the current one, [above] those before it. *)
Fixpoint board_of (l : list ascii) (row above : board) : board :=
  match l with
  | [] => row ++ above
  | "/"%char :: l => board_of l [] (row ++ above)
  | a :: l =>
    let here := match man_of a with Some v => [Some v] | None => repeat None (nat_of_ascii a - 48) end in
    board_of l (row ++ here) above
  end.
Fixpoint words (l : list ascii) : list (list ascii) :=
  match l with
  | [] => [[]]
  | a :: l => let l := words l in if Ascii.eqb a " " then [] :: l else (a :: hd [] l) :: tl l
  end.
Definition position_of (fen : string) : position :=
  let word := fun n => nth n (words (list_ascii_of_string fen)) [] in
  let says := fun n a => existsb (Ascii.eqb a) (word n) in
  Pos (board_of (word 0%nat) [] []) (if says 1%nat "b"%char then Black else White)
    (fun c => says 2%nat match c with White => "K" | Black => "k" end%char)
    (fun c => says 2%nat match c with White => "Q" | Black => "q" end%char)
    match word 3%nat with
    | [x; y] => Some (Z.of_nat (nat_of_ascii x) - 97, Z.of_nat (nat_of_ascii y) - 49)
    | _ => None
    end.

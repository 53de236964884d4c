(** The number of games of a few plies from four positions, as everybody counts them. *)

Require Import ZArith List Chess.
Import ListNotations.
Local Open Scope Z_scope.

(** Men by square, for positions that are written down. *)
Definition place (l : list (man * square)) : board :=
  fold_left (fun b ms => put b (snd ms) (Some (fst ms))) l (repeat None 64).
Definition at_ (c : color) (k : kind) (l : list square) : list (man * square) := map (fun s => ((c, k), s)) l.
Definition never : color -> bool := fun _ => false.

(** 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - *)
Definition third : position := Pos (place (
  at_ White King [(0, 4)] ++ at_ White Rook [(1, 3)] ++ at_ White Pawn [(1, 4); (4, 1); (6, 1)] ++
  at_ Black King [(7, 3)] ++ at_ Black Rook [(7, 4)] ++ at_ Black Pawn [(2, 6); (3, 5); (5, 3)]))
  White never never None.
(** r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - *)
Definition kiwipete : position := Pos (place (
  at_ White King [(4, 0)] ++ at_ White Queen [(5, 2)] ++ at_ White Rook [(0, 0); (7, 0)] ++
  at_ White Bishop [(3, 1); (4, 1)] ++ at_ White Knight [(4, 4); (2, 2)] ++
  at_ White Pawn [(0, 1); (1, 1); (2, 1); (5, 1); (6, 1); (7, 1); (3, 4); (4, 3)] ++
  at_ Black King [(4, 7)] ++ at_ Black Queen [(4, 6)] ++ at_ Black Rook [(0, 7); (7, 7)] ++
  at_ Black Bishop [(6, 6); (0, 5)] ++ at_ Black Knight [(1, 5); (5, 5)] ++
  at_ Black Pawn [(0, 6); (2, 6); (3, 6); (5, 6); (4, 5); (6, 5); (1, 3); (7, 2)]))
  White (fun _ => true) (fun _ => true) None.
(** n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - *)
Definition promotions : position := Pos (place (
  at_ White King [(4, 1)] ++ at_ White Knight [(5, 0); (7, 0)] ++ at_ White Pawn [(0, 6); (1, 6); (2, 6)] ++
  at_ Black King [(3, 6)] ++ at_ Black Knight [(0, 7); (2, 7)] ++ at_ Black Pawn [(5, 1); (6, 1); (7, 1)]))
  Black never never None.
(** r3k2r/8/8/8/8/8/8/R3K2R w KQkq -, where rooks take rooks, and rights go *)
Definition rooks : position := Pos (place (
  at_ White King [(4, 0)] ++ at_ White Rook [(0, 0); (7, 0)] ++ at_ Black King [(4, 7)] ++ at_ Black Rook [(0, 7); (7, 7)]))
  White (fun _ => true) (fun _ => true) None.

Lemma perft_initial : map (fun n => perft n initial) [1; 2; 3]%nat = [20; 400; 8902]%N.
Proof. vm_compute. reflexivity. Qed.
Lemma perft_third : map (fun n => perft n third) [1; 2; 3]%nat = [14; 191; 2812]%N.
Proof. vm_compute. reflexivity. Qed.
Lemma perft_kiwipete : map (fun n => perft n kiwipete) [1; 2]%nat = [48; 2039]%N.
Proof. vm_compute. reflexivity. Qed.
Lemma perft_promotions : map (fun n => perft n promotions) [1; 2]%nat = [24; 496]%N.
Proof. vm_compute. reflexivity. Qed.
Lemma perft_rooks : map (fun n => perft n rooks) [1; 2]%nat = [26; 568]%N.
Proof. vm_compute. reflexivity. Qed.

(** The number of games of 1, 2 and so many plies from eight positions, as everybody counts them. *)

Require Import NArith List String Chess Illegal.
Import ListNotations.
Local Open Scope string_scope.

Definition perfts (p : position) (plies : nat) : list N := map (fun n => perft n p) (seq 1 plies).

Lemma perft_initial : perfts initial 3 = [20; 400; 8902]%N.
Proof. vm_cast_no_check (eq_refl [20; 400; 8902]%N). Qed.
(** Castling of both sides, pins. *)
Lemma perft_kiwipete :
  perfts (position_of "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1") 2 = [48; 2039]%N.
Proof. vm_cast_no_check (eq_refl [48; 2039]%N). Qed.
(** Pawns that must not capture en passant: king and rook are on their rank. *)
Lemma perft_third : perfts (position_of "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1") 3 = [14; 191; 2812]%N.
Proof. vm_cast_no_check (eq_refl [14; 191; 2812]%N). Qed.
(** White is in check; pawns promote, and capture rooks that could castle. *)
Lemma perft_fourth :
  perfts (position_of "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1") 3 = [6; 264; 9467]%N.
Proof. vm_cast_no_check (eq_refl [6; 264; 9467]%N). Qed.
Lemma perft_promotions : perfts (position_of "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1") 3 = [24; 496; 9483]%N.
Proof. vm_cast_no_check (eq_refl [24; 496; 9483]%N). Qed.
(** Rooks take rooks, and rights go. *)
Lemma perft_rooks : perfts (position_of "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") 3 = [26; 568; 13744]%N.
Proof. vm_cast_no_check (eq_refl [26; 568; 13744]%N). Qed.
(** Queens stand in the way of castling. *)
Lemma perft_queens : perfts (position_of "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1") 2 = [44; 1494]%N.
Proof. vm_cast_no_check (eq_refl [44; 1494]%N). Qed.
(** A pawn gives check that can be taken en passant. *)
Lemma perft_passed : perfts (position_of "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3") 3 = [8; 72; 492]%N.
Proof. vm_cast_no_check (eq_refl [8; 72; 492]%N). Qed.

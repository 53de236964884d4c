(** coqc -Q proofs/coq "" FILE, after make coq. Fails if proofs/coq does not know the argument. *)

Require Import String List Chess Before Illegal Closed Closed_sound.

Definition goal : position := position_of "rnbqkbnr/R1pppppp/pp6/8/8/8/1PPPPPPP/1NBQKBNR w Kkq - 0 1".
Definition counters : list counter := (
  Counter White false ((King, true) :: nil) ::
  Counter White true (nil) ::
  Counter White true ((Queen, true) :: (Rook, true) :: (Bishop, true) :: (Bishop, false) :: (Knight, true) :: nil) ::
  Counter Black false ((King, true) :: nil) ::
  Counter Black true (nil) ::
  Counter Black true (nil) ::
  Counter Black true ((Queen, true) :: nil) ::
  Counter Black true ((Rook, true) :: nil) ::
  Counter Black true ((Bishop, true) :: nil) ::
  Counter Black true ((Bishop, false) :: nil) ::
  Counter Black true ((Knight, true) :: nil) ::
  nil)%list.
Definition states : list state := (
  partial "r3kb1r/R1pppppp/pp6/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/R1pppppp/pp6/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/Rppppppp/p7/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/Rppppppp/p7/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/1ppppppp/1p6/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/1ppppppp/1p6/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/1Rpppppp/pp6/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/1Rpppppp/pp6/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/pRpppppp/1p6/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/p1pppppp/p7/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/p1pppppp/p7/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/pRpppppp/1p6/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "rR2kb1r/p1pppppp/1p6/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "rR2kb1r/p1pppppp/1p6/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "rR2kb1r/pppppppp/8/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "rR2kb1r/pppppppp/8/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r1R1kb1r/pppppppp/8/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r1R1kb1r/pppppppp/8/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/pPpppppp/1p6/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 0 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r1R1kb1r/p1pppppp/1p6/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r1R1kb1r/p1pppppp/1p6/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/pPpppppp/1p6/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 0 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "rR2kb1r/2pppppp/pp6/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "rR2kb1r/2pppppp/pp6/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "rR2kb1r/1ppppppp/p7/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "rR2kb1r/1ppppppp/p7/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r1R1kb1r/1ppppppp/p7/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r1R1kb1r/1ppppppp/p7/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/1Ppppppp/pp6/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 0 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r1R1kb1r/2pppppp/pp6/8/8/8/1PPPPPPP/2BQKB1R w - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r1R1kb1r/2pppppp/pp6/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 1 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  partial "r3kb1r/1Ppppppp/pp6/8/8/8/1PPPPPPP/2BQKB1R b - - 0 0" true true (0 :: 0 :: 1 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: 0 :: nil) ::
  nil)%list.
Theorem goal_unreachable : forall p, knows goal p -> ~ reachable p.
Proof. apply (closed_set_refutes counters goal states). vm_cast_no_check (eq_refl true). Qed.

Print Assumptions goal_unreachable.

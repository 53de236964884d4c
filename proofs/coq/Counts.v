(** Counts, with the names that strategy prove --json has for them: a test compares. *)

Require Import Prelude Board Table KRK KQK Strategy.
Require KPK_wins.

Definition line : list Z := [0; 1; 2; 3; 4; 5; 6; 7].
Definition squares : list square := flat_map (fun y => map (fun x => (x, y)) line) line.
Fixpoint bump (n : nat) (k : N) (l : list N) : list N :=
  match l, n with
  | [], _ => []
  | x :: l, O => (x + k)%N :: l
  | x :: l, S n => x :: bump n k l
  end.
(** Adds up what f gives for all placements of three men: a place in the list, and a number. *)
Definition tally (zero : list N) (f : position -> nat * N) : list N :=
  fold_left (fun l w => fold_left (fun l b => fold_left (fun l r => let (n, k) := f (Pos w b r) in bump n k l) squares l) squares l)
    squares zero.
Definition total (f : position -> N) : N := hd 0%N (tally [0%N] (fun p => (O, f p))).
Definition number (f : position -> bool) : N := total (fun p => if f p then 1%N else 0%N).
(** The step that moves in a position, and its moves. *)
Fixpoint by_step (n : nat) (steps : list step) (p : position) (kings men : list position) : nat * N :=
  match steps with
  | [] => (n, 0%N)
  | step :: steps => match step p kings men with [] => by_step (S n) steps p kings men | l => (n, N.of_nat (length l)) end
  end.

Lemma krk2013_legal_positions : number (legal_white Rook) = 175168%N.
Proof. vm_cast_no_check (eq_refl 175168%N). Qed.
Lemma krk2013_legal_positions_black : number legal_black = 223944%N.
Proof. vm_cast_no_check (eq_refl 223944%N). Qed.
Lemma krk2013_mates : number (fun p => legal_black p &&& mate Rook p) = 216%N.
Proof. vm_cast_no_check (eq_refl 216%N). Qed.
Lemma krk2013_stalemates : number (fun p => legal_black p &&& stalemate Rook p) = 68%N.
Proof. vm_cast_no_check (eq_refl 68%N). Qed.
Lemma krk2013_black_moves : total (fun p => if legal_black p then N.of_nat (length (black_moves Rook p)) else 0%N) = 1085792%N.
Proof. vm_cast_no_check (eq_refl 1085792%N). Qed.
Lemma krk2013_positions_by_step :
  tally (repeat 0%N 9) (fun p => if legal_white Rook p
    then let (n, k) := by_step 0 steps13 p (king_moves p) (man_moves Rook p) in (n, 1%N) else (9%nat, 0%N)) =
  [1512; 648; 119236; 12192; 4124; 3472; 184; 33368; 432]%N.
Proof. vm_cast_no_check (eq_refl [1512; 648; 119236; 12192; 4124; 3472; 184; 33368; 432]%N). Qed.
Lemma kqk_legal_positions : number (legal_white Queen) = 144508%N.
Proof. vm_cast_no_check (eq_refl 144508%N). Qed.

(** Of king and pawn; for the last two there is a table of what is kept. *)
Lemma kpk_legal_positions : number (legal_white Pawn) = 163328%N.
Proof. vm_cast_no_check (eq_refl 163328%N). Qed.
Lemma kpk_mates : number (fun p => legal Pawn false p &&& promotes p) = 25968%N.
Proof. vm_cast_no_check (eq_refl 25968%N). Qed.
Lemma kpk_claimed_positions : (let kept := get (tabulate KPK_wins.kept) in
  number (fun p => legal_white Pawn p &&& kept_claims Pawn KPK_wins.claim kept p)) = 124960%N.
Proof. vm_cast_no_check (eq_refl 124960%N). Qed.
Fixpoint by_rule (n : nat) (l : list rule) (p : position) (moves : list position) : nat :=
  match l with
  | [] => n
  | r :: l => match by_rules [r] p moves with [] => by_rule (S n) l p moves | _ => n end
  end.
Lemma kpk_positions_by_step : (let rules := with_kept KPK_wins.rules (get (tabulate KPK_wins.kept)) in
  tally (repeat 0%N 3) (fun p => if legal_white Pawn p then (by_rule 0 rules p (white_moves Pawn p), 1%N) else (3%nat, 0%N))) =
  [25498; 86640; 12822]%N.
Proof. vm_cast_no_check (eq_refl [25498; 86640; 12822]%N). Qed.

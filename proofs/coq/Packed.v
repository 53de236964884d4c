(** Formulas and proofs as retroproof-check --coq writes them: numbers as bytes. That they are read right matters for the
    formula only; see [clauses]. *)

Require Import NArith List Bool Rup.
From Coq.Strings Require Import Byte.
Import ListNotations.
Local Open Scope positive_scope.
Local Open Scope lazy_bool_scope.

(** Lines of text, as bytes. *)
Inductive text := Text (l : list byte).
Definition bytes (t : text) : list byte := let (l) := t in l.
Declare Scope packed_scope.
Delimit Scope packed_scope with packed.
String Notation text Text bytes : packed_scope.

(** Numbers have five bits a byte, the lowest first. The sixth bit says that more bytes follow. *)
Definition bit (b : bool) (n : N) : N := if b then N.succ_double n else N.double n.
Fixpoint numbers (l : list byte) : list N :=
  match l with
  | [] => []
  | x :: l =>
    let '(a, (b, (c, (d, (e, (more, _)))))) := to_bits x in
    let n := fun high => bit a (bit b (bit c (bit d (bit e high)))) in
    if more then match numbers l with high :: r => n high :: r | [] => [] end else n 0%N :: numbers l
  end.
Definition all_numbers (t : list text) : list N := flat_map (fun t => numbers (bytes t)) t.

(** 2v is the variable v, 2v + 1 its negation; 0 ends a clause. *)
Definition literal_of (n : N) : literal := match n with Npos (xO v) => Yes v | Npos (xI v) => No v | _ => Yes 1 end.
Fixpoint clauses_of (l : list N) (c : clause) : list clause :=
  match l with
  | [] => []
  | 0%N :: l => c :: clauses_of l []
  | n :: l => clauses_of l (literal_of n :: c)
  end.
Definition clauses (t : list text) : list clause := clauses_of (all_numbers t) [].
Fixpoint numbered (n : positive) (l : list clause) : formula :=
  match l with [] => [] | c :: l => (n, c) :: numbered (Pos.succ n) l end.

(** Lemmas: a clause, and from how many before it its hints are. *)
Fixpoint steps_of (n : positive) (l : list N) (c : clause) (hints : option (list positive)) : list step :=
  match l, hints with
  | [], _ => []
  | 0%N :: l, None => steps_of n l c (Some [])
  | 0%N :: l, Some h => Add n c (rev_append h []) :: steps_of (Pos.succ n) l [] None
  | k :: l, None => steps_of n l (literal_of k :: c) None
  | Npos k :: l, Some h => steps_of n l c (Some (n - k :: h))
  end.
Definition refuted_by (core proof : list text) : bool :=
  let l := clauses core in
  refutes (steps_of (Pos.of_succ_nat (length l)) (all_numbers proof) [] None) (numbered 1 l).

Lemma numbered_in : forall l n k c, In (k, c) (numbered n l) -> In c l.
Proof.
  induction l as [|d l IH]; intros n k c H; [destruct H|].
  destruct H as [H|H]; [injection H as _ H; left; exact H|right; exact (IH _ _ _ H)].
Qed.
Theorem packed_sound core proof : refuted_by core proof = true -> forall m, exists c, In c (clauses core) /\ ~ satisfies m c.
Proof.
  unfold refuted_by. cbv zeta. intros R m. pose proof (refutes_sound _ _ R m) as H.
  assert (forall l, (forall c, In c l -> satisfies m c) \/ exists c, In c l /\ ~ satisfies m c) as D.
  { induction l as [|d l IH]; [left; intros c I; destruct I|].
    destruct IH as [A|[c [I N]]]; [|right; exists c; split; [right; exact I|exact N]].
    destruct (satisfies_dec m d) as [S|S]; [|right; exists d; split; [left; reflexivity|exact S]].
    left. intros c [E|I]; [rewrite <- E; exact S|exact (A c I)]. }
  destruct (D (clauses core)) as [A|E]; [|exact E]. destruct H. intros n c I. exact (A c (numbered_in _ _ _ _ I)).
Qed.

Print Assumptions packed_sound.

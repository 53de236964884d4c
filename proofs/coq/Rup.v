(** Refutations of propositional formulas: by reverse unit propagation with hints, as in LRAT without RAT, and by chains of
    resolution. A formula that is refuted has no model. *)

Require Import ZArith List Bool FMapPositive.
Import ListNotations.
Local Open Scope positive_scope.
Local Open Scope lazy_bool_scope.

Inductive literal := Yes (v : positive) | No (v : positive).
Definition clause := list literal.
Definition formula := list (positive * clause). (* clauses by number *)
Definition model := positive -> bool.
Definition holds (a : model) (l : literal) : bool := match l with Yes v => a v | No v => negb (a v) end.
Definition satisfies (a : model) (c : clause) : Prop := exists l, In l c /\ holds a l = true.

(** What is read of a proof: a clause with the numbers of those from which it follows, or a deletion. *)
Inductive step := Add (n : positive) (c : clause) (hints : list positive) | Delete (ns : list positive).

(** A partial assignment, and clauses by number. *)
Definition assignment := PositiveMap.t bool.
Definition database := PositiveMap.t clause.
Definition negation (l : literal) : literal := match l with Yes v => No v | No v => Yes v end.
Definition value (a : assignment) (l : literal) : option bool :=
  match l with
  | Yes v => PositiveMap.find v a
  | No v => option_map negb (PositiveMap.find v a)
  end.
Definition assume (a : assignment) (l : literal) : assignment :=
  match l with Yes v => PositiveMap.add v true a | No v => PositiveMap.add v false a end.

(** What is left of a clause: literals that are not false; None if one is true. *)
Fixpoint left_of (a : assignment) (c : clause) : option clause :=
  match c with
  | [] => Some []
  | l :: c =>
    match value a l, left_of a c with
    | Some true, _ => None
    | Some false, r => r
    | None, None => None
    | None, Some r => Some (l :: r)
    end
  end.

(** Go through the hints: each must be false now, which ends it, or have one literal left, which is assumed, or be true. *)
Fixpoint propagate (d : database) (a : assignment) (hints : list positive) : bool :=
  match hints with
  | [] => false
  | h :: hints =>
    match PositiveMap.find h d with
    | None => false
    | Some c =>
      match left_of a c with
      | Some [] => true
      | Some [l] => propagate d (assume a l) hints
      | Some _ => false
      | None => propagate d a hints
      end
    end
  end.
(** The negation of a clause; None if that is a contradiction. *)
Fixpoint negate (a : assignment) (c : clause) : option assignment :=
  match c with
  | [] => Some a
  | l :: c => match value a l with
              | Some true => None
              | Some false => negate a c
              | None => negate (assume a (negation l)) c
              end
  end.

Fixpoint refutes_from (d : database) (proof : list step) : bool :=
  match proof with
  | [] => false
  | Delete ns :: proof => refutes_from (fold_left (fun d n => PositiveMap.remove n d) ns d) proof
  | Add n c hints :: proof =>
    match negate (PositiveMap.empty bool) c with
    | None => refutes_from d proof (* a tautology: it is left out *)
    | Some a => propagate d a hints &&&
        match c with [] => true | _ => refutes_from (PositiveMap.add n c d) proof end
    end
  end.
Definition load (f : formula) : database :=
  fold_left (fun d nc => PositiveMap.add (fst nc) (snd nc) d) f (PositiveMap.empty clause).
Definition refutes (proof : list step) (f : formula) : bool := refutes_from (load f) proof.

(** * Why that is right *)

Definition agrees (m : model) (a : assignment) : Prop := forall v b, PositiveMap.find v a = Some b -> m v = b.
Definition all_hold (m : model) (d : database) : Prop := forall n c, PositiveMap.find n d = Some c -> satisfies m c.

Lemma value_holds m a l b : agrees m a -> value a l = Some b -> holds m l = b.
Proof.
  intros A. destruct l as [v|v]; cbn.
  - apply A.
  - destruct (PositiveMap.find v a) eqn:F; [|discriminate]. intros [= <-]. rewrite (A _ _ F). reflexivity.
Qed.
Lemma agrees_assume m a l : agrees m a -> holds m l = true -> agrees m (assume a l).
Proof.
  intros A H v b. destruct l as [w|w]; cbn in *; destruct (Pos.eq_dec v w) as [->|N];
    rewrite ?PositiveMap.gss, ?PositiveMap.gso by exact N; try apply A; intros [= <-].
  - exact H.
  - destruct (m w); [discriminate|reflexivity].
Qed.
Lemma left_of_holds m a c : agrees m a -> satisfies m c ->
  match left_of a c with None => True | Some r => satisfies m r end.
Proof.
  intros A. induction c as [|l c IH]; intros [k [I H]]; [destruct I|]. cbn [left_of].
  destruct (value a l) as [[]|] eqn:V; [exact Logic.I| |].
  - destruct I as [->|I].
    + rewrite (value_holds _ _ _ _ A V) in H. discriminate.
    + apply IH. exists k. auto.
  - destruct I as [->|I].
    + destruct (left_of a c); [|exact Logic.I]. exists k. split; [left; reflexivity|exact H].
    + assert (satisfies m c) as S by (exists k; auto). specialize (IH S).
      destruct (left_of a c) as [r|]; [|exact Logic.I]. destruct IH as [j [J K]]. exists j. split; [right; exact J|exact K].
Qed.
Lemma propagate_false m d a hints : agrees m a -> all_hold m d -> propagate d a hints = true -> False.
Proof.
  intros A D. revert a A. induction hints as [|h hints IH]; intros a A; [discriminate|]. cbn [propagate].
  destruct (PositiveMap.find h d) as [c|] eqn:F; [|discriminate].
  pose proof (left_of_holds m a c A (D _ _ F)) as L. destruct (left_of a c) as [[|l [|k r]]|]; try discriminate.
  - intros _. destruct L as [l [[] _]].
  - intros P. apply (IH (assume a l)); [|exact P]. apply agrees_assume; [exact A|].
    destruct L as [j [[->|[]] H]]. exact H.
  - apply IH, A.
Qed.
Lemma negate_agrees m : forall c a b, agrees m a -> negate a c = Some b -> ~ satisfies m c -> agrees m b.
Proof.
  induction c as [|l c IH]; intros a b A; cbn [negate].
  - intros [= <-]. auto.
  - intros N S.
    assert (holds m l = false) as H.
    { destruct (holds m l) eqn:H; [|reflexivity]. exfalso. apply S. exists l. split; [left; reflexivity|exact H]. }
    assert (~ satisfies m c) as T.
    { intros [k [I K]]. apply S. exists k. split; [right; exact I|exact K]. }
    destruct (value a l) as [[]|]; [discriminate| |].
    + exact (IH _ _ A N T).
    + refine (IH _ _ _ N T). apply agrees_assume; [exact A|]. destruct l as [v|v]; cbn in *.
      * rewrite H. reflexivity.
      * destruct (m v); [reflexivity|discriminate].
Qed.

(** A model satisfies a clause or does not: holds is decidable. *)
Lemma satisfies_dec m c : satisfies m c \/ ~ satisfies m c.
Proof.
  induction c as [|l c [S|N]].
  - right. intros [k [[] _]].
  - left. destruct S as [k [I H]]. exists k. split; [right; exact I|exact H].
  - destruct (holds m l) eqn:H.
    + left. exists l. split; [left; reflexivity|exact H].
    + right. intros [k [[->|I] K]]; [congruence|]. apply N. exists k. auto.
Qed.
Lemma all_hold_add m d n c : all_hold m d -> satisfies m c -> all_hold m (PositiveMap.add n c d).
Proof.
  intros D S k e F. destruct (Pos.eq_dec k n) as [->|N].
  - rewrite PositiveMap.gss in F. injection F as <-. exact S.
  - rewrite PositiveMap.gso in F by exact N. exact (D _ _ F).
Qed.
Lemma all_hold_remove m ns : forall d, all_hold m d -> all_hold m (fold_left (fun d n => PositiveMap.remove n d) ns d).
Proof.
  induction ns as [|n ns IH]; intros d D; [exact D|]. cbn [fold_left]. apply IH. intros k e F.
  destruct (Pos.eq_dec k n) as [->|N].
  - rewrite PositiveMap.grs in F. discriminate.
  - rewrite PositiveMap.gro in F by exact N. exact (D _ _ F).
Qed.
Lemma refutes_from_sound m proof : forall d, all_hold m d -> refutes_from d proof = true -> False.
Proof.
  induction proof as [|s proof IH]; intros d D; [discriminate|]. destruct s as [n c hints|ns]; cbn [refutes_from].
  - destruct (negate (PositiveMap.empty bool) c) as [a|] eqn:N; [|apply IH; exact D].
    destruct (propagate d a hints) eqn:P; [|discriminate].
    assert (satisfies m c) as S.
    { destruct (satisfies_dec m c) as [S|S]; [exact S|]. exfalso. apply (propagate_false m d a hints); auto.
      apply (negate_agrees m c (PositiveMap.empty bool) a); auto.
      intros v b F. rewrite PositiveMap.gempty in F. discriminate. }
    destruct c as [|l c]; [destruct S as [k [[] _]]|]. apply IH, all_hold_add; assumption.
  - apply IH, all_hold_remove, D.
Qed.
Lemma load_holds m f : (forall n c, In (n, c) f -> satisfies m c) -> all_hold m (load f).
Proof.
  unfold load. intros H. assert (all_hold m (PositiveMap.empty clause)) as E.
  { intros n c F. rewrite PositiveMap.gempty in F. discriminate. }
  revert E. generalize (PositiveMap.empty clause) as d. induction f as [|[n c] f IH]; intros d D; [exact D|].
  cbn [fold_left fst snd]. apply IH.
  - intros k e I. apply (H k e). right. exact I.
  - apply all_hold_add; [exact D|]. apply (H n c). left. reflexivity.
Qed.

Theorem refutes_sound proof f : refutes proof f = true -> forall m, ~ (forall n c, In (n, c) f -> satisfies m c).
Proof. intros R m H. exact (refutes_from_sound m proof (load f) (load_holds m f H) R). Qed.

(** * Chains of resolution *)

Definition same (l k : literal) : bool :=
  match l, k with Yes v, Yes w | No v, No w => v =? w | _, _ => false end.
Definition remove (l : literal) (c : clause) : clause := filter (fun k => negb (same l k)) c.
Definition has (l : literal) (c : clause) : bool := existsb (same l) c.
Definition resolve (v : positive) (b c : clause) : clause := remove (Yes v) b ++ remove (No v) c.

Lemma same_is l k : same l k = true -> l = k.
Proof. destruct l, k; cbn; try discriminate; intros H; apply Pos.eqb_eq in H; congruence. Qed.
Lemma satisfies_remove m l c : satisfies m c -> holds m l = false -> satisfies m (remove l c).
Proof.
  intros [k [I H]] F. exists k. split; [|exact H]. unfold remove. apply filter_In. split; [exact I|].
  destruct (same l k) eqn:S; [|reflexivity]. apply same_is in S. congruence.
Qed.
Theorem resolve_sound m v b c : satisfies m b -> satisfies m c -> satisfies m (resolve v b c).
Proof.
  intros B C. unfold resolve. destruct (m v) eqn:V.
  - destruct (satisfies_remove m (No v) c C) as [k [I H]]; [cbn; rewrite V; reflexivity|].
    exists k. split; [apply in_or_app; right; exact I|exact H].
  - destruct (satisfies_remove m (Yes v) b B) as [k [I H]]; [exact V|].
    exists k. split; [apply in_or_app; left; exact I|exact H].
Qed.

(** A chain resolves a clause with others in turn, each on the variable that is named. *)
Definition chain := (clause * list (positive * clause))%type.
Definition result (ch : chain) : clause := fold_left (fun c s => resolve (fst s) c (snd s)) (snd ch) (fst ch).
Theorem chain_sound m ch : satisfies m (fst ch) -> (forall s, In s (snd ch) -> satisfies m (snd s)) -> satisfies m (result ch).
Proof.
  destruct ch as [c l]. unfold result. cbn [fst snd]. revert c. induction l as [|s l IH]; intros c C L; [exact C|].
  cbn [fold_left]. apply IH.
  - apply resolve_sound; [exact C|]. apply L. left. reflexivity.
  - intros t I. apply L. right. exact I.
Qed.
Theorem chain_refutes m ch : result ch = [] -> ~ (satisfies m (fst ch) /\ forall s, In s (snd ch) -> satisfies m (snd s)).
Proof. intros R [C L]. pose proof (chain_sound m ch C L) as S. rewrite R in S. destruct S as [k [[] _]]. Qed.

(** Two pigeons do not fit into one hole. *)
Example pigeons : refutes [Add 4 [] [1; 2; 3]] [(1, [Yes 1]); (2, [Yes 2]); (3, [No 1; No 2])] = true.
Proof. reflexivity. Qed.
Example wrong : refutes [Add 4 [] [1; 2]] [(1, [Yes 1]); (2, [Yes 2]); (3, [No 1; No 2])] = false.
Proof. reflexivity. Qed.

Print Assumptions refutes_sound.
Print Assumptions chain_refutes.

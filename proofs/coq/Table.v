(** Tables over all placements of three men, and the rounds from mate that fill them. Nothing here has to be
    believed: the theorems at the end connect it with Board.v. *)

Require Import Prelude Lia Board.

Lemma all_in {A} (f : A -> bool) l : all f l = true -> forall x, In x l -> f x = true.
Proof. induction l as [|a l IH]; simpl; [tauto|]. destruct (f a) eqn:E; [|discriminate]. intros H x [->|I]; auto. Qed.
Lemma both (a b : bool) : a &&& b = true -> a = true /\ b = true.
Proof. destruct a; [auto|discriminate]. Qed.
Lemma all_app {A} (f : A -> bool) l r : all f (l ++ r) = all f l &&& all f r.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (f a); auto. Qed.

Lemma no_moves_is k p : no_moves k p = true <-> black_moves k p = [].
Proof.
  unfold no_moves, black_moves. induction (around (bk p)) as [|s l IH]; [split; reflexivity|]. cbn [some filter].
  destruct (flees k p s); [split; discriminate|exact IH].
Qed.

(** A function on 0..7 as a tree, and on positions as six levels of trees: a memory, so that f is computed once. *)
Inductive eight A := Eight (a b c d e f g h : A).
Arguments Eight {A}.
Definition fill {A} (f : Z -> A) : eight A := Eight (f 0) (f 1) (f 2) (f 3) (f 4) (f 5) (f 6) (f 7).
Definition pick {A} (t : eight A) (i : Z) : A :=
  match t with Eight a b c d e f g h =>
    match i with 0 => a | 1 => b | 2 => c | 3 => d | 4 => e | 5 => f | 6 => g | _ => h end
  end.
Lemma pick_fill {A} (f : Z -> A) i : 0 <= i <= 7 -> pick (fill f) i = f i.
Proof.
  intros H. assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3 \/ i = 4 \/ i = 5 \/ i = 6 \/ i = 7) as C by lia.
  repeat (destruct C as [->|C]; [reflexivity|]). subst. reflexivity.
Qed.

Definition table A := eight (eight (eight (eight (eight (eight A))))).
Definition tabulate {A} (f : position -> A) : table A :=
  fill (fun a => fill (fun b => fill (fun c => fill (fun d => fill (fun x => fill (fun y =>
    f (Pos (a, b) (c, d) (x, y)))))))).
Definition get {A} (t : table A) (p : position) : A :=
  pick (pick (pick (pick (pick (pick t (fst (wk p))) (snd (wk p))) (fst (bk p))) (snd (bk p))) (fst (m p))) (snd (m p)).

Lemma get_tabulate {A} (f : position -> A) p : on_boards p = true -> get (tabulate f) p = f p.
Proof.
  destruct p as [[a b] [c d] [x y]]. unfold on_boards, on_board. cbn [wk bk m fst snd]. intros H.
  repeat match goal with J : _ &&& _ = true |- _ => apply both in J; destruct J end.
  repeat match goal with J : (_ <=? _) = true |- _ => apply Z.leb_le in J end.
  unfold get, tabulate. cbn [wk bk m fst snd]. rewrite !pick_fill by lia. reflexivity.
Qed.

(** Two tables at once, which is cheaper than asking both about each position. *)
Definition zip_of {A B C} (f : A -> B -> C) (s : eight A) (t : eight B) : eight C :=
  match s, t with Eight a b c d e g h i, Eight j k l m n o p q =>
    Eight (f a j) (f b k) (f c l) (f d m) (f e n) (f g o) (f h p) (f i q) end.
Definition zip {A B C} (f : A -> B -> C) : table A -> table B -> table C :=
  zip_of (zip_of (zip_of (zip_of (zip_of (zip_of f))))).
Lemma pick_zip {A B C} (f : A -> B -> C) s t i : pick (zip_of f s t) i = f (pick s i) (pick t i).
Proof.
  destruct s, t. unfold pick, zip_of. repeat match goal with |- context [match ?x with _ => _ end] => destruct x end; reflexivity.
Qed.
Lemma get_zip {A B C} (f : A -> B -> C) s t p : get (zip f s t) p = f (get s p) (get t p).
Proof. unfold get, zip. rewrite !pick_zip. reflexivity. Qed.

Definition every_of {A} (f : A -> bool) (t : eight A) : bool :=
  match t with Eight a b c d e g h i => f a &&& f b &&& f c &&& f d &&& f e &&& f g &&& f h &&& f i end.
Definition every : table bool -> bool :=
  every_of (every_of (every_of (every_of (every_of (every_of (fun b => b)))))).
Lemma every_of_pick {A} (f : A -> bool) t i : every_of f t = true -> f (pick t i) = true.
Proof.
  destruct t as [a b c d e g h j]. unfold every_of. intros H.
  destruct (f a) eqn:?; [|discriminate]. destruct (f b) eqn:?; [|discriminate]. destruct (f c) eqn:?; [|discriminate].
  destruct (f d) eqn:?; [|discriminate]. destruct (f e) eqn:?; [|discriminate]. destruct (f g) eqn:?; [|discriminate].
  destruct (f h) eqn:?; [|discriminate]. unfold pick.
  repeat match goal with |- context [match ?x with _ => _ end] => destruct x end; assumption.
Qed.
Lemma every_get t p : every t = true -> get t p = true.
Proof.
  intros H. apply every_of_pick with (i := fst (wk p)) in H. apply every_of_pick with (i := snd (wk p)) in H.
  apply every_of_pick with (i := fst (bk p)) in H. apply every_of_pick with (i := snd (bk p)) in H.
  apply every_of_pick with (i := fst (m p)) in H. apply every_of_pick with (i := snd (m p)) in H. exact H.
Qed.

Section Rounds.
Variable k : kind.
Variable strategy : position -> list position.

(** What Black can answer to the moves of the strategy, none if all mate; None if one is not a move or stalemates. *)
Fixpoint replies (qs : list position) : option (list position) :=
  match qs with
  | [] => Some []
  | q :: qs =>
    if legal_black q then
      if mate k q then replies qs
      else match black_moves k q with
           | [] => None
           | ps => match replies qs with None => None | Some rest => Some (ps ++ rest) end
           end
    else None
  end.
Definition follow (p : position) : option (list position) :=
  if legal_white k p then match strategy p with [] => None | qs => replies qs end else None.
Definition won (t : position -> bool) (o : option (list position)) : bool :=
  match o with None => false | Some ps => all t ps end.

Lemma replies_all n qs : won (mates_within k strategy n) (replies qs) = all (fun q => legal_black q &&&
  (mate k q ||| (nonempty (black_moves k q) &&& all (mates_within k strategy n) (black_moves k q)))) qs.
Proof.
  induction qs as [|q qs IH]; [reflexivity|]. cbn [replies all].
  destruct (legal_black q); [|reflexivity]. destruct (mate k q); [exact IH|].
  destruct (black_moves k q) as [|p ps]; [reflexivity|]. rewrite <- IH. destruct (replies qs) as [rest|].
  - cbn [won nonempty]. rewrite all_app. reflexivity.
  - cbn [won nonempty]. destruct (all _ (p :: ps)); reflexivity.
Qed.
Lemma mates_within_follow n p :
  mates_within k strategy (S n) p = won (mates_within k strategy n) (follow p).
Proof.
  cbn [mates_within]. unfold follow. destruct (legal_white k p); [|reflexivity].
  destruct (strategy p) as [|q qs]; [reflexivity|]. rewrite replies_all. reflexivity.
Qed.

(** Elements of [replies] are on the board, so that a table may be asked about them. *)
Lemma legal_on_boards p : legal_white k p = true -> on_boards p = true.
Proof. unfold legal_white, legal_black. destruct (on_boards p); [reflexivity|discriminate]. Qed.
Lemma black_moves_on_boards q p : legal_black q = true -> In p (black_moves k q) -> on_boards p = true.
Proof.
  intros L I. unfold black_moves in I. apply in_map_iff in I. destruct I as [s [<- I]].
  apply filter_In in I. destruct I as [I _]. unfold around in I. apply filter_In in I. destruct I as [_ B].
  unfold legal_black in L. do 3 (apply both in L; destruct L as [L _]). unfold on_boards in *. cbn [wk bk m].
  apply both in L. destruct L as [L M]. apply both in L. destruct L as [W _]. rewrite W, B. exact M.
Qed.
Lemma replies_on_boards qs : forall ps, replies qs = Some ps -> forall p, In p ps -> on_boards p = true.
Proof.
  induction qs as [|q qs IH]; cbn [replies]; intros ps H p I.
  - injection H as <-. destruct I.
  - destruct (legal_black q) eqn:L; [|discriminate]. destruct (mate k q); [exact (IH _ H p I)|].
    destruct (black_moves k q) as [|b bs] eqn:B; [discriminate|]. destruct (replies qs) as [rest|]; [|discriminate].
    injection H as <-. apply (in_app_or (b :: bs)) in I. destruct I as [I|I].
    + apply (black_moves_on_boards q); [exact L|rewrite B; exact I].
    + exact (IH _ eq_refl p I).
Qed.
Lemma follow_on_boards p ps : follow p = Some ps -> forall q, In q ps -> on_boards q = true.
Proof.
  unfold follow. destruct (legal_white k p); [|discriminate]. destruct (strategy p); [discriminate|].
  apply replies_on_boards.
Qed.

(** More moves do as well. *)
Lemma all_mono {A} (f g : A -> bool) l : (forall x, f x = true -> g x = true) -> all f l = true -> all g l = true.
Proof. intros H. induction l as [|a l IH]; cbn [all]; [auto|]. destruct (f a) eqn:E; [|discriminate]. rewrite (H _ E). auto. Qed.
Lemma mates_within_more n : forall p, mates_within k strategy n p = true -> mates_within k strategy (S n) p = true.
Proof.
  induction n as [|n IH]; [discriminate|]. intros p. rewrite !mates_within_follow. destruct (follow p); [|discriminate].
  apply all_mono, IH.
Qed.

Definition next (f : table (option (list position))) (t : table bool) : table bool :=
  zip (fun (old : bool) ps => old ||| won (get t) ps) t f.
Fixpoint layer (f : table (option (list position))) (n : nat) : table bool :=
  match n with O => tabulate (fun _ => false) | S n => next f (layer f n) end.
Lemma all_ext_in {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> all f l = all g l.
Proof.
  intros H. induction l as [|a l IH]; [reflexivity|]. cbn [all]. rewrite (H a) by (left; reflexivity).
  rewrite IH; [reflexivity|]. intros x I. apply H. right. exact I.
Qed.
Lemma layer_is n : forall p, on_boards p = true -> get (layer (tabulate follow) n) p = mates_within k strategy n p.
Proof.
  induction n as [|n IH]; intros p B; cbn [layer].
  - rewrite get_tabulate by exact B. reflexivity.
  - unfold next. rewrite get_zip, get_tabulate by exact B. rewrite IH by exact B.
    assert (won (get (layer (tabulate follow) n)) (follow p) = mates_within k strategy (S n) p) as ->.
    { rewrite mates_within_follow. destruct (follow p) as [ps|] eqn:F; [|reflexivity]. apply all_ext_in.
      intros q I. apply IH. exact (follow_on_boards _ _ F q I). }
    destruct (mates_within k strategy n p) eqn:M; [|reflexivity]. symmetry. apply mates_within_more, M.
Qed.

Lemma mates_wins n p : mates_within k strategy n p = true -> wins k strategy p.
Proof.
  revert p. induction n as [|n IH]; [discriminate|]. intros p. cbn [mates_within].
  destruct (legal_white k p) eqn:L; [|discriminate]. destruct (strategy p) as [|q qs] eqn:S; [discriminate|].
  cbn [nonempty]. rewrite <- S. intros H. apply Wins; [exact L|congruence|].
  intros r I. apply all_in with (x := r) in H; [|exact I]. destruct (legal_black r) eqn:LB; [|discriminate].
  destruct (mate k r) eqn:M; [apply Mated; auto|].
  destruct (black_moves k r) as [|b bs] eqn:B; [discriminate|]. cbn [nonempty] in H. rewrite <- B in H.
  apply Loses; [exact LB|congruence|]. intros w J. apply IH. revert w J. apply all_in. exact H.
Qed.

(** All that is claimed is won within n moves, and something not within n - 1. *)
Definition complete (claims : position -> bool) (t : table bool) : bool :=
  every (tabulate (fun p => if legal_white k p &&& claims p then get t p else true)).
Definition exactly (claims : position -> bool) (n : nat) : bool :=
  let f := tabulate follow in
  let before := layer f (pred n) in
  negb (complete claims before) &&& complete claims (next f before).

Lemma complete_get claims t : complete claims t = true ->
  forall p, legal_white k p = true -> claims p = true -> get t p = true.
Proof.
  intros H p L C. pose proof (every_get _ p H) as G. rewrite get_tabulate in G by (apply legal_on_boards; exact L).
  rewrite L, C in G. exact G.
Qed.
Theorem exactly_mates claims n : exactly claims (S n) = true ->
  forall p, legal_white k p = true -> claims p = true -> mates_within k strategy (S n) p = true.
Proof.
  unfold exactly. cbv zeta. cbn [pred]. destruct (negb _); [|discriminate]. intros H p L C.
  rewrite <- layer_is by exact (legal_on_boards _ L). exact (complete_get _ _ H p L C).
Qed.
Theorem exactly_wins claims n : exactly claims (S n) = true ->
  forall p, legal_white k p = true -> claims p = true -> wins k strategy p.
Proof. intros H p L C. apply (mates_wins (S n)). apply (exactly_mates claims n H p L C). Qed.

(** A smaller number does not do: if it did for all positions, the table before would be complete. *)
Lemma every_of_fill {A} (f : A -> bool) g : (forall i, 0 <= i <= 7 -> f (g i) = true) -> every_of f (fill g) = true.
Proof. intros H. unfold every_of, fill. rewrite !H by lia. reflexivity. Qed.
Lemma every_tabulate f : (forall p, on_boards p = true -> f p = true) -> every (tabulate f) = true.
Proof.
  intros H. unfold every, tabulate. do 6 (apply every_of_fill; intros ? ?). apply H.
  unfold on_boards, on_board. cbn [wk bk m fst snd].
  repeat match goal with B : 0 <= ?i <= 7 |- _ =>
    let E := fresh in let F := fresh in
    assert (0 <=? i = true) as E by (apply Z.leb_le; lia); assert (i <=? 7 = true) as F by (apply Z.leb_le; lia);
    rewrite ?E, ?F; clear B E F end.
  reflexivity.
Qed.
Theorem exactly_not_fewer claims n : exactly claims (S n) = true ->
  ~ (forall p, legal_white k p = true -> claims p = true -> mates_within k strategy n p = true).
Proof.
  unfold exactly. cbv zeta. cbn [pred]. intros H A. destruct (complete claims (layer (tabulate follow) n)) eqn:C.
  - discriminate.
  - enough (complete claims (layer (tabulate follow) n) = true) by congruence.
    unfold complete. apply every_tabulate. intros p B. destruct (legal_white k p) eqn:L; [|reflexivity].
    destruct (claims p) eqn:K; [|reflexivity]. rewrite layer_is by exact B. apply A; assumption.
Qed.
End Rounds.

(** Strategies and claims that agree in legal positions do the same. *)
Lemma fill_ext {A} (f g : Z -> A) : (forall i, 0 <= i <= 7 -> f i = g i) -> fill f = fill g.
Proof. intros H. unfold fill. rewrite !H by lia. reflexivity. Qed.
Lemma tabulate_ext {A} (f g : position -> A) : (forall p, f p = g p) -> tabulate f = tabulate g.
Proof. intros H. unfold tabulate. do 6 (apply fill_ext; intros ? ?). apply H. Qed.
Lemma exactly_ext k s t claims others n : (forall p, legal_white k p = true -> s p = t p) ->
  (forall p, legal_white k p = true -> claims p = others p) -> exactly k s claims n = exactly k t others n.
Proof.
  intros S C. unfold exactly. cbv zeta.
  assert (tabulate (follow k s) = tabulate (follow k t)) as ->.
  { apply tabulate_ext. intros p. unfold follow. destruct (legal_white k p) eqn:L; [rewrite S by exact L|]; reflexivity. }
  enough (forall d, complete k claims d = complete k others d) as D by (rewrite !D; reflexivity).
  intros d. unfold complete. f_equal. apply tabulate_ext. intros p.
  destruct (legal_white k p) eqn:L; [rewrite C by exact L|]; reflexivity.
Qed.

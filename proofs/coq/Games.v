(** Numbers of men, and what every game keeps. *)

Require Import Prelude Arith Lia Chess Before Weights Potential.
Local Open Scope nat_scope.

Theorem weight_never_grows w : modest w -> forall p, reachable p -> total (fun _ => w) (men p) <= total (fun _ => w) (men initial).
Proof.
  intros M p R. enough (settled (fun _ => True) (fun _ => w) false) as S.
  { pose proof (potential_never_grows _ _ S p R) as H. unfold potential in H. lia. }
  assert (forall c s b, In b (promotions c s) -> w (c, became b) <= w (c, Pawn)) as P.
  { intros c s b I. unfold promotions in I. destruct (_ =? _)%Z; [apply in_map_iff in I; destruct I as [k [<- _]]; apply M|].
    destruct I as [<-|[]]. apply le_n. }
  split; [|split; [|split; [|split]]]; try discriminate; auto; intros c s u b.
  - intros _ _ _ I. rewrite Nat.add_0_r. exact (P c u b I).
  - intros r k _ _ _ _ I. pose proof (P c u b I). lia.
Qed.

Lemma total_plus w v b : total (fun s x => w s x + v s x) b = total w b + total v b.
Proof.
  unfold total. induction (combine squares b) as [|[s [x|]] l IH]; [reflexivity|..]; cbn [fold_right fst snd weight_on]; rewrite IH; lia.
Qed.
Lemma total_if (c : bool) w b : total (fun s x => if c then w s x else 0) b = if c then total w b else 0.
Proof.
  destruct c; [reflexivity|]. unfold total. induction (combine squares b) as [|[s [x|]] l IH]; [reflexivity|..];
    cbn [fold_right fst snd weight_on]; exact IH.
Qed.
(** A side has at most as many promoted men as pawns are missing. *)
Theorem promoted_men c p : reachable p ->
  number c Pawn p + (number c Queen p - 1) + (number c Rook p - 2) + (number c Bishop p - 2) + (number c Knight p - 2) <= 8.
Proof.
  intros R. set (some := fun k n => n <? number c k p).
  assert (modest (fun v => if_man c Pawn v + ((if some Queen 1 then if_man c Queen v else 0) +
    ((if some Rook 2 then if_man c Rook v else 0) + ((if some Bishop 2 then if_man c Bishop v else 0) +
    if some Knight 2 then if_man c Knight v else 0))))) as M.
  { intros d k. apply Nat.leb_le. destruct (some Queen 1), (some Rook 2), (some Bishop 2), (some Knight 2), c, d, k; reflexivity. }
  apply weight_never_grows with (p := p) in M; [|exact R]. rewrite !total_plus, !total_if in M.
  assert (forall k, total (fun _ v => if_man c k v) (men p) = number c k p) as N by reflexivity. rewrite !N in M.
  assert (forall k n, exists x, number c k p - n = x /\
    (if n <? number c k p then number c k p else 0) = x + if n <? number c k p then n else 0) as D.
  { intros k n. exists (number c k p - n). destruct (n <? number c k p) eqn:E; [apply Nat.ltb_lt in E|apply Nat.ltb_ge in E]; lia. }
  assert (forall k, total (fun _ v => if_man c k v) (men initial) = match k with Pawn => 8 | King | Queen => 1 | _ => 2 end) as I
    by (destruct c; intros []; reflexivity).
  rewrite !I in M. unfold some in M.
  destruct (D Queen 1) as [x [-> X]], (D Rook 2) as [y [-> Y]], (D Bishop 2) as [z [-> Z]], (D Knight 2) as [u [-> U]]. lia.
Qed.

(** A finite list that holds the start and all that moves lead to, seen through alpha, holds all that games reach. *)
Section Closed.
Variable A : Type.
Variable alpha : position -> A.
Variable equal : A -> A -> bool.
Variable post : A -> list A.
Hypothesis equal_is : forall a b, equal a b = true -> a = b.
Hypothesis simulates : forall p t, In t (moves p) -> In (alpha (play p t)) (post (alpha p)).
Definition member (a : A) (l : list A) : bool := existsb (equal a) l.
Definition closed (l : list A) : bool :=
  member (alpha initial) l &&& forallb (fun a => forallb (fun b => member b l) (post a)) l.
Lemma member_in a l : member a l = true -> In a l.
Proof. unfold member. intros H. apply existsb_exists in H. destruct H as [b [I E]]. apply equal_is in E. subst. exact I. Qed.
Theorem closed_contains l : closed l = true -> forall p, reachable p -> In (alpha p) l.
Proof.
  unfold closed. destruct (member (alpha initial) l) eqn:S; [|discriminate]. intros H p R.
  induction R as [|p t R IH I]; [exact (member_in _ _ S)|]. rewrite forallb_forall in H. specialize (H _ IH).
  rewrite forallb_forall in H. apply member_in, H, simulates, I.
Qed.
End Closed.

Print Assumptions promoted_men.
Print Assumptions closed_contains.

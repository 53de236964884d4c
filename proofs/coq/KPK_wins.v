(** coqc -Q proofs/coq "" FILE, after make coq. King and pawn against king. *)

Require Import ZArith List Bool Board Table KRK_chess Strategy Pawn_chess.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope lazy_bool_scope.

Definition d_inleft (w : bool) (p q : position) : bool := ((fst (m p)) <=? 3).
Definition d_flank (w : bool) (p q : position) : square := ((if (((fst (m p)) <? (fst (wk p))) ||| (((fst (m p)) =?
    (fst (wk p))) &&& (d_inleft w p q))) then ((fst (m p)) + 1) else ((fst (m p)) - 1)), (Z.min ((snd (m p)) + 2) 7)).
Definition d_post (w : bool) (p q : position) : square := ((if (d_inleft w p q) then ((fst (m p)) + 1) else ((fst (m
    p)) - 1)), 6).
Definition d_left (w : bool) (p q : position) : bool := (1 <=? (fst (m p))).
Definition d_right (w : bool) (p q : position) : bool := ((fst (m p)) <=? 6).
Definition d_far (w : bool) (p q : position) : bool := (4 <=? (snd (m p))).
Definition d_lead (w : bool) (p q : position) : Z := (Z.max (Z.max (Z.max (if (d_left w p q) then ((distance (bk p)
    (((fst (m p)) + (-1)), (Z.min ((snd (m p)) + 2) 7))) - (distance (wk p) (((fst (m p)) + (-1)), (Z.min ((snd (m p))
    + 2) 7)))) else (-8)) ((distance (bk p) (((fst (m p)) + 0), (Z.min ((snd (m p)) + 2) 7))) - (distance (wk p) (((fst
    (m p)) + 0), (Z.min ((snd (m p)) + 2) 7))))) (Z.max (if (d_right w p q) then ((distance (bk p) (((fst (m p)) + 1),
    (Z.min ((snd (m p)) + 2) 7))) - (distance (wk p) (((fst (m p)) + 1), (Z.min ((snd (m p)) + 2) 7)))) else (-8)) (if
    ((d_left w p q) &&& (d_far w p q)) then ((distance (bk p) (((fst (m p)) + (-1)), (Z.min ((snd (m p)) + 1) 7))) -
    (distance (wk p) (((fst (m p)) + (-1)), (Z.min ((snd (m p)) + 1) 7)))) else (-8)))) (Z.max (if (d_far w p q) then
    ((distance (bk p) (((fst (m p)) + 0), (Z.min ((snd (m p)) + 1) 7))) - (distance (wk p) (((fst (m p)) + 0), (Z.min
    ((snd (m p)) + 1) 7)))) else (-8)) (if ((d_right w p q) &&& (d_far w p q)) then ((distance (bk p) (((fst (m p)) +
    1), (Z.min ((snd (m p)) + 1) 7))) - (distance (wk p) (((fst (m p)) + 1), (Z.min ((snd (m p)) + 1) 7)))) else
    (-8)))).
Definition d_home (w : bool) (p q : position) : bool := ((snd (m p)) <=? 1).
Definition d_more (w : bool) (p q : position) : Z := (if (d_home w p q) then 1 else 0).
Definition d_catch (w : bool) (p q : position) : Z := (Z.min (Z.min (Z.min (if (((snd (m p)) + 0) <=? 7) then
    (((distance (bk p) ((fst (m p)), ((snd (m p)) + 0))) - 0) + 0) else 8) (if (((snd (m p)) + 1) <=? 7) then
    (((distance (bk p) ((fst (m p)), ((snd (m p)) + 1))) - 1) + 0) else 8)) (Z.min (if (((snd (m p)) + 2) <=? 7) then
    (((distance (bk p) ((fst (m p)), ((snd (m p)) + 2))) - 2) + (d_more w p q)) else 8) (if (((snd (m p)) + 3) <=? 7)
    then (((distance (bk p) ((fst (m p)), ((snd (m p)) + 3))) - 3) + (d_more w p q)) else 8))) (Z.min (Z.min (if (((snd
    (m p)) + 4) <=? 7) then (((distance (bk p) ((fst (m p)), ((snd (m p)) + 4))) - 4) + (d_more w p q)) else 8) (if
    (((snd (m p)) + 5) <=? 7) then (((distance (bk p) ((fst (m p)), ((snd (m p)) + 5))) - 5) + (d_more w p q)) else 8))
    (if (((snd (m p)) + 6) <=? 7) then (((distance (bk p) ((fst (m p)), ((snd (m p)) + 6))) - 6) + (d_more w p q)) else
    8))).
Definition d_wpawn (w : bool) (p q : position) : Z := (distance (wk p) (m p)).
Definition d_bpawn (w : bool) (p q : position) : Z := (distance (bk p) (m p)).
Definition d_wfront (w : bool) (p q : position) : Z := (distance (wk p) ((fst (m p)), (Z.min ((snd (m p)) + 1) 7))).
Definition d_bfront (w : bool) (p q : position) : Z := (distance (bk p) ((fst (m p)), (Z.min ((snd (m p)) + 1) 7))).
Definition d_wsecond (w : bool) (p q : position) : Z := (distance (wk p) ((fst (m p)), (Z.min ((snd (m p)) + 2) 7))).
Definition d_bsecond (w : bool) (p q : position) : Z := (distance (bk p) ((fst (m p)), (Z.min ((snd (m p)) + 2) 7))).
Definition d_bthird (w : bool) (p q : position) : Z := (distance (bk p) ((fst (m p)), (Z.min ((snd (m p)) + 3) 7))).
Definition d_wflank (w : bool) (p q : position) : Z := (distance (wk p) (d_flank w p q)).
Definition d_bflank (w : bool) (p q : position) : Z := (distance (bk p) (d_flank w p q)).
Definition d_wpost (w : bool) (p q : position) : Z := (distance (wk p) (d_post w p q)).
Definition d_bpost (w : bool) (p q : position) : Z := (distance (bk p) (d_post w p q)).
Definition d_wgoal (w : bool) (p q : position) : Z := (distance (wk p) ((fst (m p)), (Z.min ((snd (m p)) + 8) 7))).
Definition d_bgoal (w : bool) (p q : position) : Z := (distance (bk p) ((fst (m p)), (Z.min ((snd (m p)) + 8) 7))).
Definition d_wkey (w : bool) (p q : position) : Z := (Z.min (Z.min (Z.min (if (d_left w p q) then (distance (wk p)
    (((fst (m p)) + (-1)), (Z.min ((snd (m p)) + 2) 7))) else 8) (distance (wk p) (((fst (m p)) + 0), (Z.min ((snd (m
    p)) + 2) 7)))) (Z.min (if (d_right w p q) then (distance (wk p) (((fst (m p)) + 1), (Z.min ((snd (m p)) + 2) 7)))
    else 8) (if ((d_left w p q) &&& (d_far w p q)) then (distance (wk p) (((fst (m p)) + (-1)), (Z.min ((snd (m p)) +
    1) 7))) else 8))) (Z.min (if (d_far w p q) then (distance (wk p) (((fst (m p)) + 0), (Z.min ((snd (m p)) + 1) 7)))
    else 8) (if ((d_right w p q) &&& (d_far w p q)) then (distance (wk p) (((fst (m p)) + 1), (Z.min ((snd (m p)) + 1)
    7))) else 8))).
Definition d_bkey (w : bool) (p q : position) : Z := (Z.min (Z.min (Z.min (if (d_left w p q) then (distance (bk p)
    (((fst (m p)) + (-1)), (Z.min ((snd (m p)) + 2) 7))) else 8) (distance (bk p) (((fst (m p)) + 0), (Z.min ((snd (m
    p)) + 2) 7)))) (Z.min (if (d_right w p q) then (distance (bk p) (((fst (m p)) + 1), (Z.min ((snd (m p)) + 2) 7)))
    else 8) (if ((d_left w p q) &&& (d_far w p q)) then (distance (bk p) (((fst (m p)) + (-1)), (Z.min ((snd (m p)) +
    1) 7))) else 8))) (Z.min (if (d_far w p q) then (distance (bk p) (((fst (m p)) + 0), (Z.min ((snd (m p)) + 1) 7)))
    else 8) (if ((d_right w p q) &&& (d_far w p q)) then (distance (bk p) (((fst (m p)) + 1), (Z.min ((snd (m p)) + 1)
    7))) else 8))).
Definition d_togo (w : bool) (p q : position) : Z := (7 - (Z.max (snd (m p)) 2)).
Definition d_wfiles (w : bool) (p q : position) : Z := (Z.abs ((fst (wk p)) - (fst (m p)))).
Definition d_bfiles (w : bool) (p q : position) : Z := (Z.abs ((fst (bk p)) - (fst (m p)))).
Definition d_wabove (w : bool) (p q : position) : Z := ((snd (wk p)) - (snd (m p))).
Definition d_babove (w : bool) (p q : position) : Z := ((snd (bk p)) - (snd (m p))).
Definition d_kfiles (w : bool) (p q : position) : Z := (Z.abs ((fst (wk p)) - (fst (bk p)))).
Definition d_kranks (w : bool) (p q : position) : Z := ((snd (wk p)) - (snd (bk p))).
Definition d_kings (w : bool) (p q : position) : Z := (distance (wk p) (bk p)).
Definition d_rank (w : bool) (p q : position) : Z := ((snd (m p)) + 1).
Definition d_pedge (w : bool) (p q : position) : Z := (Z.min (fst (m p)) (7 - (fst (m p)))).
Definition d_wrank (w : bool) (p q : position) : Z := ((snd (wk p)) + 1).
Definition d_brank (w : bool) (p q : position) : Z := ((snd (bk p)) + 1).
Definition d_opposition (w : bool) (p q : position) : bool := (((fst (wk p)) =? (fst (bk p))) &&& ((Z.abs ((snd (wk p))
    - (snd (bk p)))) =? 2)).
Definition d_distant (w : bool) (p q : position) : bool := ((Z.even ((fst (wk p)) - (fst (bk p)))) &&& (Z.even ((snd
    (wk p)) - (snd (bk p))))).
Definition d_sameside (w : bool) (p q : position) : bool := ((((fst (m p)) <? (fst (wk p))) &&& ((fst (m p)) <? (fst
    (bk p)))) ||| (((fst (wk p)) <? (fst (m p))) &&& ((fst (bk p)) <? (fst (m p))))).
Definition d_wins (w : bool) (p q : position) : bool := (if ((2 <? (d_bflank w p q)) &&& ((d_togo w p q) <? ((d_bgoal w
    p q) - 1))) then true else
  (if (((d_bthird w p q) <? (d_wsecond w p q)) &&& ((d_rank w p q) <=? 6) &&& ((d_bsecond w p q) <? (d_wkey w p q)))
    then false else
  (if ((1 <? (d_lead w p q)) &&& (0 <? (d_pedge w p q)) &&& ((d_wfront w p q) <? (d_bpawn w p q)) &&& ((d_wsecond w p
    q) <=? (d_bflank w p q))) then true else
  (if (((d_bfiles w p q) <? (d_wfiles w p q)) &&& (((d_bsecond w p q) - 1) <=? (d_togo w p q)) &&& ((d_bpost w p q) <?
    (d_wpawn w p q))) then false else
  (if ((negb ((d_catch w p q) =? 2)) &&& (1 <? (d_bpawn w p q)) &&& (((d_bkey w p q) + 1) <? (d_wfront w p q))) then
    false else
  (if (((d_wgoal w p q) <? (d_bflank w p q)) &&& ((d_togo w p q) <=? (d_bfront w p q)) &&& ((d_wpost w p q) <?
    ((d_bpost w p q) - 1))) then true else
  (if (((d_wsecond w p q) <? (d_bflank w p q)) &&& ((d_bsecond w p q) <=? (d_wsecond w p q)) &&& ((d_wpawn w p q) <=?
    (d_bpawn w p q)) &&& (0 <? (d_wfront w p q))) then true else
  (if ((2 <? (d_togo w p q)) &&& ((d_wpawn w p q) <=? ((d_bgoal w p q) + 2)) &&& ((d_bgoal w p q) <? (d_wsecond w p
    q))) then false else
  (if (((d_rank w p q) <=? 5) &&& (((d_bgoal w p q) - 2) <=? (d_wfront w p q)) &&& ((d_bfront w p q) <? (d_wfront w p
    q))) then false else
  (if (((d_rank w p q) <=? 5) &&& ((d_kranks w p q) <=? (-1)) &&& ((d_pedge w p q) =? 0) &&& (((d_bgoal w p q) - 2) <=?
    (d_wpost w p q))) then false else
  (if (((d_kfiles w p q) <=? 1) &&& ((d_rank w p q) <=? 4) &&& ((d_wabove w p q) <=? 0) &&& ((d_babove w p q) <=? 5))
    then false else
  (if ((2 <? (d_wabove w p q)) &&& (2 <? (d_rank w p q)) &&& (1 <? (d_kranks w p q)) &&& ((d_bpawn w p q) <=? (d_wfront
    w p q))) then false else
  (if ((0 <? (d_wsecond w p q)) &&& (1 <? (d_catch w p q))) then true else
  (if ((1 <? (d_kfiles w p q)) &&& ((d_wfront w p q) <=? (d_bfront w p q)) &&& (2 <? (d_bflank w p q)) &&& (((d_bfiles
    w p q) - 1) <=? (d_wfiles w p q))) then true else
  (if (((d_wfiles w p q) <? ((d_bfiles w p q) - 1)) &&& (negb ((d_kfiles w p q) =? 2)) &&& (0 <? (d_pedge w p q))) then
    true else
  (if (((d_wgoal w p q) <=? (d_bgoal w p q)) &&& ((d_wfiles w p q) =? 1) &&& ((d_wflank w p q) <=? (d_bflank w p q))
    &&& ((d_wpawn w p q) <=? ((d_bpost w p q) + 1))) then true else
  (if (((d_bgoal w p q) <? (d_wgoal w p q)) &&& (negb (d_opposition w p q)) &&& ((d_wflank w p q) <=? (d_bsecond w p
    q)) &&& ((d_bsecond w p q) <=? (d_wflank w p q))) then false else
  (if ((6 <? (d_wrank w p q)) &&& ((d_kfiles w p q) <=? 1) &&& (2 <? (d_wabove w p q)) &&& (0 <=? (d_babove w p q)))
    then false else
  (if ((negb ((d_kings w p q) =? 3)) &&& (1 <? (d_wfront w p q)) &&& (1 <? (d_lead w p q))) then true else
  (if ((d_distant w p q) &&& (2 <? (d_babove w p q)) &&& ((d_kranks w p q) =? (-2))) then true else
  (if (((d_wgoal w p q) <=? ((d_bthird w p q) + 1)) &&& ((d_rank w p q) <=? 2) &&& ((d_babove w p q) <=? 0)) then true
    else
  (if (((d_kings w p q) =? 3) &&& ((d_bkey w p q) =? 2) &&& (negb ((d_kfiles w p q) =? 2)) &&& ((d_bfront w p q) <?
    (d_togo w p q))) then false else
  (if (((d_bfront w p q) <=? (d_wpawn w p q)) &&& ((d_babove w p q) <=? 0) &&& (negb ((d_wabove w p q) =? 1)) &&&
    (((d_bgoal w p q) - 2) <=? (d_wsecond w p q))) then false else
  (if ((0 <? (d_pedge w p q)) &&& ((d_wgoal w p q) <? ((d_bpawn w p q) - 1))) then true else
  (if (((d_wpawn w p q) <? (d_bpawn w p q)) &&& (0 <? (d_pedge w p q)) &&& (negb (d_sameside w p q))) then true else
  (if ((((d_babove w p q) + 3) <? (d_bfiles w p q)) &&& ((d_wabove w p q) <=? 2) &&& (((d_bgoal w p q) - 2) <=?
    (d_wgoal w p q)) &&& ((d_wflank w p q) <? (d_bpawn w p q))) then true else
  (if (((d_bpawn w p q) <? (d_wgoal w p q)) &&& ((d_wfront w p q) <=? (d_bkey w p q)) &&& (((d_bthird w p q) - 2) <=?
    (d_wsecond w p q)) &&& ((-1) <=? (d_wabove w p q))) then false else
  (if ((4 <? (d_babove w p q)) &&& (d_sameside w p q) &&& (0 <=? (d_wabove w p q))) then true else
  (if ((3 <? (d_wpawn w p q)) &&& (negb ((d_wabove w p q) =? 3)) &&& ((d_kfiles w p q) <=? 1) &&& (negb ((d_babove w p
    q) =? 4))) then false else
  (if ((negb ((d_kings w p q) =? 3)) &&& (4 <? (d_bgoal w p q)) &&& (negb ((d_brank w p q) =? 4)) &&& (((d_wabove w p
    q) - 1) <=? (d_wfiles w p q))) then true else
  (if (((d_pedge w p q) =? 0) &&& ((d_bthird w p q) <=? 3) &&& (negb ((d_wsecond w p q) =? 2)) &&& (0 <=? (d_babove w p
    q))) then false else
  (if (((d_wpawn w p q) <=? 2) &&& ((d_babove w p q) <? (d_bfiles w p q)) &&& ((d_wfiles w p q) <=? ((d_wabove w p q) +
    3)) &&& (0 <=? (d_babove w p q))) then true else
  (if ((((d_bfiles w p q) - 1) <=? (d_wfiles w p q)) &&& ((d_brank w p q) <=? 7) &&& (negb ((d_wabove w p q) =? 2)) &&&
    ((d_bflank w p q) <? (d_togo w p q))) then false else
  (if (((d_wfront w p q) <=? (d_bthird w p q)) &&& ((d_bfiles w p q) <=? ((d_babove w p q) + 1)) &&& (negb ((d_togo w p
    q) =? 4)) &&& ((d_wkey w p q) <? ((d_bpawn w p q) - 1))) then true else
  (if (((d_wgoal w p q) <=? 3) &&& ((d_togo w p q) <=? ((d_bfront w p q) + 1)) &&& ((d_babove w p q) <? (d_bfiles w p
    q)) &&& ((d_bflank w p q) <=? (d_togo w p q))) then true else
  (if (((d_bsecond w p q) <? (d_wsecond w p q)) &&& (negb ((d_babove w p q) =? 1)) &&& (negb ((d_babove w p q) =? 0))
    &&& (0 <? (d_pedge w p q))) then true else
  (if ((negb ((d_catch w p q) =? (-1))) &&& (((d_wabove w p q) + 1) <? (d_wfiles w p q)) &&& (negb ((d_bgoal w p q) =?
    2)) &&& ((d_wfiles w p q) <=? 4)) then false else
  (if (((d_bgoal w p q) <=? (d_wfront w p q)) &&& (0 <? (d_pedge w p q)) &&& (negb ((d_bpost w p q) =? 2))) then true
    else
  (if ((((d_bpost w p q) - 2) <=? (d_wsecond w p q)) &&& ((d_bflank w p q) <=? (d_togo w p q)) &&& (negb ((d_bsecond w
    p q) =? 4)) &&& (negb ((d_bpost w p q) =? 2))) then false else
  (if ((negb ((d_brank w p q) =? 7)) &&& (((d_bpawn w p q) - 1) <=? (d_wpawn w p q)) &&& (0 <? (d_wgoal w p q)) &&&
    (negb ((d_babove w p q) =? 3))) then true else
  (if ((negb ((d_wrank w p q) =? 6)) &&& (0 <? (d_bfiles w p q)) &&& (negb ((d_wfront w p q) =? 1))) then false else
  (if ((negb ((d_bfiles w p q) =? 2)) &&& (negb ((d_pedge w p q) =? 1))) then true else
    false)))))))))))))))))))))))))))))))))))))))))).
Definition d_takes (w : bool) (p q : position) : bool := (((distance (bk p) (m p)) <=? 1) &&& (negb ((distance (wk p)
    (m p)) <=? 1))).
Definition d_kept (w : bool) (p q : position) : bool := ((negb w) &&& (legal Pawn w p) &&& (if (stuck Pawn p) then
    (lost Pawn p) else ((negb (d_takes w p q)) &&& (d_wins w p q)))).
Definition d_inner (w : bool) (p q : position) : bool := (if (d_inleft w p q) then ((fst (m p)) <? (fst (wk p))) else
    ((fst (wk p)) <? (fst (m p)))).
Definition d_walk (w : bool) (p q : position) : Z := (((Z.abs ((fst (wk p)) - (fst (m p)))) * 8 + (7 - (snd (wk p)))) *
    2 + (if (d_inner w p q) then 1 else 0)).
Definition d_measure (w : bool) (p q : position) : Z := ((7 - (snd (m p))) * 56 + ((2 * ((d_wkey w p q) + (manhattan
    (wk p) (d_post w p q)))) + (7 - (d_wpawn w p q)))).
Definition claim (p : position) : bool := let w := true in true.
Definition kept (p : position) : bool := d_kept false p p.
Definition rules : list kept_rule := let w := true in [
  (** Promote *) (fun p q kept => ((negb (same (m p) (m q))) &&& ((snd (let w := false in let p := q in (m p))) =? 7)
    &&& kept), None);
  (** Advance *) (fun p q kept => ((negb (same (m p) (m q))) &&& kept), None);
  (** King *) (fun p q kept => ((negb (same (wk p) (wk q))) &&& kept), Some (fun p q => (let w := false in let p := q
    in (d_walk w p q))))].

Lemma rounds : exactly_by_table Pawn claim rules kept 21 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
(** From every position with White to move that it claims the pawn becomes a queen or rook that wins, within 21
    moves, and not always within 20; so White can force mate in chess. *)
Theorem strategy_wins :
  (forall p, legal_white Pawn p = true -> kept_claims Pawn claim kept p = true ->
    forces (chess Pawn Chess.White p) /\ mates_within Pawn (kept_strategy Pawn claim rules kept) 21 p = true) /\
  ~ (forall p, legal_white Pawn p = true -> kept_claims Pawn claim kept p = true ->
    mates_within Pawn (kept_strategy Pawn claim rules kept) 20 p = true).
Proof. exact (pawn_strategy _ _ _ _ rounds). Qed.

Print Assumptions strategy_wins.

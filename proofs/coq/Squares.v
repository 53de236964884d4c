(** Squares of the board of 8x8, by file and rank from 0. *)

Require Import Prelude.

Definition square := (Z * Z)%type.
Definition on_board (s : square) : bool := (0 <=? fst s) &&& (fst s <=? 7) &&& (0 <=? snd s) &&& (snd s <=? 7).
Definition same (s t : square) : bool := (fst s =? fst t) &&& (snd s =? snd t).
Definition shift (s d : square) : square := (fst s + fst d, snd s + snd d).
Definition straight : list square := [(1, 0); (-1, 0); (0, 1); (0, -1)].
Definition oblique : list square := [(1, 1); (1, -1); (-1, 1); (-1, -1)].

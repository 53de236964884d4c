(** What most files use: numbers, lists, Booleans. *)

Require Export ZArith List Bool.
Export ListNotations.
Open Scope Z_scope.
Open Scope lazy_bool_scope. (* &&& and ||| leave out what they do not need *)

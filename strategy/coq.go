package strategy

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// ErrCoq is about a strategy of which there is no theorem for Coq.
var ErrCoq = errors.New("the theory for Coq knows strategies on 8x8 with a rook or a queen, " +
	"or a pawn if they decide, whose conditions count no squares")

// coqBegin and coqTheorem are the two ends of a file: Table.v computes the rounds from mate.
const coqBegin = `(** coqc -Q proofs/coq "" FILE, after make coq. %s. *)

Require Import ZArith List Bool Board Table KRK_chess Strategy%s.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope lazy_bool_scope.

`

const coqTheorem = `
Lemma rounds : exactly %[1]s (strategy_of %[1]s claims rules) claims %[2]d = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
(** From every position with White to move that it claims it mates in chess, within %[2]d moves,
    and not always within %[3]d. *)
Theorem strategy_wins :
  (forall p, legal_white %[1]s p = true -> claims p = true ->
    mates %[1]s (strategy_of %[1]s claims rules) p /\
    mates_within %[1]s (strategy_of %[1]s claims rules) %[2]d p = true) /\
  ~ (forall p, legal_white %[1]s p = true -> claims p = true ->
    mates_within %[1]s (strategy_of %[1]s claims rules) %[3]d p = true).
Proof. exact (strategy_mates %[1]s _ _ _ ltac:(discriminate) rounds). Qed.

Print Assumptions strategy_wins.
`

// coqPawn is the other end if the man is a pawn: a queen or rook goes on with a strategy that is proved.
const coqPawn = `
Lemma rounds : exactly_by_table Pawn claim rules kept %[2]d = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
(** From every position with White to move that it claims the pawn becomes a queen or rook that wins, within %[2]d
    moves, and not always within %[3]d; so White can force mate in chess. *)
Theorem strategy_wins :
  (forall p, legal_white Pawn p = true -> kept_claims Pawn claim kept p = true ->
    forces (chess Pawn Chess.White p) /\ mates_within Pawn (kept_strategy Pawn claim rules kept) %[2]d p = true) /\
  ~ (forall p, legal_white Pawn p = true -> kept_claims Pawn claim kept p = true ->
    mates_within Pawn (kept_strategy Pawn claim rules kept) %[3]d p = true).
Proof. exact (pawn_strategy _ _ _ _ rounds). Qed.

Print Assumptions strategy_wins.
`

// WriteCoq writes a theorem for coqc: that a strategy mates within so many moves. Its conditions become Coq's, with w
// for White to move, p for the position and q for the one after the move.
func WriteCoq(to io.Writer, s *core.Strategy, moves int) error {
	if s.Files != 8 || s.Ranks != 8 || len(s.Men) != 1 || s.Force != nil || s.Claim.Won || moves < 1 {
		return ErrCoq
	}
	c := coqWriter{kind: coqKinds[s.Men[0].Kind]}
	pawn := c.kind == "Pawn"
	if c.kind == "" || pawn && s.Kept == "" {
		return ErrCoq
	}
	var b strings.Builder
	fmt.Fprintf(&b, coqBegin, strings.ReplaceAll(s.Title, "*", ""), map[bool]string{true: " Pawn_chess"}[pawn])
	for _, d := range s.Defs {
		of := map[byte]string{'b': "bool", 'i': "Z", 's': "square"}[d.Body.Type]
		fmt.Fprintf(&b, "Definition d_%s (w : bool) (p q : position) : %s := %s.\n", d.Name, of, c.expr(d.Body))
	}
	if pawn {
		fmt.Fprintf(&b, "Definition claim (p : position) : bool := let w := true in %s.\n", c.expr(s.About))
		fmt.Fprintf(&b, "Definition kept (p : position) : bool := d_%s false p p.\n", s.Kept)
		c.kept = s.Kept
		c.rules(&b, s.Steps, "kept_rule", "p q kept")
		fmt.Fprintf(&b, coqPawn, c.kind, moves, moves-1)
	} else {
		c.rules(&b, s.Steps, "rule", "p q")
		fmt.Fprintf(&b, "Definition claims (p : position) : bool := let w := true in %s &&& %s.\n",
			c.expr(s.About), c.expr(s.Claim.When))
		fmt.Fprintf(&b, coqTheorem, c.kind, moves, moves-1)
	}
	if c.failed {
		return ErrCoq
	}
	for line := range strings.Lines(b.String()) {
		if _, err := io.WriteString(to, coqLines(line)); err != nil {
			return err
		}
	}
	return nil
}

// coqLines breaks a long line.
func coqLines(line string) string {
	var b strings.Builder
	for len(line) > coqWidth {
		i := strings.LastIndexByte(line[:coqWidth], ' ')
		if i < len(coqIndent) {
			break
		}
		b.WriteString(line[:i] + "\n")
		line = coqIndent + line[i+1:]
	}
	return b.String() + line
}

const (
	coqWidth  = 120
	coqIndent = "    "
)

// coqKinds has the kinds of men that Board.v knows.
var coqKinds = map[rules.Kind]string{rules.Rook: "Rook", rules.Queen: "Queen", rules.Pawn: "Pawn"}

// coqWriter writes expressions.
type coqWriter struct {
	kind   string // of White's man
	kept   string // the property of the position after the move that Coq has in a table, and gives to conditions
	failed bool
}

// rules writes the steps of a strategy, functions of these arguments.
func (c *coqWriter) rules(b *strings.Builder, steps []core.Step, of, arguments string) {
	fmt.Fprintf(b, "Definition rules : list %s := let w := true in [\n", of)
	for i, step := range steps {
		amount, end := "None", ";"
		if step.Amount != nil {
			amount = fmt.Sprintf("Some (fun p q => %s)", c.expr(step.Amount))
		}
		if i == len(steps)-1 {
			end = "]."
		}
		fmt.Fprintf(b, "  (** %s *) (fun %s => %s, %s)%s\n", step.Name, arguments, c.expr(step.Condition), amount, end)
	}
}

// coqForms are operations as Coq has them: %[1]s and so on are the arguments, %[4]s the kind of White's man, %[5]d the
// number N, %[6]s the definition's name.
var coqForms = map[core.Op]string{
	core.True: "true", core.Const: "%[5]d", core.Ref: "(d_%[6]s w p q)",
	core.Not: "(negb %[1]s)", core.If: "(if %[1]s then %[2]s else %[3]s)",
	core.Less: "(%[1]s <? %[2]s)", core.Equal: "(%[1]s =? %[2]s)",
	core.Same: "(same %[1]s %[2]s)", core.Even: "(Z.even %[1]s)",
	core.Add: "(%[1]s + %[2]s)", core.Sub: "(%[1]s - %[2]s)",
	core.Mul: "(%[5]d * %[1]s)", core.Digits: "(%[1]s * %[5]d + %[2]s)",
	core.Min: "(Z.min %[1]s %[2]s)", core.Max: "(Z.max %[1]s %[2]s)", core.AbsOf: "(Z.abs %[1]s)",
	core.FileOf: "(fst %[1]s)", core.RankOf: "(snd %[1]s)",
	core.King: "(distance %[1]s %[2]s)", core.City: "(manhattan %[1]s %[2]s)",
	core.WKing: "(wk p)", core.BKing: "(bk p)", core.ManAt: "(m p)", core.At: "(%[1]s, %[2]s)", core.White: "w",
	core.Legal: "(legal %[4]s w p)", core.Stuck: "(stuck %[4]s p)", core.Lost: "(lost %[4]s p)",
	core.Attack:  "((distance (wk p) %[1]s =? 1) ||| attacks %[4]s p %[1]s)",
	core.Sloping: "(negb (fst (wk p) =? fst (wk q)) &&& negb (snd (wk p) =? snd (wk q)))",
	core.Level:   "(negb (same (m p) (m q)) &&& (snd (m p) =? snd (m q)))",
	core.Next:    "(let w := false in let p := q in %[1]s)",
	core.Move:    "(some (fun q => %[1]s) (white_moves %[4]s p))",
	core.Image:   "(some (fun g => let p := image p g in let q := image q g in %[1]s) images)",
	core.View: "(let g := first_image (fun g => d_%[6]s w (image p g) (image q g)) in " +
		"let p := image p g in let q := image q g in %[1]s)",
	core.Least: "(least_of (flat_map (fun g => let p := image p g in let q := image q g in " +
		"if %[1]s then [%[2]s] else []) images))",
}

// expr returns an expression in Coq's form.
func (c *coqWriter) expr(x *core.Expr) string {
	kept := c.kept
	switch x.Op {
	case core.Next:
		if y := x.Args[0]; kept != "" && y.Op == core.Ref && y.Def.Name == kept {
			return "kept"
		}
		fallthrough
	case core.Move, core.Image, core.View, core.Least: // within them q is another position
		c.kept = ""
	}
	args := make([]string, len(x.Args), len(x.Args)+3)
	for i, a := range x.Args {
		args[i] = c.expr(a)
	}
	c.kept = kept
	name := ""
	if x.Def != nil {
		name = x.Def.Name
	}
	form := c.form(x, args)
	args = append(args, "", "", "")
	return strings.NewReplacer("%[1]s", args[0], "%[2]s", args[1], "%[3]s", args[2],
		"%[4]s", c.kind, "%[5]d", coqNumber(x.N), "%[6]s", name).Replace(form)
}

// form returns the form of an expression, in which its arguments may stand already.
func (c *coqWriter) form(x *core.Expr, args []string) string {
	switch x.Op {
	case core.Not:
		switch y := x.Args[0]; y.Op {
		case core.True:
			return "false"
		case core.Less:
			return fmt.Sprintf("(%s <=? %s)", c.expr(y.Args[1]), c.expr(y.Args[0]))
		}
	case core.If:
		if x.Args[2].Op == core.If {
			return "(if %[1]s then %[2]s else\n  %[3]s)"
		}
	case core.And:
		return "(" + strings.Join(args, " &&& ") + ")"
	case core.Or:
		return "(" + strings.Join(args, " ||| ") + ")"
	case core.Moved:
		man := "m"
		if x.N < 0 {
			man = "wk"
		}
		return fmt.Sprintf("(negb (same (%s p) (%s q)))", man, man)
	}
	form, known := coqForms[x.Op]
	c.failed = c.failed || !known
	return form
}

// coqNumber returns a number as Coq reads it anywhere.
func coqNumber(n int) string {
	if n < 0 {
		return "(" + strconv.Itoa(n) + ")"
	}
	return strconv.Itoa(n)
}

package ursa

import "math/big"

// op is what an expression does.
type op uint8

const (
	opConst op = iota // of either type
	opVar
	opNeg // numbers
	opCom
	opMul
	opAdd
	opSub
	opShl
	opShr
	opBitAnd
	opBitXor
	opBitOr
	opSgn
	opBool2Num
	opLt // numbers to a Boolean
	opGt
	opLe
	opGe
	opEq
	opNe
	opNum2Bool
	opNot // Booleans
	opAnd
	opOr
	opXor
	opIte // of either type
	opSlt // functions that the original has not, to a Boolean
	opSle
	opAllDifferent
	opAtMost
	opDiv // and to a number
	opMod
	opSdiv
	opSmod
	opSum
	opRange // elements of an array, as arguments of a function
)

func (o op) isRelation() bool { return o >= opLt && o <= opNe }

// expr is an expression. Its type is known from its spelling: boolean, or a number.
type expr struct {
	op      op
	boolean bool
	paren   bool // written in parentheses
	pos     Pos
	name    string   // of a variable
	value   *big.Int // of a constant number
	truth   bool     // of a constant Boolean
	low     uint64   // value, if the width is 64 at most
	// tooLarge is what a constant was written as, if value is that reduced to the program's width; else nil.
	tooLarge *big.Int
	args     []*expr // operands; of a variable its indices
	sign     int     // index of the token of a binary operator
}

// stmt is a statement.
type stmt interface{ place() Pos }

func (p Pos) place() Pos { return p }

type (
	block struct {
		Pos
		list []stmt
	}
	ifStmt struct {
		Pos
		cond        *expr
		then, other stmt // other may be nil
	}
	loopStmt struct { // while and for
		Pos
		first, step stmt // may be nil
		cond        *expr
		body        stmt
	}
	callStmt struct {
		Pos
		name string
		args []*expr
		proc *procedure
	}
	assignStmt struct {
		Pos
		target *expr
		op     op // combined with the old value; opConst for plain =
		value  *expr
	}
	listAssignStmt struct {
		Pos
		target *expr // an array
		list   []*expr
	}
	assertStmt struct {
		Pos
		all   bool
		conds []*expr
	}
	optimizeStmt struct {
		Pos
		maximize bool
		name     string
		lo, hi   *expr
	}
	printStmt struct {
		Pos
		base int
		e    *expr
		text string // of e in the source
	}
	listStmt  struct{ Pos }
	clearStmt struct{ Pos }
	haltStmt  struct{ Pos }
)

// procedure is a procedure with its formal parameters, all different.
type procedure struct {
	name    string
	pos     Pos
	formals []string
	body    stmt
	index   int // in the program
}

// Program is a program that has been read, with all names of procedures known and all types right.
type Program struct {
	file     string
	bits     int
	strict   bool
	body     []stmt
	optimize bool // it has a statement minimize or maximize
	warnings []Diagnostic
}

// Bits returns the width of numbers.
func (p *Program) Bits() int { return p.bits }

// Warnings returns the warnings about the program's text.
func (p *Program) Warnings() []Diagnostic { return p.warnings }

package illegal

import (
	"errors"
	"fmt"
)

// The errors of certificates that are not accepted, besides those of package proofs. Errors
// about a node are wrapped in a *NodeError.
var (
	// The header, and what it says.
	ErrLimit   = errors.New("larger than any certificate")
	ErrHeader  = errors.New("bad header")
	ErrSchema  = errors.New("another version of the format")
	ErrEncoder = errors.New("another version of the encoder")
	ErrStart   = errors.New("the start is no position")
	ErrCount   = errors.New("the certificate has not what its header says")
	ErrEmpty   = errors.New("the certificate is about no position")
	ErrUnused  = errors.New("no node uses the core")

	// Trees.
	ErrTree      = errors.New("malformed tree")
	ErrFEN       = errors.New("bad FEN")
	ErrRule      = errors.New("unknown rule")
	ErrArgument  = errors.New("the argument fails")
	ErrIsStart   = errors.New("the start position is not illegal")
	ErrDiagram   = errors.New("the rule is about positions, and this is none")
	ErrNoChild   = errors.New("an un-move without a child")
	ErrNotUnmove = errors.New("a child for what is no un-move")
	ErrChild     = errors.New("the child is not the predecessor")
	ErrFacts     = errors.New("the facts about men that never move fail")

	// Games.
	ErrGame = errors.New("the game fails")

	// Cores.
	ErrMissing = errors.New("a core is missing")
	ErrProof   = errors.New("the core does not refute the kernel question")
)

// NodeError says which node of a certificate is not accepted, and why.
type NodeError struct {
	Position int64  // the number of the position in the certificate, from 1
	Root     string // FEN of that position
	Node     int    // id of the node; negative if the error is about the whole tree
	FEN      string // FEN of the node's position
	Rule     string
	Err      error
}

// Error names the position, the node and the reason.
func (e *NodeError) Error() string {
	switch {
	case e.Root == "":
		return fmt.Sprintf("position %d: %v", e.Position, e.Err)
	case e.Node < 0:
		return fmt.Sprintf("position %d, %.100s: %v", e.Position, e.Root, e.Err)
	case e.Node == 0:
		return fmt.Sprintf("position %d, %.100s: node 0 (%s): %v", e.Position, e.Root, e.Rule, e.Err)
	}
	return fmt.Sprintf("position %d, %.100s: node %d (%s), %s: %v", e.Position, e.Root, e.Node, e.Rule, e.FEN, e.Err)
}

// Unwrap returns the reason.
func (e *NodeError) Unwrap() error { return e.Err }

// because wraps a sentinel error with details.
func because(kind error, format string, args ...any) error {
	return fmt.Errorf("%w: %w", kind, fmt.Errorf(format, args...))
}

package astar

// rules is a set of rules of the bound. Tests switch them off one at a time: each makes
// some bound larger, and none may change what a search finds.
type rules uint

// The rules. Without them the bound is the assignment of men to squares along shortest
// ways around the pawns on their first squares and the kings and rooks with castling
// rights of the goal, where pawns use the captures that are left.
const (
	sourceRule   rules = 1 << iota // men that alone can have become what they are, are blocked
	deadlockRule                   // men that only move after one another are blocked
	takesRule                      // captures that pawns need are summed up
	cutRule                        // men are captured where pawns have to capture
	leavingRule                    // men that stand in the only way leave and come back
	rightsRule                     // castling rights that the goal lacks are lost by a move
	cagedRule                      // men that can never move are captured where they stand
	onceRule                       // a side whose men all stand at the goal does not move just once
)

// has reports whether all of some rules are in the set.
func (r rules) has(some rules) bool { return r&some == some }

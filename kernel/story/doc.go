// Package story tells what [kernel.Decide] has found, for people: in short prose,
// with diagrams, as an article about a retro problem would.
//
// [New] makes a [Document] of a decision: the position, the material, the men that
// never moved, and the reason of the verdict, for which it looks for an argument of a
// few sentences of its own. [NewGame] makes one of a position to which a game leads,
// with the moves, diagrams on the way and PGN. [Document.WriteText] and [WriteHTML] render it.
//
// # Names
//
//	ledger     what counting tells of the way from the start to the goal
//	argument   sentences that refute the pawns of a goal by themselves
//	jammed     of a file: opened by a capture, since the pawns that faced each other are gone
//	tight      the case of as many jammed files as captures can have opened
//
// Nothing here is proof: the certificate is. But what is told as an argument holds,
// and no argument may refute a position of a legal game; tests see to that.
package story

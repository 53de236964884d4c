// Package story turns evidence into sentences: the verdicts of [kernel.Decide] and the answers of package ask, in
// short prose with diagrams, like an article about a retro problem. The sentence of a reason is that of its rule in
// [rules.Rules]; here it is spelled out, or an argument that is easier to follow.
//
// [New] makes a [Document] of a decision: the position, the material, the men that never moved, and the reason of the
// verdict, for which it looks for an argument of a few sentences of its own. [NewGame] makes one of a position to which
// a game leads, with the moves, diagrams on the way and PGN. [Document.WriteText], [WriteHTML] and [Document.JSON]
// render it. [Explain] has the same in a few sentences. [LastMoves], [Retractions], [Fields], [Rights], [Men], [Tempo]
// and [Release] make an [Answer] of what package ask has found: lines, a document and JSON.
//
// # Names
//
//	ledger     the numbers of men, captures and promotions between the start and the goal
//	argument   sentences that refute the pawns of a goal by themselves
//	jammed     of a file: opened by a capture, since the pawns that faced each other are gone
//	tight      the case of as many jammed files as captures can have opened
//
// A document is no proof: the certificate is. But arguments have to be correct, and
// none may refute a position of a legal game; tests check that.
package story

// Package rules finds reasons why a position cannot be reached, without any search, and
// says them in sentences.
//
// [Static], [LastMove], [Reach] and [Abstract] look for a reason why legal moves do not
// lead from a start to a goal. What they find is an argument of package facts, which
// verifies it from its data: nothing here has to be believed. Both use the same
// primitives (cones of pawns, regions of pieces, sources of men). A fixpoint here
// becomes a list of facts there, each of which follows from those before it.
package rules

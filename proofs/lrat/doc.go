// Package lrat reads formulas and checks proofs that they have no model. It is below the trust
// line: it is meant to be read in one sitting, and then one need not believe the solver that
// found a proof.
//
// # What is believed when it says VERIFIED
//
// CheckLRAT returns a nil error only if the following holds, and then the formula has no model.
//
// The formula is a list of clauses, numbered from 1 in the order of the file. Each step of the
// proof adds a clause that follows from the clauses alive. To see that, assume that all
// literals of the new clause are false. The hints name clauses, in order. Each has at most one
// literal that is not false by then, and that literal must be true; finally a clause is met of
// which all literals are false, a contradiction. So every clause alive follows from the
// formula; deleting clauses changes nothing about the others. One of the steps has added the
// empty clause, which no assignment satisfies. (A formula that contains the empty clause needs
// no proof.)
// no proof.)
//
// That argument is carried out by addition and hints in checker.go: start reading there.
//
// Beyond these one has to believe
//
//   - that the formula is what it should be: a proof of another formula is worthless. Programs that know what the
//     formula should say rebuild it and compare; this package does not know;
//   - the reader of the formula (dimacs.go) or whoever filled the Formula. The reader of the proof need not be
//     believed: however it misreads a file, the steps that it makes of it are checked;
//   - that a clause found under an id is one that was added and not changed (store.go);
//   - Go's compiler, run-time system and standard library, the operating system and the machine.
//
// No search, no solver and no package outside of the standard library is involved, but for the limit of memory.
//
// # What is accepted
//
// LRAT in text, one step a line, "ID LITERALS 0 HINTS 0" and "ID d IDS 0"; and in binary, where
// a step is the letter a followed by the same numbers, or the letter d followed by the ids, and
// numbers are in groups of 7 bits with the sign in the lowest bit of the whole, as in binary
// DRAT. A file that begins with a or d is binary. This package does not decompress files;
// programs use package gunzip for that.
//
// The checker is strict where strictness finds mistakes, and tolerant where cake_lpr is and proofs of good solvers
// need it:
//
//   - Ids increase strictly, from above the number of the formula's clauses. Gaps are allowed. The id of a deletion
//     step has no meaning and is not looked at.
//   - A hint must name a clause alive, also behind the conflict. A hint whose only literal that is not false is true
//     already is allowed and does nothing. Hints behind the conflict are not used.
//   - RAT steps, which have negative hints, are refused, and so are variables beyond those of the formula. Only
//     NewRATChecker's takes both (rat.go), for no certificate of chess: then the clauses alive need not follow from the
//     formula, but if it has a model, so have they.
//   - Deleting what is not alive is an error.
//   - Literals repeated in a clause count once. A clause with a literal and its negative needs no hints.
//   - Behind the empty clause there may be only comments, blank lines and deletions.
//   - The end of the file without the empty clause is an error, whatever else was proved.
//
// Proofs without hints, in DRAT, are for package drup.
//
// # Memory
//
// Memory is proportional to the clauses that are alive at once and to the largest variable in use, not to the length
// of a file, to the header's numbers, or to ids. It has a limit, DefaultMemory or NewChecker's, beyond which checking
// ends with ErrMemory. One clause of a formula, or of a DRUP proof, may have 4,194,304 literals (2^22).
//
// # Files
//
//	checker.go store.go memory.go    the LRAT checker; the clauses alive; the memory for all
//	reader.go binary.go textform.go  from bytes to steps, in either form
//	formula.go dimacs.go             formulas, and the reader of their files
//	source.go text.go                a file in a buffer; words and numbers in it
//	errors.go                        why a proof is not accepted; what is wrong with a formula
//
// Believed: That a clause is added only if it follows from those alive, and the reader of the formula.
// doc/proofs.md has the conditions.
package lrat

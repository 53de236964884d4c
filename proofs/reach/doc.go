// Package reach checks evidence about transition systems: that no state with a bad literal
// can be reached, or that one is; that no run violates a justice property, or that one does.
//
// # Safe: a witness circuit
//
// The evidence is a second model, the witness, with an inductive property, whose inputs and
// latches stand for literals of the model (Yu, Froleyks, Biere, Heljanko, "Towards compositional
// hardware model checking certification", FMCAD 2023; the checks are those of
// their program Certifaiger, which the hardware model checking competition uses). For the model write R for
// "all latches have their resets", F for "the latches of the next state have their next
// values", C for its constraints and P for "no literal in question is bad"; with a dash, those of
// the witness; 0 and 1 for a state and the next one; R'{K} and F'{K} for the latches of the
// witness that stand for something. Five formulas must be true of all values:
//
//	reset       R and C             implies  R'{K} and C'
//	transition  F and C0, C1, C'0   implies  F'{K} and C'1
//	property    C and C' and P'     implies  P
//	base        R' and C'           implies  P'
//	step        P'0, F', C'0, C'1   imply    P'1
//
// Take a run of the model. Its first state extends to one of the witness with R' and C': by
// reset, what stands for something is right, and the other latches can be given their resets,
// one after the other, as no reset depends on itself. By transition each further state extends
// as well, with the next values. By base and step P' holds in all of them, by property P.
//
// The negation of each is a circuit without latches, which Formula writes as clauses, three
// for a gate; the folder has a refutation of each in LRAT. Who found the witness, and how, does
// not matter.
//
// # Unsafe: a witness
//
// The evidence is a run, in AIGER's format: the state at the beginning, and inputs, by which
// the last state is bad. An x is read as 0.
//
// # Violated: a loop
//
// A justice property of AIGER is a set of literals. An infinite run violates it if each of them, and each fairness
// literal, holds in infinitely many of its states. The evidence is a run in the same format, named j0 and so on. The
// state behind its last inputs was in it before, and since then each literal held: so it can go round for ever.
//
// # Live: a witness circuit of the model with a monitor
//
// The manifest has a number k of rounds. The checker adds a monitor to the model (function Monitored), for the literals
// l1 to ln of the property and of fairness, with latches s1 to sn and c1 to ck that are 0 at the beginning:
//
//	all = (s1 or l1) and ... and (sn or ln)
//	next(si) = (si or li) and not all
//	next(c1) = c1 or all
//	next(cj) = cj or (all and c(j-1)), for j from 2
//	bad = all and ck, or all if k is 0
//
// A round ends in a state where all holds: since the one before each literal has held. cj holds if j rounds have ended
// before. The rest is as for safe models: the witness circuit shows that bad cannot be reached, so that a run has at
// most k rounds. If every literal held infinitely often, one round after the other would end. (Claessen, Sorensson, "A
// liveness checking algorithm that counts", FMCAD 2012.)
//
// # What is believed
//
// This package, aiger.Read, lrat, and of encode the making of gates. The checks are tested
// with exhaustive search of small models: of random witnesses none proves what is false.
//
// Believed: The five obligations and why they imply safety, the monitor and why its safety excludes a violation, the
// replay of counterexamples, package aiger's Read, lrat, and the gates of encode.
package reach

// Package proofs is the folder of everything that is believed when a certificate is accepted.
// It has goroutines whose panics reach the caller,
// for all checkers. No package in it searches, and none imports packages from outside
// except chess/board and encode, which import nothing but the standard library.
//
//	claim                                      checked by    also believed
//	a formula has no model                     lrat          -
//	(a proof in DRUP: drup finds the hints, which lrat checks)
//	a position is legal: here is a game        games         replay
//	a number of games of a given length        exact         replay
//	a position is illegal: a tree of evidence  illegal       illegal/facts, illegal/core, replay, chess/board
//	last moves, fields of a FEN, origins       answers       illegal and what it rests on
//	a strategy wins from all that it claims    strategy/wins strategy/rules, strategy/text
//	the same, by lemmas                        strategy      strategy/..., lrat, encode
//	a transition system is safe, or not        reach         aiger, lrat, encode
//	an estimate of the number of positions     survey        survey/..., and what both kinds of verdicts rest on
//
// Package parallel runs goroutines for games and illegal. trust_test.go in the root of the module
// limits the number of lines of code that each claim rests on, and counts the functions of this
// folder that no checker links. Each package comment says what is believed in it and why.
//
// Believed: That every function has returned when Parallel returns, and that a panic in one of them is a
// panic of the caller.
package proofs

import "sync"

// Parallel calls do for each number below n, each on a goroutine of its own, and returns when all
// have returned. If one of them panics, so does Parallel, with the same value, when all have ended:
// programs report it as an internal error instead of ending on the spot.
func Parallel(n int, do func(i int)) {
	var wait sync.WaitGroup
	panics := make(chan any, n)
	for i := range n {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					panics <- p
				}
			}()
			do(i)
		})
	}
	wait.Wait()
	close(panics)
	for p := range panics {
		panic(p)
	}
}

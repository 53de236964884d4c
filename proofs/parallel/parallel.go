// Package parallel runs work on several goroutines so that a panic in one of them reaches
// the caller: programs report it as an internal error instead of ending on the spot.
//
// Believed: That every function has returned when Do returns, and that a panic in one of them is a
// panic of the caller.
package parallel

import "sync"

// Do calls do for each number below n, each on a goroutine of its own, and returns when all
// have returned. If one of them panics, so does Do, with the same value, when all have ended.
func Do(n int, do func(i int)) {
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

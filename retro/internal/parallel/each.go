package parallel

import (
	"context"
	"sync"
	"sync/atomic"
)

// Each calls do for the numbers 0 to n-1 on several goroutines. job, from 0 to
// jobs-1, is the number of the goroutine, so that each can have memory of its own;
// for jobs below 2 no goroutine is started. After an error, and when the context
// ends, no further number is begun. Each returns the error of the smallest number
// that has one, or else the context's.
func Each(ctx context.Context, jobs, n int, do func(job, i int) error) error {
	var (
		next    atomic.Int64
		mu      sync.Mutex
		failure error
		failed  = n
	)
	work := func(job int) {
		for ctx.Err() == nil {
			i := int(next.Add(1) - 1)
			if i >= n {
				return
			}
			if err := do(job, i); err != nil {
				next.Store(int64(n))
				mu.Lock()
				if i < failed {
					failed, failure = i, err
				}
				mu.Unlock()
				return
			}
		}
	}
	if jobs = min(jobs, n); jobs <= 1 {
		work(0)
	} else {
		var wg sync.WaitGroup
		for job := range jobs {
			wg.Go(func() { work(job) })
		}
		wg.Wait()
	}
	if failure != nil {
		return failure
	}
	return ctx.Err()
}

package table

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

// portion is how many words a goroutine of Scan takes at a time.
const portion = 1 << 8

// Scan calls do for all words of the first sides to move, 1 or 2 of them: from word from up to to, for one side. The
// rest is as with [Each].
func (l *Layout) Scan(ctx context.Context, jobs, sides int, do func(job, side, from, to int) error) error {
	perSide := (l.Words + portion - 1) / portion
	return Each(ctx, jobs, sides*perSide, func(job, i int) error {
		from := i % perSide * portion
		return do(job, i/perSide, from, min(from+portion, l.Words))
	})
}

// Boards is Scan word by word, with the board of each, which is valid during the call.
func (l *Layout) Boards(ctx context.Context, jobs, sides int, do func(job, side int, b *Board) error) error {
	return l.Scan(ctx, jobs, sides, func(job, side, from, to int) error {
		var b Board
		for word := from; word < to; word++ {
			l.Place(&b, word)
			if err := do(job, side, &b); err != nil {
				return err
			}
		}
		return nil
	})
}

// Progress counts what several goroutines have done, and passes it on. Calls do not overlap.
type Progress struct {
	mu          sync.Mutex
	done, total int
	report      func(done, total int)
}

// NewProgress begins to count. The function may be nil.
func NewProgress(total int, report func(done, total int)) *Progress {
	return &Progress{total: total, report: report}
}

// Add counts n more, after a function, if it is not nil, that is called alone.
func (p *Progress) Add(n int, alone func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if alone != nil {
		alone()
	}
	if p.done += n; p.report != nil {
		p.report(p.done, p.total)
	}
}

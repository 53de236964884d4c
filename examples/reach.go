package main

import (
	"context"
	"fmt"
	"os"

	"retroproof/encode"
	"retroproof/reach"
)

// reachability decides whether a system can reach a bad state: a counter of three bits that begins at 0, and
// goes on by two if an input says so, is to show 5, or 6.
func reachability(ctx context.Context, _ []string) error {
	for _, bad := range []uint64{5, 6} {
		c := encode.NewCircuit()
		now := c.NumInput("counter", 3)
		on := c.Input("on")
		next := c.Add(now, c.ShlConst(c.Bool2Num(on, 3), 1))
		s := &reach.System{Circuit: c, Inputs: []encode.Bool{on}, Bad: []encode.Bool{c.EqNum(now, c.Num(bad, 3))}}
		for i := range now {
			s.Latches = append(s.Latches, reach.Latch{Now: now[i], Next: next[i], Reset: c.False})
		}
		r, err := reach.Decide(ctx, s, reach.Options{})
		switch {
		case err != nil:
			return err
		case r.Verdict == reach.Safe:
			fmt.Println(bad, "is never shown: found by", r.Engine)
			continue
		}
		fmt.Println(bad, "is shown after", r.Trace.Steps(), "steps")
		if err := r.Trace.Write(os.Stdout, "b0"); err != nil {
			return err
		}
	}
	return nil
}

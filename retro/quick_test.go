package retro

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"
)

func TestQuick(t *testing.T) {
	name := os.Getenv("TB")
	if name == "" {
		t.Skip()
	}
	m, err := ParseMaterial(name)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[Material]*table[uint8]{}
	jobs := 1
	fmt.Sscan(os.Getenv("JOBS"), &jobs)
	order := BuildOrder(m)
	if name == "KPvK" && os.Getenv("ALL") != "" {
		order = append(AllMaterials(3), AllMaterials(4)...)
	}
	var total time.Duration
	for _, m := range order {
		start := time.Now()
		l := newLayout(m)
		l.fillRest()
		subs := newConversions(l, func(m Material) *table[uint8] { return tables[m] })
		g := newGenerator(l, subs, jobs)
		if err := g.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		tables[m] = &table[uint8]{l, g.code, g.deepest}
		d := time.Since(start)
		total += d
		fmt.Println(m, l.words, g.depth, d)
	}
	fmt.Println("total", total)
	for _, m := range order {
		if os.Getenv("STATS") == "" && m != order[len(order)-1] {
			continue
		}
		for side := range 2 {
			var win, loss, dr, mw, ml int
			for w := range tables[m].words {
				for _, c := range tables[m].code[side][64*w : 64*w+64] {
					switch v := valueOf(c); v.Result {
					case Won:
						win++
						mw = max(mw, v.Plies)
					case Lost:
						loss++
						ml = max(ml, v.Plies)
					case Drawn:
						dr++
					}
				}
			}
			fmt.Println(m, side, "cells: win", win, "draw", dr, "loss", loss, "max", mw, ml)
		}
	}
}

package background_test

import (
	"context"
	"fmt"
	"os"

	"retroproof/retro"
	"retroproof/retro/background"
	"retroproof/retro/material"
)

// A process that builds tables tells how far it is, and in the end how it went.
func ExampleWriter() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	m, err := material.Parse("KRvK")
	if err != nil {
		panic(err)
	}
	w := background.NewWriter(func(s background.State) error {
		if s.Status != background.Running {
			fmt.Println(s.Status, s.Done, "of", s.Total)
		}
		return nil
	})
	_, err = retro.OpenDir(dir).Build(context.Background(), []material.Material{m}, retro.BuildOptions{Progress: w.Update})
	if err := w.End(err); err != nil {
		panic(err)
	}
	// Output: finished 1 of 1
}

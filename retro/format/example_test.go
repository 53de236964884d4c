package format_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"retroproof/retro/format"
	"retroproof/retro/generate"
	"retroproof/retro/table"
)

func Example() {
	krk, err := table.ParseMaterial("KRvK")
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	t, err := generate.Table(ctx, krk, nil, generate.Options{})
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, format.FileName(krk))
	if err := format.Write(ctx, t, name, 1); err != nil {
		panic(err)
	}
	f, err := format.Open(name, table.NewCache(table.CacheBytes))
	if err != nil {
		panic(err)
	}
	defer f.Close()
	fmt.Println(f.Check(ctx), f.Size(), f.Counts()[0].Won)
	// Output:
	// <nil> 8222 21959
}

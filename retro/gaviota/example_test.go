package gaviota_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"retroproof/chess"
	"retroproof/retro/gaviota"
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
	name := filepath.Join(dir, gaviota.FileName(krk))
	if err := gaviota.Write(ctx, t, name, gaviota.WriteOptions{}); err != nil {
		panic(err)
	}
	f, err := gaviota.Open(name, table.NewCache(1<<20))
	if err != nil {
		panic(err)
	}
	defer f.Close()
	p, err := chess.ParsePosition("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
	if err != nil {
		panic(err)
	}
	v, err := f.Value(p, krk)
	fmt.Println(filepath.Base(name), f.Size(), v, err)
	// Output:
	// krk.gtb.cp4 10824 win in 31 plies <nil>
}

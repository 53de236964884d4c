package poslist_test

import (
	"fmt"

	"retroproof/batch"
	"retroproof/batch/poslist"
)

// The same verdict as text, as JSON, and with the tokens of texelutil.
func Example() {
	for _, text := range []string{
		"8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal AdjacentKings",
		`{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1","verdict":"illegal","reason":"AdjacentKings"}`,
		"8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal: AdjacentKings",
	} {
		l, err := poslist.ParseVerdict(batch.Line{Text: text})
		fmt.Println(l.Setup.FEN(), l.Verdict, err)
	}
	l, err := poslist.Parse(batch.Line{Text: "4k3/8/8/8/8/8/8/4K3 w - - 0 1 unknown: kernel: wxDB status: N=250000"})
	fmt.Println(poslist.Text(l.Setup.FEN(), l.Tokens[1:]...), err)
	// Output:
	// 8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal <nil>
	// 8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal <nil>
	// 8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal <nil>
	// 4k3/8/8/8/8/8/8/4K3 w - - 0 1 kernel: wxDB status: N=250000 <nil>
}

package certify_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/proofs/illegal"
	"retroproof/proofs/lrat/gunzip"
)

// From a verdict to a file that another program can check.
func Example() {
	goal, err := chess.ParseFEN("rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	d, err := kernel.Decide(ctx, &goal, kernel.DecideOptions{})
	if err != nil {
		log.Fatal(err)
	}
	c := certify.New(certify.Options{})
	one, err := c.Certify(ctx, &d)
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := c.Write(&file, one); err != nil {
		log.Fatal(err)
	}
	report, err := illegal.Check(ctx, gunzip.NewReader(bytes.NewReader(file.Bytes())), illegal.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.FEN, "is illegal")
	// Output: rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1 is illegal
}

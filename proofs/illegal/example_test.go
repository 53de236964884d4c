package illegal_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel/certify"
	"retroproof/proofs/illegal"
)

// A certificate with the game that leads to a position, and the same with a byte changed.
func ExampleCheck() {
	goal, err := chess.ParseFEN("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2")
	if err != nil {
		log.Fatal(err)
	}
	c := certify.New(certify.Options{})
	one, err := c.Game(&goal, []string{"e4", "d5", "exd5"})
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := c.WritePlain(&file, one); err != nil {
		log.Fatal(err)
	}
	check := func(text []byte) error {
		_, err := illegal.Check(context.Background(), bytes.NewReader(text), illegal.Options{
			Each: func(v illegal.Verified) { fmt.Println(v.FEN, v.Legal, v.Plies) },
		})
		return err
	}
	fmt.Println(check(file.Bytes()))
	damaged := bytes.Clone(file.Bytes())
	damaged[0]++
	fmt.Println(errors.Is(check(damaged), illegal.ErrHeader))
	// Output:
	// rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 true 3
	// <nil>
	// true
}

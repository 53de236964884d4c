package answers_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"

	"retroproof/chess"
	"retroproof/kernel/ask"
	"retroproof/kernel/certify"
	"retroproof/proofs/answers"
	"retroproof/proofs/lrat/gunzip"
)

// A claim about a last move, and the same with a move left out.
func ExampleCheck() {
	problem, err := chess.ParseFEN("3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	l, err := ask.AskLastMoves(context.Background(), &problem, ask.Options{})
	if err != nil {
		log.Fatal(err)
	}
	c := ask.NewCertificate(certify.Options{})
	if err := c.Add(context.Background(), l); err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := c.Write(&file); err != nil {
		log.Fatal(err)
	}
	r, err := answers.Check(context.Background(), gunzip.NewReader(bytes.NewReader(file.Bytes())), answers.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Claims[0].Text())
	text, err := io.ReadAll(gunzip.NewReader(bytes.NewReader(file.Bytes())))
	if err != nil {
		log.Fatal(err)
	}
	forged := bytes.Replace(text, []byte(`"d7d8b"`), []byte(`"c7d8b"`), 1)
	_, err = answers.Check(context.Background(), bytes.NewReader(forged), answers.Options{})
	fmt.Println(errors.Is(err, answers.ErrClaim))
	// Output:
	// the last move was d7-d8=B (possible), and no other
	// true
}

package main

import (
	"context"
	"log"
	"os"
	"path/filepath"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/certify"
)

func Example() {
	dir, err := os.MkdirTemp("", "certificate")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "proof.gz")
	write(name, "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1")
	os.Args = []string{"certificate", name}
	main()
	// Output:
	// rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1 is illegal: kernel
	// VERIFIED: 1 positions of games from rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
}

// write writes the certificate of an illegal position, as "retroproof legal" does.
func write(name, fen string) {
	ctx := context.Background()
	goal, err := chess.ParseFEN(fen)
	if err != nil {
		log.Fatal(err)
	}
	decision, err := kernel.Decide(ctx, &goal, kernel.DecideOptions{})
	if err != nil {
		log.Fatal(err)
	}
	c := certify.New(certify.Options{})
	one, err := c.Certify(ctx, &decision)
	if err != nil {
		log.Fatal(err)
	}
	file, err := os.Create(name)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Write(file, one); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
}

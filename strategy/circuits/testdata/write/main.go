// Write writes the circuits of krk2013 on 8x8: a test builds it with mistakes in them.
package main

import (
	"log"
	"os"

	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/strategy/circuits"
)

func main() {
	s, err := text.New("krk2013", rules.Board{Files: 8, Ranks: 8})
	if err != nil {
		log.Fatal(err)
	}
	c, err := circuits.New(s, lemmas.Encoding{})
	if err != nil {
		log.Fatal(err)
	}
	if err := circuits.Write(os.Stdout, c); err != nil {
		log.Fatal(err)
	}
}

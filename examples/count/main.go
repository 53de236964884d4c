// Command count counts the models of a formula: twenty choices of at least one of three, each apart from the others.
package main

import (
	"context"
	"fmt"
	"log"

	"retroproof/proofs/lrat"
	"retroproof/sat"
)

func main() {
	var f lrat.Formula
	for v := int32(1); v <= 60; v += 3 {
		if err := f.AddClause(v, v+1, v+2); err != nil {
			log.Fatal(err)
		}
	}
	f.NumVars = 60
	n, err := sat.CountModels(context.Background(), &f, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n, "models")
	// How many ways are there to choose the first of each three, so that the others can be chosen?
	n, err = sat.CountModels(context.Background(), &f, []int{1, 4, 7, 10, 13, 16, 19, 22, 25, 28})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n, "choices")
}

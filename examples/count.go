package main

import (
	"context"
	"fmt"

	"retroproof/proofs/lrat"
	"retroproof/sat"
)

// countModels counts the models of a formula: twenty choices of at least one of three, each apart from the others.
func countModels(ctx context.Context, _ []string) error {
	var f lrat.Formula
	for v := int32(1); v <= 60; v += 3 {
		if err := f.AddClause(v, v+1, v+2); err != nil {
			return err
		}
	}
	f.NumVars = 60
	n, err := sat.CountModels(ctx, &f, nil)
	if err != nil {
		return err
	}
	fmt.Println(n, "models")
	// How many ways are there to choose the first of each three, so that the others can be chosen?
	n, err = sat.CountModels(ctx, &f, []int{1, 4, 7, 10, 13, 16, 19, 22, 25, 28})
	if err != nil {
		return err
	}
	fmt.Println(n, "choices")
	return nil
}

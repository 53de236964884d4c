// Command examples shows the packages in use, an example a file:
//
//	go run ./examples legality "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"
package main

import (
	"context"
	"log"
	"os"
)

var examples = map[string]func(ctx context.Context, args []string) error{
	"certificate": certificate, "core": core, "count": countModels, "legality": legality, "maxsat": maxSAT,
	"reach": reachability, "tablebase": tablebase, "ursa": puzzles,
}

func main() { run(os.Args[1:]...) }

// run runs an example by its name, with arguments.
func run(words ...string) {
	if len(words) == 0 || examples[words[0]] == nil {
		log.Fatal("want the name of an example: that of a file in this folder")
	}
	if err := examples[words[0]](context.Background(), words[1:]); err != nil {
		log.Fatal(err)
	}
}

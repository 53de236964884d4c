// Package wrapper has what the mistakes are made with.
package wrapper

import "fmt"

// Complain prints: what it is given is looked at as what fmt.Printf is given.
func Complain(format string, args ...any) { fmt.Printf(format, args...) }

// A Pair is to be written with the names of its fields.
type Pair struct{ A, B int }

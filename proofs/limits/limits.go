// Package limits bounds the memory that checking takes.
//
// Believed: Nothing. A mistake in it costs memory, and never makes a check succeed.
package limits

import (
	"bytes"
	"errors"
)

// ErrMemory says that a check needs more memory than its limit. It is no verdict.
var ErrMemory = errors.New("memory limit reached")

// DefaultMemory is the default memory limit of a check in bytes: 640 megabytes. All packages
// that check certificates count everything that grows with a file against one such limit, and
// fail with ErrMemory before they exceed it. Buffers of a fixed size and memory that the
// garbage collector has not freed yet are not counted: see ProcessMemory.
const DefaultMemory = 640 << 20

// ProcessMemory returns the memory in bytes that a process may use in total, for
// debug.SetMemoryLimit, if its check has the given limit: a quarter and 64 megabytes more. For
// DefaultMemory that is 864 megabytes.
func ProcessMemory(limit int64) int64 { return limit + limit/4 + 64<<20 }

// CheckMemory returns what limit a check may have in a process that may use so much: ProcessMemory the other way round.
func CheckMemory(process int64) int64 { return max(0, process-64<<20) / 5 * 4 }

// JSONCost returns an upper bound, in bytes, of the memory that it takes to decode a JSON text
// and to write it again for comparison: 8 for every byte, for copies of the text, and 256 for
// every value, as no value of a certificate takes more, in a slice that has grown. Values are
// counted before any is decoded, by the characters that precede values in lists and objects.
func JSONCost(text []byte) int64 {
	values := 1
	for _, b := range []byte(",[{") {
		values += bytes.Count(text, []byte{b})
	}
	return 8*int64(len(text)) + 256*int64(values)
}

package lrat

import "bytes"

// DefaultMemory is how many bytes a check may take unless it is given another limit: 640 megabytes. All packages that
// check certificates count against one such limit whatever grows with a file, and give up with ErrMemory before they
// take more. Not counted are buffers of a fixed size, and what the garbage collector has not yet freed: see
// ProcessMemory.
const DefaultMemory = 640 << 20

// ProcessMemory returns what a process may take in all, for debug.SetMemoryLimit, if its check is limited to so many
// bytes: a quarter and 64 megabytes more. With DefaultMemory that is 864 megabytes.
func ProcessMemory(limit int64) int64 { return limit + limit/4 + 64<<20 }

// JSONCost returns how many bytes it takes at most to decode a JSON text and to write it again for comparison: 8 for
// every byte, for copies of the text, and 256 for every value, as no value of a certificate becomes more, in a slice
// that has grown. Values are counted before any is decoded, by what precedes one in a list or an object.
func JSONCost(text []byte) int64 {
	values := 1
	for _, b := range []byte(",[{") {
		values += bytes.Count(text, []byte{b})
	}
	return 8*int64(len(text)) + 256*int64(values)
}

package tb

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// byteSize is a flag's value: a number of bytes.
type byteSize int64

// byteUnits are the units of sizes, longest first where one ends like another.
var byteUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}, {"B", 1},
}

// Set parses a size such as 300MB, 1.5GiB or 2G; a bare number is bytes.
func (s *byteSize) Set(text string) error {
	number, unit := strings.TrimSpace(text), 1.0
	for _, u := range byteUnits {
		if n, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = strings.TrimSpace(n), u.bytes
			break
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(x) || x*unit < 1 || x*unit > 1<<60 {
		return errors.New("want a size, such as 300MB or 2GiB")
	}
	*s = byteSize(x * unit)
	return nil
}

// String returns the number of bytes, nothing for 0.
func (s *byteSize) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type names the type for the help text.
func (s *byteSize) Type() string { return "SIZE" }

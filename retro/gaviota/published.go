package gaviota

import (
	_ "embed"
	"strings"
	"sync"

	"retroproof/retro/table"
)

// The MD5 sums of the 145 published files, as md5sum lists them. They describe
// the set that python-chess and lichess use.
//
//go:embed published.md5
var publishedSums string

var published = sync.OnceValue(func() map[string]string {
	sums := map[string]string{}
	for line := range strings.Lines(publishedSums) {
		if sum, name, ok := strings.Cut(strings.TrimSpace(line), "  "); ok {
			sums[name] = sum
		}
	}
	return sums
})

// PublishedMD5 returns the MD5 sum of the published file of a material's table, in
// hexadecimal digits, or "" if that table was not published.
func PublishedMD5(m table.Material) string { return published()[FileName(m)] }

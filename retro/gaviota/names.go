package gaviota

import (
	"strings"

	"retroproof/retro/table"
)

// Suffix is the end of the name of a file, as in krk.gtb.cp4.
const Suffix = ".gtb.cp4"

// MaxMen bounds the men of a table, kings included.
const MaxMen = 5

// Exists reports whether there is a table of a material in either colours.
func Exists(m table.Material) bool { return m.Men() >= 3 && m.Men() <= MaxMen }

// FileName returns the name of the file of a material's table: the letters of the
// men, in lower case and without the "v".
func FileName(m table.Material) string {
	return strings.ToLower(strings.Replace(m.Canonical().String(), "v", "", 1)) + Suffix
}

// OfFileName returns the material whose file has a name, and whether there is one.
func OfFileName(name string) (table.Material, bool) {
	m, ok := table.OfFileName(name, Suffix, FileName)
	return m, ok && Exists(m)
}

//go:build !windows

package progress

import "os"

// understandsEscapes reports whether a terminal obeys escape sequences: all do but Windows'.
func understandsEscapes(*os.File) bool { return true }

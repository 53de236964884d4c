package progress

import (
	"os"

	"golang.org/x/sys/windows"
)

// understandsEscapes reports whether a terminal obeys escape sequences. Consoles before Windows Terminal do so
// only once they are asked to.
func understandsEscapes(f *os.File) bool {
	console := windows.Handle(f.Fd())
	var mode uint32
	return windows.GetConsoleMode(console, &mode) == nil &&
		windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

package table

import "fmt"

// A FileError says what is wrong with a table's file, in whatever format.
type FileError struct {
	Name   string // of the file
	Offset int64  // where in the file, or -1
	Reason string // what is wrong and what was expected
	// Newer is set for a file of a version that this program does not know.
	Newer bool
}

// Error names the file and says what is wrong, and where.
func (e *FileError) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("table file %s: %s", e.Name, e.Reason)
	}
	return fmt.Sprintf("table file %s: byte %d: %s", e.Name, e.Offset, e.Reason)
}

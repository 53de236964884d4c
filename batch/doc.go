// Package batch works through lists: it reads them line by line, has several goroutines answer the lines, and
// writes the answers in the order of the lines.
//
// A [Job] writes to a stream, or to a file that a later run goes on with if this one is killed. Such a file is
// called NAME.part until all is answered, and NAME from then on; so a name without suffix is that of a complete
// file. Files that are written in one go are made by [Create], and appear under their names when they are closed.
//
// What is asked and answered, the caller decides. How far a job is, is reported by calls; nothing is printed.
package batch

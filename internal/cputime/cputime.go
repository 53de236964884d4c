// Package cputime measures CPU time, which other work on the machine changes
// little, where wall-clock time would mislead.
package cputime

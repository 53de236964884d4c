// Package aiger reads and writes AIGER files: circuits of AND gates with latches, the
// format in which model checkers take their problems and give their witness circuits
// (Biere, Heljanko, Wieringa, "AIGER 1.9 and beyond", 2011; format aag is ASCII, aig is
// binary). Resets may be any literal, as the hardware model checking competition has it
// since 2025.
//
// # What is accepted
//
// The header has the numbers M I L O A and, as far as needed, B C J F. In the binary form M
// is I + L + A. Every variable is defined once, every literal that is used belongs to a
// variable that is defined, no gate depends on itself, and no latch's reset does, directly
// or by other resets. Symbols name what exists, each once. Lines end with a newline, without
// a carriage return; the last one may lack it. A comment is a line with only the letter c and all
// that follows it.
//
// Write makes one file for each model; in a file that it has written, reading and writing
// change no byte.
//
// # Memory
//
// Read charges what it keeps against a limit, and the header's M at once, so that a short
// file cannot ask for much.
//
// # What is believed
//
// The package is below the trust line for Read: who believes that a model is safe believes
// that these are the gates of the file.
//
// Believed: That Read makes the gates, latches and properties that the file has. The writers are not
// believed.
package aiger

// Package models has transition systems: counters, the play of king and rook against king by the
// strategy of package krk, and men on a back rank. They are written as AIGER files by
// "retroproof reach --model NAME --aiger FILE".
package models

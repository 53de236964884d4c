// Package seed has the notation of the first version of this method, a notebook:
// piece strings such as KRk, positions as integers, and the sets S_n of positions
// that are decided in n plies.
package seed

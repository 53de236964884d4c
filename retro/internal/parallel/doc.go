// Package parallel deals numbered pieces of work out to goroutines.
package parallel

package lrat

// ErrUsed is for tests.
var ErrUsed = errUsed

// CompactAlways makes a checker close gaps after so few words.
func (c *Checker) CompactAlways(words int) { c.alive.tolerated = words }

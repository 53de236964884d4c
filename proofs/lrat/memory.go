package lrat

import "retroproof/proofs/limits"

// DefaultMemory is the default memory limit of a check, that of package limits.
const DefaultMemory = limits.DefaultMemory

// ErrMemory says that a formula or a proof needs more memory than the checker's limit. It is
// that of package limits, and no verdict.
var ErrMemory = limits.ErrMemory

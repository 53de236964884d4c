//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package batch

import "errors"

// tryLock returns errors.ErrUnsupported: there are no locks here.
func tryLock(string) (unlock func(), err error) { return nil, errors.ErrUnsupported }

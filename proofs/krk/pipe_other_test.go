//go:build !unix

package krk_test

import "errors"

func makePipe(string) error { return errors.ErrUnsupported }

//go:build unix

package krk_test

import "syscall"

func makePipe(path string) error { return syscall.Mkfifo(path, 0o666) }

//go:build !unix && !windows

package sat

import "os/exec"

// killWithChildren does nothing more than exec.CommandContext: the end of the context kills the program alone.
func killWithChildren(*exec.Cmd) {}

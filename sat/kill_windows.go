package sat

import (
	"os/exec"
	"strconv"
)

// killWithChildren makes the end of the command's context kill the program and, by the system's taskkill, all that it
// has started. The number of the process stays its own for as long as the command has a handle of it.
func killWithChildren(cmd *exec.Cmd) {
	cmd.Cancel = func() error {
		if exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run() == nil {
			return nil
		}
		return cmd.Process.Kill()
	}
}

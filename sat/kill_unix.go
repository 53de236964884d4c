//go:build unix

package sat

import (
	"os/exec"
	"syscall"
)

// killWithChildren makes the end of the command's context kill the program and all that it has started. It gets a
// process group of its own, which is killed as a whole.
func killWithChildren(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(syscall.Signal(0)); err != nil {
			return err // it has ended already: its number may be another process's by now
		}
		return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}

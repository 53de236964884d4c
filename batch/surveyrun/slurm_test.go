//go:build slurm

package surveyrun

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// TestSlurm runs doc/scale.md on a Slurm of one node, from Debian's packages slurm-wlm and munge: an array of units, of
// which one task is killed; what is missing is submitted again; and the folder is that of one run. It has to be root,
// and leaves nothing running.
func TestSlurm(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("Slurm is started as root")
	}
	for _, program := range []string{"munged", "slurmctld", "slurmd", "sbatch", "scancel", "squeue", "sinfo"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	dir := t.TempDir()
	expect.NoError(t, os.Chmod(dir, 0o755))
	c := startSlurm(t, dir)
	program := filepath.Join(dir, "retroproof")
	c.run(t, "go", "build", "-o", program, "retroproof/cmd/retroproof")
	const plan = "--samples 60 --seed 15 --chunk 3 --pack 7 --jobs 1 --progress none"
	shared, script := filepath.Join(dir, "shared"), filepath.Join(dir, "units.sh")
	hold := filepath.Join(dir, "hold")
	// Task 2 waits to be killed the first time, as one that takes long.
	text := fmt.Sprintf(`#!/bin/sh
#SBATCH --ntasks=1 --cpus-per-task=1 --output=%s/log-%%a
if test $SLURM_ARRAY_TASK_ID = 2 && test ! -e %s; then touch %s; sleep 600; fi
exec %s estimate run --dir %s %s --unit-env SLURM_ARRAY_TASK_ID --per-task 4
`, dir, hold, hold, program, shared, plan)
	expect.NoError(t, os.WriteFile(script, []byte(text), 0o755))
	job := c.run(t, "sbatch", "--parsable", "--array=0-4", script)
	for !exists(hold) {
		time.Sleep(100 * time.Millisecond)
	}
	c.run(t, "scancel", "--signal=KILL", "--full", job+"_2")
	c.wait(t)
	missing := c.run(t, program, "estimate", "merge", "--dir", shared, "--missing", "--per-task", "4")
	if missing != "2" {
		logs, _ := exec.Command("sh", "-c", "cat "+dir+"/log-*").CombinedOutput()
		t.Fatalf("missing: %q, want 2\n%s", missing, logs)
	}
	c.run(t, "sbatch", "--array="+missing, script)
	c.wait(t)
	c.run(t, program, "estimate", "merge", "--dir", shared)
	once := filepath.Join(dir, "once")
	c.run(t, program, append(strings.Fields("estimate run "+plan), "--dir", once)...)
	same(t, shared, once)
	expect.Succeeds(t, expect.Err(survey.Check(t.Context(), shared, survey.Options{})), "survey.Check")
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// slurm is a Slurm of one node.
type slurm struct{ conf string }

// run runs a program that talks to it, and returns what it prints.
func (s *slurm) run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "SLURM_CONF="+s.conf)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	expect.NoError(t, err, name, args, string(out), &stderr)
	return strings.TrimSpace(string(out))
}

// wait waits until no job is left.
func (s *slurm) wait(t *testing.T) {
	t.Helper()
	for s.run(t, "squeue", "--noheader") != "" {
		time.Sleep(200 * time.Millisecond)
	}
}

// startSlurm starts the daemons in a folder, and ends them with the test.
func startSlurm(t *testing.T, dir string) *slurm {
	t.Helper()
	for _, name := range []string{"munge", "state", "spool"} {
		expect.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o755))
	}
	munge := filepath.Join(dir, "munge")
	expect.NoError(t, os.WriteFile(filepath.Join(munge, "key"), bytes.Repeat([]byte("retroproof"), 100), 0o400))
	host := expect.Must(os.Hostname())
	host, _, _ = strings.Cut(host, ".")
	conf := fmt.Sprintf(`ClusterName=test
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[2]d
SlurmdPort=%[3]d
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=%[4]s/socket
CredType=cred/munge
StateSaveLocation=%[5]s/state
SlurmdSpoolDir=%[5]s/spool
SlurmctldPidFile=%[5]s/slurmctld.pid
SlurmdPidFile=%[5]s/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
`, host, freePort(t), freePort(t), munge, dir)
	c := &slurm{filepath.Join(dir, "slurm.conf")}
	expect.NoError(t, os.WriteFile(c.conf, []byte(conf), 0o644))
	daemon(t, dir, c.conf, "munged", "--foreground", "--force", "--key-file="+munge+"/key", "--socket="+munge+"/socket", "--pid-file="+munge+"/pid",
		"--log-file="+munge+"/log", "--seed-file="+munge+"/seed")
	for !exists(munge + "/socket") {
		time.Sleep(50 * time.Millisecond)
	}
	daemon(t, dir, c.conf, "slurmctld", "-D", "-f", c.conf)
	daemon(t, dir, c.conf, "slurmd", "-D", "-f", c.conf, "-N", host)
	for {
		cmd := exec.Command("sinfo", "--noheader", "--format=%T")
		cmd.Env = append(os.Environ(), "SLURM_CONF="+c.conf)
		if out, err := cmd.Output(); err == nil && strings.TrimSpace(string(out)) == "idle" {
			return c
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// daemon starts a program with a log, and ends it with the test.
func daemon(t *testing.T, dir, conf, name string, args ...string) {
	t.Helper()
	log, err := os.Create(filepath.Join(dir, name+".log"))
	expect.NoError(t, err)
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "SLURM_CONF="+conf)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	expect.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() {
		cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			cmd.Process.Kill()
			<-ended
		}
		log.Close()
		if t.Failed() {
			text, _ := os.ReadFile(log.Name())
			t.Logf("%s:\n%s", name, text)
		}
	})
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	expect.NoError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

package cputime

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// Work is seen, sleep is not: neither depends on how fast the machine is.
func TestSelf(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("not known on this system")
	}
	begin := Self()
	for x := uint64(1); Self()-begin < 20*time.Millisecond; x++ {
		for range 100_000 {
			x *= x
		}
	}
	begin = Self()
	time.Sleep(200 * time.Millisecond)
	if used := Self() - begin; used > 150*time.Millisecond {
		t.Errorf("%v of CPU time while sleeping", used)
	}
}

func TestChildren(t *testing.T) {
	if Self() == 0 || runtime.GOOS == "windows" {
		t.Skip("not known on this system")
	}
	begin := Children()
	cmd := exec.Command(os.Args[0], "-test.run=TestSelf") // works for 20 ms
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if used := Children() - begin; used < 10*time.Millisecond {
		t.Errorf("%v of CPU time in a child that used 20 ms", used)
	}
}

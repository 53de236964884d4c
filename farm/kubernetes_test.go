package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	"retroproof/internal/expect"
)

// kubernetesJob reads the job that doc/scale.md shows. Fields that the API does not have, or of other types, are
// errors.
func kubernetesJob(t *testing.T) *batchv1.Job {
	t.Helper()
	page, err := os.ReadFile("../doc/scale.md")
	expect.NoError(t, err)
	_, section, _ := strings.Cut(string(page), "\n## Kubernetes\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var text strings.Builder
	for line := range strings.Lines(section) {
		if code, ok := strings.CutPrefix(line, "    "); ok {
			text.WriteString(code)
		}
	}
	job := &batchv1.Job{}
	if err := yaml.UnmarshalStrict([]byte(text.String()), job); err != nil {
		t.Fatalf("%v\n%s", err, &text)
	}
	return job
}

// TestKubernetesJob: the job of the document has the fields that the API has, and what the API's server demands of an
// indexed job whose indexes are tried again one by one.
func TestKubernetesJob(t *testing.T) {
	job := kubernetesJob(t)
	spec, pod := &job.Spec, &job.Spec.Template.Spec
	switch {
	case job.Kind != "Job" || job.APIVersion != batchv1.SchemeGroupVersion.String() || job.Name == "":
		t.Errorf("%+v %q", job.TypeMeta, job.Name)
	case spec.CompletionMode == nil || *spec.CompletionMode != batchv1.IndexedCompletion || spec.Completions == nil || spec.Parallelism == nil:
		t.Errorf("not an indexed job: %+v", spec)
	case spec.BackoffLimitPerIndex == nil || pod.RestartPolicy != corev1.RestartPolicyNever:
		t.Errorf("a limit for each index needs the policy Never: %+v", spec)
	case len(pod.Containers) != 1 || len(pod.Volumes) != 1:
		t.Errorf("%d containers, %d volumes", len(pod.Containers), len(pod.Volumes))
	}
	c := pod.Containers[0]
	for _, mount := range c.VolumeMounts {
		if mount.Name != pod.Volumes[0].Name || !strings.HasPrefix(argument(t, c.Command, "--dir"), mount.MountPath+"/") {
			t.Errorf("%+v is not where the folder is, %v", mount, c.Command)
		}
	}
	if len(c.VolumeMounts) != 1 || pod.Volumes[0].PersistentVolumeClaim == nil {
		t.Errorf("%+v", pod.Volumes)
	}
	// The tasks have all units.
	var samples, each int
	fmt.Sscan(argument(t, c.Command, "--samples"), &samples)
	fmt.Sscan(argument(t, c.Command, "--per-task"), &each)
	if tasks := int(*spec.Completions); samples == 0 || each == 0 || tasks*each*1000 != samples {
		t.Errorf("%d tasks of %d units for %d draws", tasks, each, samples)
	}
}

// argument returns what follows a flag.
func argument(t *testing.T, command []string, flag string) string {
	t.Helper()
	i := slices.Index(command, flag)
	if i < 0 || i+1 == len(command) {
		t.Fatalf("%v has no %s", command, flag)
	}
	return command[i+1]
}

// TestKubernetesPods runs the command of the document as the pods of a smaller job would: a process for each index,
// which has its number in JOB_COMPLETION_INDEX, all at once. One is killed, and started again. What is merged is equal
// to what one process makes.
func TestKubernetesPods(t *testing.T) {
	program := filepath.Join(t.TempDir(), "retroproof")
	build := exec.Command("go", "build", "-o", program, "./cmd/retroproof")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	command := slices.Clone(kubernetesJob(t).Spec.Template.Spec.Containers[0].Command)
	if command[0] != "retroproof" {
		t.Fatal(command)
	}
	pods, whole := t.TempDir(), t.TempDir()
	const tasks = 3
	for flag, value := range map[string]string{"--dir": pods, "--samples": "40", "--per-task": "2"} {
		argument(t, command, flag)
		command[slices.Index(command, flag)+1] = value
	}
	command = append(command, "--chunk", "7") // 6 units
	pod := func(index int) (*exec.Cmd, *bytes.Buffer) {
		var out bytes.Buffer
		c := exec.Command(program, command[1:]...)
		c.Env = append(os.Environ(), fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index))
		c.Stdout, c.Stderr = &out, &out
		expect.NoError(t, c.Start())
		return c, &out
	}
	killed, _ := pod(1)
	expect.NoError(t, killed.Process.Kill())
	killed.Wait()
	var running []*exec.Cmd
	var outputs []*bytes.Buffer
	for index := range tasks {
		c, out := pod(index)
		running, outputs = append(running, c), append(outputs, out)
	}
	for i, c := range running {
		if err := c.Wait(); err != nil {
			t.Fatalf("index %d: %v\n%s", i, err, outputs[i])
		}
	}
	run := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	run("estimate", "merge", "--dir", pods)
	run("estimate", "run", "--samples", "40", "--seed", argument(t, command, "--seed"), "--chunk", "7", "--dir", whole, "--progress", "none")
	if got, want := contents(t, pods), contents(t, whole); got != want {
		t.Errorf("pods have made\n%s\nand one process\n%s", got, want)
	}
}

// contents lists the files of a folder with what they have.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var list strings.Builder
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		fmt.Fprintf(&list, "%s %d %x\n", rel, len(text), text[:min(len(text), 1<<20)])
		return err
	})
	expect.NoError(t, err)
	return list.String()
}

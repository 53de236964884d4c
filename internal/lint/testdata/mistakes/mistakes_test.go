package mistakes

import "testing"

func TestInGoroutine(t *testing.T) {
	done := make(chan bool)
	go func() { // want SA2002
		defer close(done)
		t.Fatal("not in the goroutine of the test") // want testinggoroutine
	}()
	<-done
}

func ExampleNothing() {} // want tests

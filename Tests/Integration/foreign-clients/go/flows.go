package main

import (
	"fmt"
	"strings"
	"time"
)

// check has the flow fail with an error, and must does so for a call with a result.
func check(err error) {
	if err != nil {
		panic(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

// A notOffered says that the server's metadata doesn't announce what a flow needs.
type notOffered string

func (what notOffered) Error() string { return string(what) + " isn't announced" }

var failed = 0

// Features that pixy serve doesn't offer, with the reason.
var lacks = map[notOffered]string{"PS256": "pixy serve has keys for ES256 and RS256"}

// flow runs one flow and prints its result in the form that Tests/Integration/foreign-clients/run counts.
func flow(name string, body func() (string, error)) {
	fmt.Printf("\n== Go: %s\n", name)
	began := time.Now()
	seen, err := result(body)
	what, isLacking := err.(notOffered)
	switch {
	case err == nil:
		fmt.Printf("   ok: %s (%.1f s)\n", seen, time.Since(began).Seconds())
	case isLacking && lacks[what] != "":
		fmt.Printf("   left out: %s. %s\n", err, lacks[what])
	default:
		failed++
		text := strings.Join(strings.Fields(err.Error()), " ")
		if len(text) > 600 {
			text = text[:600]
		}
		fmt.Printf("   NOT OK: %s\n", text)
	}
}

// result is what a flow returns or fails with.
func result(body func() (string, error)) (seen string, err error) {
	defer func() {
		if failure, is := recover().(error); is {
			err = failure
		}
	}()
	return body()
}

func same(found, expected interface{}, what string) error {
	if found == expected {
		return nil
	}
	return fmt.Errorf("%s: %v, expected %v", what, found, expected)
}

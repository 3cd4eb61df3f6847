// The same pair as a straightforward Go program makes it, measured as Sources/Measuring does.
package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"
)

func pair() (verifier, challenge string) {
	octets := make([]byte, 32)
	if _, err := rand.Read(octets); err != nil {
		panic(err)
	}
	verifier = base64.RawURLEncoding.EncodeToString(octets)
	digest := sha256.Sum256([]byte(verifier))
	return verifier, base64.RawURLEncoding.EncodeToString(digest[:])
}

func argument(index, otherwise int) int {
	if len(os.Args) > index {
		if n, err := strconv.Atoi(os.Args[index]); err == nil && n > 0 {
			return n
		}
	}
	return otherwise
}

func main() {
	iterations, rounds := argument(1, 200000), argument(2, 5)
	check := 0
	var times []float64
	for round := 0; round <= rounds; round++ {
		start := time.Now()
		for i := 0; i < iterations; i++ {
			verifier, challenge := pair()
			check += int(challenge[len(challenge)-1]) + len(verifier)
		}
		elapsed := float64(time.Since(start).Nanoseconds()) / float64(iterations)
		if round > 0 {
			times = append(times, elapsed)
		}
	}
	list := make([]string, len(times))
	for i, t := range times {
		list[i] = fmt.Sprintf("%.1f", t)
	}
	sort.Float64s(times)
	fmt.Printf("{\"name\": \"go\", \"ns\": %.1f, \"rounds\": [%s], \"iterations\": %d, \"check\": %d}\n",
		times[len(times)/2], strings.Join(list, ", "), iterations, check)
}

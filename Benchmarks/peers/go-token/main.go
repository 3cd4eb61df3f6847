// What Go's usual library does for a token in memory (golang.org/x/oauth2, ReuseTokenSource), and a straightforward program that
// seals tokens with AES-GCM and replaces a file durably; measured as Sources/Measuring does.
//
// token-session WHAT FOLDER [ITERATIONS] [ROUNDS], with WHAT as in Sources/token-session.
package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

type nowhere struct{}

func (nowhere) Token() (*oauth2.Token, error) { return nil, fmt.Errorf("no network") }

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func sealer(folder string) cipher.AEAD {
	path := filepath.Join(folder, "go-key")
	key, err := os.ReadFile(path)
	if err != nil {
		key = make([]byte, 32)
		_, err = rand.Read(key)
		must(err)
		must(os.WriteFile(path, key, 0o600))
	}
	block, err := aes.NewCipher(key)
	must(err)
	aead, err := cipher.NewGCM(block)
	must(err)
	return aead
}

func write(folder string, token *oauth2.Token, aead cipher.AEAD) {
	plain, err := json.Marshal(token)
	must(err)
	nonce := make([]byte, aead.NonceSize())
	_, err = rand.Read(nonce)
	must(err)
	file, err := os.OpenFile(filepath.Join(folder, "go-token.new"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	must(err)
	_, err = file.Write(aead.Seal(nonce, nonce, plain, []byte("ada")))
	must(err)
	must(file.Sync())
	must(file.Close())
	must(os.Rename(filepath.Join(folder, "go-token.new"), filepath.Join(folder, "go-token")))
	directory, err := os.Open(folder)
	must(err)
	must(directory.Sync())
	must(directory.Close())
}

func read(folder string, aead cipher.AEAD) *oauth2.Token {
	sealed, err := os.ReadFile(filepath.Join(folder, "go-token"))
	must(err)
	plain, err := aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], []byte("ada"))
	must(err)
	token := &oauth2.Token{}
	must(json.Unmarshal(plain, token))
	return token
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
	what, folder := os.Args[1], os.Args[2]
	iterations, rounds := argument(3, 200000), argument(4, 5)
	token := &oauth2.Token{
		AccessToken: strings.Repeat("a", 1200), RefreshToken: strings.Repeat("r", 200), Expiry: time.Now().Add(time.Hour),
	}
	source := oauth2.ReuseTokenSource(token, nowhere{})
	aead := sealer(folder)
	operation := func() int {
		token, err := source.Token()
		must(err)
		return len(token.AccessToken)
	}
	tasks := 1
	switch what {
	case "contended":
		tasks = 64
	case "read":
		write(folder, token, aead)
		operation = func() int { return len(read(folder, aead).AccessToken) }
	case "write":
		operation = func() int {
			write(folder, token, aead)
			return 1
		}
	}
	check := 0
	var times []float64
	for round := 0; round <= rounds; round++ {
		var group sync.WaitGroup
		sums := make([]int, tasks)
		start := time.Now()
		for task := 0; task < tasks; task++ {
			group.Add(1)
			go func(task int) {
				defer group.Done()
				for i := 0; i < iterations/tasks; i++ {
					sums[task] += operation()
				}
			}(task)
		}
		group.Wait()
		elapsed := float64(time.Since(start).Nanoseconds()) / float64(iterations)
		for _, sum := range sums {
			check += sum
		}
		if round > 0 {
			times = append(times, elapsed)
		}
	}
	list := make([]string, len(times))
	for i, t := range times {
		list[i] = fmt.Sprintf("%.1f", t)
	}
	sort.Float64s(times)
	fmt.Printf("{\"name\": \"go %s\", \"ns\": %.1f, \"rounds\": [%s], \"iterations\": %d, \"check\": %d}\n",
		what, times[len(times)/2], strings.Join(list, ", "), iterations, check)
}

package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"time"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

// A server is the result of go-oidc's discovery, with the metadata members that go-oidc has no accessors for.
type server struct {
	provider *oidc.Provider
	issuer   string
	metadata struct {
		Registration string   `json:"registration_endpoint"`
		Device       string   `json:"device_authorization_endpoint"`
		Grants       []string `json:"grant_types_supported"`
		Methods      []string `json:"token_endpoint_auth_methods_supported"`
		Algorithms   []string `json:"id_token_signing_alg_values_supported"`
		HasIssuer    bool     `json:"authorization_response_iss_parameter_supported"`
	}
}

func has(list []string, wanted string) bool {
	for _, value := range list {
		if value == wanted {
			return true
		}
	}
	return false
}

// need has the flow be left out if the server doesn't announce something.
func need(isThere bool, what string) {
	if !isThere {
		panic(notOffered(what))
	}
}

func discover(ctx context.Context, issuer string) *server {
	found := &server{provider: must(oidc.NewProvider(ctx, issuer)), issuer: issuer}
	check(found.provider.Claims(&found.metadata))
	return found
}

// A registered is the part of the server's answer to a registration that a client needs (RFC 7591 §3.2.1).
type registered struct {
	ID     string `json:"client_id"`
	Secret string `json:"client_secret"`
}

// register registers a client with one authentication method; x/oauth2 has no function for it.
func (s *server) register(method string, more map[string]interface{}) (client registered) {
	need(s.metadata.Registration != "", "registration_endpoint")
	need(has(s.metadata.Methods, method), method)
	wanted := map[string]interface{}{
		"client_name": "Go", "redirect_uris": []string{"http://127.0.0.1/callback"}, "token_endpoint_auth_method": method,
		"application_type": "native", "grant_types": []string{"authorization_code", "refresh_token"},
		"response_types": []string{"code"}, "scope": "openid profile email offline_access"}
	for name, value := range more {
		wanted[name] = value
	}
	body := bytes.NewReader(must(json.Marshal(wanted)))
	read(must(http.Post(s.metadata.Registration, "application/json", body)), http.StatusCreated, &client)
	return client
}

// read decodes a JSON answer, if it has the right status.
func read(answer *http.Response, status int, into interface{}) {
	defer answer.Body.Close()
	body := must(io.ReadAll(io.LimitReader(answer.Body, 1<<20)))
	if answer.StatusCode != status {
		panic(fmt.Errorf("%s, expected %d: %.300s", answer.Status, status, body))
	}
	check(json.Unmarshal(body, into))
}

func random() string {
	bytes := make([]byte, 32)
	must(rand.Read(bytes))
	return base64.RawURLEncoding.EncodeToString(bytes)
}

// person opens a URL with the played user: Chromium or a script (BROWSER).
func person(ctx context.Context, address string, environment ...string) {
	command := exec.CommandContext(ctx, os.Getenv("BROWSER"), address)
	command.Env = append(os.Environ(), environment...)
	if output, err := command.CombinedOutput(); err != nil {
		panic(fmt.Errorf("%v: %.300s", err, output))
	}
}

// answer listens, has the user sign in, and returns the answer. config gets its redirect URI here.
func (s *server) answer(config *oauth2.Config, environment []string, options ...oauth2.AuthCodeOption) url.Values {
	listener := must(net.Listen("tcp4", "127.0.0.1:0"))
	config.RedirectURL = fmt.Sprintf("http://%s/callback", listener.Addr())
	came := make(chan url.Values, 1)
	web := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/callback" && len(came) == 0 {
			came <- r.URL.Query()
		}
		fmt.Fprint(w, "<!doctype html><title>Go</title><p>Done.")
	})}
	go web.Serve(listener)
	defer web.Close()

	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	state := random()
	person(ctx, config.AuthCodeURL(state, options...), environment...)
	select {
	case answer := <-came:
		check(same(answer.Get("state"), state, "state"))
		if s.metadata.HasIssuer {
			check(same(answer.Get("iss"), s.issuer, "iss"))
		}
		return answer
	case <-ctx.Done():
		panic(fmt.Errorf("nobody came back"))
	}
}

// challenge is the pair of PKCE options, which this version of x/oauth2 has no names for.
func challenge() (oauth2.AuthCodeOption, []oauth2.AuthCodeOption) {
	verifier := random()
	hash := sha256.Sum256([]byte(verifier))
	return oauth2.SetAuthURLParam("code_verifier", verifier), []oauth2.AuthCodeOption{
		oauth2.SetAuthURLParam("code_challenge", base64.RawURLEncoding.EncodeToString(hash[:])),
		oauth2.SetAuthURLParam("code_challenge_method", "S256")}
}

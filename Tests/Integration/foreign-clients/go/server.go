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

func discover(ctx context.Context, issuer string) (*server, error) {
	provider, err := oidc.NewProvider(ctx, issuer)
	if err != nil {
		return nil, err
	}
	found := &server{provider: provider, issuer: issuer}
	return found, provider.Claims(&found.metadata)
}

// A registered is the part of the server's answer to a registration that a client needs (RFC 7591 §3.2.1).
type registered struct {
	ID     string `json:"client_id"`
	Secret string `json:"client_secret"`
}

// register registers a client with one authentication method; x/oauth2 has no function for it.
func (s *server) register(method string, more map[string]interface{}) (registered, error) {
	var client registered
	if s.metadata.Registration == "" {
		return client, notOffered("registration_endpoint")
	}
	if !has(s.metadata.Methods, method) {
		return client, notOffered(method)
	}
	wanted := map[string]interface{}{
		"client_name": "Go", "redirect_uris": []string{"http://127.0.0.1/callback"}, "token_endpoint_auth_method": method,
		"application_type": "native", "grant_types": []string{"authorization_code", "refresh_token"},
		"response_types": []string{"code"}, "scope": "openid profile email offline_access"}
	for name, value := range more {
		wanted[name] = value
	}
	body, err := json.Marshal(wanted)
	if err != nil {
		return client, err
	}
	answer, err := http.Post(s.metadata.Registration, "application/json", bytes.NewReader(body))
	if err != nil {
		return client, err
	}
	return client, read(answer, http.StatusCreated, &client)
}

// read decodes a JSON answer, if it has the right status.
func read(answer *http.Response, status int, into interface{}) error {
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if err != nil {
		return err
	}
	if answer.StatusCode != status {
		return fmt.Errorf("%s, expected %d: %.300s", answer.Status, status, body)
	}
	return json.Unmarshal(body, into)
}

func random() string {
	octets := make([]byte, 32)
	if _, err := rand.Read(octets); err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(octets)
}

// person opens a URL with the played user: Chromium or a script (BROWSER).
func person(ctx context.Context, address string, environment ...string) error {
	command := exec.CommandContext(ctx, os.Getenv("BROWSER"), address)
	command.Env = append(os.Environ(), environment...)
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %.300s", err, output)
	}
	return nil
}

// answer listens, has the user sign in, and returns the answer. config gets its redirect URI here.
func (s *server) answer(config *oauth2.Config, environment []string, options ...oauth2.AuthCodeOption) (url.Values, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	config.RedirectURL = fmt.Sprintf("http://%s/callback", listener.Addr())
	came := make(chan url.Values, 1)
	web := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/callback" {
			http.NotFound(w, r)
			return
		}
		select {
		case came <- r.URL.Query():
		default:
		}
		fmt.Fprint(w, "<!doctype html><title>Go</title><p>Done.")
	})}
	go web.Serve(listener)
	defer web.Close()

	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	state := random()
	if err := person(ctx, config.AuthCodeURL(state, options...), environment...); err != nil {
		return nil, err
	}
	select {
	case answer := <-came:
		if err := same(answer.Get("state"), state, "state"); err != nil {
			return nil, err
		}
		if s.metadata.HasIssuer {
			return answer, same(answer.Get("iss"), s.issuer, "iss")
		}
		return answer, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("nobody came back")
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

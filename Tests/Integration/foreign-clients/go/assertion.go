package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/jwt"
)

// The issuer that the configured server trusts (Tests/Integration/foreign-clients/trusted.py).
const company = "https://company.example"

const bearerGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

// A basic adds the client's credentials to requests, because x/oauth2's assertions have no place for them.
type basic struct{ registered }

func (b basic) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.SetBasicAuth(b.ID, b.Secret)
	return http.DefaultTransport.RoundTrip(request)
}

// assertion redeems an issuer's assertion about the user, which x/oauth2 creates for an hour, signed with
// RS256 and without jti (RFC 7523 §2.1).
func (s *server) assertion(ctx context.Context) (string, error) {
	need(has(s.metadata.Grants, bearerGrant), bearerGrant)
	client := s.register("client_secret_basic", map[string]interface{}{
		"grant_types": []string{"authorization_code", bearerGrant}, "scope": "profile email"})
	key := must(os.ReadFile(filepath.Join(os.Getenv("FOREIGN_KEYS"), "rs256.pem")))
	sub := s.subject(ctx)
	config := jwt.Config{
		Email: company, Subject: sub, PrivateKey: key, PrivateKeyID: "rs256", TokenURL: s.provider.Endpoint().TokenURL}
	token := must(config.TokenSource(context.WithValue(ctx, oauth2.HTTPClient, &http.Client{Transport: basic{client}})).Token())
	info := must(s.provider.UserInfo(ctx, oauth2.StaticTokenSource(token)))
	config.Subject = "nobody"
	if _, err := config.TokenSource(context.WithValue(ctx, oauth2.HTTPClient, &http.Client{Transport: basic{client}})).Token(); err == nil {
		return "", fmt.Errorf("granted for somebody who isn't there")
	}
	return "an hour's assertion; another person refused", same(info.Subject, sub, "sub at UserInfo")
}

// subject is the user's name at the server.
func (s *server) subject(ctx context.Context) string {
	client := s.register("none", nil)
	config := &oauth2.Config{ClientID: client.ID, Endpoint: s.provider.Endpoint(), Scopes: []string{oidc.ScopeOpenID}}
	config.Endpoint.AuthStyle = oauth2.AuthStyleInParams
	verifier, options := challenge()
	answer := s.answer(config, nil, options...)
	token := must(config.Exchange(ctx, answer.Get("code"), verifier))
	return must(s.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))).Subject
}

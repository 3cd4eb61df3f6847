// Has golang.org/x/oauth2 and go-oidc, in Debian's versions, complete every flow that they support at an authorization server.
//
//	BROWSER=Tests/Integration/shared/person.py foreign-go ISSUER
//
// It registers its clients itself, without a token. FOREIGN_CHROMIUM names a browser for the one flow
// that uses a real one, FOREIGN_CONFIGURED the server with trusted.py's settings, and FOREIGN_KEYS
// the folder with the keys that it trusts.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

var scopes = []string{oidc.ScopeOpenID, "profile", "email", oidc.ScopeOfflineAccess}

var styles = map[string]oauth2.AuthStyle{
	"none": oauth2.AuthStyleInParams, "client_secret_post": oauth2.AuthStyleInParams, "client_secret_basic": oauth2.AuthStyleInHeader}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: foreign-go ISSUER")
		os.Exit(2)
	}
	ctx := context.Background()
	var s *server
	flow("discovery", func() (string, error) {
		s = discover(ctx, os.Args[1])
		return "issuer as asked for", nil
	})
	if s == nil {
		os.Exit(1)
	}
	for _, method := range []string{"none", "client_secret_basic", "client_secret_post"} {
		method := method
		flow("code with PKCE and nonce, ID token, UserInfo, refresh: "+method, func() (string, error) {
			return s.signIn(ctx, method, styles[method], "")
		})
	}
	// By default x/oauth2 tries the header first, and the form if that was rejected.
	flow("the same, with the way to authenticate found out by trying: none", func() (string, error) {
		return s.signIn(ctx, "none", oauth2.AuthStyleAutoDetect, "")
	})
	for _, alg := range []string{oidc.ES256, oidc.PS256} {
		alg := alg
		flow("ID tokens with "+alg, func() (string, error) { return s.signIn(ctx, "none", oauth2.AuthStyleInParams, alg) })
	}
	flow("code with PKCE and nonce, in Chromium", func() (string, error) {
		defer os.Setenv("BROWSER", os.Getenv("BROWSER"))
		os.Setenv("BROWSER", os.Getenv("FOREIGN_CHROMIUM"))
		return s.signIn(ctx, "none", oauth2.AuthStyleInParams, "")
	})
	flow("the person refuses", s.refusal)
	for _, method := range []string{"client_secret_basic", "client_secret_post"} {
		method := method
		flow("client credentials: "+method, func() (string, error) { return s.credentials(ctx, method) })
	}
	flow("device: public client", func() (string, error) { return s.device(ctx) })
	flow("JWT bearer grant with RS256", func() (string, error) {
		return discover(ctx, os.Getenv("FOREIGN_CONFIGURED")).assertion(ctx)
	})
	if failed > 0 {
		os.Exit(1)
	}
}

// signIn runs the code flow; alg is the ID token's, or empty for go-oidc's default, RS256.
func (s *server) signIn(ctx context.Context, method string, style oauth2.AuthStyle, alg string) (string, error) {
	more, checks := map[string]interface{}{}, &oidc.Config{}
	if alg != "" {
		need(has(s.metadata.Algorithms, alg), alg)
		more["id_token_signed_response_alg"], checks.SupportedSigningAlgs = alg, []string{alg}
	}
	client := s.register(method, more)
	checks.ClientID = client.ID
	config := &oauth2.Config{ClientID: client.ID, ClientSecret: client.Secret, Endpoint: s.provider.Endpoint(), Scopes: scopes}
	config.Endpoint.AuthStyle = style
	verifier, options := challenge()
	nonce := random()
	answer := s.answer(config, nil, append(options, oidc.Nonce(nonce))...)
	check(same(answer.Get("error"), "", "error"))
	token := must(config.Exchange(ctx, answer.Get("code"), verifier))
	text, _ := token.Extra("id_token").(string)
	idToken := must(s.provider.Verifier(checks).Verify(ctx, text))
	check(same(idToken.Nonce, nonce, "nonce"))
	check(idToken.VerifyAccessToken(token.AccessToken))
	info := must(s.provider.UserInfo(ctx, oauth2.StaticTokenSource(token)))
	check(same(info.Subject, idToken.Subject, "sub at UserInfo"))
	// With an expiry in the past x/oauth2's own client refreshes before its next request.
	old := *token
	token.Expiry = time.Now().Add(-time.Hour)
	source := config.TokenSource(ctx, token)
	again := must(s.provider.UserInfo(ctx, source))
	fresh := must(source.Token())
	if fresh.AccessToken == old.AccessToken {
		return "", fmt.Errorf("refreshing gave the same access token")
	}
	return fmt.Sprintf("signature, iss, aud, exp, nonce, at_hash; email %q; refreshed", info.Email),
		same(again.Subject, idToken.Subject, "sub at UserInfo after refreshing")
}

func (s *server) refusal() (string, error) {
	client := s.register("none", nil)
	config := &oauth2.Config{ClientID: client.ID, Endpoint: s.provider.Endpoint(), Scopes: scopes}
	_, options := challenge()
	answer := s.answer(config, []string{"INTEROP_DECISION=deny"}, options...)
	return "access_denied, with state", same(answer.Get("error"), "access_denied", "error")
}

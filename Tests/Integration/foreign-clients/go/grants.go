package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

func (s *server) credentials(ctx context.Context, method string) (string, error) {
	need(has(s.metadata.Grants, "client_credentials"), "client_credentials")
	client := s.register(method, map[string]interface{}{
		"grant_types": []string{"client_credentials"}, "response_types": []string{}, "scope": "profile"})
	config := clientcredentials.Config{
		ClientID: client.ID, ClientSecret: client.Secret, TokenURL: s.provider.Endpoint().TokenURL, Scopes: []string{"profile"},
		AuthStyle: styles[method]}
	token := must(config.Token(ctx))
	return fmt.Sprintf("%s until %s", token.Type(), token.Expiry.Format("15:04")), same(token.RefreshToken, "", "refresh token")
}

// device polls with x/oauth2's Exchange; this version leaves the poll's parameters to the caller (RFC 8628 §3.4).
func (s *server) device(ctx context.Context) (string, error) {
	need(s.metadata.Device != "", "device_authorization_endpoint")
	client := s.register("none", map[string]interface{}{
		"grant_types": []string{deviceGrant, "refresh_token"}, "response_types": []string{}})
	answer := must(http.PostForm(s.metadata.Device, url.Values{"client_id": {client.ID}, "scope": {strings.Join(scopes, " ")}}))
	var asked struct {
		Code     string `json:"device_code"`
		Address  string `json:"verification_uri_complete"`
		Interval int    `json:"interval"`
	}
	read(answer, http.StatusOK, &asked)
	config := &oauth2.Config{ClientID: client.ID, Endpoint: s.provider.Endpoint()}
	config.Endpoint.AuthStyle = oauth2.AuthStyleInParams
	poll := func() (*oauth2.Token, error) {
		return config.Exchange(ctx, "", oauth2.SetAuthURLParam("grant_type", deviceGrant),
			oauth2.SetAuthURLParam("device_code", asked.Code))
	}
	if _, err := poll(); err == nil || !strings.Contains(err.Error(), "authorization_pending") {
		return "", fmt.Errorf("before the person decided: %v", err)
	}
	person(ctx, asked.Address)
	if asked.Interval == 0 {
		asked.Interval = 5
	}
	time.Sleep(time.Duration(asked.Interval)*time.Second + 50*time.Millisecond)
	token := must(poll())
	text, _ := token.Extra("id_token").(string)
	must(s.provider.Verifier(&oidc.Config{ClientID: client.ID}).Verify(ctx, text))
	token.Expiry = time.Now().Add(-time.Hour)
	must(config.TokenSource(ctx, token).Token())
	return fmt.Sprintf("interval %d, ID token, refreshed", asked.Interval), nil
}

// A client that is a page of another origin. It uses fetch for every request, so it can read only what
// the server lets any page read. Tests/Integration/foreign-clients/chromium.py calls the functions. The session's storage
// keeps values during the way to the server and back.
"use strict";

const base64url = octets =>
  btoa(String.fromCharCode(...new Uint8Array(octets))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const octets = text => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), one => one.charCodeAt(0));
const text = value => base64url(new TextEncoder().encode(value));
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
const digest = async value => base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(value)));

const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const VERIFYING = { ES256, RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } };
let nonce;

// A DPoP proof (RFC 9449 §4.2).
async function proof(key, method, address, token) {
  const { kty, crv, x, y } = key;
  const claims = { jti: random(), htm: method, htu: address, iat: Math.floor(Date.now() / 1000) };
  if (token) claims.ath = await digest(token);
  if (nonce) claims.nonce = nonce;
  const signed = text(JSON.stringify({ typ: "dpop+jwt", alg: "ES256", jwk: { kty, crv, x, y } })) + "." + text(JSON.stringify(claims));
  const signing = await crypto.subtle.importKey("jwk", key, ES256, false, ["sign"]);
  return signed + "." + base64url(await crypto.subtle.sign(ES256, signing, new TextEncoder().encode(signed)));
}

// Sends a request with a proof, and once more if the server asks for its nonce (RFC 9449 §8).
async function send(key, method, address, headers, body, token) {
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(address, { method, body, headers: { ...headers, DPoP: await proof(key, method, address, token) } });
    const given = answer.headers.get("DPoP-Nonce");
    if (!given || given === nonce || attempt > 0) return answer;
    nonce = given;
    if (answer.ok) return answer;
  }
}

// Discovers, registers and goes to the server; resolves as it leaves.
async function begin(issuer) {
  const metadata = await (await fetch(issuer + "/.well-known/openid-configuration")).json();
  const keys = (await (await fetch(metadata.jwks_uri)).json()).keys;
  const redirect = location.origin + "/callback";
  const registered = await (await fetch(metadata.registration_endpoint, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      client_name: "Page", redirect_uris: [redirect], token_endpoint_auth_method: "none",
      grant_types: ["authorization_code"], scope: "openid profile" }),
  })).json();
  const pair = await crypto.subtle.generateKey(ES256, true, ["sign"]);
  const kept = {
    metadata, keys, redirect, client: registered.client_id, state: random(), verifier: random(),
    key: await crypto.subtle.exportKey("jwk", pair.privateKey) };
  sessionStorage.setItem("kept", JSON.stringify(kept));
  location.assign(metadata.authorization_endpoint + "?" + await question(kept));
  return { client: kept.client, keys: keys.length };
}

async function question({ client, redirect, state, verifier }) {
  return new URLSearchParams({
    response_type: "code", client_id: client, redirect_uri: redirect, scope: "openid profile", state,
    code_challenge: await digest(verifier), code_challenge_method: "S256" });
}

// Redeems the code in this page's URL, and reads UserInfo.
async function finish() {
  const { metadata, keys, client, redirect, state, verifier, key } = JSON.parse(sessionStorage.getItem("kept"));
  const answer = new URLSearchParams(location.search);
  if (answer.get("state") !== state || answer.get("iss") !== metadata.issuer) throw new Error("an answer to somebody else");
  const form = new URLSearchParams({
    grant_type: "authorization_code", code: answer.get("code"), client_id: client, redirect_uri: redirect, code_verifier: verifier });
  const token = await (await send(key, "POST", metadata.token_endpoint, {}, form)).json();
  if (!token.access_token) throw new Error("no token: " + token.error + ", " + token.error_description);
  const person = await (await send(
    key, "GET", metadata.userinfo_endpoint, { Authorization: "DPoP " + token.access_token }, undefined, token.access_token)).json();
  const refused = await fetch(metadata.userinfo_endpoint, { headers: { Authorization: "Bearer " + token.access_token } });
  const again = await send(key, "POST", metadata.token_endpoint, {}, form);
  return {
    tokenType: token.token_type, sub: person.sub, signed: await claims(token.id_token, keys),
    refused: [refused.status, refused.headers.get("WWW-Authenticate")],
    again: [again.status, (await again.json()).error] };
}

// An ID token's claims, if one of the server's keys signed it.
async function claims(token, keys) {
  const [header, payload, signature] = token.split(".");
  const { alg, kid } = JSON.parse(new TextDecoder().decode(octets(header)));
  const key = await crypto.subtle.importKey("jwk", keys.find(key => key.kid === kid), VERIFYING[alg], false, ["verify"]);
  const holds = await crypto.subtle.verify(VERIFYING[alg], key, octets(signature), new TextEncoder().encode(header + "." + payload));
  return holds ? JSON.parse(new TextDecoder().decode(octets(payload))) : null;
}

// The part of an answer that this page can read, with the browser's cookies and without, and whether
// the server was reached at all.
async function look(address, body) {
  const options = body === undefined ? {} : { method: "POST", body: new URLSearchParams(body) };
  const seen = async more => {
    try {
      const answer = await fetch(address, { ...options, ...more });
      return answer.type === "opaque" ? "opaque" : "read: " + answer.status;
    } catch (error) {
      return error.name;
    }
  };
  return [await seen({ mode: "no-cors" }), await seen({}), await seen({ credentials: "include" })];
}

// The endpoints for users and for resource servers.
async function closed() {
  const kept = JSON.parse(sessionStorage.getItem("kept"));
  const { authorization_endpoint: authorize, introspection_endpoint: introspect, issuer } = kept.metadata;
  const asked = await question(kept);
  return {
    "sign-in page": await look(authorize + "?" + asked),
    "answer without a page": await look(authorize + "?" + asked + "&prompt=none"),
    "error page": await look(authorize),
    "decision": await look(authorize + "/decision", { decision: "approve" }),
    "device page": await look(issuer + "/device"),
    "sign-out page": await look(kept.metadata.end_session_endpoint),
    "introspection": await look(introspect, { token: "x" }) };
}

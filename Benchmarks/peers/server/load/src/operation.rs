//! What a connection does again and again, and whether the answers are what they have to be.
use crate::fail;
use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// A number for a `state` and a `nonce`, which no request had before: servers may refuse a nonce that they know.
fn next() -> u64 {
    static NEXT: OnceLock<AtomicU64> = OnceLock::new();
    let begin = || AtomicU64::new(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as u64));
    NEXT.get_or_init(begin).fetch_add(1, Ordering::Relaxed)
}

pub enum Operation {
    Flow { authorize: String, token: Post },
    Refresh { token: Post, refresh_token: String },
    Introspect { request: String },
    Metadata { request: String },
}

/// A form whose last value changes.
pub struct Post {
    head: String,
    body: String,
}

impl Post {
    fn new(address: &str, path: &str, more: &str, body: &str) -> Post {
        Post {
            head: format!(
                "POST {path} HTTP/1.1\r\nHost: {address}\r\nAccept: */*\r\nContent-Type: application/x-www-form-urlencoded\r\n{more}Content-Length: "
            ),
            body: body.to_string(),
        }
    }

    fn write(&self, last: &str, into: &mut String) {
        let _ = write!(into, "{}{}\r\n\r\n{}{}", self.head, self.body.len() + last.len(), self.body, last);
    }
}

impl Operation {
    pub fn parse(name: &str, address: &str, line: &str) -> Option<Operation> {
        let fields: Vec<&str> = line.split('\t').collect();
        Some(match (name, fields.as_slice()) {
            ("flow", [cookie, target, path, body]) => Operation::Flow {
                authorize: format!(" HTTP/1.1\r\nHost: {address}\r\nAccept: */*\r\nCookie: {cookie}\r\n\r\n\t{target}"),
                token: Post::new(address, path, "", body),
            },
            ("refresh", [path, body, token]) => {
                Operation::Refresh { token: Post::new(address, path, "", body), refresh_token: token.to_string() }
            }
            ("introspect", [path, authorization, body]) => {
                let mut request = String::new();
                Post::new(address, path, &format!("Accept: application/json\r\nAuthorization: {authorization}\r\n"), "").write(body, &mut request);
                Operation::Introspect { request }
            }
            ("metadata", [path]) => {
                Operation::Metadata { request: format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: */*\r\n\r\n") }
            }
            _ => return None,
        })
    }

    /// The first request.
    pub fn begin(&mut self, into: &mut String) {
        match self {
            Operation::Flow { authorize, .. } => {
                let count = next();
                let (rest, target) = authorize.split_once('\t').unwrap_or(("", ""));
                let _ = write!(into, "GET {target}&state=state-{count:016}&nonce=nonce-{count:016}{rest}");
            }
            Operation::Refresh { token, refresh_token } => token.write(&encoded(refresh_token), into),
            Operation::Introspect { request } | Operation::Metadata { request } => into.push_str(request),
        }
    }

    /// Looks at an answer, and writes the request that follows it.
    ///
    /// Returns whether that was all.
    pub fn go_on(&mut self, status: u16, location: Option<&str>, body: &str, into: &mut String) -> bool {
        match self {
            Operation::Flow { token, .. } => {
                if let (302 | 303, Some(location)) = (status, location) {
                    let Some(code) = parameter(location, "code") else { fail("an authorization request was answered without a code") };
                    token.write(code, into);
                    return false;
                }
                expect(status, body, "a token request");
                for name in ["access_token", "id_token", "refresh_token"] {
                    if member(body, name).is_none() {
                        fail("a token request was answered without all three tokens");
                    }
                }
            }
            Operation::Refresh { refresh_token, .. } => {
                expect(status, body, "a refresh");
                match (member(body, "access_token"), member(body, "refresh_token")) {
                    (Some(_), Some(token)) if token != refresh_token => *refresh_token = token.to_string(),
                    _ => fail("a refresh was answered without a new refresh token"),
                }
            }
            Operation::Introspect { .. } => {
                expect(status, body, "an introspection");
                if !body.contains("\"active\":true") && !body.contains("\"active\": true") {
                    fail("a live token isn't active");
                }
            }
            Operation::Metadata { .. } => {
                expect(status, body, "a request for metadata");
                if member(body, "token_endpoint").is_none() {
                    fail("metadata has no token endpoint");
                }
            }
        }
        true
    }

    /// With which the connection can go on later.
    pub fn refresh_token(&self) -> Option<&str> {
        match self {
            Operation::Refresh { refresh_token, .. } => Some(refresh_token),
            _ => None,
        }
    }
}

fn expect(status: u16, body: &str, what: &str) {
    if status != 200 {
        let start: String = body.chars().take(300).collect();
        fail(&format!("{what} was answered with {status}: {start}"));
    }
}

/// The value of a parameter in a query, as it is spelled there.
fn parameter<'a>(address: &'a str, name: &str) -> Option<&'a str> {
    let query = address.split_once('?')?.1;
    query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

/// The text that a member of a JSON object has, if nothing in it is escaped.
fn member<'a>(json: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = json;
    loop {
        rest = &rest[rest.find(name)? + name.len()..];
        if let Some(after) = rest.strip_prefix('"') {
            let value = after.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
            return value.split('"').next();
        }
    }
}

/// A value in a form.
fn encoded(text: &str) -> String {
    text.replace('%', "%25").replace('+', "%2B").replace('=', "%3D").replace('&', "%26")
}

import Evidence
import HTTPTypes
import OAuthCore
import Testing

@Suite(.covers("RFC 3986 §6.2")) struct EndpointTests {
  @Test(arguments: [
    "https://login.example.com/authorize", "https://login.example.com", "https://login.example.com:8443/a?tenant=1",
    "http://127.0.0.1:8080/authorize", "http://[::1]:8080/authorize", "http://localhost/authorize",
  ])
  func `https and http to loopback are valid endpoints`(_ text: String) throws {
    #expect(try Endpoint(text).text == text)
  }

  @Test(arguments: [
    ("http://login.example.com/", URIError.notHTTPS), ("http://127.0.0.1.example.com/", .notHTTPS),
    ("http://localhost.example.com/", .notHTTPS), ("http://127.0.0.2/", .notHTTPS), ("ftp://example.com/", .notHTTPS),
    ("https://example.com/#", .fragment), ("https://example.com/a#b", .fragment),
    ("https://user@example.com/", .userInfo), ("https://user:pass@example.com/", .userInfo),
    ("https:///authorize", .noHost), ("https:authorize", .noHost), ("/authorize", .notAbsolute),
    ("example.com/authorize", .notAbsolute), ("", .notAbsolute), ("https://exa mple.com/", .notAbsolute),
    ("https://example.com/\u{0}", .notAbsolute), ("https://example.com/\r\nHost: x", .notAbsolute),
    ("https://ex\u{E4}mple.com/", .notAbsolute), ("https://example.com/%zz", .notAbsolute),
    ("https://example.com:0/", .notAbsolute), ("https://example.com:99999/", .notAbsolute),
    ("https://example.com\\@evil.example/", .notAbsolute),
  ])
  func `Everything else is rejected with its reason`(_ text: String, _ error: URIError) {
    #expect(throws: error) { try Endpoint(text) }
  }

  @Test func `Literals need no try`() throws {
    #expect(try Endpoint(constant: "https://a.example/b?c") == Endpoint("https://a.example/b?c"))
    #expect(try Issuer(constant: "https://a.example") == Issuer("https://a.example"))
    #expect(try RedirectURI(constant: "com.example.app:/callback") == RedirectURI("com.example.app:/callback"))
  }

  @Test func `A URI that is too long is rejected`() {
    #expect(throws: URIError.tooLong(limit: 8_192)) {
      try Endpoint("https://example.com/" + String(repeating: "a", count: 8_192))
    }
  }

  // RFC 6749 §3.1: the endpoint's own query is preserved.
  @Test(arguments: [
    ("https://a.example/x", "https://a.example/x?p=1"), ("https://a.example/x?t=2", "https://a.example/x?t=2&p=1"),
    ("https://a.example/x?", "https://a.example/x?p=1"), ("https://a.example/x?t=2&", "https://a.example/x?t=2&p=1"),
    ("https://a.example", "https://a.example?p=1"),
  ])
  func `Parameters are added after an existing query`(_ text: String, _ expected: String) throws {
    var parameters = FormParameters()
    parameters.append("p", "1")
    #expect(try Endpoint(text).adding(parameters) == expected)
  }

  @Test func `A request has the endpoint's authority and path, and a description has no query`() throws {
    let endpoint = try Endpoint("https://a.example:8443/token?k=s3cr3t")
    let request = endpoint.request(.post)
    #expect(request.scheme == "https")
    #expect(request.authority == "a.example:8443")
    #expect(request.path == "/token?k=s3cr3t")
    #expect("\(endpoint)" == "https://a.example:8443/token")
    #expect(try Endpoint("https://a.example:443").request(.get).authority == "a.example")
    #expect(try Endpoint("https://a.example").request(.get).path == "/")
    #expect(try Endpoint("http://[::1]:80/").origin == "http://[::1]")
  }
}

@Suite(.covers("RFC 3986 §6.2")) struct IssuerTests {
  @Test func `An issuer is stored as written and compared byte for byte`() throws {
    let plain = try Issuer("https://a.example")
    let slash = try Issuer("https://a.example/")
    #expect(plain != slash)
    #expect(plain != (try Issuer("https://A.example")))
    #expect(plain.pathPrefix == "" && slash.pathPrefix == "")
    #expect(try Issuer("https://a.example/t/1/").pathPrefix == "/t/1")
  }

  @Test(
    .covers("question: Is HTTPS required at the API endpoint", "question: Does the authorization URL have a fragment"))
  func `An issuer has no query and no fragment`() {
    #expect(throws: URIError.query) { try Issuer("https://a.example/?a=b") }
    #expect(throws: URIError.query) { try Issuer("https://a.example/?") }
    #expect(throws: URIError.fragment) { try Issuer("https://a.example/#a") }
    #expect(throws: URIError.notHTTPS) { try Issuer("http://a.example") }
  }
}

@Suite(.covers("RFC 3986 §6.2")) struct RedirectURITests {
  @Test(arguments: [
    "relay://oauth/callback", "com.googleusercontent.apps.123:/oauth", "com.example.app:callback",
    "https://app.example/callback?a=b", "http://127.0.0.1/callback", "http://[::1]:1234/", "http://localhost:3000/cb",
  ])
  func `Custom schemes, https links and loopback addresses are redirect URIs`(_ text: String) throws {
    #expect(try RedirectURI(text).text == text)
  }

  @Test(arguments: [
    ("javascript:alert(1)", URIError.forbiddenScheme), ("JavaScript:alert(1)", .forbiddenScheme),
    ("data:text/html,x", .forbiddenScheme), ("file:///etc/passwd", .forbiddenScheme),
    ("http://app.example/callback", .notHTTPS), ("https://app.example/#x", .fragment),
    ("https://a@app.example/", .userInfo), ("https:///x", .noHost), ("callback", .notAbsolute), ("", .notAbsolute),
  ])
  func `Unsafe addresses are rejected as redirect URIs`(_ text: String, _ error: URIError) {
    #expect(throws: error) { try RedirectURI(text) }
  }

  // Servers matched redirect URIs by prefix, or matched the loopback port exactly.
  @Test(
    .covers("CVE-2024-8883"),
    arguments: [
      ("https://app.example/cb", "https://app.example/cb", true),
      ("https://app.example/cb", "https://app.example/cb/evil", false),
      ("https://app.example/cb", "https://app.example/cb?x=1", false),
      ("https://app.example/cb", "https://app.example:8443/cb", false),
      ("https://app.example/cb", "https://APP.example/cb", false),
      ("https://app.example/cb", "https://app.example/%63b", false),
      ("https://app.example/cb", "https://app.example.evil.example/cb", false),
      ("http://127.0.0.1/cb", "http://127.0.0.1:49152/cb", true),
      ("http://127.0.0.1:8080/cb", "http://127.0.0.1:49152/cb", true),
      ("http://127.0.0.1/cb", "http://127.0.0.1:49152/other", false),
      ("http://127.0.0.1/cb", "http://127.0.0.1:49152/cb?x=1", false),
      ("http://127.0.0.1/cb", "http://localhost:49152/cb", false),
      ("http://127.0.0.1/cb", "http://[::1]:49152/cb", false),
      ("http://[::1]/cb", "http://[::1]:49152/cb", true),
      ("http://localhost/cb", "http://localhost:49152/cb", false),
      ("http://127.0.0.1/cb", "HTTP://127.0.0.1:49152/cb", false),
      ("http://127.0.0.1/cb", "https://127.0.0.1:49152/cb", false),
      ("relay://oauth/callback", "relay://oauth/callback", true),
      ("relay://oauth/callback", "relay://oauth/callback/x", false),
    ])
  func `A sent URI must be the registered one, except for the port of a loopback address`(
    _ registered: String, _ sent: String, _ matches: Bool
  ) throws {
    #expect(try RedirectURI(registered).matches(RedirectURI(sent)) == matches)
  }

  // RFC 3986 §6.2.2: the letters of a host are compared without case, and nothing else in it is
  // changed.
  @Test func `An international name stays as written`() throws {
    let endpoint = try Endpoint("https://XN--exmple-cua.com:8443/x")
    #expect(endpoint.origin == "https://xn--exmple-cua.com:8443")
    #expect(try Issuer("https://login.xn--exmple-cua.com").text == "https://login.xn--exmple-cua.com")
    #expect(try Endpoint("https://xn--exmple-cua.com/").origin != Endpoint("https://example.com/").origin)
  }

  @Test(arguments: [
    "https://ex%C3%A4mple.com/", "https://a%2eexample/", "https://%61.example/", "https://xn--exmple-cua.com%2f/",
    "https://[fe80::1%25eth0]/",
  ])
  func `A host with percent-encoding is rejected`(_ text: String) {
    #expect(throws: URIError.self) { try Endpoint(text) }
  }
}

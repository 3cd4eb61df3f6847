import Evidence
import OAuthCore
import Testing

/// The redirect URIs of native apps (RFC 8252 §7.1, §7.2).
@Suite(.covers("RFC 8252 §7.1")) struct NativeAppRedirectURITests {
  @Test func `A private-use scheme is a reversed domain name, followed by one slash`() throws {
    #expect(try RedirectURI.privateUseScheme("com.example.app").text == "com.example.app:/callback")
    #expect(
      try RedirectURI.privateUseScheme("com.example.app", path: "/oauth2redirect/example-provider").text
        == "com.example.app:/oauth2redirect/example-provider")
    #expect(try RedirectURI.privateUseScheme("Com.Example-2.App+a").text == "Com.Example-2.App+a:/callback")
  }

  @Test(arguments: [
    "", "myapp", ".", "com.", ".com", "com..app", "1com.example", "com.exa mple", "com.exa_mple", "com.exämple",
    "com.example:app", "com.example/app", "https", "javascript", "com.example.app:", "-com.example",
  ])
  func `A scheme without a domain name is rejected`(_ scheme: String) {
    #expect(throws: URIError.schemeWithoutDomain) { try RedirectURI.privateUseScheme(scheme) }
  }

  @Test(arguments: ["", "callback", "//callback", "//evil.example/callback", "/a?b", "/a#b", "/a b", "/ä", "/%zz"])
  func `A path that isn't only a path after one slash is rejected`(_ path: String) {
    #expect(throws: URIError.notAPath) { try RedirectURI.privateUseScheme("com.example.app", path: path) }
    #expect(throws: URIError.notAPath) { try RedirectURI.claimedHTTPS(host: "app.example.com", path: path) }
    #expect(throws: URIError.notAPath) { try RedirectURI.reversedClientID(of: "1.example.net", path: path) }
  }

  @Test func `A client ID is reversed, in lower case`() throws {
    #expect(
      try RedirectURI.reversedClientID(of: "1234-ABCD.apps.googleusercontent.com").text
        == "com.googleusercontent.apps.1234-abcd:/oauth2redirect")
    #expect(
      try RedirectURI.reversedClientID(of: "client1234.usercontent.example.net", path: "/back").text
        == "net.example.usercontent.client1234:/back")
    for clientID in ["", "client", "a b.example.com", "app/1.example.com"] {
      #expect(throws: URIError.schemeWithoutDomain) { try RedirectURI.reversedClientID(of: clientID) }
    }
  }

  @Test func `A claimed link is https at a domain`() throws {
    #expect(
      try RedirectURI.claimedHTTPS(host: "app.example.com", path: "/oauth2redirect/example-provider").text
        == "https://app.example.com/oauth2redirect/example-provider")
    #expect(
      try RedirectURI.claimedHTTPS(host: "xn--bcher-kva.example").text == "https://xn--bcher-kva.example/callback")
  }

  @Test(arguments: [
    "", "localhost", "127.0.0.1", "[::1]", "app.example.com:8443", "ada@app.example.com", "https://app.example.com",
    "app.example.com/", "app..example.com", "app.example.com.", "app.exämple.com", "app_1.example.com",
    "app.example.com%2f",
  ])
  func `A host that isn't a domain name is rejected`(_ host: String) {
    #expect(throws: URIError.notADomain) { try RedirectURI.claimedHTTPS(host: host) }
  }
}

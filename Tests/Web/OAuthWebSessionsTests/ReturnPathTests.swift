import Evidence
import OAuthWebSessions
import Testing

/// RFC 9700 §4.11.1: a client must not be an open redirector.
@Suite("A path to return to") struct ReturnPathTests {
  @Test(arguments: [
    "/", "/notes", "/notes/", "/notes/1?page=2&sort=a%20b", "/a%20b/%C3%A9", "/search?next=https://other.example/",
    "/x?a=/..//", "/~ada/a.b", "/.well-known/x", "/...", "/a:b@c", "/%41",
    "/a|b", "/a^b", "/{a}", "/a%2Fb", "/a%2f", "/open/https%3A%2F%2Fother.example", "/x?a=|^{}`", #"/x?a=\\b"#,
    "/a,b;c",
  ])
  func `is one of the application itself`(text: String) {
    #expect(ReturnPath(text)?.text == text)
  }

  @Test(
    .covers("attack: an open redirector in an application", "CVE-2025-27143", "GHSA-vp58-j275-797x"),
    arguments: [
      "", "notes", "https://evil.example", "//evil.example", "///evil.example", #"/\evil.example"#, #"\\evil.example"#,
      #"/a\b"#, "/%2Fevil.example", "/%2f%2fevil.example", "/%5Cevil.example", "/%5c%5cevil.example", "/a//b",
      "/./evil", "/../evil", "/..//evil.example", "/a/..", "/a/.", "/%2e%2e/evil", "/.%2E//evil",
      "/%252Fevil.example", "/%25", "/%", "/%4", "/%zz", "/x?%", "/x?%z1",
      "/a\tb", "/\tevil", "/a\nb", "/\r\nLocation: https://evil.example", "/%0d%0aSet-Cookie:x=1", "/%00", "/%09/evil",
      "/%7F", " /a", "/a ", "/a b", "/é", "/a#b", #"/a"b"#, "/<script>", "/`", "/%2F", "/%2F/a", "/a%2F..%2Fb",
      "/a%2F.", "/..%2Fevil", "/%2e%2e%2fevil", "/a%5Cb",
      "javascript:alert(1)", "data:text/html,x", "/?x=\u{202E}", "\u{FEFF}/a",
    ])
  func `is rejected if any reader could take it for another site's address`(text: String) {
    #expect(ReturnPath(text) == nil)
  }

  @Test func `has at most 2,000 bytes`() {
    let longest = "/" + String(repeating: "a", count: 1_999)
    #expect(ReturnPath(longest) != nil)
    #expect(ReturnPath(longest + "a") == nil)
  }

  @Test func `shows no query in its description`() {
    #expect(ReturnPath("/notes?code=secret").map { "\($0)" } == "/notes")
    #expect(ReturnPath("/notes?code=secret")?.path == "/notes")
  }
}

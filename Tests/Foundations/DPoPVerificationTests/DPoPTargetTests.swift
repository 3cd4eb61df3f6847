import DPoPVerification
import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import Testing

/// RFC 9449 §4.3, 9; RFC 3986 §6.2.2, §6.2.3.
@Suite(.covers("RFC 3986 §6.2")) struct DPoPTargetTests {
  private let checker = DPoPProofChecker(usedTokenIDs: nil, clock: ManualClock().wallClock)
  private let key: SigningKey

  init() throws {
    key = try SigningKey.generate(.es256)
  }

  private func matches(_ htu: String, _ path: String?, at place: String = "https://rs.example") throws -> Bool {
    var request = ForgedProof.request()
    request.path = path
    let target = DPoPTarget(request, at: try Endpoint(place))
    let fields = try ForgedProof(key).with(["htu": .string(htu)]).fields()
    return checker.failure(fields, for: target) == nil
  }

  // CONFORMANCE: fapi2-…-dpop-negative-tests (ignore query and fragment, normalise case and default
  // port)
  @Test(
    .covers("OP FAPI2: dpop-negative-tests"),
    arguments: [
      "https://rs.example/a/b?x=y", "https://rs.example/a/b#z", "https://rs.example/a/b?x=y#z",
      "HTTPS://rs.example/a/b",
      "https://RS.Example/a/b", "https://rs.example:443/a/b", "https://rs.example/%61/b", "https://rs.example/a/./b",
      "https://rs.example/a/c/../b", "https://rs.example/../a/b",
    ])
  func `The same address in other letters is the same`(_ htu: String) throws {
    #expect(try matches(htu, "/a/b"))
    #expect(try matches("https://rs.example/a/b", String(htu.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" })))
  }

  @Test(arguments: [
    ("https://rs.example/a%2fb", "/a%2Fb", true), ("https://rs.example/a%2Fb", "/a/b", false),
    ("https://rs.example/%7euser", "/~user", true), ("https://rs.example/%E2%82%ac", "/%e2%82%AC", true),
    ("https://rs.example", "/", true), ("https://rs.example/", nil, true), ("https://rs.example?x", "/", true),
    ("https://rs.example/a/..", "/", true), ("https://rs.example/a/.", "/a/", true),
    ("https://rs.example//a", "/a", false),
    ("https://rs.example/%2e%2e/a", "/a", true), ("https://rs.example/a b", "/a b", false),
    ("https://rs.example/a|b", "/a|b", false), ("https://rs.example/%zz", "/%zz", false),
    ("https://rs.example/*", "*", false),
  ])
  func `Paths are compared as RFC 3986 describes`(_ htu: String, _ path: String?, _ expected: Bool) throws {
    #expect(try matches(htu, path) == expected)
  }

  @Test func `Scheme, host and port come from configuration`() throws {
    #expect(try matches("https://rs.example:8443/a", "/a", at: "https://rs.example:8443/resource?x"))
    #expect(try !matches("https://rs.example/a", "/a", at: "https://rs.example:8443"))
    #expect(try matches("http://[::1]:80/a", "/a", at: "http://[::1]"))
    #expect(try matches("http://127.0.0.1:8080/a", "/a", at: "http://127.0.0.1:8080"))
  }

  @Test func `An absolute request target is used if it is on the server`() throws {
    #expect(try matches("https://rs.example/a", "https://rs.example/a?x"))
    #expect(try matches("https://rs.example/", "https://rs.example"))
    #expect(try !matches("https://rs.example/a", "https://rs.example.evil.example/a"))
    #expect(try !matches("https://evil.example/a", "https://evil.example/a"))
  }
}

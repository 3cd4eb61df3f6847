import Evidence
import HTTPTypes
import OAuthCore
import Testing

/// RFC 6750 §2, RFC 9449 §7.1.
@Suite(.covers("RFC 6750 §2")) struct PresentedAccessTokenTests {
  private func find(
    _ fields: HTTPFields, path: String = "/x", form: [UInt8]? = nil
  ) throws(PresentedAccessTokenError) -> PresentedAccessToken? {
    try PresentedAccessToken.find(
      in: HTTPRequest(method: .post, scheme: "https", authority: "rs.example", path: path, headerFields: fields),
      form: form)
  }

  // The examples of RFC 6750 §2.1 and RFC 9449 §7.1.
  @Test(arguments: [
    ("Bearer mF_9.B5f-4.1JqM", TokenType.bearer, "mF_9.B5f-4.1JqM"), ("bearer   a==", .bearer, "a=="),
    ("DPoP Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU", .dpop, "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"),
    ("dpop a+b/c", .dpop, "a+b/c"),
  ])
  func `A token is found with its scheme`(_ field: String, _ scheme: TokenType, _ token: String) throws {
    let found = try #require(try find([.authorization: field]))
    #expect(found.scheme == scheme && found.token == Secret(token))
    #expect(!"\(found) \(String(reflecting: found))".contains(token))
  }

  @Test(.covers("CVE-2026-47673")) func `Other schemes and a missing field give no token`() throws {
    for field in ["Basic YTpi", "Bearertoken", "", "Token x"] {
      #expect(try find([.authorization: field]) == nil)
    }
    #expect(try find([:]) == nil && find([:], path: "/x?access_token=abc") == nil)
  }

  @Test(arguments: [
    "Bearer", "Bearer ", "Bearer a b", "Bearer a\tb", "Bearer a,b", "Bearer ==", "Bearer a=b", "Bearer ä",
  ])
  func `A field without exactly one token is rejected`(_ field: String) {
    #expect(throws: PresentedAccessTokenError.malformedField(.bearer)) { try find([.authorization: field]) }
  }

  // RFC 6750 §2: "Clients MUST NOT use more than one method".
  @Test func `Two tokens are rejected, wherever they are`() throws {
    let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    let both = form + [HTTPField(name: .authorization, value: "Bearer a")]
    let body = Array("access_token=b".utf8)
    #expect(try find(form, form: body)?.token == Secret("b"))
    #expect(try find(form, form: nil) == nil)
    #expect(throws: PresentedAccessTokenError.severalWays) { try find(both, form: body) }
    #expect(throws: PresentedAccessTokenError.severalWays) { try find(both, path: "/x?access_token=c") }
    #expect(throws: PresentedAccessTokenError.severalWays) { try find(form, path: "/x?access_token=c", form: body) }
    #expect(throws: PresentedAccessTokenError.severalFields) {
      try find(both + [HTTPField(name: .authorization, value: "Bearer a")])
    }
    // RFC 6749 §3.1: a parameter without a value counts as omitted.
    #expect(try find(form, form: Array("access_token=".utf8)) == nil)
    #expect(throws: PresentedAccessTokenError.malformedForm) { try find(form, form: Array("access_token=a%20b".utf8)) }
    #expect(throws: PresentedAccessTokenError.malformedForm) {
      try find(form, form: Array("access_token=a&access_token=a".utf8))
    }
  }
}

private func + (left: HTTPFields, right: [HTTPField]) -> HTTPFields {
  var fields = left
  for field in right { fields.append(field) }
  return fields
}

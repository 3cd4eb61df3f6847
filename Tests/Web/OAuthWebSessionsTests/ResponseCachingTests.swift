import Evidence
import HTTPTypes
import OAuthWebSessions
import Testing

@Suite("What a response tells caches", .covers("RFC 9111 §5, web")) struct ResponseCachingTests {
  private func fields(_ control: String?, _ more: [String: String] = [:]) throws -> HTTPFields {
    var fields: HTTPFields = [:]
    fields[.cacheControl] = control
    for (name, value) in more { fields[try #require(HTTPField.Name(name))] = value }
    return fields
  }

  @Test(
    arguments: [
      (nil, .unspecified), ("", .unspecified), ("no-cache", .unspecified), ("max-age=0, must-revalidate", .unspecified),
      ("private", .own), ("No-Store", .own), ("max-age=60 , PRIVATE", .own), ("public, no-store", .own),
      ("public", .shared), ("max-age=60", .shared), ("s-maxage=60", .shared), ("immutable", .shared),
      (#"private="x-name", max-age=60"#, .shared), ("privately, max-age=1", .shared),
    ] as [(String?, ResponseCaching)])
  func `is read from its directives`(control: String?, caching: ResponseCaching) throws {
    #expect(ResponseCaching(try fields(control)) == caching)
  }

  @Test func `is read from all its fields`() throws {
    for name in ["ETag", "Last-Modified"] {
      #expect(ResponseCaching(try fields(nil, [name: "x"])) == .validated)
      #expect(ResponseCaching(try fields("no-cache", [name: "x"])) == .validated)
      #expect(ResponseCaching(try fields("private", [name: "x"])) == .own)
    }
    #expect(ResponseCaching(try fields(nil, ["Expires": "Thu, 01 Jan 2099 00:00:00 GMT"])) == .shared)
    var divided = try fields("max-age=60")
    divided.append(HTTPField(name: .cacheControl, value: "private"))
    #expect(ResponseCaching(divided) == .own)
  }

  // RFC 9213: such a cache doesn't read `Cache-Control`.
  @Test(arguments: ["CDN-Cache-Control", "Some-CDN-Cache-Control", "Surrogate-Control", "X-Accel-Expires"])
  func `is also read from fields for some caches only, which don't survive`(name: String) throws {
    var fields = try fields("private", [name: "600"])
    #expect(ResponseCaching(fields) == .shared)
    var own = fields
    own.forbidSharedCopies()
    #expect(own == [.cacheControl: "private"])
    fields.forbidCopies()
    #expect(fields == [.cacheControl: "private, no-store"])
  }

  @Test(
    arguments: [
      (nil, "private, no-store"), ("public, max-age=60", "private, max-age=60"), ("no-cache", "private, no-cache"),
      ("s-maxage=9, max-age=60", "private, max-age=60"), ("private, max-age=60", "private, max-age=60"),
      ("no-store", "no-store"), (#"private="a, b", max-age=1"#, "private, max-age=1"),
    ] as [(String?, String)])
  func `can be limited to the user's browser`(control: String?, limited: String) throws {
    var fields = try fields(control)
    fields.forbidSharedCopies()
    #expect(fields[.cacheControl] == limited)
  }
}

@Suite("A response's frames") struct ResponseFramingTests {
  @Test(arguments: [nil, "default-src 'self'", "default-src frame-ancestors", "frame-ancestor 'none'"])
  func `are the application's own, in a policy beside that of the response`(policy: String?) {
    var fields: HTTPFields = [:]
    fields[.contentSecurityPolicy] = policy
    fields.forbidForeignFrames()
    #expect(fields[values: .contentSecurityPolicy] == [policy, "frame-ancestors 'self'"].compactMap(\.self))
  }

  // CSP Level 3 §6.4.2.2: with `frame-ancestors`, browsers ignore `X-Frame-Options`.
  @Test(
    arguments: [
      [.contentSecurityPolicy: "default-src 'self'; Frame-Ancestors https://portal.example"],
      [.contentSecurityPolicy: "img-src 'self',frame-ancestors *"], [.xFrameOptions: "DENY"],
    ] as [HTTPFields])
  func `are those that the response names`(fields: HTTPFields) {
    var after = fields
    after.forbidForeignFrames()
    #expect(after == fields)
  }
}

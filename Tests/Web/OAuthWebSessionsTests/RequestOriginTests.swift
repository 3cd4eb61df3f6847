import Evidence
import HTTPTypes
import OAuthWebSessions
import Testing

@Suite("The origin of a request", .covers("RFC 6454 §7, web")) struct RequestOriginTests {
  @Test(
    arguments: [
      ([("Origin", "https://app.example")], .own), ([("Sec-Fetch-Site", "same-origin")], .own),
      ([("Origin", "https://app.example"), ("Sec-Fetch-Site", "same-origin")], .own),
      ([("Sec-Fetch-Site", "none")], .user), ([], .unknown),
      ([("Origin", "https://evil.example")], .foreign), ([("Origin", "null")], .foreign), ([("Origin", "")], .foreign),
      ([("Origin", "https://app.example:444")], .foreign), ([("Origin", "http://app.example")], .foreign),
      ([("Origin", "https://app.example.evil.example")], .foreign), ([("Sec-Fetch-Site", "cross-site")], .foreign),
      ([("Sec-Fetch-Site", "same-site")], .foreign), ([("Sec-Fetch-Site", "")], .foreign),
      ([("Origin", "https://app.example"), ("Sec-Fetch-Site", "cross-site")], .foreign),
      ([("Origin", "https://evil.example"), ("Sec-Fetch-Site", "same-origin")], .foreign),
      ([("Origin", "https://app.example"), ("Origin", "https://evil.example")], .foreign),
    ] as [([(String, String)], RequestOrigin)])
  func `is the application's own only if the browser says so`(fields: [(String, String)], origin: RequestOrigin) throws
  {
    var all: HTTPFields = [:]
    for (name, value) in fields { all.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
    #expect(RequestOrigin(all, of: "https://app.example") == origin)
  }
}

import Evidence
import Foundation
import OAuthCore
import Testing

/// Endpoints from and as Foundation's `URL`.
struct EndpointURLTests {
  @Test func `An endpoint is created from a URL, and is the same URL again`() throws {
    for text in [
      "https://api.example.com", "https://API.example.com:8443/v1?a=b%20c&d", "http://127.0.0.1:8414/",
      "http://[::1]/a",
      "https://xn--bcher-kva.example/%C3%A4",
    ] {
      let endpoint = try Endpoint(try #require(URL(string: text)))
      #expect(endpoint.text == text)
      #expect(endpoint.url?.absoluteString == text)
    }
    let base = try #require(URL(string: "https://api.example.com/v1/"))
    #expect(
      try Endpoint(try #require(URL(string: "notes", relativeTo: base))).text == "https://api.example.com/v1/notes")
    #expect(try Endpoint(base.appending(path: "a note")).text == "https://api.example.com/v1/a%20note")
  }

  @Test(
    .covers("CVE-2026-48522"),
    arguments: [
      "http://api.example.com", "https://ada@api.example.com", "https://a.example/#b", "notes", "mailto:a@b.c",
    ])
  func `A URL that is no endpoint's is rejected`(_ text: String) throws {
    let url = try #require(URL(string: text))
    #expect(throws: URIError.self) { try Endpoint(url) }
  }
}

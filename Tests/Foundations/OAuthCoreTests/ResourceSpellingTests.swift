import Evidence
import OAuthCore
import Testing

@Suite(.covers("RFC 3986 §6.2")) struct ResourceSpellingTests {
  private static let name = "https://mcp.example/v1/mcp?t=1"

  // RFC 3986 §6.2.2.1, §6.2.3.
  @Test(arguments: [
    ("https://mcp.example", "https://mcp.example/"), ("https://mcp.example", "HTTPS://MCP.Example:443"),
    ("https://mcp.example?t=1", "https://mcp.example/?t=1"), (name, "https://MCP.EXAMPLE:443/v1/mcp?t=1"),
    ("http://127.0.0.1/", "http://127.0.0.1:80"), ("urn:x:y", "urn:x:y"),
  ])
  func `Case of scheme and host, default port and root slash make no other resource`(_ one: String, _ other: String) {
    #expect(ParsedURI.areSameResource(one, other) && ParsedURI.areSameResource(other, one))
    #expect(ParsedURI.resource(other, in: ["https://x.example", one]) == one)
    #expect(ParsedURI.resources([other, one], in: [one]) == [one])
  }

  @Test(arguments: [
    "https://mcp.example/v1/mcp/?t=1", "https://mcp.example/v1/MCP?t=1", "https://mcp.example/v1/mcp",
    "https://mcp.example/v1/mcp?t=2", "https://mcp.example:8443/v1/mcp?t=1", "http://mcp.example/v1/mcp?t=1",
    "https://mcp.example./v1/mcp?t=1", "https://mcp.example/v1/%6Dcp?t=1", "https://mcp.example/v1/x/../mcp?t=1",
    "https://a@mcp.example/v1/mcp?t=1", "https://mcp.example/v1/mcp?t=1#", "https://mcp.example", "", "urn:x:y",
  ])
  func `Another path, query, port, scheme or host is another resource`(_ other: String) {
    #expect(!ParsedURI.areSameResource(Self.name, other) && ParsedURI.resource(other, in: [Self.name]) == nil)
    #expect(ParsedURI.resources([Self.name, other], in: [Self.name]) == nil)
  }

  @Test func `Identifiers that are no https or http address have one spelling`() {
    #expect(!ParsedURI.areSameResource("urn:x:y", "URN:x:y") && !ParsedURI.areSameResource("app", "App"))
    #expect(!ParsedURI.areSameResource("custom://x", "custom://x/"))
  }

  @Test func `Issuers differ by nothing but the slash of an empty path`() throws {
    let root = try Issuer("https://as.example")
    #expect(try root.isSame(as: Issuer("https://as.example/")) && Issuer("https://as.example/").isSame(as: root))
    for other in [
      "https://AS.example", "https://as.example:443", "https://as.example//", "https://as.example/a",
      "https://other.example/", "http://127.0.0.1/",
    ] { #expect(try !root.isSame(as: Issuer(other)) && !Issuer(other).isSame(as: root), "\(other)") }
    #expect(try !Issuer("https://as.example/a").isSame(as: Issuer("https://as.example/a/")))
  }
}

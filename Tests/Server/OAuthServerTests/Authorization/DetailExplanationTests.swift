import Evidence
import OAuthCore
import OAuthServer
import Testing

// RFC 9396 §3.1: the user must be able to tell details apart.
@Suite struct DetailExplanationTests {
  @Test(
    .covers("attack: authorization details that look different"),
    arguments: [
      (["read", "write"], "do \u{2068}read, write\u{2069}"), (["read, write"], "do \u{2068}[\"read, write\"]\u{2069}"),
      (["read", "wr,ite"], "do \u{2068}[\"read\",\"wr,ite\"]\u{2069}"),
    ] as [(JSONValue, String)])
  func `A list is shown so that two elements never look like one`(_ list: JSONValue, _ shown: String) throws {
    #expect(try #require(DetailExplanation("do {actions}")).phrase(["actions": list]).isolated == shown)
  }
}

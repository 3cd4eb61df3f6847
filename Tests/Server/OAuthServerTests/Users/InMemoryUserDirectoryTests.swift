import Evidence
import OAuthCore
import OAuthServer
import Testing

@Suite struct InMemoryUserDirectoryTests {
  // Wrong passwords are counted by the bytes of a user name, so each other spelling would have its
  // own count.
  @Test(.covers("CVE-2026-47203"), arguments: ["zoe\u{308}", "Zo\u{EB}"])
  func `A user name is found only by its exact bytes`(other: String) async throws {
    let zoe = User(subject: Subject(rawValue: "1"), username: "zo\u{EB}", name: "Zo\u{EB}")
    let directory = InMemoryUserDirectory([(user: zoe, password: Secret("right"))])
    #expect(try await directory.authenticate(username: "zo\u{EB}", password: Secret("right")) == zoe.subject)
    #expect(try await directory.authenticate(username: other, password: Secret("right")) == nil)
  }
}

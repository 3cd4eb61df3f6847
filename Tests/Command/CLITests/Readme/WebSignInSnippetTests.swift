import Foundation
import Testing

/// The lines that an application needs for its whole sign-in.
@Suite struct WebSignInSnippetTests {
  @Test func `A web application has sign-in, sessions and sign-out in at most fifteen lines`() throws {
    let text = try Repository.text("Snippets/WebSignIn.swift")
    let marked = text.components(separatedBy: "// snippet.application\n").dropFirst().first?
      .components(separatedBy: "// snippet.end").first
    let lines = try #require(marked).split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    #expect((5...15).contains(lines.count))
    let readme = try Repository.text("README.md")
    #expect(readme.contains("WebSignInMiddleware(signIn)"))
  }

  @Test func `With two providers, a hook and roles a web application has at most thirty lines`() throws {
    let overview = try Repository.text(
      "Sources/Web/OAuthWebHummingbird/OAuthWebHummingbird.docc/OAuthWebHummingbird.md")
    let section = overview.components(separatedBy: "### Accounts and roles\n").dropFirst().first
    let program = try #require(section?.components(separatedBy: "```swift\n").dropFirst().first)
    let lines = program.components(separatedBy: "```")[0].split(separator: "\n", omittingEmptySubsequences: false)
    #expect((20...31).contains(lines.count))
    for part in ["[google, gitHub]", "WebAccounts {", "AccountRefused(", "roles: [\"admin\"]", "runService()"] {
      #expect(program.contains(part))
    }
  }
}

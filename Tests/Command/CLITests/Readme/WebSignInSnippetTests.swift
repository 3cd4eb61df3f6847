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
}

import Foundation
import Testing

/// The Swift examples of documents and doc comments, which every build compiles.
@Suite struct SwiftExampleTests {
  @Test(arguments: try documents())
  func `Every Swift example of a document is in code that every build compiles`(_ document: String) throws {
    let sources = try CompiledSource.all()
    for example in try SwiftExample.all(in: document) where !example.isManifest {
      #expect(!example.lines.isEmpty, "\(example)")
      #expect(sources.contains { $0.contains(example) }, "\(example)")
    }
  }

  @Test func `Examples of the README, of guides, of articles and of doc comments are found`() throws {
    let documents = try Self.documents()
    for document in [
      "README.md", "Documentation/Guides/Pages.md", "Sources/Client/OAuth/OAuth.docc/OAuth.md",
      "Sources/Client/OAuth/Client/OAuthClient.swift",
    ] {
      #expect(documents.contains(document))
    }
    #expect(try SwiftExample.all(in: "README.md").count { !$0.isManifest } >= 3)
    #expect(try SwiftExample.all(in: "README.md").count { $0.isManifest } >= 1)
  }

  @Test func `Every code block in a doc comment says that it is Swift`() throws {
    for document in try Repository.files(in: "Sources") where document.hasSuffix(".swift") {
      let fences = try Repository.text(document).components(separatedBy: "\n").count {
        $0.trimmingCharacters(in: .whitespaces).hasPrefix("/// ```")
      }
      #expect(try SwiftExample.all(in: document).count * 2 == fences, "\(document)")
    }
  }

  @Test func `An example that differs in one line isn't found`() throws {
    let example = try #require(try SwiftExample.all(in: "Sources/Foundations/PKCE/Verifier/CodeVerifier.swift").first)
    let sources = try CompiledSource.all()
    #expect(sources.contains { $0.contains(example) })
    for index in example.lines.indices {
      var lines = example.lines
      lines[index] += " "
      let other = SwiftExample(document: example.document, line: example.line, imports: [], lines: lines)
      #expect(!sources.contains { $0.contains(other) })
    }
  }

  @Test func `An example whose module isn't imported isn't found`() throws {
    let example = try #require(try SwiftExample.all(in: "Sources/Foundations/PKCE/PKCE.docc/PKCE.md").first)
    #expect(example.imports == ["PKCE"])
    let other = SwiftExample(
      document: example.document, line: example.line, imports: ["Missing"], lines: example.lines)
    let sources = try CompiledSource.all()
    #expect(!sources.contains { $0.contains(other) })
  }

  /// The README, `llms.txt`, the guides, and all files in Sources with an example.
  private static func documents() throws -> [String] {
    let sources = try Repository.files(in: "Sources").filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }
    let guides = try Repository.files(in: "Documentation/Guides")
    return try ["README.md", "llms.txt"] + (guides + sources).filter { try Repository.text($0).contains("```swift") }
  }
}

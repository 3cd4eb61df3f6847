import Logging
import OAuthCore
import OAuthTestSupport
import PKCE
import Synchronization
import Testing

@testable import PixyCLI
@testable import PixyDemo

@Suite struct DemoTests {
  private final class Lines: Sendable {
    private let kept = Mutex<[String]>([])

    func add(_ line: String) {
      kept.withLock { $0.append(line) }
    }

    var text: String { kept.withLock { $0.joined(separator: "\n") } }
  }

  private static let logger = Logger(label: "demo") { _ in SwiftLogNoOpLogHandler() }

  private func transcript(
    on stage: any DemonstrationStage = SocketStage(browser: nil, logger: logger)
  ) async throws -> String {
    let lines = Lines()
    try await Demonstration(on: stage, random: SeededRandomSource(), logger: Self.logger, write: lines.add).run()
    return lines.text
  }

  @Test func `The transcript shows every step with its specification`() async throws {
    let text = try await transcript()
    for step in 1...12 { #expect(text.contains("\(step < 10 ? " " : "")\(step). ")) }
    for reference in [
      "RFC 7636 §4.1", "RFC 6749 §4.1.1", "RFC 6749 §4.1.2", "RFC 9207", "RFC 6749 §4.1.3", "RFC 6749 §6",
      "RFC 6750 §2.1", "RFC 7636 §4.6", "RFC 7636 §4.4.1",
    ] {
      #expect(text.contains(reference))
    }
    #expect(text.contains("error              invalid_grant"))
    #expect(text.contains("error              invalid_request"))
    #expect(text.contains("Ada Lovelace"))
  }

  @Test func `Codes, tokens and state are shortened, and the verifier and challenge are shown`() async throws {
    let text = try await transcript()
    let pair = PKCEChallenge.generate(from: SeededRandomSource())
    #expect(text.contains(pair.verifier.reveal()) && text.contains(pair.challenge.value))
    for line in text.split(separator: "\n") where line.hasPrefix("      ") {
      let words = line.split(separator: " ").map(String.init)
      if let name = words.first, ["code", "state", "access_token", "refresh_token"].contains(name), words.count > 1 {
        #expect(words[1].hasSuffix("…") && words[1].count == 7)
      }
    }
  }

  @Test func `The transcript in the documentation is the one that the demonstration writes`() async throws {
    let page = try Repository.text("Documentation/Guides/Demonstration.md")
    let printed = try #require(page.split(separator: "```text\n").dropFirst().first?.split(separator: "```").first)
    #expect(Self.withoutChance(String(printed)) == Self.withoutChance(try await transcript()))
    // `make demo` shows the same without sockets.
    #expect(Self.withoutChance(String(printed)) == Self.withoutChance(try await transcript(on: InProcessStage())))
  }

  /// Removes ports and random values, which differ between runs.
  private static func withoutChance(_ text: String) -> String {
    text.replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:PORT")
      .replacing(/[A-Za-z0-9_-]{40,}/, with: "VALUE").replacing(/[A-Za-z0-9_-]{6}…/, with: "SHORT…")
      .replacing(/\s+\n/, with: "\n").trimming()
  }
}

extension String {
  fileprivate func trimming() -> String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

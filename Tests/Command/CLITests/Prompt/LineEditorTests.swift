import Evidence
import Testing

@testable import PixyTerminal

@Suite(.covers("RFC 3629 §3")) struct LineEditorTests {
  private func events(_ text: String) -> [LineEditor.Event] {
    var editor = LineEditor()
    return text.utf8.map { editor.take($0) }.filter { $0 != .more }
  }

  @Test(arguments: [
    ("abc\n", "abc"), ("abc\r", "abc"), ("\n", ""), ("ab\u{7F}c\n", "ac"), ("\u{7F}a\n", "a"), ("aé\u{8}b\n", "ab"),
    ("a🙂\u{7F}\n", "a"), ("wrong\u{15}right\n", "right"), ("a\u{1B}[Ab\u{1B}[1;5Dc\u{1B}OAd\n", "abcd"),
    ("a\u{1B}\nb", "a"), ("a\u{0}\u{7}\tb\n", "ab"), ("a\u{4}b\n", "ab"), ("\u{1B}xa\n", "a"),
  ])
  func `A line is edited as on any terminal`(_ typed: String, _ line: String) {
    #expect(events(typed) == [.line(line)])
  }

  @Test func `Ctrl-D at the beginning of a line ends the input`() {
    #expect(events("a\n\u{4}") == [.line("a"), .end])
  }

  // Terminals in canonical mode cut lines off after 4,095 bytes.
  @Test func `A line may have many thousand bytes, up to a limit`() {
    let long = String(repeating: "a", count: 60_000)
    #expect(events(long + "\n") == [.line(long)])
    let endless = String(repeating: "a", count: 3 * LineEditor.longestLine)
    guard case .line(let line) = events(endless + "\n").first else {
      Issue.record("no line")
      return
    }
    #expect(line.utf8.count == LineEditor.longestLine)
  }
}

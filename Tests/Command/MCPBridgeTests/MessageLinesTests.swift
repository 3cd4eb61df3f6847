import Evidence
import Testing

@testable import MCPBridge

/// The framing of the stdio transport (MCP 2025-11-25, Transports: stdio).
@Suite(.covers("MCP 2025-11-25")) struct MessageLinesTests {
  private func lines(_ parts: [String], limit: Int = 1_000) -> [MessageLines.Line] {
    var lines = MessageLines(limit: limit)
    let whole = parts.flatMap { lines.append(Array($0.utf8)) }
    return whole + (lines.finish().map { [$0] } ?? [])
  }

  @Test func `Each line is a message, however the input is divided`() {
    let text = "{\"a\":1}\n{\"b\":2}\r\n\n \n{\"c\":3}"
    let expected: [MessageLines.Line] = [
      .message(Array("{\"a\":1}".utf8)), .message(Array("{\"b\":2}\r".utf8)), .message(Array("{\"c\":3}".utf8)),
    ]
    #expect(lines([text]) == expected)
    #expect(lines(text.unicodeScalars.map { String($0) }) == expected)
  }

  @Test func `Only LF ends a line`() {
    #expect(lines(["\"\u{2028}\u{2029}\u{85}\"\n"]) == [.message(Array("\"\u{2028}\u{2029}\u{85}\"".utf8))])
  }

  @Test(.covers("CVE-2026-63119")) func `A line over the limit is discarded, and the next one is read`() {
    #expect(lines(["12345", "678\n1234\n"], limit: 7) == [.tooLong, .message(Array("1234".utf8))])
    #expect(lines(["12345678"], limit: 7) == [.tooLong])
    #expect(lines(["1234567\n"], limit: 7) == [.message(Array("1234567".utf8))])
  }
}

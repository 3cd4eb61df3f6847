import Testing

@testable import PixyHelpers
@testable import PixyTerminal

/// Texts on a terminal.
@Suite struct WrappedTextTests {
  @Test func `A message breaks at spaces, and its lines keep the indentation`() {
    #expect(WrappedText.wrapped("  one two three four five six", width: 20) == "  one two three four\n  five six")
    #expect(
      WrappedText.wrapped("short\n\n" + String(repeating: "a ", count: 12) + "b", width: 20)
        == "short\n\na a a a a a a a a a\na a b")
    #expect(WrappedText.wrapped("one two three four five", width: 4) == "one two three four five")
  }

  @Test func `What a user may copy isn't broken`() {
    let address = "https://as.example/authorize?response_type=code&client_id=pixy"
    #expect(WrappedText.wrapped("Open \(address) now", width: 20) == "Open\n\(address)\nnow")
    #expect(
      WrappedText.wrapped("pixy: No account is signed in. Sign in: pixy login ISSUER --client-id ID", width: 30)
        == "pixy: No account is signed in.\nSign in:\npixy login ISSUER --client-id ID")
    #expect(
      WrappedText.wrapped("Run one of these: pixy switch a@b.example, or pixy switch c@d.example", width: 24)
        == "Run one of these:\npixy switch a@b.example,\nor\npixy switch c@d.example")
    #expect(
      WrappedText.wrapped("Set a default with `pixy switch ACCOUNT` before that.", width: 24)
        == "Set a default with\n`pixy switch ACCOUNT`\nbefore that.")
    let columns = "issuer      https://as.example    and more and more"
    #expect(WrappedText.wrapped(columns, width: 20) == columns)
    let picture = "\u{1B}[7m" + String(repeating: " ▀▄", count: 9) + "\u{1B}[0m"
    #expect(WrappedText.wrapped(picture, width: 20) == picture)
    let json = #"{"error":{"code":"a b c d e f g h i j k l m n"}}"#
    #expect(WrappedText.wrapped(json, width: 20) == json)
  }

  @Test func `JSON on a terminal is indented as it was sent, and safe to show`() {
    let body = #"{"b":1.0,"a":[ ],"c":{"d":[true,"x\"y, {z"]},"e":"\u001b\#u{9B}ü", "f":{}}"#
    let expected = #"""
      {
        "b": 1.0,
        "a": [],
        "c": {
          "d": [
            true,
            "x\"y, {z"
          ]
        },
        "e": "\u001b\u009bü",
        "f": {}
      }

      """#
    #expect(String(decoding: TerminalBody.bytes(of: Array(body.utf8)), as: UTF8.self) == expected)
  }

  @Test(arguments: [("", ""), ("text", "text\n"), ("text\n", "text\n"), ("[", "[\n"), ("1", "1\n"), ("{}", "{}\n")])
  func `Another body on a terminal only ends with a line break`(_ body: String, _ expected: String) {
    #expect(String(decoding: TerminalBody.bytes(of: Array(body.utf8)), as: UTF8.self) == expected)
  }
}

import Testing

@testable import OAuthCore

@Suite struct JSONPlaceTests {
  @Test(arguments: [
    ("", "line 1, column 1"), ("x", "line 1, column 1"), ("{\"a\": tru}", "line 1, column 7"),
    ("{\n  \"a\": 1\n  \"b\": 2\n}\n", "line 3, column 3"), ("{\n  \"a\": 1,\n}\n", "line 3, column 1"),
    ("{\n\"a\": \"open\n}", "line 2, column 11"), ("[\"\u{FC}\u{1F511}\" 1]", "line 1, column 7"),
    ("{\"a\": {\n\"b\": 1,\n\"b\": 2\n}\n, \"c\": 1}", "line 4, column 2"), ("{}\n{}", "line 2, column 1"),
    ("[1,\r\n\r\n'2']", "line 3, column 1"), (String(repeating: "[", count: 100), "line 1, column 33"),
  ])
  func `The place is the one that an editor shows`(_ text: String, _ place: String) {
    #expect(JSONPlace(ofMistakeIn: Array(text.utf8))?.description == place)
  }

  @Test func `Bytes that are not text have a place too, and valid JSON has none`() {
    #expect(JSONPlace(ofMistakeIn: [0x22, 0xFF, 0x22])?.line == 1)
    #expect(JSONPlace(ofMistakeIn: [0x22, 0xFF, 0x22, 0x0A, 0xFF])?.line == 1)
    #expect(JSONPlace(ofMistakeIn: Array("{\"a\": [1, 2]}".utf8)) == nil)
  }
}

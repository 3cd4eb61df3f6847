import Evidence
import OAuthCore
import Testing

@Suite struct JSONValueTests {
  @Test func `Every kind of value is read and written`() throws {
    let text = #"{"a":[1,-2.5,true,false,null,"x"],"b":{"c":"\u00e9"}}"#
    let value = try JSONValue(bytes: Array(text.utf8))
    #expect(
      value == ["a": [1, .number(-2.5), true, false, .null, "x"], "b": ["c": "\u{E9}"]])
    #expect(try JSONValue(bytes: value.bytes()) == value)
    #expect(JSONValue.array(["a", 1]).strings == nil)
    #expect(JSONValue.array(["a", "b"]).strings == ["a", "b"])
  }

  @Test(arguments: ["", "{", "{]", "nul", "{\"a\":}", "\u{0}", "{\"a\":1}x", "'a'", "<html>"])
  func `A text that is not JSON is rejected`(_ text: String) {
    #expect(throws: JSONError.malformed) { try JSONValue(bytes: Array(text.utf8)) }
  }

  @Test func `Bytes that are not UTF-8 are rejected`() {
    #expect(throws: JSONError.malformed) { try JSONValue(bytes: [0x22, 0xFF, 0x22]) }
  }

  @Test(.covers("CVE-2026-46689"))
  func `Deep nesting is rejected before it is decoded, and brackets in strings do not count`() throws {
    let limit = JSONValue.maximumDepth
    let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(throws: Never.self) { try JSONValue(bytes: Array(deepest.utf8)) }
    #expect(throws: JSONError.tooDeep(limit: limit)) { try JSONValue(bytes: Array("[\(deepest)]".utf8)) }
    #expect(throws: JSONError.tooDeep(limit: limit)) {
      try JSONValue(bytes: [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
    }
    let brackets = "\"" + String(repeating: "[\\\"", count: 100) + "\""
    #expect(throws: Never.self) { try JSONValue(bytes: Array(brackets.utf8)) }
  }

  @Test func `A text that is too long is rejected`() {
    #expect(throws: JSONError.tooLong(limit: 10)) {
      try JSONValue(bytes: Array("\"123456789\"".utf8), maximumBytes: 10)
    }
  }
}

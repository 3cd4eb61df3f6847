import Evidence
import OAuthCore
import Testing

@Suite(.covers("RFC 8259")) struct JSONParserTests {
  private static func parse(_ text: String) throws -> JSONValue { try JSONValue(bytes: Array(text.utf8)) }

  // RFC 8259 §13.
  @Test func `The examples of RFC 8259 are read`() throws {
    let image = """
      {
        "Image": {
            "Width":  800,
            "Height": 600,
            "Title":  "View from 15th Floor",
            "Thumbnail": {
                "Url":    "http://www.example.com/image/481989943",
                "Height": 125,
                "Width":  100
            },
            "Animated" : false,
            "IDs": [116, 943, 234, 38793]
          }
      }
      """
    #expect(
      try Self.parse(image) == [
        "Image": [
          "Width": 800, "Height": 600, "Title": "View from 15th Floor",
          "Thumbnail": ["Url": "http://www.example.com/image/481989943", "Height": 125, "Width": 100],
          "Animated": false, "IDs": [116, 943, 234, 38793],
        ]
      ])
    let places = #"[{"precision":"zip","Latitude":37.7668,"Zip":"94107"},{"Longitude":-122.026020}]"#
    #expect(
      try Self.parse(places) == [
        ["precision": "zip", "Latitude": .number(37.7668), "Zip": "94107"], ["Longitude": .number(-122.02602)],
      ])
    #expect(try Self.parse(#""Hello world!""#) == "Hello world!")
    #expect(try Self.parse("42") == 42)
    #expect(try Self.parse(" \t\r\ntrue\n ") == true)
    #expect(try Self.parse(" [ ] ") == [])
    #expect(try Self.parse(" { } ") == [:])
  }

  // RFC 8259 §6.
  @Test(arguments: [
    ("0", JSONValue.integer(0)), ("-0", .integer(0)), ("9223372036854775807", .integer(.max)),
    ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(0x1p63)),
    ("1.0", .number(1)), ("1e2", .number(100)), ("1E+2", .number(100)), ("25e-1", .number(2.5)),
    ("-0.5", .number(-0.5)),
    ("1e-999", .number(0)), ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
  ])
  func `A whole number that fits is an integer, any other a finite Double`(text: String, value: JSONValue) throws {
    #expect(try Self.parse(text) == value)
    #expect(try Self.parse("[\(text)]") == [value])
  }

  @Test(arguments: [
    "01", "-", "+1", "-01", "1.", ".1", "1.e1", "1e", "1e+", "0x1", "1_0", "1e999", "-1e999", "NaN", "Infinity",
    "-Infinity", "1a", "--1", "1e1.5", "\u{661}", "1,", "0e",
  ])
  func `A malformed number is rejected`(_ text: String) {
    #expect(throws: JSONError.malformed) { try Self.parse(text) }
    #expect(throws: JSONError.malformed) { try Self.parse("{\"exp\":\(text)}") }
  }

  // RFC 8259 §7.
  @Test func `Every escape is read`() throws {
    #expect(try Self.parse(#""\"\\\/\b\f\n\r\t""#) == "\"\\/\u{8}\u{C}\n\r\t")
    #expect(try Self.parse(#""\u0041\u00e9\u20AC\uD834\uDD1E\u0000x""#) == "A\u{E9}\u{20AC}\u{1D11E}\u{0}x")
    #expect(try Self.parse("\"a\\u0062\u{E9}\\n\u{1D11E}\"") == "ab\u{E9}\n\u{1D11E}")
    #expect(try Self.parse("\"\u{7F}\u{2028}\u{FEFF}\"") == "\u{7F}\u{2028}\u{FEFF}")
  }

  @Test(arguments: [
    #""\ud834""#, #""\udd1e""#, #""\ud834\ud834""#, #""\ud834x""#, #""\ud834\n""#, #""\ud834\u0041""#, #""\u12""#,
    #""\u12g4""#, #""\u+123""#, #""\U0041""#, #""\x41""#, #""\'""#, #""\"#, #"""#, #""abc"#, #""\u"#, "\"\\\u{0}\"",
    "\"a\nb\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", "\"\\n\u{1}\"",
  ])
  func `Half a surrogate pair, a broken escape and an unescaped control character are rejected`(_ text: String) {
    #expect(throws: JSONError.malformed) { try Self.parse(text) }
    #expect(throws: JSONError.malformed) { try Self.parse("{\(text):1}") }
  }

  @Test(
    .covers("rfc8725bis §3.7"),
    arguments: [
      [0xFF], [0x80], [0xC0, 0xAF], [0xC1, 0x81], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xED, 0xB0, 0x80],
      [0xF0, 0x80, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3], [0xE2, 0x82],
      [0xF0, 0x9D, 0x84],
    ] as [[UInt8]])
  func `Bytes that are not UTF-8 are rejected in plain and escaped strings and outside of them`(_ bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    #expect(throws: JSONError.malformed) { try JSONValue(bytes: [quote] + bytes + [quote]) }
    #expect(throws: JSONError.malformed) { try JSONValue(bytes: Array("\"\\n".utf8) + bytes + [quote]) }
    #expect(throws: JSONError.malformed) { try JSONValue(bytes: Array("[1]".utf8) + bytes) }
  }

  @Test(arguments: [
    "\u{FEFF}{}", "{}{}", "{} x", "[1 2]", "[1,]", "[,1]", "[,]", "{,}", "{\"a\"}", "{\"a\":1,}", "{\"a\" 1}", "{a:1}",
    "{1:1}", "{\"a\":1 \"b\":2}", "{\"a\"::1}", "[", "]", "{", "}", "[1", "{\"a\":1", "{\"a\":", "{\"a\"", "[}", "{]",
    "tru",
    "truee", "True", "nulll", "fals", "undefined", "'a'", "// c\n1", "/**/1", "\u{A0}1", "\u{B}1", "\u{C}1", "\u{0}",
    " ", "",
    "[1]]", "\"a\"\"b\"", "{\"a\":1}}",
  ])
  func `Texts around values that RFC 8259 does not allow are rejected`(_ text: String) {
    #expect(throws: JSONError.malformed) { try Self.parse(text) }
  }

  // RFC 7515 §4, RFC 7519 §4: members must be unique.
  @Test(arguments: [
    #"{"sub":"me","sub":"you"}"#, #"{"sub":"me","sub":"me"}"#, #"{"a":[{"b":1,"b":1}]}"#, #"{"sub":1,"s\u0075b":1}"#,
    #"{"":1,"":2}"#, #"{"a":{"x":1},"b":2,"a":{}}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}",
  ])
  func `A repeated name is rejected at every depth and in every spelling, and not shown`(_ text: String) {
    let error = #expect(throws: JSONError.repeatedName) { try Self.parse(text) }
    #expect(error.map { !$0.description.contains("sub") } ?? false)
  }

  @Test func `The same name in different objects is accepted`() throws {
    #expect(try Self.parse(#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}"#).object?.count == 2)
  }

  @Test func `Depth counts objects and arrays together`() throws {
    let opening = (0..<16).map { _ in #"{"a":["# }.joined()
    let closing = (0..<16).map { _ in "]}" }.joined()
    #expect(throws: Never.self) { try Self.parse(opening + "1" + closing) }
    #expect(throws: JSONError.tooDeep(limit: 32)) { try Self.parse(opening + "{}" + closing) }
    // Values beside each other don't add depth.
    #expect(try Self.parse("[" + (0..<1_000).map { _ in "[[]]" }.joined(separator: ",") + "]").array?.count == 1_000)
  }

  @Test func `A value round-trips through its text`() throws {
    var random = SeededGenerator(state: 8259)
    for _ in 0..<2_000 {
      let value = Self.value(&random, depth: 5)
      let bytes = value.bytes()
      #expect(try JSONValue(bytes: bytes) == value)
      #expect(try JSONValue(bytes: bytes).bytes() == bytes)
    }
  }

  @Test func `Text is written in the shortest form of RFC 8259, with sorted names`() {
    let value: JSONValue = [
      "b": .number(2), "a": [1, .null, true], "/\"\\": "\u{0}\u{8}\t\n\u{C}\r\u{1F}\u{7F}\u{E9}/",
      "Z": .number(.infinity),
    ]
    #expect(
      String(decoding: value.bytes(), as: UTF8.self)
        == #"{"/\"\\":"\u0000\b\t\n\f\r\u001f"# + "\u{7F}\u{E9}/" + #"","Z":null,"a":[1,null,true],"b":2.0}"#)
  }

  @Test func `A mebibyte of any text is parsed quickly and never crashes`() {
    for unit in [
      "[", "{\"a\":", "\"", "\\", "1", "-", "1e", "[],", "{},", "\u{1D11E}", " ", "\\u0041", "\"\",", "[[[[1]]]],",
    ] {
      let body = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
      for text in [body, "[\(body)", "[\(body)1]", "\"\(body)\"", "{\"a\":\(body)}"] {
        #expect((try? Self.parse(text))?.bytes() != [])
      }
    }
    let names = (0..<40_000).map { "\"name\($0)\":\($0)" }.joined(separator: ",")
    #expect((try? Self.parse("{\(names)}"))?.object?.count == 40_000)
    #expect(throws: JSONError.repeatedName) { try Self.parse("{\(names),\"name7\":1}") }
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
    let word = random.next()
    switch UInt8.random(in: 0..<(depth == 0 ? 6 : 8), using: &random) {
    case 0: return .null
    case 1: return .bool(word & 1 == 1)
    case 2: return .integer(Int64(bitPattern: word >> (random.next() % 64)))
    case 3:
      let number = Double(bitPattern: word)
      return .number(number.isFinite ? number : 0.5)
    case 4, 5: return .string(text(&random, Int(word % 20)))
    case 6:
      var values: [JSONValue] = []
      for _ in 0..<word % 6 { values.append(value(&random, depth: depth - 1)) }
      return .array(values)
    default:
      var members: [String: JSONValue] = [:]
      for _ in 0..<word % 6 { members[text(&random, 4)] = value(&random, depth: depth - 1) }
      return .object(members)
    }
  }

  private static func text(_ random: inout SeededGenerator, _ count: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<count {
      let limit: UInt32 = Bool.random(using: &random) ? 0x80 : 0x11_0000
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) { text.append(scalar) }
    }
    return String(text)
  }
}

/// SplitMix64: the same numbers in every run.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

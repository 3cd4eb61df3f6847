import Evidence
import OAuthCore
import OAuthServer
import Testing

@Suite(.covers("RFC 9396 §2.2, server")) struct PageTextsTests {
  static let languages = [PageTexts.english, .german]

  /// Returns a text with its placeholders, as in a catalogue.
  static func source(_ texts: PageTexts, _ key: PageText) -> String {
    texts.phrase(key, Dictionary(uniqueKeysWithValues: key.placeholders.map { ($0, "{\($0.rawValue)}") })).description
  }

  @Test(arguments: languages, PageText.allCases)
  func `Every text exists in every language, and uses all its placeholders`(_ texts: PageTexts, _ key: PageText) {
    let text = Self.source(texts, key)
    #expect(!text.isEmpty)
    for place in key.placeholders { #expect(text.contains("{\(place.rawValue)}")) }
    #expect(text.count(where: { $0 == "{" }) == key.placeholders.count)
  }

  @Test func `Every text is translated`() {
    let same = PageText.allCases.filter { Self.source(.english, $0) == Self.source(.german, $0) }
    #expect(same == [.permissionOther, .linkWebsite, .deviceCode])
  }

  @Test func `A custom language needs every text`() throws {
    var texts = Dictionary(uniqueKeysWithValues: PageText.allCases.map { ($0, Self.source(.english, $0)) })
    texts[.signInTitle] = "הכנס"
    let hebrew = try PageTexts(language: "he", direction: .rightToLeft, texts: texts)
    #expect(hebrew.phrase(.signInTitle).description == "הכנס" && hebrew.direction == .rightToLeft)
    texts[.buttonAllow] = nil
    #expect(throws: PageTextsError.missing(.buttonAllow)) { try PageTexts(language: "he", texts: texts) }
  }

  @Test func `A text can be replaced, with only the placeholders that it has`() throws {
    let own = try PageTexts.english.replacing([.signInLead: "{{Hello}}, {client}{client}"])
    #expect(
      own.phrase(.signInLead, [.client: "{issuer}"]).pieces == [
        .words("{"), .words("Hello"), .words("}"), .words(", "), .value("{issuer}"), .value("{issuer}"),
      ])
    #expect(own.phrase(.signInTitle) == PageTexts.english.phrase(.signInTitle))
    for (key, text) in [
      (PageText.signInLead, "{scope}"), (.signInTitle, "{client}"), (.signInLead, "{client"), (.signInLead, "client}"),
      (.signInLead, "{}"), (.signInLead, "{ client }"), (.signInLead, "{clients}"),
    ] {
      #expect(throws: PageTextsError.unknownPlaceholder(key)) { try PageTexts.english.replacing([key: text]) }
    }
  }

  @Test func `A scope can have its own words in each language, and is shown by name otherwise`() throws {
    let own = try PageTexts.english.replacing(
      [:], scopes: ["report.read": "read your reports", "email": "write to you"])
    #expect(own.phrase(Permission.other("report.read")).pieces == [.words("read your reports")])
    #expect(own.phrase(Permission.email).description == "write to you")
    #expect(own.phrase(Permission.other("report.write")).description == "report.write")
    #expect(own.phrase(Permission.profile) == PageTexts.english.phrase(Permission.profile))
    #expect(PageTexts.german.phrase(Permission.other("report.read")).description == "report.read")
    let more = try own.replacing([.signInTitle: "Log in"], scopes: ["email": "see your address"])
    #expect(more.phrase(Permission.other("report.read")).description == "read your reports")
    #expect(more.phrase(Permission.email).description == "see your address")
    for text in ["{scope}", "a {", "}}"] {
      #expect(throws: PageTextsError.placeholderInScope("a")) {
        try PageTexts.english.replacing([:], scopes: ["a": text])
      }
    }
  }

  @Test func `A file can have words for scopes and details beside the texts`() throws {
    let file = Array(#"{"signInTitle": "Log in", "scope:a:b/c": "do that", "detail:https://a/b": "{c}"}"#.utf8)
    #expect(try PageTexts.details(in: file) == ["https://a/b": "{c}"])
    #expect(throws: PageTextsError.unknownText("detail:")) {
      try PageTexts.details(in: Array(#"{"detail:": "x"}"#.utf8))
    }
    #expect(try PageTexts.scopes(in: file) == ["a:b/c": "do that"])
    #expect(try PageTexts.texts(in: file) == [.signInTitle: "Log in"])
    for name in ["scope:", "scope:a b", "scope:é"] {
      #expect(throws: PageTextsError.unknownText(name)) { try PageTexts.scopes(in: Array(#"{"\#(name)": "x"}"#.utf8)) }
    }
    #expect(throws: PageTextsError.malformed) { try PageTexts.scopes(in: Array(#"{"scope:a": 1}"#.utf8)) }
  }

  // RFC 9396 §3.1: the user sees everything that the approval covers.
  @Test func `Authorization details are shown in the language's own words, or in those of their type`() throws {
    let own = try PageTexts.german.replacing(
      [:], details: ["payment": "{amount.value} {amount.currency} an {to} zahlen{{}}"])
    let detail: [String: JSONValue] = [
      "type": "payment", "amount": ["value": 7, "currency": "EUR", "fee": .number(0.5)], "to": "Eve\u{202E}\u{2069}\n",
      "now": true,
      "actions": ["a", "b\u{7}"],
    ]
    let shown = AuthorizationDetailText(type: "payment", text: "Pay", detail: detail)
    #expect(
      own.phrase(shown).pieces == [
        .value("7"), .words(" "), .value("EUR"), .words(" an "), .value("Eve"), .words(" zahlen"), .words("{"),
        .words("}"),
        .words("; "), .value("actions"), .words(": "), .value("a, b"), .words("; "), .value("amount.fee"), .words(": "),
        .value("0.5"), .words("; "), .value("now"), .words(": "), .value("true"),
      ])
    #expect(PageTexts.english.phrase(shown).pieces == [.value("Pay")])
    let other = AuthorizationDetailText(type: "other", text: "Else", detail: ["type": "other"])
    #expect(own.phrase(other).pieces == [.value("Else")])
    let more = try own.replacing([:], scopes: ["a": "b"], details: ["other": "x{gone}"])
    #expect(more.phrase(other).description == "x" && more.phrase(shown) == own.phrase(shown))
    #expect(more.detailPlaces == ["payment": ["amount.value", "amount.currency", "to"], "other": ["gone"]])
    for text in ["", "{", "a}", "{}", "{a{b}", "{a"] {
      #expect(throws: PageTextsError.malformedDetail("x")) {
        try PageTexts.english.replacing([:], details: ["x": text])
      }
    }
  }

  @Test func `Two different details have different paths`() {
    let paths: [[String: JSONValue]] = [
      ["a": ["b": 1]], ["a.b": 1], [#""a.b""#: 1], ["a": ["": 1]], ["a.": 1], ["a": [:]], ["": ["a": 1]], [".a": 1],
    ]
    #expect(Set(paths.map { DetailFields($0).values.keys.sorted() }).count == paths.count)
    #expect(
      DetailFields(["type": "x", "a": ["type": 1, "b": [["c": 1]]]]).values == ["a.type": 1, "a.b": [["c": 1]]])
  }

  @Test func `Plain text can isolate a phrase's values`() {
    #expect(Phrase(pieces: [.words("to "), .value("x")]).isolated == "to \u{2068}x\u{2069}")
  }

  @Test(arguments: [
    ("ar", true), ("he-IL", true), ("az-Arab", true), ("fr", false), ("ur-Latn", false), ("arn", false),
  ])
  func `A language's tag determines its direction`(_ tag: String, _ isRightToLeft: Bool) {
    #expect(PageTexts.Direction(language: tag) == (isRightToLeft ? .rightToLeft : .leftToRight))
  }

  @Test(arguments: [
    (Duration.seconds(1), "in a minute"), (.seconds(60), "in a minute"), (.seconds(61), "in 2 minutes"),
    (.milliseconds(60_001), "in 2 minutes"), (.seconds(900), "in 15 minutes"), (.seconds(-5), "in a minute"),
  ])
  func `A wait is rounded up to minutes`(_ wait: Duration, _ words: String) {
    for problem in [PageProblem.lockedOut(wait: wait), .tooManyUserCodes(wait: wait)] {
      #expect(PageTexts.english.phrase(problem).description.contains(words))
    }
  }
}

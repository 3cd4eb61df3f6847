import OAuthCore
import OAuthServer
import Testing

struct PageTextsTests {
  static let languages = [PageTexts.english, .german]

  /// Every text with its values as they are written in catalogues.
  static func source(_ texts: PageTexts, _ key: PageText) -> String {
    texts.phrase(key, Dictionary(uniqueKeysWithValues: key.placeholders.map { ($0, "{\($0.rawValue)}") })).description
  }

  @Test(arguments: languages, PageText.allCases)
  func `Every text is there in every language, and says every value`(_ texts: PageTexts, _ key: PageText) {
    let text = Self.source(texts, key)
    #expect(!text.isEmpty)
    for place in key.placeholders { #expect(text.contains("{\(place.rawValue)}")) }
    #expect(text.count(where: { $0 == "{" }) == key.placeholders.count)
  }

  @Test func `No text was forgotten in translating`() {
    let same = PageText.allCases.filter { Self.source(.english, $0) == Self.source(.german, $0) }
    #expect(same == [.linkWebsite, .deviceCode])
  }

  @Test func `A language of one's own needs every text`() throws {
    var texts = Dictionary(uniqueKeysWithValues: PageText.allCases.map { ($0, Self.source(.english, $0)) })
    texts[.signInTitle] = "הכנס"
    let hebrew = try PageTexts(language: "he", direction: .rightToLeft, texts: texts)
    #expect(hebrew.phrase(.signInTitle).description == "הכנס" && hebrew.direction == .rightToLeft)
    texts[.buttonAllow] = nil
    #expect(throws: PageTextsError.missing(.buttonAllow)) { try PageTexts(language: "he", texts: texts) }
  }

  @Test func `A text can be replaced, with the values that it can have and no others`() throws {
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

  @Test(arguments: [
    (Duration.seconds(1), "in a minute"), (.seconds(60), "in a minute"), (.seconds(61), "in 2 minutes"),
    (.milliseconds(60_001), "in 2 minutes"), (.seconds(900), "in 15 minutes"), (.seconds(-5), "in a minute"),
  ])
  func `A wait is told in minutes, and never as less than it is`(_ wait: Duration, _ words: String) {
    for problem in [PageProblem.lockedOut(wait: wait), .tooManyUserCodes(wait: wait)] {
      #expect(PageTexts.english.phrase(problem).description.contains(words))
    }
  }
}

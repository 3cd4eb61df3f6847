import OAuthCore
import Testing

@testable import OAuthProviders

/// Paths to texts in arbitrary answers.
@Suite struct MemberPathTests {
  private static let people: JSONValue = [
    "names": [
      ["displayName": "Countess", "metadata": ["primary": false]],
      ["displayName": "Ada Lovelace", "metadata": ["primary": true]],
    ],
    "images": [["url": "https://images.example/1.png"], ["url": "https://images.example/2.png"]],
    "id": 1_815, "login": "ada", "empty": "", "nothing": .null, "half": .number(0.5), "truth": true, "hash": "a_b-1",
    "team": "T1",
  ]

  @Test(
    arguments: [
      ("login", "ada"), ("id", "1815"), ("names.primary.displayName", "Ada Lovelace"),
      ("names.0.displayName", "Countess"),
      ("images.primary.url", "https://images.example/1.png"), ("images.1.url", "https://images.example/2.png"),
      ("absent|login", "ada"), ("nothing|login", "ada"), ("id|login", "1815"), ("empty", nil), ("empty|login", nil),
      ("nothing", nil), ("half", nil), ("truth", nil), ("names", nil), ("names.0", nil), ("absent", nil),
      ("absent.deeper", nil), ("login.deeper", nil), ("login.0", nil), ("images.2.url", nil), ("images.-1.url", nil),
      ("images.99999999999999999999.url", nil), ("images.url", nil), ("images.first.url", nil), ("names.primary", nil),
      ("primary.login", nil), ("", nil), (".", nil), ("|", nil),
    ] as [(String, String?)])
  func `A path returns a text or a whole number, or nothing`(_ path: String, _ expected: String?) {
    #expect(MemberPath(path).text(in: Self.people) == expected)
  }

  @Test(
    arguments: [
      .null, true, 1, .number(0.5), "text", [], [[]], [:], ["names": []], ["names": [:]], ["names": [.null]],
      ["names": "text"], ["names": [["metadata": []]]], ["names": [["metadata": ["primary": "true"]]]],
      ["names": [["displayName": []]]], ["names": [[], ["metadata": ["primary": true]]]],
    ] as [JSONValue])
  func `A path returns nothing in an answer of another form`(_ answer: JSONValue) {
    #expect(MemberPath("names.primary.displayName").text(in: answer) == nil)
    #expect(MemberPath("{names.primary.displayName}").text(in: answer) == nil)
  }

  @Test func `A template's paths in braces are filled in`() {
    #expect(
      MemberPath("https://cdn.example/{id}/{hash}.png").text(in: Self.people) == "https://cdn.example/1815/a_b-1.png")
    #expect(MemberPath("{team}-{id}").text(in: Self.people) == "T1-1815")
    #expect(MemberPath("https://cdn.example/{absent}.png").text(in: Self.people) == nil)
    #expect(MemberPath("https://cdn.example/{id").text(in: Self.people) == nil)
  }

  @Test(arguments: [
    "..", "../x", "a/b", "a?b", "a#b", "a%2fb", "@evil.example", "a.b", "a b", "a\n", "\u{202E}", "{id}", "é", "",
    "a:b",
    "\\", "a\u{301}",
  ])
  func `A value that could change the text around it isn't filled in`(_ hostile: String) {
    #expect(MemberPath("https://cdn.example/{id}.png").text(in: ["id": .string(hostile)]) == nil)
    #expect(MemberPath("{team_id}-{user_id}").text(in: ["team_id": "T1", "user_id": .string(hostile)]) == nil)
  }
}

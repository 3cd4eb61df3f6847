import Foundation
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import Testing

/// Languages in an operator's folder.
struct PageTextsFolderTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "texts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func languages(_ files: [String: String]) throws -> [PageTexts] {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return try MustachePages.texts(inFolder: folder.path)
  }

  @Test func `A file of a built-in language replaces some of its texts`() throws {
    let all = try languages([
      "de.json": #"{"signInTitle": "Einloggen", "scope:a": "das tun", "detail:b": "{c} tun"}"#,
      "README.txt": "left alone",
    ])
    #expect(all.map(\.language) == ["en", "de"])
    #expect(all[0] == .english && all[1].phrase(.signInTitle).description == "Einloggen")
    #expect(all[1].phrase(.buttonAllow) == PageTexts.german.phrase(.buttonAllow))
    #expect(all[1].phrase(Permission.other("a")).description == "das tun")
    let detail = AuthorizationDetailText(type: "b", text: "", detail: ["type": "b", "c": "</li><b>"])
    #expect(all[1].phrase(detail).description == "</li><b> tun")
    let page = DeviceSignInPage(
      client: ClientCard(name: "TV"), permissions: [], details: [detail], userCode: Secret("WDJB-MJHT"), person: "Ada",
      issuer: "https://login.example", action: "/device", hiddenFields: [], username: "", problem: nil)
    let html = try MustachePages(texts: all).html(.deviceSignIn(page), for: LanguagePreference(uiLocales: "de"))
    #expect(html.contains("<bdi>&lt;/li&gt;&lt;b&gt;</bdi> tun"), "\(html)")
  }

  @Test func `The French file in the documentation is complete`() throws {
    let texts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Documentation/Texts")
    let all = try MustachePages.texts(inFolder: texts.path)
    #expect(all.map(\.language) == ["en", "de", "fr"])
    for key in PageText.allCases {
      let values = Dictionary(uniqueKeysWithValues: key.placeholders.map { ($0, "[\($0.rawValue)]") })
      let text = all[2].phrase(key, values).description
      for place in key.placeholders { #expect(text.contains("[\(place.rawValue)]"), "\(key)") }
    }
    let html = try MustachePages(texts: all).html(
      PageSamples().all[0].page, for: LanguagePreference(uiLocales: "fr-CA"))
    #expect(html.contains(#"lang="fr""#) && html.contains("<h1>Connexion</h1>"))
    #expect(all[2].phrase(Permission.other("report.read")).description == "lire vos rapports")
    #expect(all[2].direction == .leftToRight)
  }

  @Test func `A language that isn't built in needs every text, and the error names all missing ones`() throws {
    let source = PageText.allCases.filter { ![.signInTitle, .buttonAllow].contains($0) }.map {
      "\"\($0.rawValue)\": \"x\""
    }
    let file = "{" + source.joined(separator: ",") + "}"
    let error = #expect(throws: PageTextsFolderError.self) { try languages(["ar.json": file]) }
    #expect(error == .missing(file: "ar.json", [.signInTitle, .buttonAllow]))
    #expect(error?.explanation == "Texts are missing from the file ar.json: signInTitle, buttonAllow.")
  }

  @Test(arguments: [
    ("en.json", #"{"signInTitel": "x"}"#, "The pages have no text called signInTitel"),
    ("de.json", "[]", "not a JSON object"),
    ("de.json", #"{"signInTitle": "{client}"}"#, "The text signInTitle has braces"),
    ("de.json", #"{"scope:a": "{b}"}"#, "The text for the scope a contains"),
    ("de.json", #"{"detail:a": "{b"}"#, "The text for authorization details of the type a"),
  ])
  func `The error for an invalid text names its file`(_ name: String, _ text: String, _ words: String) throws {
    let error = #expect(throws: PageTextsFolderError.self) { try languages([name: text]) }
    #expect(error?.explanation.contains(words) == true && error?.explanation.contains(name) == true, "\(error as Any)")
  }

  @Test func `A file name that is no language tag is an error, and so is a missing folder`() throws {
    for name in ["*.json", "french!.json", ".json"] {
      #expect(throws: PageTextsFolderError.unknownLanguage(file: name)) {
        try PageTextsFolderTests().languages([name: "{}"])
      }
    }
    try? FileManager.default.removeItem(at: folder)
    #expect(throws: PageTextsFolderError.unreadable(folder.path)) { try MustachePages.texts(inFolder: folder.path) }
  }
}

import Foundation
import OAuthServer
import OAuthServerHummingbird
import Testing

/// The templates and texts that an operator can replace.
struct PageTemplateTests {
  let page = PageSamples().all[0].page

  func folder(_ files: [String: String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return folder.path
  }

  @Test(arguments: PageTemplate.allCases)
  func `Every template can be replaced, and is used`(_ template: PageTemplate) throws {
    let marked = try MustachePages(templates: [template: "/* own */"])
    let pages = PageSamples().all.map { marked.html($0.page, for: .none) }
    #expect(pages.contains { $0.contains("/* own */") })
  }

  @Test func `Templates are read from a folder, and values in them are escaped`() throws {
    let folder = try folder([
      "signIn.mustache": "<p>{{t.signInTitle}} {{#lead}}{{>phrase}}{{/lead}} {{username}}</p>",
      "style.css": "p { color: red; }",
      "README.txt": "left alone",
    ])
    let pages = try MustachePages(templates: MustachePages.templates(inFolder: folder))
    #expect(pages.styleSheet == "p { color: red; }")
    #expect(pages.html(page, for: .none) == "<p>Sign in <bdi>Photo Album</bdi> asks to: </p>")
    let hostile = pages.html(PageSamples.hostile.all[1].page, for: .none)
    #expect(!hostile.contains("<script") && hostile.contains("&lt;script"))
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func `A template that no page uses is an error, and so is a missing folder`() throws {
    let folder = try folder(["sign-in.mustache": ""])
    #expect(throws: MustachePagesError.unknownTemplate("sign-in.mustache")) {
      try MustachePages.templates(inFolder: folder)
    }
    try FileManager.default.removeItem(atPath: folder)
    #expect(throws: MustachePagesError.unreadable(folder)) { try MustachePages.templates(inFolder: folder) }
    let latin1 = try self.folder([:])
    try Data([0x3C, 0xE4]).write(to: URL(filePath: latin1).appending(path: "error.mustache"))
    #expect(throws: MustachePagesError.unreadable("error.mustache")) { try MustachePages.templates(inFolder: latin1) }
    try FileManager.default.removeItem(atPath: latin1)
  }

  @Test func `A malformed template is found when the server starts`() {
    #expect(throws: MustachePagesError.malformed(.error)) { try MustachePages(templates: [.error: "{{#open}}"]) }
    #expect(throws: MustachePagesError.malformed(.style)) {
      try MustachePages(templates: [.style: "</STYLE><script>alert(1)</script>"])
    }
  }

  @Test func `Texts are read from a file and replace the built-in ones`() throws {
    let texts = try PageTexts.texts(in: Array(#"{"signInTitle": "Log in", "signInLead": "{client} wants:"}"#.utf8))
    let pages = try MustachePages(texts: [PageTexts.english.replacing(texts)])
    let html = pages.html(page, for: .none)
    #expect(html.contains("<h1>Log in</h1>") && html.contains("<bdi>Photo Album</bdi> wants:"))
    for (text, error) in [
      (#"{"signInTitel": "x"}"#, PageTextsError.unknownText("signInTitel")), (#"{"signInTitle": 1}"#, .malformed),
      ("[]", .malformed), ("", .malformed), (#"{"signInTitle": "a", "signInTitle": "b"}"#, .malformed),
    ] {
      #expect(throws: error) { try PageTexts.texts(in: Array(text.utf8)) }
    }
  }
}

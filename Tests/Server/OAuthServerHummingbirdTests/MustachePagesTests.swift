import Crypto
import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Testing

@Suite("The pages", .covers("RFC 8628 §3.3, server"))
struct MustachePagesTests {
  static let hostile = "\"><script>alert(1)</script><b x='&amp;{{username}}{{{issuer}}}"

  /// The server's page for a request, with hostile names of the client and the user.
  func page(
    _ changes: [String: String] = [:], form: [String: String]? = nil, hostile: String = Self.hostile
  ) async throws -> HTTPAnswer {
    let issuer = try Issuer("https://login.example")
    let scope = try Scope(["profile", "email", "a'&<b>"])
    var configuration = try AuthorizationServerConfiguration(issuer: issuer, scopes: scope)
    configuration.features = []
    let server = AuthorizationServer(
      configuration: configuration,
      database: InMemoryServerDatabase(),
      clients: InMemoryClientStore([
        RegisteredClient(
          id: "app", name: hostile, redirectURIs: [try RedirectURI("https://app.example/cb?a='b'&c=d")],
          scope: scope)
      ]),
      users: InMemoryUserDirectory([]),
      pages: try MustachePages(), logger: LogCollector().logger())
    var request = FormParameters()
    var pairs = [
      "response_type": "code", "client_id": "app", "redirect_uri": "https://app.example/cb?a='b'&c=d",
      "scope": "profile a'&<b>", "state": hostile, "login_hint": hostile, "code_challenge_method": "S256",
      "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    ]
    pairs.merge(changes) { $1 }
    for (name, value) in pairs { request.append(name, value) }
    guard let form else {
      return await server.respond(
        to: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/authorize?" + request.queryEncoded()),
        body: [])
    }
    var decision = FormParameters()
    decision.append("authorization_request", request.formEncoded())
    for (name, value) in form { decision.append(name, value) }
    return await server.respond(
      to: HTTPRequest(
        method: .post, scheme: nil, authority: nil, path: "/authorize/decision",
        headerFields: [.contentType: "application/x-www-form-urlencoded"]),
      body: Array(decision.formEncoded().utf8))
  }

  @Test("escape every value, whoever wrote it", .covers("attack: markup in a request"))
  func escaping() async throws {
    for answer in [
      try await page(), try await page(form: ["username": Self.hostile, "password": "x", "decision": "approve"]),
      try await page(["client_id": Self.hostile]), try await page(["scope": ""]),
    ] {
      let html = String(decoding: answer.body, as: UTF8.self)
      #expect(html.hasPrefix("<!DOCTYPE html>"))
      #expect(!html.contains("<script"))
      #expect(!html.contains("<b x="))
      #expect(!html.contains("<b>"))
      // Braces in a value stay as they are, and those of the template are rendered.
      let names = html.components(separatedBy: "{{username}}").count
      #expect(!html.contains("{{client") && !html.contains("{{#") && names <= 8)
    }
  }

  /// Scalars that form one `Character` with their neighbours: combining marks, a joiner, and
  /// prepended marks.
  private static let joining = [
    "\u{301}", "\u{20DD}", "\u{FE0F}", "\u{200D}", "\u{600}", "\u{6DD}", "\u{D4E}", "\u{110BD}",
  ]

  /// Counts the special characters as a browser sees them, scalar by scalar.
  private func markup(_ html: [UInt8]) -> [UInt8: Int] {
    Dictionary(html.filter { "<>\"'".utf8.contains($0) }.map { ($0, 1) }, uniquingKeysWith: +)
  }

  @Test(.covers("attack: markup in a request"), arguments: joining)
  func `escape what is one character with its neighbours in Swift and none in a browser`(_ joint: String) async throws {
    for character in ["<", ">", "\"", "'"] {
      for value in ["a\(joint)\(character)b", "a\(character)\(joint)b", "a\(joint)\(character)\(joint)b"] {
        for form in [nil, ["username": value, "password": "x", "decision": "approve"]] {
          let (told, plain) = (try await page(form: form, hostile: value), try await page(form: form, hostile: "ab"))
          #expect(markup(told.body) == markup(plain.body), "\(value.unicodeScalars.map { $0.value })")
        }
        // An operator's template is escaped in the same way.
        let pages = try MustachePages(templates: [.hidden: "{{#hiddenFields}}<i title='{{value}}'>{{/hiddenFields}}"])
        func formPost(_ text: String) -> [UInt8] {
          let fields = [HiddenField(name: "state", value: Secret(text))]
          let page = FormPostPage(clientName: text, action: "https://app.example/cb", fields: fields)
          return Array(pages.html(.formPost(page), for: .none).utf8)
        }
        #expect(markup(formPost(value)) == markup(formPost("ab")))
      }
    }
  }

  @Test("show the client's name and the user name unchanged, escaped once")
  func shown() async throws {
    let html = String(decoding: try await page().body, as: UTF8.self)
    let escaped = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b x=&#39;&amp;amp;{{username}}{{{issuer}}}"
    #expect(html.contains("<p class=\"lead\"><bdi>\(escaped)</bdi> asks to:</p>"))
    #expect(html.contains("value=\"\(escaped)\" autocomplete=\"username\""))
    #expect(html.contains("<li><bdi>a&#39;&amp;&lt;b&gt;</bdi></li>"))
  }

  @Test("carry the request unchanged in the hidden field")
  func hiddenField() async throws {
    let html = String(decoding: try await page().body, as: UTF8.self)
    let field = try #require(html.firstMatch(of: /name="authorization_request" value="([^"]*)"/))
    let value = String(field.1).replacing("&amp;", with: "&")
    #expect(try FormParameters(decoding: value).single("state") == Self.hostile)
  }

  @Test("have one style, which the policy allows by its hash, and load nothing")
  func style() async throws {
    for answer in [try await page(), try await page(["client_id": "nobody"])] {
      let html = String(decoding: answer.body, as: UTF8.self)
      let style = try #require(html.firstMatch(of: /(?s)<style>(.*?)<\/style>/)).1
      let hash = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()
      #expect(answer.response.headerFields[.contentSecurityPolicy]?.contains("style-src 'sha256-\(hash)'") == true)
      #expect(html.matches(of: /<style/).count == 1)
      for foreign in ["<link", "<img", "<iframe", "url(", "@import", "src=", "style=", "onclick"] {
        #expect(!html.contains(foreign))
      }
    }
  }

  @Test("work without JavaScript and with screen readers")
  func accessible() async throws {
    let html = String(
      decoding: try await page(form: ["username": "ada", "password": "x", "decision": "approve"]).body, as: UTF8.self)
    for part in [
      "<html lang=\"en\" dir=\"ltr\">", "name=\"viewport\"", "<label for=\"username\">", "<label for=\"password\">",
      "<input id=\"username\" name=\"username\" type=\"text\" value=\"ada\" autocomplete=\"username\"",
      "<input id=\"password\" name=\"password\" type=\"password\" autocomplete=\"current-password\"",
      "role=\"alert\"", "aria-describedby=\"problem\" autofocus",
      "<form method=\"post\" action=\"/authorize/decision\">",
      "<button name=\"decision\" value=\"approve\">",
      "<button name=\"decision\" value=\"deny\" class=\"quiet\" formnovalidate>",
    ] {
      #expect(html.contains(part), "\(part)")
    }
    let approve = try #require(html.firstRange(of: "value=\"approve\""))
    let deny = try #require(html.firstRange(of: "value=\"deny\""))
    #expect(approve.lowerBound < deny.lowerBound)
  }

  /// The pages of the device grant, in order: for a code from a link, for an invalid code, for the
  /// sign-in, for a wrong password, and for the decision.
  func devicePages() async throws -> (userCode: String, pages: [String]) {
    let scope = try Scope(["profile", "a'&<b>"])
    let password = "correct horse battery staple"
    var configuration = try AuthorizationServerConfiguration(issuer: try Issuer("https://login.example"), scopes: scope)
    configuration.features = [.deviceAuthorization]
    let server = AuthorizationServer(
      configuration: configuration,
      database: InMemoryServerDatabase(),
      clients: InMemoryClientStore([
        RegisteredClient(id: "tv", name: Self.hostile, redirectURIs: [], scope: scope, grants: [.deviceCode])
      ]),
      users: InMemoryUserDirectory([
        (User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada"), Secret(password))
      ]), pages: try MustachePages(), logger: LogCollector().logger())
    func post(_ path: String, _ pairs: [String: String]) async -> HTTPAnswer {
      var form = FormParameters()
      for (name, value) in pairs { form.append(name, value) }
      return await server.respond(
        to: HTTPRequest(
          method: .post, scheme: nil, authority: nil, path: path,
          headerFields: [.contentType: "application/x-www-form-urlencoded"]), body: Array(form.formEncoded().utf8))
    }
    let codes = try JSONValue(
      bytes: await post("/device_authorization", ["client_id": "tv", "scope": scope.parameter]).body)
    let userCode = try #require(codes.object?["user_code"]?.string)
    let link = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/device?user_code=" + userCode)
    var decision = ["user_code": userCode, "username": Self.hostile, "password": "hunter2", "decision": "approve"]
    var answers = [
      await server.respond(to: link, body: []), await post("/device", ["user_code": Self.hostile]),
      await post("/device", ["user_code": userCode]), await post("/device", decision),
    ]
    decision["username"] = "ada"
    decision["password"] = password
    answers.append(await post("/device", decision))
    #expect(answers.map(\.response.status.code) == [200, 400, 200, 403, 200])
    return (userCode, answers.map { String(decoding: $0.body, as: UTF8.self) })
  }

  @Test func `of the device grant escape every value, load nothing and contain no password`() async throws {
    let (_, pages) = try await devicePages()
    for html in pages {
      #expect(html.hasPrefix("<!DOCTYPE html>") && html.matches(of: /<style/).count == 1)
      for foreign in [
        "<script", "<b x=", "<b>", "{{client", "{{#", "hunter2", "<link", "<img", "<iframe", "url(", "src=", "style=",
      ] {
        #expect(!html.contains(foreign), "\(foreign)")
      }
    }
  }

  // RFC 8628 §3.3.1, §5.4.
  @Test func `of the device grant show the code, ask for confirmation and warn of codes from others`() async throws {
    let (userCode, pages) = try await devicePages()
    let field = "<input id=\"user-code\" class=\"code\" name=\"user_code\" type=\"text\" value=\""
    #expect(pages[0].contains(field + userCode + "\"") && pages[0].contains("Does your device show this code?"))
    #expect(pages[1].contains(field + "&quot;&gt;&lt;script") && pages[1].contains("role=\"alert\" id=\"problem\""))
    for html in pages[0...1] {
      for part in [
        "<label for=\"user-code\">", "<form method=\"post\" action=\"/device\">", "If somebody sent you this code",
      ] {
        #expect(html.contains(part), "\(part)")
      }
    }
    for html in pages[2...3] {
      for part in [
        "<p class=\"code\" dir=\"ltr\">\(userCode)</p>", "<form method=\"post\" action=\"/device\">",
        "<input type=\"hidden\" name=\"user_code\" value=\"\(userCode)\">", "<label for=\"username\">",
        "<label for=\"password\">", "<button name=\"decision\" value=\"approve\">",
        "<button name=\"decision\" value=\"deny\" class=\"quiet\" formnovalidate>",
        "or somebody sent it to you, cancel",
        "<li><bdi>a&#39;&amp;&lt;b&gt;</bdi></li>",
      ] {
        #expect(html.contains(part), "\(part)")
      }
    }
    #expect(pages[3].contains("The user name or the password is wrong"))
    #expect(pages[4].contains("<h1>Your device is signed in</h1>") && !pages[4].contains("<form"))
  }

  @Test("contain no password that was entered")
  func noPassword() async throws {
    let answer = try await page(form: ["username": "ada", "password": "hunter2", "decision": "approve"])
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("hunter2"))
  }
}

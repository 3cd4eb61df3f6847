import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer

/// Requests to one authorization server, in sequence, separated by record separators (0x1E).
///
/// The first byte of a request chooses the path; the second, the method and a header field. The
/// query, the field's value and the body follow, one line each; the body may contain line ends.
///
/// The first byte may also have a part signed, because signed input reaches more code. The body
/// becomes a request object, or the field's value becomes a client assertion, a DPoP proof, an
/// assertion about a user, or, at the registration endpoint, a software statement. Instead of a
/// request, a part may be the document at every address that the server fetches from.
enum ServerTarget {
  private static let mostRequests = 6
  private static let paths = [
    "/authorize", "/authorize/decision", "/token", "/userinfo", "/revoke", "/introspect", "/par", "/register",
    "/register/app", "/device_authorization", "/device", "/device/qr", "/logout", "/logout/decision",
    "/.well-known/openid-configuration", "/openapi.json",
  ]
  private static let methods: [HTTPRequest.Method] = [.get, .post, .put, .options]
  private static let fields: [HTTPField.Name?] = [
    nil, .authorization, .cookie, HTTPField.Name("DPoP"), .origin, .acceptLanguage, .contentType, .accept,
  ]

  private struct Asked: Sendable {
    let request: HTTPRequest
    let body: [UInt8]
    /// Whether the client's own key signed an assertion for the request.
    var hasAssertion = false
  }

  static func run(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0x1E, maxSplits: mostRequests - 1).map(Array.init)
    let asked = parts.compactMap { fetched($0) == nil ? Self.asked($0) : nil }
    guard !asked.isEmpty else { return }
    let document = parts.lazy.compactMap(fetched).first
    let answers = Awaited.value { () -> [HTTPAnswer]? in
      guard let server = try? FuzzedServer.make(fetching: document) else { return nil }
      var answers: [HTTPAnswer] = []
      for asked in asked { answers.append(await server.respond(to: asked.request, body: asked.body)) }
      return answers
    }
    guard let answers = answers.flatMap(\.self) else { return require(false, "a server can be created") }
    let said = asked.map { TextsOfRequest($0.request, $0.body) }
    let known = Known(
      password: said.contains { $0.contain(FuzzedServer.password) },
      secret: asked.contains(where: \.hasAssertion) || said.contains { $0.contain(FuzzedServer.secret) })
    // The document may be a client's own, with any redirect URIs.
    let published = document.flatMap { try? JSONValue(bytes: $0) }?.object?["redirect_uris"] != nil
    var isRegistered = false
    for (asked, answer) in zip(asked, answers) {
      check(answer, toRegistered: isRegistered || published, mayBeAway: document != nil)
      check(answer, to: asked.request, known, isRegistered)
      isRegistered = isRegistered || answer.response.status == .created
    }
  }

  /// The secrets that the input contains.
  private struct Known {
    let password: Bool
    let secret: Bool
  }

  /// The document to fetch, if the part is one. The first byte may have the document signed.
  private static func fetched(_ bytes: [UInt8]) -> [UInt8]? {
    switch bytes.first.map({ $0 >> 4 }) {
    case 0x5: Array(bytes.dropFirst())
    case 0xC: signed(Array(bytes.dropFirst()), type: "oauth-authz-req+jwt").map { Array($0.utf8) }
    default: nil
    }
  }

  private static func asked(_ bytes: [UInt8]) -> Asked? {
    guard bytes.count >= 2 else { return nil }
    let lines = bytes.dropFirst(2).split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false).map(
      Array.init)
    let (query, value, body) = (text(lines, 0), text(lines, 1), lines.count > 2 ? lines[2] : [])
    let path = paths[Int(bytes[0]) % paths.count]
    var request = HTTPRequest(
      method: methods[Int(bytes[1]) % methods.count], scheme: "https", authority: "server.example",
      path: query.isEmpty ? path : path + "?" + query)
    request.headerFields[.contentType] =
      path.hasPrefix("/register") ? "application/json" : "application/x-www-form-urlencoded"
    let field = fields[Int(bytes[1] >> 2) % fields.count]
    guard bytes[0] & 0x80 != 0 else {
      if let field { request.headerFields[field] = value }
      return Asked(request: request, body: body)
    }
    switch bytes[0] >> 4 & 3 {
    case 0:
      guard let object = signed(body, type: "oauth-authz-req+jwt") else { return nil }
      request.path = "/authorize?client_id=signer&request=\(object)"
      return Asked(request: request, body: [])
    case 1:
      guard let assertion = signed(Array(value.utf8)) else { return nil }
      let type = "client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer"
      return Asked(
        request: request, body: body + "&\(type)&client_assertion=\(assertion)".utf8, hasAssertion: true)
    case 2:
      guard let statement = signed(Array(value.utf8)) else { return nil }
      guard path == "/register", var members = (try? JSONValue(bytes: body))?.object else {
        let grant = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
        return Asked(request: request, body: body + "&\(grant)&assertion=\(statement)".utf8)
      }
      members["software_statement"] = .string(statement)
      return Asked(request: request, body: JSONValue.object(members).bytes())
    default:
      guard let key = FuzzedServer.key?.verificationKey.publicJWK,
        let proof = signed(Array(value.utf8), type: "dpop+jwt", header: ["jwk": key]), let name = HTTPField.Name("DPoP")
      else { return nil }
      request.headerFields[name] = proof
      return Asked(request: request, body: body)
    }
  }

  /// The line's bytes that HTTP allows in a header field or a query.
  private static func text(_ lines: [[UInt8]], _ index: Int) -> String {
    guard index < lines.count else { return "" }
    return String(decoding: lines[index].filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
  }

  private static func signed(
    _ claims: [UInt8], type: String? = nil, header: [String: JSONValue] = [:]
  ) -> String? {
    guard let members = (try? JSONValue(bytes: claims))?.object else { return nil }
    return try? FuzzedServer.key?.sign(members, type: type, header: header).reveal()
  }

  /// Checks the properties that every answer must have.
  ///
  /// - Parameters:
  ///   - answer: The server's answer.
  ///   - isRegistered: Whether an earlier request or a fetched document may describe a client, whose
  ///     redirect URIs aren't known here.
  ///   - mayBeAway: Whether the server fetched a document that it couldn't use. For some seconds it answers
  ///     503 instead of fetching it again.
  static func check(_ answer: HTTPAnswer, toRegistered isRegistered: Bool = false, mayBeAway: Bool = false) {
    let fields = answer.response.headerFields
    let status = answer.response.status
    require(
      status.code < 500 || (mayBeAway && status == .serviceUnavailable),
      "no request causes a server error: \(status.code)")
    for field in fields {
      require(
        field.value.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a header field is one line of ASCII: \(field.name)"
      )
    }
    if let location = fields[.location] {
      require(
        isRegistered || location == FuzzedServer.redirect || location.hasPrefix(FuzzedServer.redirect + "?")
          || location.hasPrefix(FuzzedServer.redirect + "#") || location.hasPrefix(FuzzedServer.issuer + "/")
          || location.hasPrefix("/") && !location.hasPrefix("//"),
        "redirects go to the client's registered address or to the server: \(location)")
      require(!location.contains("error=server_error"), "no request causes a server error")
    }
    for cookie in fields[values: .setCookie] {
      require(
        cookie.hasPrefix("__Host-") && cookie.contains("; HttpOnly") && cookie.contains("; Secure"),
        "a cookie is limited to this host and TLS, and hidden from scripts")
    }
    if fields[.contentType]?.hasPrefix("text/html") == true {
      let policy = fields[values: .contentSecurityPolicy].first ?? ""
      require(
        policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
        "a page can't be framed and loads nothing: \(policy)")
    }
    if fields[.contentType]?.hasPrefix("application/json") == true, !answer.body.isEmpty {
      require((try? JSONValue(bytes: answer.body)) != nil, "a JSON answer is valid JSON")
    }
    require(
      !String(decoding: answer.body, as: UTF8.self).contains(FuzzedServer.secret.reveal()),
      "no answer contains a client's secret")
  }

  /// Checks that an input without secrets gets no code, token or introspection.
  private static func check(_ answer: HTTPAnswer, to request: HTTPRequest, _ known: Known, _ isRegistered: Bool) {
    let location = answer.response.headerFields[.location] ?? ""
    let hasCode = location.contains("?code=") || location.contains("&code=") || location.contains("#code=")
    require(known.password || !hasCode, "a code requires the user's password")
    guard answer.response.status == .ok, request.method == .post else { return }
    let members = (try? JSONValue(bytes: answer.body))?.object ?? [:]
    require(
      known.password || known.secret || isRegistered || members["access_token"] == nil,
      "a token requires the password or the client's secret")
    require(known.secret || members["active"] == nil, "introspection requires client authentication")
  }
}

import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer

/// Changed parameters by name. `nil` leaves a parameter out.
typealias Changes = [String: String?]

extension TestServer {
  func get(
    _ path: String, _ parameters: FormParameters? = nil, fields: HTTPFields = [:], from address: ClientAddress? = nil
  ) async -> HTTPAnswer {
    let target = path + (parameters.map { "?" + $0.queryEncoded() } ?? "")
    return await server.respond(
      to: HTTPRequest(
        method: .get, scheme: "https", authority: "login.example", path: target, headerFields: fields), body: [],
      context: RequestContext(address: address))
  }

  func post(
    _ path: String, _ form: FormParameters, fields: HTTPFields = [:], from address: ClientAddress? = nil
  ) async -> HTTPAnswer {
    var fields = fields
    var context = RequestContext()
    context.address = address
    if fields[.contentType] == nil { fields[.contentType] = "application/x-www-form-urlencoded" }
    return await server.respond(
      to: HTTPRequest(method: .post, scheme: "https", authority: "login.example", path: path, headerFields: fields),
      body: Array(form.formEncoded().utf8), context: context)
  }

  /// Returns a valid authorization request of `app`, with changes.
  static func authorization(_ changes: Changes = [:]) -> FormParameters {
    form(
      [
        ("response_type", "code"), ("client_id", "app"), ("redirect_uri", redirect), ("scope", "profile email"),
        ("state", "st4te-of-the-client"), ("code_challenge", Vector.challenge), ("code_challenge_method", "S256"),
      ], changes)
  }

  /// Returns a token request for a code, with changes.
  static func redemption(_ code: String, _ changes: Changes = [:]) -> FormParameters {
    form(
      [
        ("grant_type", "authorization_code"), ("client_id", "app"), ("code", code), ("redirect_uri", redirect),
        ("code_verifier", Vector.verifier),
      ], changes)
  }

  static func refreshment(_ token: String, _ changes: Changes = [:]) -> FormParameters {
    form([("grant_type", "refresh_token"), ("client_id", "app"), ("refresh_token", token)], changes)
  }

  static func revocation(_ token: String, _ changes: Changes = [:]) -> FormParameters {
    form([("client_id", "app"), ("token", token)], changes)
  }

  static func form(_ pairs: [(String, String)], _ changes: Changes = [:]) -> FormParameters {
    var form = FormParameters()
    for (name, value) in pairs {
      if let change = changes[name] { form.append(name, ifPresent: change) } else { form.append(name, value) }
    }
    for (name, value) in changes.sorted(by: { $0.key < $1.key }) where !pairs.contains(where: { $0.0 == name }) {
      form.append(name, ifPresent: value)
    }
    return form
  }

  /// Returns the form that the sign-in page posts.
  static func decision(_ request: FormParameters, _ changes: Changes = [:]) -> FormParameters {
    form(
      [
        ("authorization_request", request.formEncoded()), ("username", "ada"), ("password", password),
        ("decision", "approve"),
      ], changes)
  }

  func decide(_ request: FormParameters, _ changes: Changes = [:], fields: HTTPFields = [:]) async -> HTTPAnswer {
    await post("/authorize/decision", Self.decision(request, changes), fields: fields)
  }

  /// Signs in, and returns the code.
  func code(_ changes: Changes = [:]) async throws -> String {
    try await decide(Self.authorization(changes)).callback("code")
  }

  /// Signs in and redeems the code.
  func tokens(_ changes: Changes = [:]) async throws -> TokenAnswer {
    try TokenAnswer(await post("/token", Self.redemption(try await code(changes))))
  }

  func userInfo(_ token: String) async -> HTTPAnswer {
    await get("/userinfo", fields: [.authorization: "Bearer \(token)"])
  }
}

/// The verifier and challenge of RFC 7636 appendix B.
enum Vector {
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import Logging
import OAuth
import OAuthCore
import OAuthTestSupport
import PKCE

/// A server with handwritten metadata, a client of it, and answers as the browser delivers them.
enum Fixture {
  static func metadata(
    promisesIssuer: Bool = false, challengeMethods: [String]? = ["S256"], issuer: String? = "https://as.example"
  ) throws -> AuthorizationServerMetadata {
    var members: [String: JSONValue] = [:]
    if promisesIssuer { members["authorization_response_iss_parameter_supported"] = true }
    members["code_challenge_methods_supported"] = challengeMethods.map { .array($0.map { .string($0) }) }
    return AuthorizationServerMetadata(
      issuer: try issuer.map { try Issuer($0) }, authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"),
      userInfoEndpoint: try Endpoint("https://as.example/userinfo"), members: members)
  }

  /// A server with more members in its metadata.
  static func metadata(_ members: [String: JSONValue]) throws -> AuthorizationServerMetadata {
    let base = try metadata()
    return AuthorizationServerMetadata(
      issuer: base.issuer, authorizationEndpoint: base.authorizationEndpoint, tokenEndpoint: base.tokenEndpoint,
      userInfoEndpoint: base.userInfoEndpoint, members: base.members.merging(members) { $1 })
  }

  static func client(
    _ transport: any HTTPTransport = ScriptedTransport(), authentication: ClientAuthentication = .none,
    server: AuthorizationServerMetadata? = nil, seed: UInt64 = 1, clock: ManualClock = ManualClock(),
    logger: Logger = Logger(label: "test")
  ) throws -> OAuthClient {
    OAuthClient(
      id: "app", authentication: authentication, server: try server ?? metadata(), transport: transport,
      clock: clock.wallClock, random: SeededRandomSource(seed: seed), logger: logger)
  }

  /// The manual clock's time, in seconds.
  static let now = Int64(ManualClock().now.timeIntervalSince1970)

  static let loopback = "http://127.0.0.1:49152/callback"

  static func attempt(
    _ client: OAuthClient, redirectURI: String = loopback, scope: Scope = .none,
    parameters: FormParameters = FormParameters()
  ) throws -> AuthorizationAttempt {
    try client.authorizationAttempt(
      AuthorizationRequest(redirectURI: RedirectURI(redirectURI), scope: scope, parameters: parameters))
  }

  static func parameters(of url: String) throws -> FormParameters {
    try FormParameters(decoding: url.drop { $0 != "?" }.dropFirst())
  }

  static func callback(_ attempt: AuthorizationAttempt, _ pairs: (String, String)...) throws -> AuthorizationCallback {
    var form = FormParameters()
    for (name, value) in pairs { form.append(name, value) }
    return try AuthorizationCallback(url: attempt.redirectURI.adding(form))
  }

  static func tokens(_ members: [String: JSONValue] = [:]) -> HTTPAnswer {
    .json(["access_token": "at-12345", "token_type": "Bearer"].merging(members) { $1 })
  }

  static func refreshRequest(_ client: OAuthClient, _ token: String) async throws -> EndpointRequest {
    var parameters = FormParameters()
    parameters.append("refresh_token", token)
    return try await client.tokenRequest(grantType: "refresh_token", parameters, secrets: [Secret(token)])
  }
}

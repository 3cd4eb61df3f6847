internal import FoundationBasics
internal import OAuth
internal import OAuthCore

/// The part of a client's registration that decides whether a later sign-in can use the client.
struct RegistrationRecord: Sendable, Hashable {
  /// The registered redirect URIs, and the requested ones: a sign-in that is stored has used them.
  var redirectURIs: [String]
  /// The registered grants.
  var grants: [String]
  /// The scope that was requested or registered; `nil` if the server named none.
  var scope: Scope?
  /// The expiry of the client's secret; `nil` if it doesn't expire.
  var secretExpiresAt: Date?

  /// Reads the server's answer. Absent members have the requested values.
  ///
  /// - Parameters:
  ///   - registration: The server's answer.
  ///   - metadata: The requested metadata.
  init(_ registration: ClientRegistration, requested metadata: ClientMetadata) {
    let requested = metadata.redirectURIs.map(\.text)
    redirectURIs = requested + registration.redirectURIs.filter { !requested.contains($0) }
    // The default is that of RFC 7591 §2.
    grants = registration.members["grant_types"]?.strings ?? metadata.grantTypes ?? ["authorization_code"]
    if let scopeOfClient = registration.members["scope"]?.string.flatMap({ try? Scope(parameter: $0) }) {
      // What the server dropped once, it would drop from a new registration too.
      scope = try? Scope(scopeOfClient.tokens + (metadata.scope?.tokens ?? []))
    }
    secretExpiresAt = registration.clientSecretExpiresAt
  }

  /// The stored form.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "redirect_uris": .array(redirectURIs.map { .string($0) }), "grant_types": .array(grants.map { .string($0) }),
    ]
    members["scope"] = scope.map { .string($0.parameter) }
    members["client_secret_expires_at"] = secretExpiresAt.map { .integer(Int64($0.timeIntervalSince1970)) }
    return members
  }

  /// Reads ``members``; `nil` if they are invalid.
  init?(_ members: [String: JSONValue]) {
    guard let redirectURIs = members["redirect_uris"]?.strings, let grants = members["grant_types"]?.strings else {
      return nil
    }
    self.redirectURIs = redirectURIs
    self.grants = grants
    if let text = members["scope"]?.string {
      guard let scope = try? Scope(parameter: text) else { return nil }
      self.scope = scope
    }
    if case .integer(let seconds)? = members["client_secret_expires_at"] {
      secretExpiresAt = Date(timeIntervalSince1970: TimeInterval(seconds))
    }
  }
}

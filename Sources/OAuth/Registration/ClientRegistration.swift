#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// A client as the server registered it (RFC 7591 §3.2.1). Keep it: each registration makes another client.
public struct ClientRegistration: Sendable, Hashable {
  /// The client's `client_id`.
  public let clientID: String
  /// The client's secret, if it was given one.
  public let clientSecret: Secret?
  /// When the secret ends; `nil` if it doesn't, or the server didn't say.
  public let clientSecretExpiresAt: Date?
  /// When the client was registered, if the server says so.
  public let clientIDIssuedAt: Date?
  /// What reads and changes the registration later, if the server offers that (OpenID Connect Registration §4).
  public let registrationAccessToken: Secret?
  /// Where the registration is read and changed with that token.
  public let registrationClientURI: Endpoint?
  /// How the client must authenticate: what the server says, which may differ from what was asked for.
  public let tokenEndpointAuthMethod: String
  /// Where browsers may be sent back to, as registered.
  public let redirectURIs: [String]
  /// Every member of the answer but the two secrets.
  public let members: [String: JSONValue]

  init(_ answer: AnswerMembers) throws(EndpointError) {
    clientID = try answer.requiredSecret("client_id").reveal()
    clientSecret = try answer.secret("client_secret")
    // 0 means never (RFC 7591 §3.2.1).
    let end = try answer.moment("client_secret_expires_at")
    clientSecretExpiresAt = end == Date(timeIntervalSince1970: 0) ? nil : end
    clientIDIssuedAt = try answer.moment("client_id_issued_at")
    // The client exists by now: an error about how it could be managed later would only lose it.
    registrationAccessToken = try? answer.secret("registration_access_token")
    registrationClientURI = answer.members["registration_client_uri"]?.string.flatMap { try? Endpoint($0) }
    // RFC 7591 §2: the default, which makes no sense without a secret.
    tokenEndpointAuthMethod =
      try answer.text("token_endpoint_auth_method") ?? (clientSecret == nil ? "none" : "client_secret_basic")
    redirectURIs = answer.members["redirect_uris"]?.array?.compactMap(\.string) ?? []
    members = answer.members.filter { !Self.secretMembers.contains($0.key) }
  }

  private static let secretMembers: Set<String> = ["client_secret", "registration_access_token"]

  /// How to make an ``OAuthClient`` of it; `nil` if that takes a key of one's own, or the method isn't known.
  ///
  /// `nil` for `private_key_jwt`, `client_secret_jwt` and mutual TLS: give those with the key that belongs to them.
  public var authentication: ClientAuthentication? {
    switch (tokenEndpointAuthMethod, clientSecret) {
    case ("none", _): ClientAuthentication.none
    case ("client_secret_basic", let secret?): .clientSecretBasic(secret)
    case ("client_secret_post", let secret?): .clientSecretPost(secret)
    default: nil
    }
  }
}

extension ClientRegistration: Redacted {
  /// The client's id and how it authenticates.
  public var description: String {
    "ClientRegistration(\(UntrustedText(clientID)), \(UntrustedText(tokenEndpointAuthMethod)))"
  }
}

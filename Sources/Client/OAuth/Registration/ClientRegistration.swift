public import FoundationBasics
public import OAuthCore

/// A client as the server registered it (RFC 7591 §3.2.1).
///
/// Store it, because each registration creates another client.
public struct ClientRegistration: Sendable, Hashable {
  /// The client's `client_id`.
  public let clientID: String
  /// The client's secret, if the server issued a usable one.
  public let clientSecret: Secret?
  /// The expiry of the secret; `nil` if it doesn't expire, or the server didn't send a usable time.
  public let clientSecretExpiresAt: Date?
  /// The time of the registration, if the server sent a usable one.
  public let clientIDIssuedAt: Date?
  /// The token that reads and changes the registration later, if the server offers that (RFC 7592
  /// §3).
  public let registrationAccessToken: Secret?
  /// The address at which the registration is read and changed with that token.
  public let registrationClientURI: Endpoint?
  /// The client's authentication method. The server may have chosen another one than the requested
  /// one.
  public let tokenEndpointAuthMethod: String
  /// The registered redirect URIs.
  public let redirectURIs: [String]
  /// All members of the answer except the two secrets.
  public let members: [String: JSONValue]

  init(_ answer: AnswerMembers) throws(EndpointError) {
    clientID = try answer.requiredSecret("client_id").reveal()
    // The client exists now. An error about an optional member would only lose it.
    let method = answer.usableText("token_endpoint_auth_method")
    // A client that authenticates with its secret can't do without it.
    let needsSecret = method.map(Self.secretMethods.contains) ?? true
    clientSecret = needsSecret ? try answer.secret("client_secret") : answer.usableSecret("client_secret")
    let end = (try? answer.moment("client_secret_expires_at")) ?? nil
    // 0 means never (RFC 7591 §3.2.1).
    clientSecretExpiresAt = end == Date(timeIntervalSince1970: 0) ? nil : end
    clientIDIssuedAt = (try? answer.moment("client_id_issued_at")) ?? nil
    registrationAccessToken = answer.usableSecret("registration_access_token")
    registrationClientURI = answer.members["registration_client_uri"]?.string.flatMap { try? Endpoint($0) }
    // RFC 7591 §2: the default is client_secret_basic, which isn't possible without a secret.
    tokenEndpointAuthMethod = method ?? (clientSecret == nil ? "none" : "client_secret_basic")
    redirectURIs = answer.members["redirect_uris"]?.array?.compactMap(\.string) ?? []
    members = answer.members.filter { !Self.secretMembers.contains($0.key) }
  }

  private static let secretMethods: Set<String> = ["client_secret_basic", "client_secret_post", "client_secret_jwt"]
  private static let secretMembers: Set<String> = ["client_secret", "registration_access_token"]

  /// The authentication for an ``OAuthClient``; `nil` if it needs the client's own key, or if the
  /// method isn't known.
  ///
  /// It is `nil` for `private_key_jwt`, `client_secret_jwt` and mutual TLS. Create those with the
  /// client's key.
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

internal import JOSE
internal import OAuthCore

/// An ID token that this server signed, and that comes back as a hint about who is meant (OpenID Connect Core §3.1.2.1, RP-Initiated
/// Logout §2). It may have expired.
struct IDTokenHint: Sendable {
  let subject: Subject
  /// The client that it was made for.
  let clientID: String?
  let session: String?

  /// Reads a hint.
  ///
  /// The server's other JWTs, which the same keys sign, have a `typ` of their own and are no hints; answers of UserInfo, which need have
  /// none, don't end.
  /// - Throws: ``NotOurs`` unless it is an ID token of this issuer, signed with one of the keys that are published.
  init(_ compact: String, _ configuration: AuthorizationServerConfiguration) throws(NotOurs) {
    guard let keys = configuration.idTokenKeys?.published, let signature = try? JSONWebSignature(compact: compact),
      signature.header.type.map({ $0.lowercased() == "jwt" }) ?? true,
      let claims = try? signature.verified(by: keys, allowing: SignatureAlgorithm.asymmetric).claims(),
      claims["iss"]?.string == configuration.issuer.text, let subject = claims["sub"]?.string, claims["exp"] != nil
    else { throw NotOurs() }
    self.subject = Subject(rawValue: subject)
    let audience = claims["aud"]?.strings ?? []
    clientID = claims["aud"]?.string ?? (audience.count == 1 ? audience.first : nil)
    session = claims["sid"]?.string
  }

  /// A hint that isn't this server's ID token.
  struct NotOurs: Error {}
}

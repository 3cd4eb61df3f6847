internal import JOSE
internal import OAuthCore

/// An ID token that this server issued, sent back as a hint about the user (OpenID Connect Core
/// §3.1.2.1, RP-Initiated Logout §2). It may have expired.
struct IDTokenHint: Sendable {
  let subject: Subject
  /// The client that the ID token was issued to.
  let clientID: String?
  let session: String?

  /// Reads a hint.
  ///
  /// The same keys sign other JWTs, which are no hints. Most have a different `typ`. UserInfo
  /// responses may have none, but they have no `exp`.
  /// - Throws: ``NotOurs`` if the text isn't an ID token of this issuer, signed with one of its
  ///   published keys.
  init(_ compact: String, _ configuration: AuthorizationServerConfiguration) throws(NotOurs) {
    guard let keys = configuration.idTokenKeys?.publishedKeys, let signature = try? JSONWebSignature(compact: compact),
      [nil, "jwt"].contains(signature.header.shortType),
      let claims = try? signature.verified(by: keys, allowing: SignatureAlgorithm.ofKeyPairs).claims(),
      claims["iss"]?.string == configuration.issuer.text, let subject = claims["sub"]?.string, claims["exp"] != nil
    else { throw NotOurs() }
    self.subject = Subject(rawValue: subject)
    let audience = claims["aud"]?.strings ?? []
    clientID = claims["aud"]?.string ?? (audience.count == 1 ? audience.first : nil)
    session = claims["sid"]?.string
  }

  /// The text isn't an ID token of this server.
  struct NotOurs: Error {}
}

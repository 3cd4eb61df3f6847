internal import OAuthCore
internal import OAuthServer
internal import PKCE

extension AuthorizationCodeRecord {
  /// Returns the columns in the order of the `INSERT`. The nonce comes from the client unchecked,
  /// so that it is saved as bytes.
  func values() throws -> [SQLValue] {
    [
      .hash(hash), try .storable(grant.rawValue), try .storable(clientID), try .storable(redirectURI),
      try .storable(challenge?.method.rawValue), try .storable(challenge?.value),
      try .storable(subject.rawValue), .scope(scope), .moment(expires), .moment(rememberedUntil), try .details(details),
      nonce.map { .bytes(Array($0.reveal().utf8)) } ?? .null,
    ]
  }

  /// Reads the columns in the order of the `SELECT`.
  init(_ hash: SecretHash, _ columns: inout Columns) throws {
    self.init(
      hash: hash, grant: try columns.grant(), clientID: try columns.text(), redirectURI: try columns.text(),
      challenge: try Self.challenge(method: columns.optionalText(), columns.optionalText()),
      subject: try columns.subject(), scope: try columns.scope(), expires: try columns.moment(),
      rememberedUntil: try columns.moment(), details: try columns.details(),
      nonce: try columns.optionalBytes().map { Secret(String(decoding: $0, as: UTF8.self)) })
  }

  /// Reads a challenge. One that can't be read is an error: without it the code could be redeemed
  /// without a verifier.
  private static func challenge(method: String?, _ value: String?) throws -> CodeChallenge? {
    switch (method, value) {
    case (nil, nil): return nil
    case (let method?, let value?):
      guard let method = CodeChallengeMethod(rawValue: method),
        let challenge = try? CodeChallenge(value, method: method)
      else { throw ServerDatabaseError.damaged("a code challenge is not valid") }
      return challenge
    default: throw ServerDatabaseError.damaged("half of a code challenge is missing")
    }
  }
}

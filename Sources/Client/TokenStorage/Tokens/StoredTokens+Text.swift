internal import FoundationBasics
public import OAuthCore

extension StoredTokens {
  /// The newest version of ``text`` that can be read.
  ///
  /// Tokens whose key is elsewhere are written as version 2: earlier versions of Pixy would report
  /// their key as missing, and don't read them. All others are written as version 1.
  static let version: Int64 = 2

  /// All values as one text: a JSON object with its version. Stores encrypt and store
  /// ``checkedText(place:)``.
  public var text: Secret {
    var members: [String: JSONValue] = [
      "version": 1,
      "access_token": .string(accessToken.reveal()),
      "token_type": .string(tokenType.rawValue),
      "received_at": .number(receivedAt.timeIntervalSince1970),
    ]
    members["refresh_token"] = refreshToken.map { .string($0.reveal()) }
    members["expires_in"] = expiresIn.map { .integer($0.components.seconds) }
    members["scope"] = scope.map { .string($0.parameter) }
    // Earlier versions of Pixy don't read these two.
    members["refresh_token_expires_at"] = refreshTokenExpiresAt.map { .number($0.timeIntervalSince1970) }
    members["authorization_expires_at"] = authorizationExpiresAt.map { .number($0.timeIntervalSince1970) }
    // A JSON text inside the JSON text. As a nested object, it would be one level deeper than the
    // server's response, and the deepest response that is accepted couldn't be read back.
    members["additional"] =
      additionalMembers.isEmpty
      ? nil : .string(String(decoding: JSONValue.object(additionalMembers).bytes(), as: UTF8.self))
    switch proofKey {
    case nil: break
    case .privateKey(let key): members["proof_key"] = .string(key.reveal())
    case .elsewhere(let thumbprint):
      members["version"] = 2
      members["proof_key_thumbprint"] = .string(thumbprint)
    }
    return Secret(String(decoding: JSONValue.object(members).bytes(), as: UTF8.self))
  }

  /// Returns ``text`` after checking that it can be read back. Unreadable tokens must not replace
  /// readable ones.
  ///
  /// Stores call it before they write.
  ///
  /// - Parameter place: The place of the store, for errors.
  /// - Throws: ``TokenStoreError/Kind/failed`` if the text is longer than 1 MiB, or if it reads
  ///   back differently. The latter happens with members that no server's response can contain:
  ///   nested deeper than 32 levels, or with numbers that aren't finite.
  public func checkedText(place: String) throws(TokenStoreError) -> Secret {
    let text = text
    guard text.byteCount <= JSONValue.maximumBytes else {
      throw TokenStoreError(.failed, place: place, cause: "the tokens are longer than 1 MiB")
    }
    guard let read = try? StoredTokens(text: text, place: place), read == self else {
      throw TokenStoreError(
        .failed, place: place,
        cause:
          "the tokens could not be read back: other members are nested too deeply, or have numbers that JSON lacks")
    }
    return text
  }

  /// Parses ``text``.
  ///
  /// - Parameters:
  ///   - text: The stored text.
  ///   - place: The place of the store, for errors.
  /// - Throws: ``TokenStoreError/Kind/newerFormat`` if a newer Pixy wrote it;
  ///   ``TokenStoreError/Kind/damaged`` if it differs from what was written.
  public init(text: Secret, place: String) throws(TokenStoreError) {
    let damage = TokenStoreError(.damaged, place: place)
    guard let members = (try? JSONValue(bytes: Array(text.reveal().utf8)))?.object,
      case .integer(let version) = members["version"]
    else { throw damage }
    guard version <= Self.version else { throw TokenStoreError(.newerFormat, place: place) }
    guard version >= 1, let accessToken = members["access_token"]?.string,
      let tokenType = members["token_type"]?.string.flatMap(TokenType.init(rawValue:)),
      let receivedAt = Self.date(members["received_at"])
    else { throw damage }
    var expiresIn: Duration?
    switch members["expires_in"] {
    case nil: break
    case .integer(let seconds) where Self.lives.contains(seconds): expiresIn = .seconds(seconds)
    default: throw damage
    }
    var scope: Scope?
    if let member = members["scope"] {
      guard let text = member.string, let read = try? Scope(parameter: text) else { throw damage }
      scope = read
    }
    self.init(
      accessToken: Secret(accessToken), tokenType: tokenType,
      refreshToken: try Self.secret(members["refresh_token"], damage),
      receivedAt: receivedAt, expiresIn: expiresIn, scope: scope,
      additionalMembers: try Self.additional(members["additional"], damage),
      proofKey: try Self.proofKey(members, damage),
      refreshTokenExpiresAt: try Self.date(members["refresh_token_expires_at"], damage),
      authorizationExpiresAt: try Self.date(members["authorization_expires_at"], damage))
  }

  private static func date(_ member: JSONValue?, _ damage: TokenStoreError) throws(TokenStoreError) -> Date? {
    guard let member else { return nil }
    guard let date = date(member) else { throw damage }
    return date
  }

  private static func secret(_ member: JSONValue?, _ damage: TokenStoreError) throws(TokenStoreError) -> Secret? {
    guard let member else { return nil }
    guard let text = member.string else { throw damage }
    return Secret(text)
  }

  private static func proofKey(
    _ members: [String: JSONValue], _ damage: TokenStoreError
  ) throws(TokenStoreError) -> ProofKey? {
    let key = try secret(members["proof_key"], damage)
    guard let member = members["proof_key_thumbprint"] else { return key.map { .privateKey($0) } }
    guard key == nil, let thumbprint = member.string else { throw damage }
    return .elsewhere(thumbprint: thumbprint)
  }

  private static func additional(
    _ member: JSONValue?, _ damage: TokenStoreError
  ) throws(TokenStoreError) -> [String: JSONValue] {
    guard let member else { return [:] }
    guard let text = member.string, let members = (try? JSONValue(bytes: Array(text.utf8)))?.object else {
      throw damage
    }
    return members
  }

  private static func date(_ member: JSONValue?) -> Date? {
    let seconds: Double? =
      switch member {
      case .number(let value): value
      case .integer(let value): Double(value)
      default: nil
      }
    guard let seconds, times.contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }
}

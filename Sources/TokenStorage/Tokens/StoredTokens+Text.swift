#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import OAuthCore

extension StoredTokens {
  /// The newest version of ``text`` that is written and read.
  static let version: Int64 = 1

  /// Everything as one text: a JSON object with its version. Stores seal and keep ``checkedText(place:)``.
  public var text: Secret {
    var members: [String: JSONValue] = [
      "version": .integer(Self.version),
      "access_token": .string(accessToken.reveal()),
      "token_type": .string(tokenType.rawValue),
      "received_at": .number(receivedAt.timeIntervalSince1970),
    ]
    members["refresh_token"] = refreshToken.map { .string($0.reveal()) }
    members["expires_in"] = expiresIn.map { .integer($0.components.seconds) }
    members["scope"] = scope.map { .string($0.parameter) }
    // A text in the text: as a member it would be nested one level deeper than the answer that it came from, and the deepest
    // that a server may send couldn't be read again.
    members["additional"] =
      additionalMembers.isEmpty
      ? nil : .string(String(decoding: JSONValue.object(additionalMembers).octets(), as: UTF8.self))
    members["proof_key"] = proofKey.map { .string($0.reveal()) }
    return Secret(String(decoding: JSONValue.object(members).octets(), as: UTF8.self))
  }

  /// As ``text``, after making sure that it can be read again: tokens that can't mustn't replace ones that can.
  ///
  /// Called by stores before they write.
  ///
  /// - Parameter place: where it will be kept, for errors.
  /// - Throws: ``TokenStoreError/Kind/failed`` if the text has more than 1 MiB, or wouldn't be read as it was written: members that
  ///   no server's answer can have, nested deeper than 32 levels or with numbers that aren't finite.
  public func checkedText(place: String) throws(TokenStoreError) -> Secret {
    let text = text
    guard text.octetCount <= JSONValue.maximumOctets else {
      throw TokenStoreError(.failed, place: place, cause: "the tokens are longer than 1 MiB")
    }
    guard let read = try? StoredTokens(text: text, place: place), read == self else {
      throw TokenStoreError(
        .failed, place: place,
        cause:
          "the tokens couldn't be read again: other members are nested too deeply, or have numbers that JSON hasn't")
    }
    return text
  }

  /// Reads what ``text`` wrote.
  ///
  /// - Parameters:
  ///   - text: what the store kept.
  ///   - place: where it was kept, for errors.
  /// - Throws: ``TokenStoreError/Kind/newerFormat`` if a newer Pixy wrote it; ``TokenStoreError/Kind/damaged`` if it isn't
  ///   what was written.
  public init(text: Secret, place: String) throws(TokenStoreError) {
    let damaged = TokenStoreError(.damaged, place: place)
    guard let members = (try? JSONValue(octets: Array(text.reveal().utf8)))?.object,
      case .integer(let version) = members["version"]
    else { throw damaged }
    guard version <= Self.version else { throw TokenStoreError(.newerFormat, place: place) }
    guard version >= 1, let accessToken = members["access_token"]?.string,
      let tokenType = members["token_type"]?.string.flatMap(TokenType.init(rawValue:)),
      let receivedAt = Self.seconds(members["received_at"])
    else { throw damaged }
    var expiresIn: Duration?
    switch members["expires_in"] {
    case nil: break
    case .integer(let seconds) where Self.lives.contains(seconds): expiresIn = .seconds(seconds)
    default: throw damaged
    }
    var scope: Scope?
    if let member = members["scope"] {
      guard let text = member.string, let read = try? Scope(parameter: text) else { throw damaged }
      scope = read
    }
    self.init(
      accessToken: Secret(accessToken), tokenType: tokenType,
      refreshToken: try Self.secret(members["refresh_token"], damaged),
      receivedAt: Date(timeIntervalSince1970: receivedAt), expiresIn: expiresIn, scope: scope,
      additionalMembers: try Self.additional(members["additional"], damaged),
      proofKey: try Self.secret(members["proof_key"], damaged))
  }

  private static func secret(_ member: JSONValue?, _ damaged: TokenStoreError) throws(TokenStoreError) -> Secret? {
    guard let member else { return nil }
    guard let text = member.string else { throw damaged }
    return Secret(text)
  }

  private static func additional(
    _ member: JSONValue?, _ damaged: TokenStoreError
  ) throws(TokenStoreError) -> [String: JSONValue] {
    guard let member else { return [:] }
    guard let text = member.string, let members = (try? JSONValue(octets: Array(text.utf8)))?.object else {
      throw damaged
    }
    return members
  }

  private static func seconds(_ member: JSONValue?) -> Double? {
    let seconds: Double? =
      switch member {
      case .number(let value): value
      case .integer(let value): Double(value)
      default: nil
      }
    guard let seconds, times.contains(seconds) else { return nil }
    return seconds
  }
}

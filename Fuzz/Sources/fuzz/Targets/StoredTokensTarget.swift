import Foundation
import OAuthCore
import TokenStorage

/// Stored tokens. With an even first byte the input is a store's text. With an odd first byte it is
/// a time of eight bytes and a token endpoint's answer, which are combined into tokens to store.
enum StoredTokensTarget {
  private static let secrets = [Secret("2YotnFZFEjr1zCsicMWpAA"), Secret("tGzv3JOkF0XG5Qx2TlKWIA")]

  static func run(_ bytes: [UInt8]) {
    guard let way = bytes.first else { return }
    let content = bytes.dropFirst()
    if way & 1 == 0 {
      do {
        check(try StoredTokens(text: Secret(String(decoding: content, as: UTF8.self)), place: "a store"))
      } catch {
        check(error)
      }
    } else if let tokens = tokens(way, content) {
      check(tokens)
    }
  }

  private static func tokens(_ way: UInt8, _ content: ArraySlice<UInt8>) -> StoredTokens? {
    guard content.count > 8, let members = (try? JSONValue(bytes: Array(content.dropFirst(8))))?.object else {
      return nil
    }
    let moment = content.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var life: Duration?
    if case .integer(let seconds) = members["expires_in"] { life = .seconds(seconds) }
    return StoredTokens(
      accessToken: members["access_token"]?.string.map { Secret($0) } ?? secrets[0],
      tokenType: way & 2 == 0 ? .bearer : .dpop,
      refreshToken: members["refresh_token"]?.string.map { Secret($0) },
      // A clock's resolution: whole seconds, and as many binary digits of the fraction as there is
      // room for.
      receivedAt: Date(
        timeIntervalSinceReferenceDate: Double(moment >> 32) + Double(moment & 0xFFFF_FFFF) / 4_294_967_296),
      expiresIn: life, scope: members["scope"]?.string.flatMap { try? Scope(answer: $0) },
      additionalMembers: members, proofKey: proofKey(members))
  }

  private static func proofKey(_ members: [String: JSONValue]) -> StoredTokens.ProofKey? {
    if let thumbprint = members["proof_key_thumbprint"]?.string { return .elsewhere(thumbprint: thumbprint) }
    return members["proof_key"]?.string.map { .privateKey(Secret($0)) }
  }

  private static func check(_ tokens: StoredTokens) {
    let text = tokens.text
    do {
      let again = try StoredTokens(text: text, place: "a store")
      require(again == tokens, "written tokens are read as the same tokens")
      require(again.text == text, "the same tokens are written in the same way")
    } catch {
      require(false, "written tokens can be read: \(error)")
    }
    // Durations trap far beyond this range.
    require(abs(tokens.receivedAt.timeIntervalSinceReferenceDate) < 1e18, "an age can be computed")
    _ = tokens.expiresAt
    requireSafe(tokens.description.prefix(2_000).description, of: "a description")
    let key: Secret? = if case .privateKey(let key) = tokens.proofKey { key } else { nil }
    for secret in [tokens.accessToken, tokens.refreshToken, key].compactMap(\.self)
    where secrets.contains(secret) && tokens.scope?.parameter.contains(secret.reveal()) != true {
      require(!"\(tokens)\(String(reflecting: tokens))".contains(secret.reveal()), "a description contains no token")
    }
    require(Mirror(reflecting: tokens).children.isEmpty, "reflection finds nothing")
  }

  private static func check(_ error: TokenStoreError) {
    requireSafe(error, hiding: secrets)
    require([.damaged, .newerFormat].contains(error.kind), "the error is damaged or newerFormat: \(error.kind)")
    require(error.category == .system, "the error is permanent, so callers don't retry forever")
  }
}

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// Redeems a refresh token (RFC 6749 §6) for new tokens, a new refresh token among them (RFC 9700 §4.14.2).
  func refresh(_ form: FormParameters, _ client: RegisteredClient) async throws -> [String: JSONValue] {
    guard let token = form.value("refresh_token").map(Secret.init) else {
      throw Refusal(.invalidRequest, "refresh_token is missing")
    }
    let hash = SecretHash(of: token)
    let now = clock.now()
    guard let record = try await tokens.find(hash), record.kind == .refresh, record.clientID == client.id,
      now < record.expires
    else { throw TokenRefusal.invalidGrant(Self.unusable) }
    let scope = try narrowed(form.value("scope"), record.scope)
    let gift = TokenGift(
      grant: record.grant, client: client, subject: record.subject, granted: record.scope, scope: scope,
      lifetimes: configuration.lifetimes, mint: mint, now: now)
    switch try await tokens.rotate(hash, to: gift.records) {
    case .rotated:
      logger.info("A token was refreshed", metadata: ["client_id": "\(client.id)", "grant": "\(record.grant)"])
      return gift.answer
    case .alreadySpent:
      try await end(record.grant, because: "a refresh token was used again")
      throw TokenRefusal.invalidGrant(Self.unusable)
    case .unknown:
      throw TokenRefusal.invalidGrant(Self.unusable)
    }
  }

  private static let unusable = "the refresh token is unknown, expired, spent, revoked, or another client's"

  /// What the access token gets: all that was granted, or the part of it that was asked for (RFC 6749 §6).
  private func narrowed(_ text: String?, _ granted: Scope) throws -> Scope {
    guard let text else { return granted }
    guard let scope = try? Scope(parameter: text), scope.isSubset(of: granted) else {
      throw Refusal(.invalidScope, "scope has a token that was not granted")
    }
    return scope
  }
}

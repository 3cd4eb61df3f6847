#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// A client that registered itself, as a store keeps it (RFC 7591 §3.2.1, RFC 7592 §3). It holds no secret.
public struct ClientRegistrationRecord: Sendable, Hashable {
  /// The client.
  public let client: RegisteredClient
  /// What the client said of itself beyond that, and is told again: `response_types`, `application_type` and the like.
  public let words: [String: JSONValue]
  /// The hash of the registration access token, by which the client manages its registration.
  public let tokenHash: SecretHash
  /// When the client was registered, in whole seconds.
  public let issued: Date
  /// Until when the client is kept if it isn't used; `nil` if it was, or if somebody vouched for it.
  public var unusedUntil: Date?
  /// Whether nobody vouched for the client.
  public let isFromOpenRegistration: Bool

  /// Puts a record together: the server for a new registration, a store for one it read.
  /// - Parameters:
  ///   - client: the client.
  ///   - words: what it said of itself beyond that.
  ///   - tokenHash: the hash of the registration access token.
  ///   - issued: when it was registered, in whole seconds.
  ///   - unusedUntil: until when it is kept if it isn't used; `nil` for ever.
  ///   - isFromOpenRegistration: whether nobody vouched for it.
  public init(
    client: RegisteredClient, words: [String: JSONValue], tokenHash: SecretHash, issued: Date,
    unusedUntil: Date? = nil, isFromOpenRegistration: Bool
  ) {
    self.client = client
    self.words = words
    self.tokenHash = tokenHash
    self.issued = issued
    self.unusedUntil = unusedUntil
    self.isFromOpenRegistration = isFromOpenRegistration
  }
}

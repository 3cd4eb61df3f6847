public import FoundationBasics
public import OAuthCore

/// A client that registered itself, as a database saves it (RFC 7591 §3.2.1, RFC 7592 §3). It
/// contains no secret.
public struct ClientRegistrationRecord: Sendable, Hashable {
  /// The client.
  public let client: RegisteredClient
  /// The other members of the client's metadata, which the answers repeat: `response_types`,
  /// `application_type` and so on.
  public let words: [String: JSONValue]
  /// The hash of the registration access token, with which the client manages its registration.
  public let tokenHash: SecretHash
  /// The time of registration, in whole seconds.
  public let issuedAt: Date
  /// The time until which an unused client is kept; `nil` if the client was used or needed an
  /// initial access token.
  public var unusedUntil: Date?
  /// Whether the client registered without an initial access token and without a trusted software
  /// statement.
  public let isFromOpenRegistration: Bool

  /// Creates a record. The server calls it for a new registration, a database for one that it read.
  /// - Parameters:
  ///   - client: The client.
  ///   - words: The other members of the client's metadata.
  ///   - tokenHash: The hash of the registration access token.
  ///   - issuedAt: The time of registration, in whole seconds.
  ///   - unusedUntil: The time until which an unused client is kept. Default: no end.
  ///   - isFromOpenRegistration: Whether the client registered without an initial access token and
  ///     without a trusted software statement.
  public init(
    client: RegisteredClient, words: [String: JSONValue], tokenHash: SecretHash, issuedAt: Date,
    unusedUntil: Date? = nil, isFromOpenRegistration: Bool
  ) {
    self.client = client
    self.words = words
    self.tokenHash = tokenHash
    self.issuedAt = issuedAt
    self.unusedUntil = unusedUntil
    self.isFromOpenRegistration = isFromOpenRegistration
  }
}

extension ClientRegistrationRecord {
  /// The name of the word that holds the text of a client's metadata document. Such a record is no
  /// registration, and its identifier is the document's address.
  static let metadataDocument = "metadata_document"

  /// Returns whether the client was used, or may still be used for the first time.
  func isKept(at now: Date) -> Bool {
    unusedUntil.map { now < $0 } ?? true
  }
}

internal import FoundationBasics
internal import HTTPTypes
internal import OAuthCore

/// A client's metadata document that the database keeps, because a user got tokens with it.
///
/// It is saved as a registration whose name is the document's address, which no client that registers
/// gets. The text is kept and not what the server made of it, so that a changed policy counts.
struct KeptClientDocument: Sendable {
  /// The time for which a document is kept that isn't fetched again.
  static let longestTime = Duration.seconds(30 * 86_400)

  private enum Word {
    static let text = ClientRegistrationRecord.metadataDocument
    static let fetchedAt = "fetched_at"
    static let lifetime = "cache_lifetime"
  }

  let text: String
  let fetchedAt: Date
  /// The time for which it is fresh, in seconds.
  let lifetime: TimeInterval

  init(text: String, fetchedAt: Date, lifetime: TimeInterval) {
    self.text = text
    self.fetchedAt = fetchedAt
    self.lifetime = lifetime
  }

  /// Reads a record; `nil` if it is a client's own registration.
  init?(_ record: ClientRegistrationRecord) {
    guard let text = record.words[Word.text]?.string, case .integer(let fetchedAt)? = record.words[Word.fetchedAt],
      case .integer(let lifetime)? = record.words[Word.lifetime]
    else { return nil }
    self.init(
      text: text, fetchedAt: Date(timeIntervalSince1970: Double(fetchedAt)), lifetime: TimeInterval(lifetime))
  }

  /// Returns the record, which makes room like a client that was never used: the document can be
  /// fetched again.
  /// - Parameters:
  ///   - client: The client that the document describes.
  ///   - secret: A secret that no client gets, because no client manages this registration.
  func record(_ client: RegisteredClient, _ secret: Secret) -> ClientRegistrationRecord {
    ClientRegistrationRecord(
      client: client,
      words: [
        Word.text: .string(text), Word.fetchedAt: .integer(Int64(fetchedAt.timeIntervalSince1970)),
        Word.lifetime: .integer(Int64(lifetime)),
      ],
      // It must not count among the registrations of the last minute.
      tokenHash: SecretHash(of: secret), issuedAt: fetchedAt.addingTimeInterval(-120).wholeSeconds,
      unusedUntil: (fetchedAt + Self.longestTime).wholeSeconds, isFromOpenRegistration: true)
  }

  /// Returns the client that the document describes, by today's policy.
  func client(
    at address: ClientDocumentAddress, _ configuration: AuthorizationServerConfiguration
  ) throws(ClientDocumentError) -> RegisteredClient {
    let answer = HTTPAnswer(
      HTTPResponse(status: .ok, headerFields: [.contentType: MediaType.json]), body: Array(text.utf8))
    return try ClientDocument(answer, at: address, configuration).client
  }
}

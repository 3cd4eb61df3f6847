internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL

/// The permissions of a user: the consents, and the clients that have a refresh token.
struct UserGrants: Sendable {
  /// The consents by client. Clients whose users aren't asked have none.
  let consents: [String: ConsentRecord]
  /// The clients that have a refresh token.
  let refreshing: Set<String>

  /// All clients, sorted by identifier.
  var clients: [String] { refreshing.union(consents.keys).sorted() }

  /// Reads what a user allowed.
  init(of subject: Subject, in database: ServedDatabase) async throws {
    refreshing = Set(try await database.contents.clientsWithRefreshTokens(of: subject, at: Date()))
    consents = Dictionary(
      try await database.contents.consents(of: subject).map { ($0.clientID, $0) }, uniquingKeysWith: { $1 })
  }
}

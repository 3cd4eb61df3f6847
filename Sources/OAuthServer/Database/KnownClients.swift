internal import OAuthCore

/// All clients that the server knows: those of its operator, and those that registered themselves.
struct KnownClients: ClientStore {
  let fixed: any ClientStore
  let registered: any ClientRegistrationOperations
  /// Whether clients may register without an initial access token.
  let isOpenToAnybody: Bool
  let clock: WallClock

  /// Returns the client with an identifier. The operator's client takes precedence over a
  /// registered one with the same identifier, which can't occur by chance.
  ///
  /// Identifiers are compared byte by byte, whatever the database does: Swift's strings compare equal
  /// for different characters, such as the kelvin sign and K.
  func client(_ id: String) async throws -> RegisteredClient? {
    if let client = try await fixed.client(id), client.id.utf8.elementsEqual(id.utf8) { return client }
    guard let record = try await registered.registration(id, at: clock.now()),
      record.client.id.utf8.elementsEqual(id.utf8)
    else { return nil }
    var client = record.client
    client.isUntrusted = record.isFromOpenRegistration
    client.couldBeRegisteredByAnyone = isOpenToAnybody || record.isFromOpenRegistration
    client.isUnused = record.unusedUntil != nil
    return client
  }
}

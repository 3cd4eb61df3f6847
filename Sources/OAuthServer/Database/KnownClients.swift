internal import OAuthCore

/// All clients that the server knows: those of its operator, and those that registered themselves.
struct KnownClients: ClientStore {
  let fixed: any ClientStore
  let registered: (any ClientRegistrationStore)?
  /// Whether anybody may register a client.
  let isOpenToAnybody: Bool
  let clock: WallClock

  /// An operator's client wins over a registered one of the same name, which nobody gets by chance.
  ///
  /// Identifiers are compared octet for octet, whatever a store does: Swift takes different ones for equal, the sign for kelvin is a K.
  func client(_ id: String) async throws -> RegisteredClient? {
    if let client = try await fixed.client(id), client.id.utf8.elementsEqual(id.utf8) { return client }
    guard let record = try await registered?.find(id, at: clock.now()), record.client.id.utf8.elementsEqual(id.utf8)
    else { return nil }
    var client = record.client
    client.isUntrusted = record.isFromOpenRegistration
    client.isAnybodys = isOpenToAnybody || record.isFromOpenRegistration
    client.isUnused = record.unusedUntil != nil
    return client
  }
}

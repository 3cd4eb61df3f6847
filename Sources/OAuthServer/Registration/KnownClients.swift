internal import OAuthCore

/// All clients that the server knows: those of its operator, and those that registered themselves.
struct KnownClients: ClientStore {
  let fixed: any ClientStore
  let registered: (any ClientRegistrationStore)?
  let clock: WallClock

  /// An operator's client wins over a registered one of the same name, which nobody gets by chance.
  func client(_ id: String) async throws -> RegisteredClient? {
    if let client = try await fixed.client(id) { return client }
    guard let record = try await registered?.find(id, at: clock.now()) else { return nil }
    var client = record.client
    client.isUntrusted = record.isFromOpenRegistration
    client.isUnused = record.unusedUntil != nil
    return client
  }
}

extension AuthorizationServer {
  /// Notes that a client got tokens, if that keeps it from being forgotten. Called after it proved who it is.
  func noteUse(of client: RegisteredClient) async throws {
    guard client.isUnused else { return }
    try await stores.registrations?.markUsed(client.id)
  }
}

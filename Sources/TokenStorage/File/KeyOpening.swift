/// Opens a store's key once for all who ask at the same time: scrypt takes 128 MiB, and a keyring may ask the person.
actor KeyOpening {
  private typealias Outcome = Result<DataKey, TokenStoreError>

  private var running: Task<Outcome, Never>?

  /// The key that is being opened, or is opened now. Who asks may be cancelled; the others still get the key.
  func key(
    _ open: @escaping @Sendable () async throws(TokenStoreError) -> DataKey
  ) async throws(TokenStoreError) -> DataKey {
    let task =
      running
      ?? Task {
        do throws(TokenStoreError) {
          return Outcome.success(try await open())
        } catch {
          return Outcome.failure(error)
        }
      }
    running = task
    let outcome = await task.value
    if running == task { running = nil }
    return try outcome.get()
  }
}

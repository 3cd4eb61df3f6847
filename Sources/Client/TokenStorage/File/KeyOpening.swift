/// Opens a store's key once for all callers that need it at the same time. scrypt takes 128 MiB,
/// and a keyring may prompt the user.
actor KeyOpening {
  private typealias Outcome = Result<DataKey, TokenStoreError>

  private var running: Task<Outcome, Never>?

  /// Joins the opening that is in progress, or starts one. If a caller is cancelled, the other
  /// callers still get the key.
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

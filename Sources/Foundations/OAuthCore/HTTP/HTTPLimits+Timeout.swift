extension HTTPLimits {
  /// Runs an exchange, and ends it at the timeout.
  ///
  /// - Parameters:
  ///   - origin: The origin of the request, for the error.
  ///   - exchange: Sends the request and returns the whole response. It is cancelled at the timeout.
  /// - Throws: ``HTTPTransportError/Kind/timedOut`` at the timeout; `CancellationError` if the task
  ///   was cancelled; the errors of `exchange`.
  package func enforcingTimeout(
    of origin: String, _ exchange: @escaping @Sendable () async throws -> HTTPAnswer
  ) async throws -> HTTPAnswer {
    try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
      group.addTask { try await exchange() }
      group.addTask { [timeout] in
        try await ContinuousClock().sleep(for: timeout)
        throw HTTPTransportError(.timedOut, origin: origin)
      }
      defer { group.cancelAll() }
      do {
        guard let answer = try await group.next() else { throw CancellationError() }
        return answer
      } catch {
        // A cancelled caller gets a cancellation error, whichever child task fails first.
        try Task.checkCancellation()
        throw error
      }
    }
  }
}

public import FoundationBasics
internal import OAuthCore

/// A pushed request, and the request that consumed it.
struct InMemoryPushedRequest: Sendable {
  var record: PushedRequestRecord
  var consumedBy: RequestKey?
}

extension InMemoryServerDatabase.State {
  /// - Returns: Whether this request consumes the pushed request.
  mutating func consume(_ hash: SecretHash, by request: RequestKey) -> Bool {
    guard let row = pushedRequests[hash], row.consumedBy == nil || row.consumedBy == request else { return false }
    pushedRequests[hash]?.consumedBy = request
    return true
  }
}

extension InMemoryServerDatabase {
  /// Saves a pushed request.
  public func savePushedRequest(_ record: PushedRequestRecord) async throws {
    let now = clock.now()
    transaction { state in
      state.pushedRequests.sweepIfDue { now < $0.record.completableUntil }
      guard state.pushedRequests[record.hash] == nil else { return }
      state.pushedRequests[record.hash] = InMemoryPushedRequest(record: record)
    }
  }

  /// Returns a pushed request.
  public func pushedRequest(_ hash: SecretHash) async throws -> PushedRequestRecord? {
    transaction { $0.pushedRequests[hash].flatMap { $0.consumedBy == nil ? $0.record : nil } }
  }

  /// Gives a pushed request more time.
  public func extendPushedRequest(_ hash: SecretHash, until moment: Date) async throws {
    transaction { state in
      guard let record = state.pushedRequests[hash]?.record, record.completableUntil < moment else { return }
      state.pushedRequests[hash]?.record = record.completable(until: moment)
    }
  }

  /// Consumes a pushed request.
  public func consumePushedRequest(_ hash: SecretHash, request: RequestKey) async throws -> Bool {
    transaction { $0.consume(hash, by: request) }
  }
}

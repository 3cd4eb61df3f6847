internal import OAuthCore
internal import PKCE

/// The result of a refresh process, as its parent reads it from a pipe. New tokens are not part of
/// it: they are in the store.
struct RefreshReport: Sendable {
  /// The largest size in bytes.
  static let maximumBytes = 16_777_216

  /// The failure; `nil` if the store has the tokens that were needed.
  var failure: RefreshFailure?
  /// The lines for the user.
  var lines: [String] = []
  /// The requests and answers, if the parent traces them. They contain secrets.
  var exchanges: [RecordedExchange] = []

  /// The bytes that the parent reads.
  var bytes: [UInt8] {
    var members: [String: JSONValue] = [
      "lines": .array(lines.map { .string($0) }), "exchanges": .array(exchanges.map(\.json)),
    ]
    members["failure"] = failure?.json
    return JSONValue.object(members).bytes()
  }

  /// Reads ``bytes``.
  ///
  /// - Returns: `nil` if the process ended before it had written its report.
  init?(bytes: [UInt8]) {
    guard let members = (try? JSONValue(bytes: bytes, maximumBytes: Self.maximumBytes))?.object,
      let lines = members["lines"]?.strings, let exchanges = members["exchanges"]?.array
    else { return nil }
    self.lines = lines
    self.exchanges = exchanges.compactMap(RecordedExchange.init)
    if let failure = members["failure"] {
      guard let read = RefreshFailure(failure) else { return nil }
      self.failure = read
    }
  }

  init() {}
}

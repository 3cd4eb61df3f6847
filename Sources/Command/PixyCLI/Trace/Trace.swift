/// The requests and answers of one run of a command, in order and without secrets.
///
/// `--trace-file` saves a trace, `pixy explain` reads it. The saved form has a version. Its names
/// never change within a version.
struct Trace: Sendable, Hashable {
  /// The version of the saved form.
  static let version: Int64 = 1

  /// One event of the run.
  enum Event: Sendable, Hashable {
    /// A request with its answer, or with the reason why there was none.
    case exchange(Exchange)
    /// The browser was sent to the authorization endpoint.
    case authorization(Authorization)
    /// The browser returned, or the attempt ended without that.
    case callback(Callback)
  }

  struct Exchange: Sendable, Hashable {
    let request: ShownRequest
    /// The answer, or `nil` if there was none.
    var answer: ShownAnswer?
    /// The reason why there was no answer.
    var failure: String?
    /// The duration in milliseconds.
    var milliseconds: Int64
  }

  struct Authorization: Sendable, Hashable {
    /// The authorization endpoint's address.
    let address: String
    let parameters: [ShownPair]
    /// The URI to which the browser returns.
    let redirectURI: String
  }

  struct Callback: Sendable, Hashable {
    let redirectURI: String
    let parameters: [ShownPair]
    /// The checks that passed.
    var checked: [String] = []
    /// The reason why there was no code, or `nil` if there was one.
    var failure: String?
  }

  /// The name of the command, without arguments.
  var command: String
  /// The time at which the command started, in ISO 8601.
  var startedAt: String
  var events: [Event] = []
}

extension Trace.Event {
  /// Determines the purpose of the event.
  /// - Parameter endpoints: The endpoints from earlier events. The endpoints in this event's answer
  ///   are added.
  func step(knowing endpoints: inout KnownEndpoints) -> WireStep {
    switch self {
    case .exchange(let exchange):
      let step = WireStep(of: exchange.request, knowing: endpoints)
      if let answer = exchange.answer { endpoints.learn(from: answer, to: step) }
      return step
    case .authorization: return WireStep(kind: .authorization)
    case .callback: return WireStep(kind: .callback)
    }
  }
}

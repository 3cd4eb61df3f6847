/// What was exchanged in one run of a command, in order, with nothing secret in it.
///
/// `--trace-file` saves one, `pixy explain` reads it. The text form has a version, and its names don't change within one.
struct Trace: Sendable, Hashable {
  /// The version of the text form.
  static let version: Int64 = 1

  /// One thing that happened.
  enum Event: Sendable, Hashable {
    /// A request, and its answer or why none came.
    case exchange(Exchange)
    /// The browser was sent to the authorization endpoint.
    case authorization(Authorization)
    /// The browser came back, or the attempt ended without.
    case callback(Callback)
  }

  struct Exchange: Sendable, Hashable {
    let request: ShownRequest
    /// Nil if none came.
    var answer: ShownAnswer?
    /// Why no answer came, in words.
    var failure: String?
    /// How long it took.
    var milliseconds: Int64
  }

  struct Authorization: Sendable, Hashable {
    /// The authorization endpoint's address.
    let address: String
    let parameters: [ShownPair]
    /// Where the browser shall come back to.
    let redirectURI: String
  }

  struct Callback: Sendable, Hashable {
    let redirectURI: String
    let parameters: [ShownPair]
    /// What was compared, and held.
    var checked: [String] = []
    /// Why the answer brought no code; nil if it did.
    var failure: String?
  }

  /// What was run: a command's name, without its arguments.
  var command: String
  /// When it began, as ISO 8601.
  var startedAt: String
  var events: [Event] = []
}

extension Trace.Event {
  /// What it is for.
  /// - Parameter endpoints: what the server named before; what this one names is added.
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

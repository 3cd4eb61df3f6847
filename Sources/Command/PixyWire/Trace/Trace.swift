/// The requests and answers of one run of a command, in order and without secrets.
///
/// `--trace-file` saves a trace, `pixy explain` reads it. The saved form has a version. Its names
/// never change within a version.
package struct Trace: Sendable, Hashable {
  /// The version of the saved form.
  package static let version: Int64 = 1

  /// One event of the run.
  package enum Event: Sendable, Hashable {
    /// A request with its answer, or with the reason why there was none.
    case exchange(Exchange)
    /// The browser was sent to the authorization endpoint.
    case authorization(Authorization)
    /// The browser returned, or the attempt ended without that.
    case callback(Callback)
  }

  package struct Exchange: Sendable, Hashable {
    package let request: ShownRequest
    /// The answer, or `nil` if there was none.
    package var answer: ShownAnswer?
    /// The reason why there was no answer.
    package var failure: String?
    /// The duration in milliseconds.
    package var milliseconds: Int64

    package init(request: ShownRequest, answer: ShownAnswer? = nil, failure: String? = nil, milliseconds: Int64) {
      (self.request, self.answer, self.failure, self.milliseconds) = (request, answer, failure, milliseconds)
    }
  }

  package struct Authorization: Sendable, Hashable {
    /// The authorization endpoint's address.
    package let address: String
    package let parameters: [ShownPair]
    /// The URI to which the browser returns.
    package let redirectURI: String

    package init(address: String, parameters: [ShownPair], redirectURI: String) {
      (self.address, self.parameters, self.redirectURI) = (address, parameters, redirectURI)
    }
  }

  package struct Callback: Sendable, Hashable {
    package let redirectURI: String
    package let parameters: [ShownPair]
    /// The checks that passed.
    package var checked: [String] = []
    /// The reason why there was no code, or `nil` if there was one.
    package var failure: String?

    package init(redirectURI: String, parameters: [ShownPair], checked: [String] = [], failure: String? = nil) {
      (self.redirectURI, self.parameters, self.checked, self.failure) = (redirectURI, parameters, checked, failure)
    }
  }

  /// The name of the command, without arguments.
  package var command: String
  /// The time at which the command started, in ISO 8601.
  package var startedAt: String
  package var events: [Event] = []

  package init(command: String, startedAt: String, events: [Event] = []) {
    (self.command, self.startedAt, self.events) = (command, startedAt, events)
  }
}

extension Trace.Event {
  /// Determines the purpose of the event.
  /// - Parameter endpoints: The endpoints from earlier events. The endpoints in this event's answer
  ///   are added.
  package func step(knowing endpoints: inout KnownEndpoints) -> WireStep {
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

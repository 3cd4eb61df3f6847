/// The timeouts of a connection whose client makes no progress.
struct ConnectionTimeouts: Sendable {
  /// The time in which the client has to close the connection after the last answer.
  var hangingUp: Duration = .seconds(30)
  /// The longest pause between two pieces of a request, or between two requests, while no request
  /// is being answered.
  var idle: Duration = .seconds(30)
  /// The time in which a whole request has to arrive, from its first byte on.
  var request: Duration = .seconds(60)
  /// The longest time without progress while the rest of an answer waits for the client to read.
  var writing: Duration = .seconds(30)
  /// The time for requests under way when the server ends. A client that sends half a request must
  /// not keep the program from ending.
  var ending: Duration = .seconds(5)
}

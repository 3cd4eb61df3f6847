/// How long clients may keep a connection without getting on.
struct ConnectionTimes: Sendable {
  /// For hanging up after a last answer.
  var hangingUp: Duration = .seconds(30)
  /// For anything to come, while nothing is being answered: a request, or more of one.
  var idle: Duration = .seconds(30)
  /// For all of a request, from its first octets on.
  var request: Duration = .seconds(60)
  /// For taking any octets of an answer, once no more of it can be sent without that.
  var writing: Duration = .seconds(30)
  /// For what is under way when the server is told to end: a client that sends half a request must not keep the program from ending.
  var ending: Duration = .seconds(5)
}

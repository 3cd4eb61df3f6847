/// An error that may show that this machine's clock is ahead of the server's.
package protocol FastClockError: Error {
  /// The seconds that the clock is ahead at least; `nil` if the error is about something else.
  var secondsFast: Int64? { get }
}

internal import OAuthCore

extension Fault {
  /// A connection that fails: `HTTPTransportError` with `connectionFailed`. The server has not seen
  /// the request.
  public static let droppedBefore = Fault(
    "dropped before the server saw it", reachesServer: false, .fails(.connectionFailed, "dropped"))

  /// A connection that ends before the answer arrives: `HTTPTransportError` with `brokenAnswer`.
  /// The server has handled the request.
  public static let droppedAfter = Fault(
    "dropped after the server handled it", reachesServer: true, .fails(.brokenAnswer, "dropped"))

  /// A timeout before the server has seen the request: `HTTPTransportError` with `timedOut`. No
  /// real time passes.
  public static let timedOutBefore = Fault(
    "timed out before the server saw it", reachesServer: false, .fails(.timedOut, "deadline"))

  /// A timeout after the server has handled the request: `HTTPTransportError` with `timedOut`. No
  /// real time passes.
  public static let timedOutAfter = Fault(
    "timed out after the server handled it", reachesServer: true, .fails(.timedOut, "deadline"))

  /// A TLS handshake that fails: `HTTPTransportError` with `tlsFailed`. The server has not seen the
  /// request.
  public static let untrusted = Fault("not trusted", reachesServer: false, .fails(.tlsFailed, "certificate"))

  /// Returns a fault that delays the server's answer until the test opens a gate.
  ///
  /// The server handles the request first. With ``unhandled`` the request itself is delayed.
  ///
  /// - Parameter gate: The gate, which the test opens. Its arrivals show that the request is held.
  public static func slow(until gate: Gate) -> Fault {
    Fault("slow", reachesServer: true, .passes).held(by: gate)
  }
}

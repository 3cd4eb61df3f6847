internal import OAuthCore

extension Fault {
  /// No connection: the server never saw the request. `HTTPTransportError` with `connectionFailed`.
  public static let droppedBefore = Fault(
    "dropped before the server saw it", reachesServer: false, .fails(.connectionFailed, "dropped"))

  /// The connection ends after the server has handled the request: nobody heard the answer. `HTTPTransportError` with
  /// `brokenAnswer`.
  public static let droppedAfter = Fault(
    "dropped after the server handled it", reachesServer: true, .fails(.brokenAnswer, "dropped"))

  /// The time limit passes before the server saw the request. `HTTPTransportError` with `timedOut`; no time passes for it.
  public static let timedOutBefore = Fault(
    "timed out before the server saw it", reachesServer: false, .fails(.timedOut, "deadline"))

  /// The time limit passes after the server has handled the request. `HTTPTransportError` with `timedOut`; no time passes.
  public static let timedOutAfter = Fault(
    "timed out after the server handled it", reachesServer: true, .fails(.timedOut, "deadline"))

  /// TLS fails: the server never saw the request. `HTTPTransportError` with `tlsFailed`.
  public static let untrusted = Fault("not trusted", reachesServer: false, .fails(.tlsFailed, "certificate"))

  /// The server handles the request, and its answer arrives when the test opens the gate. With ``unhandled`` the request
  /// itself is held back, and goes to the server then.
  ///
  /// - Parameter gate: opened by the test; its arrivals tell when the request is held.
  public static func slow(until gate: Gate) -> Fault {
    Fault("slow", reachesServer: true, .passes).held(by: gate)
  }
}

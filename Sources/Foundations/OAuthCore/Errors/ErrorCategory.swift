/// The reaction that an error asks for: the one question that every error of Pixy answers.
///
/// An app decides by the category, shows ``ExplainedError/explanation`` and
/// ``ExplainedError/remedy``, and needs the code of an error only for special cases.
///
/// ```swift
/// do {
///   let answer = try await session.send(api.request(.get))
///   print(answer.response.status)  // any status, including 401 and 500
/// } catch {
///   switch ErrorCategory(of: error) {
///   case .cancelled: break
///   case .offline, .temporary: showRetryButton()  // the user stays signed in
///   case .signInNeeded: showSignInButton()
///   case .refused, .invalidInput, .system, .mistake, nil: show(error.localizedDescription)
///   }
/// }
/// ```
public enum ErrorCategory: String, Sendable, Hashable, CaseIterable {
  /// The user or the program ended the operation: the task was cancelled, the browser was closed,
  /// or the user denied the request on the server's page. There is nothing to show.
  case cancelled
  /// No whole answer arrived: there is no network, the server can't be reached or isn't trusted, or
  /// it didn't answer in time. Try again when the network is back; the user stays signed in.
  case offline
  /// The same call may succeed later, with nothing changed: the server is overloaded, another
  /// process is busy, or the user didn't finish a sign-in in time.
  case temporary
  /// Only a new sign-in helps: no tokens are stored, or the stored ones can't be renewed.
  case signInNeeded = "sign_in_needed"
  /// The server or the resource refused the request. The account or the client may lack a right, or
  /// the client is registered differently. A repetition doesn't help.
  case refused
  /// An answer, a token or other input from outside is malformed or can't be trusted, and was
  /// rejected. Its sender has to correct it.
  case invalidInput = "invalid_input"
  /// This machine prevents the operation: its token store is locked or full, a port is in use, or
  /// no browser starts. The remedy names the step for the user.
  case system
  /// The program or its configuration has a mistake. Only its developer or operator can correct it.
  case mistake

  /// Creates the category of any error that reaches a program.
  ///
  /// - Parameter error: An error of Pixy, or one that passed through it.
  /// - Returns: The category of an ``ExplainedError``; ``cancelled`` for a `CancellationError`;
  ///   `nil` for an error that isn't Pixy's, such as one that a transport or a closure of the
  ///   program threw.
  public init?(of error: any Error) {
    switch error {
    case let error as any ExplainedError: self = error.category
    case is CancellationError: self = .cancelled
    default: return nil
    }
  }

  /// Creates the category of an answer whose status is an error and says nothing else:
  /// ``temporary`` for 408 (RFC 9110 §15.5.9), 425 (RFC 8470 §5.2), 429 (RFC 6585 §4) and from 500
  /// on (RFC 9110 §15.6), otherwise ``refused``.
  package init(status: Int) {
    self = [408, 425, 429].contains(status) || status >= 500 ? .temporary : .refused
  }

  /// Creates the category of such an answer to the request for a published document: as for any
  /// other, but ``temporary`` for a redirect too. A network's own sign-in page redirects everything.
  package init(statusOfDocument status: Int) {
    self = (300..<400).contains(status) ? .temporary : ErrorCategory(status: status)
  }
}

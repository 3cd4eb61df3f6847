public import FoundationBasics

/// Pushed authorization requests (RFC 9126), and request objects that the server fetched.
public protocol PushedRequestOperations: Sendable {
  /// Saves a new request.
  ///
  /// - Parameter record: The request, by the hash of a fresh reference.
  /// - Throws: Any error of the database. The client gets no reference.
  func savePushedRequest(_ record: PushedRequestRecord) async throws

  /// Returns a request; `nil` if it is unknown, consumed or was removed. Reading consumes nothing.
  ///
  /// - Parameter hash: The hash of the reference.
  /// - Throws: Any error of the database.
  func pushedRequest(_ hash: SecretHash) async throws -> PushedRequestRecord?

  /// Gives the user more time to complete the sign-in that began with a request.
  ///
  /// - Parameters:
  ///   - hash: The hash of the reference. An unknown or consumed one is no error.
  ///   - moment: The new ``PushedRequestRecord/completableUntil``. An earlier moment than the saved
  ///     one changes nothing.
  /// - Throws: Any error of the database.
  func extendPushedRequest(_ hash: SecretHash, until moment: Date) async throws

  /// Consumes a request without a code, when the user refuses.
  ///
  /// With a code,
  /// ``AuthorizationCodeOperations/saveAuthorizationCode(_:signIn:consuming:request:)`` does it.
  ///
  /// - Parameters:
  ///   - hash: The hash of the reference.
  ///   - request: The key of the HTTP request.
  /// - Returns: `true` to exactly one request; `false` to others, and if the reference is unknown.
  /// - Throws: Any error of the database.
  func consumePushedRequest(_ hash: SecretHash, request: RequestKey) async throws -> Bool
}

public import FoundationBasics
public import OAuthCore

/// A pushed authorization request (RFC 9126 §2), as a database saves it.
public struct PushedRequestRecord: Sendable, Hashable {
  /// The hash of the reference that stands for the request, by which the database finds it.
  public let hash: SecretHash
  /// The client that pushed the request. No other client may use it (RFC 9126 §2.2).
  public let clientID: String
  /// The request's parameters as a form, including `state` and `nonce`. A database must keep every
  /// byte.
  public let parameters: Secret
  /// The time from which no sign-in can begin with the request (`expires_in`).
  public let expires: Date
  /// The time until which a sign-in that began before ``expires`` can be completed. After it a
  /// database may delete the record. It equals ``expires`` until a sign-in begins, so that unused
  /// requests, which any client can push, are deleted soon.
  public let completableUntil: Date

  /// Creates a record. The server calls it for a new request, a database for one that it read.
  /// - Parameters:
  ///   - hash: The hash of the reference.
  ///   - clientID: The client that pushed the request.
  ///   - parameters: The request's parameters as a form.
  ///   - expires: The time from which no sign-in can begin.
  ///   - completableUntil: The time until which a sign-in can be completed; not before `expires`.
  public init(
    hash: SecretHash, clientID: String, parameters: Secret, expires: Date, completableUntil: Date
  ) {
    self.hash = hash
    self.clientID = clientID
    self.parameters = parameters
    self.expires = expires
    self.completableUntil = completableUntil
  }
  /// Returns the same request with a later ``completableUntil``.
  func completable(until moment: Date) -> PushedRequestRecord {
    PushedRequestRecord(
      hash: hash, clientID: clientID, parameters: parameters, expires: expires, completableUntil: moment)
  }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// An authorization request that a client sent to the server itself (RFC 9126 §2), as a store keeps it.
public struct PushedRequestRecord: Sendable, Hashable {
  /// The hash of the reference that stands for the request, by which it is found.
  public let hash: SecretHash
  /// The client that pushed it, and that alone may use it (RFC 9126 §2.2).
  public let clientID: String
  /// The request's parameters as a form, with `state` and `nonce` among them. A store keeps them octet for octet.
  public let parameters: Secret
  /// From when on nobody can begin a sign-in with it (`expires_in`).
  public let expires: Date
  /// Until when a sign-in that began in time can be completed with it. After that a store may forget it. As long as none began, it is
  /// `expires`: anybody can push, and what nobody uses is soon gone.
  public let completableUntil: Date

  /// Puts a record together: the server for a new request, a store for one it read.
  /// - Parameters:
  ///   - hash: the hash of the reference.
  ///   - clientID: who pushed it.
  ///   - parameters: the request as a form.
  ///   - expires: from when on it begins nothing.
  ///   - completableUntil: from when on it is forgotten; not before `expires`.
  public init(
    hash: SecretHash, clientID: String, parameters: Secret, expires: Date, completableUntil: Date
  ) {
    self.hash = hash
    self.clientID = clientID
    self.parameters = parameters
    self.expires = expires
    self.completableUntil = completableUntil
  }
  /// The same request with more time.
  func completable(until moment: Date) -> PushedRequestRecord {
    PushedRequestRecord(
      hash: hash, clientID: clientID, parameters: parameters, expires: expires, completableUntil: moment)
  }
}

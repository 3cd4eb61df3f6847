/// The source of a server's signing keys: ``SigningKeys`` that never change, or a
/// ``SigningKeyRing`` that rotates them.
///
/// The server reads ``current`` each time it signs or publishes its keys.
public protocol SigningKeySource: Sendable {
  /// The keys that sign now, and those that are published now.
  var current: SigningKeys { get }
  /// A number that grows with each change of ``current``, and may grow without one. The server
  /// caches documents for one edition.
  var edition: Int { get }
  /// Starts to update the keys if that is due. The server calls it at each request; it must return
  /// at once.
  /// - Returns: The update that the request should wait for, because ``current`` is too old. Nearly
  ///   always `nil`.
  func reloadIfDue() -> Task<Void, Never>?
}

extension SigningKeys: SigningKeySource {
  /// The keys themselves, because they never change.
  public var current: SigningKeys { self }
  /// Always 0.
  public var edition: Int { 0 }
  /// Does nothing.
  public func reloadIfDue() -> Task<Void, Never>? { nil }
}

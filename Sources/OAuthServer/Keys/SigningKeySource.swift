/// Where a server's signing keys come from: ``SigningKeys`` that never change, or a ``SigningKeyRing`` that changes them in time.
///
/// The server asks for ``current`` each time it signs something or publishes its keys.
public protocol SigningKeySource: Sendable {
  /// What signs now, and what is published now.
  var current: SigningKeys { get }
  /// A number that grows with each change of ``current``, and may grow without one: what was made of an edition is kept for it.
  var edition: Int { get }
  /// Called with each request. It returns at once; whatever takes time goes on by itself.
  /// - Returns: what a request should wait for, because ``current`` is too old; nearly always nil.
  func reloadIfDue() -> Task<Void, Never>?
}

extension SigningKeys: SigningKeySource {
  /// These keys themselves.
  public var current: SigningKeys { self }
  /// Always 0.
  public var edition: Int { 0 }
  /// Does nothing.
  public func reloadIfDue() -> Task<Void, Never>? { nil }
}

/// What is known about a request beside the request itself: who carries HTTP tells it with each one.
public struct RequestContext: Sendable, Hashable {
  /// Where the request came from: the other end of the connection, or what a proxy that is known to tell the truth says.
  /// Wrong passwords are counted under it; nil if it isn't known, and then everybody is taken for one.
  public var address: ClientAddress?

  /// Nothing is known.
  public init() {}
}

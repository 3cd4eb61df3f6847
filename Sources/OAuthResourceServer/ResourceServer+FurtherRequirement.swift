extension ResourceServer {
  /// Which resource it is: copies of one value are one resource, two that were made alike are two.
  final class Identity: Sendable, Hashable {
    static func == (left: Identity, right: Identity) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Whether this resource gave the access, and not another one that takes other tokens or takes them otherwise.
  ///
  /// - Parameter access: what was found about the request before.
  public func gave(_ access: Access) -> Bool { access.giver == identity }

  /// Asks more of a token that was found good, for a route inside of others that ask for less.
  ///
  /// ``access(to:body:certificate:requiring:)`` can't be called twice for one request, because it uses the DPoP proof up.
  ///
  /// - Parameters:
  ///   - requirement: what the route asks beyond what was asked before.
  ///   - access: what this resource gave for the same request.
  /// - Throws: ``AccessRefusal`` with the answer for the client; always, if another resource gave the access.
  public func require(_ requirement: AccessRequirement, of access: Access) throws(AccessRefusal) {
    do {
      guard gave(access) else { throw AccessRefusal.Reason.token(.anotherAudience) }
      try check(access.token, requirement)
    } catch {
      throw refusal(reason(error), access.scheme, requirement)
    }
  }
}

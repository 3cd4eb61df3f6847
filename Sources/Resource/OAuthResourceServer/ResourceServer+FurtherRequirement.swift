extension ResourceServer {
  /// Returns whether this resource created the access, and not another one with other rules for
  /// tokens.
  ///
  /// - Parameter access: The result of an earlier check of the same request.
  public func gave(_ access: Access) -> Bool { access.giver == identity }

  /// Checks a further requirement on a valid token, for a route inside a group with a weaker
  /// requirement.
  ///
  /// ``access(to:body:certificate:requiring:)`` can't be called twice for one request, because the
  /// first call consumes the DPoP proof.
  ///
  /// - Parameters:
  ///   - requirement: The route's further requirement.
  ///   - access: The access that this resource created for the same request.
  /// - Throws: ``AccessRefusal`` with the response for the client, if the requirement isn't met or
  ///   another resource created the access.
  public func require(_ requirement: AccessRequirement, of access: Access) throws(AccessRefusal) {
    do {
      guard gave(access) else { throw AccessRefusal.Reason.token(.anotherAudience) }
      try check(access.token, requirement)
    } catch {
      throw refusal(reason(error), access.scheme, requirement)
    }
  }
}

/// The identity of a resource. Copies of one value have the same identity; two values that were
/// created separately don't.
final class ResourceIdentity: Sendable, Hashable {
  static func == (lhs: ResourceIdentity, rhs: ResourceIdentity) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

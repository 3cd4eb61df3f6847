/// The reason why a session isn't enough for a route, if its user can do something about it.
package enum UnmetRequirement: Error, Hashable {
  /// The account is gone, so the session has ended.
  case ended
  /// The route needs a stronger or newer authentication.
  case stepUp(StepUp)
}

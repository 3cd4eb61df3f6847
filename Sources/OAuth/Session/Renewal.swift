/// What a renewal came to.
struct Renewal: Sendable {
  let held: HeldTokens
  /// Whether they are fresh from the server: to ask again would bring nothing better.
  let isNew: Bool
}

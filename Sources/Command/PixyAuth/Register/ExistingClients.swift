/// The clients that a sign-in at a protected resource uses before it registers a new one, in this order
/// (MCP 2026-07-28, Client Registration).
struct ExistingClients: Sendable {
  /// The clients that earlier sign-ins registered, the newest first.
  var known: [KnownClient] = []
  /// The address of the user's own metadata document, if there is one and the server accepts it.
  var document: String?
}

internal import CLibrary
internal import Hummingbird
internal import Logging
internal import PixyResource

/// An MCP server with one tool, which accepts only access tokens for itself.
///
/// `mcp-notes-server http://127.0.0.1:8080/mcp http://127.0.0.1:8414` serves the first address, and
/// trusts the authorization server of the second.
@main struct MCPNotesServer {
  static func main() async {
    do {
      guard CommandLine.arguments.count == 3 else {
        print("Usage: mcp-notes-server ADDRESS ISSUER")
        exit(64)
      }
      let address = try Endpoint(CommandLine.arguments[1])
      let router = try await router(
        at: address, trusting: Issuer(CommandLine.arguments[2]), through: AsyncHTTPClientTransport(),
        logger: Logger(label: "mcp-notes-server"))
      let host = BindAddress.hostname("127.0.0.1", port: address.parts.port ?? 8_080)
      try await Application(router: router, configuration: ApplicationConfiguration(address: host)).runService()
    } catch {
      print((error as? any ExplainedError)?.description ?? "could not run: \(type(of: error))")
      exit(1)
    }
  }

  /// Returns the routes: the resource's metadata, and the MCP endpoint behind the check of the token.
  /// - Parameters:
  ///   - address: The address of the MCP endpoint, which is the audience of its tokens.
  ///   - issuer: The authorization server.
  ///   - transport: The transport to the authorization server.
  ///   - logger: The log of refusals.
  ///   - clock: The wall clock. Default: the system's.
  static func router(
    at address: Endpoint, trusting issuer: Issuer, through transport: any HTTPTransport, logger: Logger,
    clock: WallClock = .system
  ) async throws -> Router<BasicAccessRequestContext> {
    let notes = NotesEndpoint(origin: address.origin)
    // snippet.protect
    let reading = AccessRequirement(scope: try Scope(["notes.read"]))
    let writing = AccessRequirement(scope: try Scope(["notes.read", "notes.write"]))
    let resource = try await ResourceServer.discover(
      address, trusting: issuer, scopes: writing.scope, through: transport, logger: logger, clock: clock)
    let router = Router(context: BasicAccessRequestContext.self)
    router.add(middleware: ResourceMetadataMiddleware(resource))
    let mcp = router.group("mcp").add(middleware: AccessMiddleware(resource, requiring: reading))
    mcp.post { request, context in
      try await notes.response(to: request, context) { try resource.require(writing, of: $0) }
    }
    // snippet.end
    // A server without streams and sessions (MCP 2025-11-25, Transports).
    mcp.get { _, _ in HTTPResponse.Status.methodNotAllowed }
    mcp.delete { _, _ in HTTPResponse.Status.methodNotAllowed }
    return router
  }
}

#if Hummingbird && AsyncHTTPClient
import Hummingbird
import Logging
import NIOCore
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthResourceServer
import OAuthResourceServerHummingbird

/// Protects a group of routes.
func protectAGroup(reading: Scope, logger: Logger) async throws -> Router<BasicAccessRequestContext> {
  let resource = try await ResourceServer.discover(
    Endpoint("https://api.example.com/"), trusting: Issuer("https://login.example.com"), scopes: Scope(["notes"]),
    through: AsyncHTTPClientTransport(), logger: logger)

  let router = Router(context: BasicAccessRequestContext.self)
  router.add(middleware: ResourceMetadataMiddleware(resource))
  let notes = router.group("notes")
    .add(middleware: AccessMiddleware(resource, requiring: AccessRequirement(scope: reading)))

  notes.get { request, context in
    let access = try context.requireAccess()
    return "Hello, \(access.subject ?? "guest")"
  }
  return router
}

/// Requires another scope for writing.
func requireAnotherScope(
  _ router: Router<BasicAccessRequestContext>, resource: ResourceServer, reading: Scope, writing: Scope
) {
  let notes = router.group("notes")
    .add(middleware: AccessMiddleware(resource, requiring: AccessRequirement(scope: reading)))
  notes.get { request, context in try context.requireAccess().subject ?? "no subject" }
  notes.group()
    .add(middleware: AccessMiddleware(resource, requiring: AccessRequirement(scope: writing)))
    .post { request, context in HTTPResponse.Status.created }
}

/// Requires another scope in a route.
func requireInARoute(_ notes: RouterGroup<BasicAccessRequestContext>, resource: ResourceServer, writing: Scope) {
  notes.post { request, context in
    try resource.require(AccessRequirement(scope: writing), of: context.requireAccess())
    return HTTPResponse.Status.created
  }
}

/// Reads the access without `try`.
func readTheAccess(_ router: Router<BasicAccessRequestContext>, resource: ResourceServer) {
  router.group("notes").add(middleware: AccessMiddleware(resource))
    .group(context: AuthorizedRequestContext<BasicAccessRequestContext>.self)
    .get { request, context in context.access.subject ?? "no subject" }
}

struct AppContext: AccessRequestContext {
  var coreContext: CoreRequestContextStorage
  var access: Access?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}

struct AppContextWithChannel: AccessRequestContext {
  var coreContext: CoreRequestContextStorage
  var access: Access?
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// Accepts tokens that are bound to the connection's certificate.
func acceptBoundTokens(_ resource: ResourceServer) -> AccessMiddleware<AppContextWithChannel> {
  AccessMiddleware(resource) { _, context in try await CertificateThumbprint(peerOf: context.channel) }
}
#endif

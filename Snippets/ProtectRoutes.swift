// Protects the routes of a Hummingbird application: they accept only valid access tokens.
import Hummingbird
import Logging
import PixyResource

func protectedApplication() async throws -> some ApplicationProtocol {
  // snippet.routes
  let resource = try await ResourceServer.discover(
    Endpoint("https://api.example.com/"), trusting: Issuer("https://login.example.com"),
    scopes: Scope(["notes.read", "notes.write"]), through: AsyncHTTPClientTransport(),
    logger: Logger(label: "api"))
  let reading = AccessRequirement(scope: try Scope(["notes.read"]))
  let writing = AccessRequirement(scope: try Scope(["notes.write"]))

  let router = Router(context: BasicAccessRequestContext.self)
  router.add(middleware: ResourceMetadataMiddleware(resource))
  let notes = router.group("notes").add(middleware: AccessMiddleware(resource, requiring: reading))
  notes.get { _, context in
    let access = try context.requireAccess()
    return "The notes of \(access.subject ?? "a program")"
  }
  notes.group().add(middleware: AccessMiddleware(resource, requiring: writing)).post { _, _ in
    HTTPResponse.Status.created
  }
  return Application(router: router)
  // snippet.end
}

try await protectedApplication().runService()

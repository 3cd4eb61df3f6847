internal import HTTPTypes
public import Hummingbird
internal import OAuthCore
public import OAuthResourceServer

/// Lets requests through whose access token is good and reaches far enough; answers all others as RFC 6750 §3, RFC 9449 §7.1 and §9,
/// RFC 9470 §3 and RFC 9728 §5.1 say.
///
/// Add it to a group before its routes. Groups inside may have one each that asks for more of the same resource: the token is checked, and a
/// DPoP proof used up, by the outermost alone.
///
/// ```swift
/// let notes = router.group("notes").add(middleware: AccessMiddleware(resource, requiring: AccessRequirement(scope: reading)))
/// notes.get { request, context in try context.requireAccess().subject ?? "nobody" }
/// notes.group().add(middleware: AccessMiddleware(resource, requiring: AccessRequirement(scope: writing))).post { … }
/// ```
///
/// What DPoP proofs must be for is the resource's configured identifier with the request's path; the `Host` field is never looked at. Nothing
/// of a request is logged. Requests of other origins need a `CORSMiddleware` in front, because a browser's question before them
/// (`OPTIONS`) has no token.
public struct AccessMiddleware<Context: AccessRequestContext>: RouterMiddleware {
  /// Finds the client's certificate of a request.
  public typealias CertificateFinder = @Sendable (Request, Context) async throws -> CertificateThumbprint?

  private let resource: ResourceServer
  private let requirement: AccessRequirement
  private let removedPrefix: String
  private let certificate: CertificateFinder

  /// Protects what is added after it.
  ///
  /// - Parameters:
  ///   - resource: checks tokens; one for all routes.
  ///   - requirement: what these routes ask of a token beyond being good.
  ///   - removedPrefix: what a proxy in front cuts off the path before it passes a request on, such as `/v1`. Clients know addresses with
  ///     it, and DPoP proofs are for those (RFC 9449 §4.3).
  ///   - certificate: finds the client's certificate for tokens that are bound to one (RFC 8705 §3), by
  ///     `CertificateThumbprint(peerOf:)` or out of what a proxy says. It finds none unless given, and such tokens are refused. If it throws,
  ///     that is Hummingbird's to answer, with 500 in general.
  public init(
    _ resource: ResourceServer, requiring requirement: AccessRequirement = .token, removedPrefix: String = "",
    certificate: @escaping CertificateFinder = { _, _ in nil }
  ) {
    self.resource = resource
    self.requirement = requirement
    self.removedPrefix = removedPrefix
    self.certificate = certificate
  }

  /// Checks a request; called by Hummingbird.
  ///
  /// - Parameters:
  ///   - request: as it came. Of its body nothing is read unless tokens may be in forms, and then no more than the context's
  ///     `maxUploadSize` in octets.
  ///   - context: where the access is put.
  ///   - next: the next middleware, or the route.
  /// - Throws: what `next` and the certificate's finder throw; `NIOTooManyBytesError`, which is answered with 413, for a long form.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if let answer = resource.metadataAnswer(to: request.head) { return Response(answer) }
    if let access = context.access, resource.gave(access) {
      do throws(AccessRefusal) {
        try resource.require(requirement, of: access)
      } catch {
        return Response(error.answer)
      }
      return try await next(request, context)
    }
    var (request, context) = (request, context)
    let form = try await form(of: &request, context)
    let thumbprint = try await certificate(request, context)
    do throws(AccessRefusal) {
      context.access = try await resource.access(
        to: asSent(request.head), body: form, certificate: thumbprint, requiring: requirement)
    } catch {
      return Response(error.answer)
    }
    var response = try await next(request, context)
    for field in context.access?.answerFields ?? [:] { response.headers[field.name] = field.value }
    return response
  }

  private func asSent(_ head: HTTPRequest) -> HTTPRequest {
    var head = head
    head.path = removedPrefix + (head.path ?? "/")
    return head
  }

  /// The body, if a token may be in it; the route can read it again.
  private func form(of request: inout Request, _ context: Context) async throws -> [UInt8] {
    guard resource.presentation.takesForms, request.method == .post,
      request.headers.mediaType == OAuthCore.MediaType.form
    else { return [] }
    return Array(try await request.collectBody(upTo: context.maxUploadSize).readableBytesView)
  }
}

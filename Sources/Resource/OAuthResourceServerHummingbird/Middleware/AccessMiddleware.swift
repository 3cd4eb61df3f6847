internal import HTTPTypes
public import Hummingbird
internal import OAuthCore
public import OAuthResourceServer

/// A middleware that passes on only requests with a valid access token of sufficient scope. It
/// responds to all others as RFC 6750 §3, RFC 9449 §7.1 and §9, RFC 9470 §3 and RFC 9728 §5.1
/// define.
///
/// Add it to a group before the group's routes. Inner groups may add one each with a further
/// requirement for the same resource. Only the outermost one validates the token and consumes the
/// DPoP proof.
///
/// ```swift
/// let notes = router.group("notes")
///   .add(middleware: AccessMiddleware(resource, requiring: AccessRequirement(scope: reading)))
/// notes.get { request, context in try context.requireAccess().subject ?? "no subject" }
/// notes.group()
///   .add(middleware: AccessMiddleware(resource, requiring: AccessRequirement(scope: writing)))
///   .post { request, context in HTTPResponse.Status.created }
/// ```
///
/// DPoP proofs must be for the resource's configured identifier with the request's path. The `Host`
/// field is never used. No data of a request is logged. Cross-origin requests need a
/// `CORSMiddleware` in front, because the browser's preflight request (`OPTIONS`) has no token.
public struct AccessMiddleware<Context: AccessRequestContext>: RouterMiddleware {
  /// Returns the thumbprint of a request's client certificate, if there is one.
  public typealias CertificateFinder = @Sendable (Request, Context) async throws -> CertificateThumbprint?

  private let resource: ResourceServer
  private let requirement: AccessRequirement
  private let removedPrefix: String
  private let certificate: CertificateFinder

  /// Creates a middleware.
  ///
  /// - Parameters:
  ///   - resource: The resource that checks the requests. Use the same one for all of its routes.
  ///   - requirement: The routes' requirement on a token. Default: none besides validity.
  ///   - removedPrefix: The path prefix that a proxy removes before it forwards a request, such as
  ///     `/v1`. Clients use URLs with the prefix, and their DPoP proofs are for those (RFC 9449
  ///     §4.3). Default: none.
  ///   - certificate: Returns the client's certificate, for tokens that are bound to one (RFC 8705
  ///     §3). Use `CertificateThumbprint(peerOf:)`, or the field of a proxy. By default it returns
  ///     none, and such tokens are rejected. If it throws, Hummingbird responds, usually with 500.
  public init(
    _ resource: ResourceServer, requiring requirement: AccessRequirement = .token, removedPrefix: String = "",
    certificate: @escaping CertificateFinder = { _, _ in nil }
  ) {
    self.resource = resource
    self.requirement = requirement
    self.removedPrefix = removedPrefix
    self.certificate = certificate
  }

  /// Checks a request. Hummingbird calls it.
  ///
  /// - Parameters:
  ///   - request: The request. Its body is read only if tokens may be in forms, and then at most
  ///     the context's `maxUploadSize` in bytes.
  ///   - context: The context that receives the access.
  ///   - next: The next middleware, or the route.
  /// - Throws: The errors of `next` and of the certificate finder; `NIOTooManyBytesError`, for
  ///   which the response is 413, if a form is too long.
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

  /// Returns the body if it may contain a token. The route can read it again.
  private func form(of request: inout Request, _ context: Context) async throws -> [UInt8] {
    guard resource.presentation.takesForms, request.method == .post,
      request.headers.mediaType == OAuthCore.MediaType.form
    else { return [] }
    return Array(try await request.collectBody(upTo: context.maxUploadSize).readableBytesView)
  }
}

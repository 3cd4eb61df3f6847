internal import DPoPVerification
public import HTTPTypes
public import OAuthCore

extension ResourceServer {
  /// The members of the resource's metadata document (RFC 9728 §2).
  public var metadata: [String: JSONValue] {
    var members = description.members()
    members["bearer_methods_supported"] =
      takesBearer ? (presentation.takesForms ? ["header", "body"] : ["header"]) : nil
    members["dpop_signing_alg_values_supported"] = proofs.map { proofs in
      .array(proofs.policy.algorithmNames.map { .string($0) })
    }
    members["dpop_bound_access_tokens_required"] = takesBearer ? nil : true
    members["tls_client_certificate_bound_access_tokens"] = presentation.takesCertificates ? true : nil
    return members
  }

  /// Responds to a request for the metadata document.
  ///
  /// Call it before the routes: the document is at the root of the host, whatever the resource's
  /// path is.
  ///
  /// - Parameter request: Any request.
  /// - Returns: The response; `nil` if the request is for another path.
  public func metadataAnswer(to request: HTTPRequest) -> HTTPAnswer? {
    guard request.path == description.wellKnownPath else { return nil }
    guard request.method == .get || request.method == .head else {
      return HTTPAnswer(HTTPResponse(status: .methodNotAllowed, headerFields: [.allow: "GET, HEAD"]))
    }
    let body = JSONValue.object(metadata).bytes()
    // Pages of all origins may read the document, because it is public.
    let fields: HTTPFields = [
      .contentType: "application/json", .cacheControl: "public, max-age=300", .accessControlAllowOrigin: "*",
      .xContentTypeOptions: "nosniff", .contentLength: String(body.count),
    ]
    return HTTPAnswer(
      HTTPResponse(status: .ok, headerFields: fields), body: request.method == .head ? [] : body)
  }
}

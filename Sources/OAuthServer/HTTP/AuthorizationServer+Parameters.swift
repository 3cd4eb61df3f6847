internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// The parameters that a person's browser brought from a client: in the form of a POST, otherwise in the query.
  func parameters(
    of request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8]
  ) throws(AuthorizationRefusal) -> FormParameters {
    request.method == .post ? try form(request, body) : try query(target)
  }

  /// What a person decided, in a form of the server's own pages. Forms of other sites are refused (RFC 9700 §4.7).
  func ownForm(_ request: HTTPRequest, _ body: [UInt8]) throws(AuthorizationRefusal) -> FormParameters {
    guard SameOrigin.holds(for: request, issuer) else {
      logger.notice("A form came from another site and was refused")
      throw .page(.foreignOrigin)
    }
    return try form(request, body)
  }

  /// The parameters of an address.
  func query(_ target: RequestTarget) throws(AuthorizationRefusal) -> FormParameters {
    do {
      return try FormParameters(decoding: target.query)
    } catch {
      throw .page(.malformed)
    }
  }

  private func form(_ request: HTTPRequest, _ body: [UInt8]) throws(AuthorizationRefusal) -> FormParameters {
    do {
      return try RequestForm.read(request, body)
    } catch {
      switch error {
      case .otherContentType: throw .page(.otherContentType)
      case .malformed: throw .page(.malformed)
      }
    }
  }
}

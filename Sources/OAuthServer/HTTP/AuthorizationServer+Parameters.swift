internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  /// The parameters that a person's browser sent: in the form of a POST, otherwise in the query.
  /// - Throws: ``AuthorizationRefusal`` if there are none that can be read.
  func parameters(
    of request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8]
  ) throws(AuthorizationRefusal) -> FormParameters {
    do {
      return request.method == .post
        ? try RequestForm.read(request, body) : try FormParameters(decoding: target.query)
    } catch RequestForm.Failure.otherContentType {
      throw .page(.otherContentType)
    } catch {
      throw .page(.malformed)
    }
  }
}

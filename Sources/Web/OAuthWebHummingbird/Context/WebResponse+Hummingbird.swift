internal import HTTPTypes
public import Hummingbird
internal import NIOCore
internal import OAuthWebSessions

extension Request {
  /// The request without Hummingbird's types.
  var web: WebRequest {
    WebRequest(head) { [body] limit in
      do {
        return Array(try await body.collect(upTo: limit).readableBytesView)
      } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
        return nil
      }
    }
  }
}

extension WebResponse {
  /// The answer in Hummingbird's types.
  var response: Response {
    Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}

extension WebSignIn {
  /// Returns a response with an HTML page, and with the fields that protect the library's own
  /// pages: no script, no frame, nothing from other sites, no copy in a cache.
  ///
  /// Routes use it for the application's own pages. The page may use the style sheet
  /// `/sign-in/style.css` and others of the application.
  ///
  /// - Parameters:
  ///   - html: The HTML document.
  ///   - status: The status. Default: 200.
  ///   - imageOrigin: The origin of pictures on the page, such as that of the user's picture. An
  ///     origin that would end the policy's directive is left out. Default: none besides the
  ///     application's.
  public func page(_ html: String, status: HTTPResponse.Status = .ok, imageOrigin: String? = nil) -> Response {
    document(html, status: status, imageOrigin: imageOrigin).response
  }

  /// Logs an error, and returns its page.
  func problem(_ error: any Error) -> Response {
    let failure = (error as? any HTTPResponseError).map { RequestFailure(status: $0.status) }
    let answer: WebResponse = problem(failure ?? error)
    return answer.response
  }

  /// Redirects the browser with status 303.
  func redirect(to location: String) -> Response {
    let answer: WebResponse = redirect(to: location)
    return answer.response
  }

  /// Adds the security fields to a response.
  func secured(_ response: Response) -> Response {
    var response = response
    response.headers = secured(WebResponse(status: response.status, headers: response.headers)).headers
    return response
  }
}

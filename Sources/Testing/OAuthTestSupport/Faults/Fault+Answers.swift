public import HTTPTypes
public import OAuthCore

extension Fault {
  /// Status 500 with a line of text. The server has not seen the request.
  public static let serverError = status(500, "Internal Server Error\n", "text/plain")

  /// Status 503 with a proxy's HTML page. The server behind the proxy has not seen the request.
  public static let unavailablePage = status(
    503, "<!DOCTYPE html><html><body><h1>503 Service Unavailable</h1></body></html>", "text/html")

  /// Status 429 (RFC 6585 §4). The server does nothing else.
  /// - Parameter seconds: The value of `Retry-After`, in seconds. `nil` omits the header.
  public static func tooManyRequests(retryAfter seconds: Int?) -> Fault {
    Fault("status 429", reachesServer: false) { _, _, _ in
      var answer = HTTPAnswer.text("Too Many Requests\n", status: .tooManyRequests, contentType: "text/plain")
      answer.response.headerFields[.retryAfter] = seconds.map { String($0) }
      return answer
    }
  }

  /// Status 307 to another host (RFC 9110 §15.4.8), where a client must not send its secrets.
  public static let redirect = Fault("status 307", reachesServer: false) { request, _, _ in
    var answer = HTTPAnswer.text("", status: .temporaryRedirect, contentType: nil)
    answer.response.headerFields[.location] = "https://elsewhere.example" + (request.path ?? "/")
    return answer
  }

  /// Status 400 with `invalid_grant` (RFC 6749 §5.2). The server has not checked the token.
  public static let invalidGrant = refusal(.invalidGrant)

  /// Status 503 with `temporarily_unavailable`, as overloaded token endpoints answer.
  public static let temporarilyUnavailable = refusal(.temporarilyUnavailable, status: .serviceUnavailable)

  /// Status 200 with an `error` member, as some servers report errors.
  public static let errorWithStatus200 = refusal(.invalidRequest, status: .ok)

  /// Status 401 with `invalid_token` (RFC 6750 §3.1), as a resource answers to a revoked access
  /// token.
  public static let invalidToken = Fault("status 401, invalid_token", reachesServer: false) { _, _, _ in
    var answer = HTTPAnswer.json(["error": "invalid_token"], status: .unauthorized)
    answer.response.headerFields[.wwwAuthenticate] = #"Bearer error="invalid_token""#
    return answer
  }

  /// Status 400 with `use_dpop_nonce` and a nonce that is new each time (RFC 9449 §8), as a token
  /// endpoint answers.
  ///
  /// Planned once, it is a server that requires a nonce. Planned several times, it is a server that
  /// rejects its own nonces.
  public static let nonceWanted = Fault("status 400, use_dpop_nonce", reachesServer: false) { _, _, number in
    var answer = HTTPAnswer.json(["error": "use_dpop_nonce"], status: .badRequest)
    if let name = HTTPField.Name("DPoP-Nonce") { answer.response.headerFields[name] = "nonce-\(number)" }
    return answer
  }

  /// Status 401 with a DPoP challenge and a nonce that is new each time (RFC 9449 §9), as a
  /// resource answers.
  public static let nonceWantedByResource = Fault("status 401, use_dpop_nonce", reachesServer: false) { _, _, number in
    var answer = HTTPAnswer.text("", status: .unauthorized, contentType: nil)
    answer.response.headerFields[.wwwAuthenticate] = #"DPoP error="use_dpop_nonce", algs="ES256""#
    if let name = HTTPField.Name("DPoP-Nonce") { answer.response.headerFields[name] = "nonce-\(number)" }
    return answer
  }

  /// Status 200 with the content type of JSON and bytes that aren't valid UTF-8. The server has
  /// handled the request.
  public static let garbage = mangled("garbage") { _ in [0x00, 0xFF, 0xFE, 0x7B, 0x22, 0xC3, 0x28] }

  /// The first half of the server's answer, as if a proxy cut it. The server has handled the
  /// request.
  public static let truncated = mangled("half of the answer") { Array($0.prefix($0.count / 2)) }

  /// The server's status and header fields without the body. The server has handled the request.
  public static let empty = mangled("no body") { _ in [] }

  /// The server's answer as `text/html`. The server has handled the request.
  public static let wrongContentType = Fault("called text/html", reachesServer: true) { _, answer, _ in
    var answer = answer ?? .json([:])
    answer.response.headerFields[.contentType] = "text/html"
    return answer
  }

  /// Returns a fault with this status and body. The server has not seen the request.
  /// - Parameters:
  ///   - code: The status, from 200 to 599.
  ///   - body: The text of the body. Default: empty.
  ///   - contentType: The value of `Content-Type`. Default: "text/plain".
  public static func status(_ code: Int, _ body: String = "", _ contentType: String = "text/plain") -> Fault {
    Fault("status \(code)", reachesServer: false) { _, _, _ in
      .text(body, status: HTTPResponse.Status(code: code), contentType: contentType)
    }
  }

  /// Returns a fault with an OAuth error (RFC 6749 §5.2). The server has not seen the request.
  /// - Parameters:
  ///   - error: The value of `error`.
  ///   - status: The status. Default: 400.
  public static func refusal(_ error: ErrorCode, status: HTTPResponse.Status = .badRequest) -> Fault {
    Fault("status \(status.code), \(error.rawValue)", reachesServer: false) { _, _, _ in
      .json(["error": .string(error.rawValue)], status: status)
    }
  }

  private static func mangled(_ description: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> Fault {
    Fault(description, reachesServer: true) { _, answer, _ in
      var answer = answer ?? .json(["access_token": "never-given"])
      answer.body = change(answer.body)
      return answer
    }
  }
}

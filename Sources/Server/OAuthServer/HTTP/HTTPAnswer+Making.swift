internal import HTTPTypes
internal import OAuthCore

extension HTTPAnswer {
  /// Returns a JSON object that no cache may store (RFC 6749 §5.1).
  /// - Parameter fields: Additional fields. A `Cache-Control` replaces the default one.
  static func json(
    _ members: [String: JSONValue], status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
  ) -> HTTPAnswer {
    var all = ownFields
    if fields.contains(.cacheControl) {
      all[.cacheControl] = nil
      all[.pragma] = nil
    }
    all += fields
    return HTTPAnswer(HTTPResponse(status: status, headerFields: all), body: JSONValue.object(members).bytes())
  }

  /// The fields of a JSON object that is only for its client.
  private static let ownFields: HTTPFields = [
    .contentType: "application/json", .cacheControl: "no-store", .pragma: "no-cache",
    .xContentTypeOptions: "nosniff",
  ]

  /// Returns an error as a JSON object (RFC 6749 §5.2).
  static func json(
    _ error: ErrorResponse, status: HTTPResponse.Status = .badRequest, fields: HTTPFields = [:]
  ) -> HTTPAnswer {
    var members: [String: JSONValue] = ["error": .string(error.error.rawValue)]
    members["error_description"] = error.errorDescription.map { .string($0.description) }
    return json(members, status: status, fields: fields)
  }

  /// Returns a JWT that no cache may store.
  static func signed(_ token: Secret, mediaType: String) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(
        status: .ok,
        headerFields: [
          .contentType: mediaType, .cacheControl: "no-store", .pragma: "no-cache", .xContentTypeOptions: "nosniff",
        ]), body: Array(token.reveal().utf8))
  }

  /// Status 200 without a body, for requests whose status says everything (RFC 7009 §2.2).
  static var empty: HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: .ok, headerFields: [.cacheControl: "no-store", .pragma: "no-cache"]))
  }

  /// Returns a line of text, for requests that reach no endpoint.
  static func text(_ text: String, status: HTTPResponse.Status, fields: HTTPFields = [:]) -> HTTPAnswer {
    var fields = fields
    fields[.contentType] = "text/plain; charset=utf-8"
    fields[.cacheControl] = "no-store"
    fields[.xContentTypeOptions] = "nosniff"
    return HTTPAnswer(HTTPResponse(status: status, headerFields: fields), body: Array((text + "\n").utf8))
  }

  /// Returns a redirect that the browser follows with GET. The status is 303, because 307 would
  /// forward the password (RFC 9700 §4.12).
  static func redirect(to location: String) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(
        status: .seeOther,
        headerFields: [
          .location: location, .cacheControl: "no-store", .pragma: "no-cache", .referrerPolicy: "no-referrer",
        ]))
  }

  /// The response to a HEAD request: all fields, no body (RFC 9110 §9.3.2).
  var withoutBody: HTTPAnswer {
    var response = response
    response.headerFields[.contentLength] = String(body.count)
    return HTTPAnswer(response)
  }
}

extension HTTPField.Name {
  /// `Referrer-Policy` (Referrer Policy §4.1).
  static let referrerPolicy = named("Referrer-Policy")
  /// `X-Frame-Options`, for browsers that don't know `frame-ancestors` (RFC 7034).
  static let xFrameOptions = named("X-Frame-Options")
  /// `Pragma`, which RFC 6749 §5.1 requires.
  static let pragma = named("Pragma")
  /// `Sec-Fetch-Site`, in which browsers report the origin of a request (Fetch Metadata §2.3).
  static let secFetchSite = named("Sec-Fetch-Site")

  // Each name is a valid token, so the fallback isn't reached. It names a field that every response
  // has.
  private static func named(_ name: String) -> HTTPField.Name {
    HTTPField.Name(name) ?? .cacheControl
  }
}

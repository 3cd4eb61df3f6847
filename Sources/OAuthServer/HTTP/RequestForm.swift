internal import HTTPTypes
internal import OAuthCore

/// Reads the form that a POST carries.
enum RequestForm {
  /// Why there is no form.
  enum Failure: Error {
    /// The body is something else than `application/x-www-form-urlencoded`.
    case otherContentType
    /// The body claims to be a form and isn't.
    case malformed(FormDecodingError)
  }

  /// The form in a body. An empty body without a content type is an empty form.
  static func read(_ request: HTTPRequest, _ body: [UInt8]) throws(Failure) -> FormParameters {
    let mediaType = request.headerFields.mediaType
    guard mediaType == MediaType.form || (body.isEmpty && mediaType == nil) else {
      throw .otherContentType
    }
    do {
      return try FormParameters(decoding: body)
    } catch {
      throw .malformed(error)
    }
  }
}

internal import HTTPTypes
internal import OAuthCore

/// Reads the form in the body of a POST.
enum RequestForm {
  /// The reason why the body has no form.
  enum Failure: Error {
    /// The content type isn't `application/x-www-form-urlencoded`.
    case otherContentType
    /// The content type is that of a form, but the body isn't one.
    case malformed(FormDecodingError)
  }

  /// Returns the form in a body. An empty body without a content type is an empty form.
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

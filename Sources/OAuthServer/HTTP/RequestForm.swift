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
    guard isForm(request) || (body.isEmpty && request.headerFields[.contentType] == nil) else {
      throw .otherContentType
    }
    do {
      return try FormParameters(decoding: body)
    } catch {
      throw .malformed(error)
    }
  }

  /// Whether the content type is that of a form, whatever its parameters.
  static func isForm(_ request: HTTPRequest) -> Bool {
    let form = "application/x-www-form-urlencoded"
    // As nearly everybody writes it.
    if request.headerFields[.contentType] == form { return true }
    let mediaType = request.headerFields[.contentType]?.split(separator: ";", omittingEmptySubsequences: false).first
    let trimmed = mediaType?.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
    return trimmed?.lowercased() == form
  }
}

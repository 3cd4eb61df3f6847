public import OAuthCore

/// What can be wrong with an endpoint's answer, whichever endpoint it is.
public enum EndpointProblem: Error, Sendable, Hashable {
  /// The server's metadata names no such endpoint, or one that can't be used.
  case notAnnounced
  /// The server refused (RFC 6749 §5.2).
  case refused(ErrorResponse, status: Int)
  /// Neither the answer nor an OAuth error: a status that says why, and how long the server asks to wait.
  case unexpectedStatus(Int, retryAfter: Duration?)
  /// The endpoint answered with a redirect, which is never followed: it would carry secrets elsewhere.
  case redirected(status: Int)
  /// The body isn't of a kind that is read here.
  case wrongContentType(UntrustedText)
  /// The body says it is JSON and isn't, or is too large or too deep.
  case malformedJSON(JSONError)
  /// The body says it is a form and isn't.
  case malformedForm(FormDecodingError)
  /// The JSON is no object.
  case notAnObject
  /// A form has a member twice.
  case repeatedMember(String)
  /// A member that must be there isn't.
  case missingMember(String)
  /// A member has a value that can't be used.
  case malformedMember(String)
}

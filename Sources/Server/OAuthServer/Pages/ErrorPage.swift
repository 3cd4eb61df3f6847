internal import HTTPTypes

/// The page that reports that a sign-in can't go on.
public struct ErrorPage: Sendable, Hashable {
  /// The reason for the error.
  public let reason: Reason

  package init(_ reason: Reason) {
    self.reason = reason
  }

  /// The reason why a sign-in can't go on, when only the user can be informed.
  public enum Reason: Sendable, Hashable {
    /// The request lacks this parameter.
    case missing(String)
    /// The request has this parameter more than once.
    case repeated(String)
    /// The `client_id` isn't registered.
    case unknownClient
    /// The `redirect_uri` isn't registered for the client.
    case unregisteredRedirectURI
    /// The server doesn't answer in this `response_mode`.
    case unsupportedResponseMode
    /// The request isn't a form that can be read.
    case malformed
    /// A POST has another content type than a form's.
    case otherContentType
    /// The client's developer made another mistake, which the text describes in English.
    case developersFault(String)
    /// A form came from another site.
    case foreignOrigin
    /// A form has no decision, or an unknown one.
    case unknownDecision
    /// A pushed authorization request is unknown, expired, used, or another client's.
    case endedRequest
    /// The server failed.
    case internalFailure
    /// A program in front of the server rejects the request, with its own texts.
    case own(title: String, explanation: String, detail: String)

    /// The status of the answer.
    var status: HTTPResponse.Status {
      switch self {
      case .otherContentType: .unsupportedMediaType
      case .foreignOrigin: .forbidden
      case .internalFailure: .internalServerError
      default: .badRequest
      }
    }
  }
}

internal import HTTPTypes
internal import Logging
public import OAuthCore

/// A rejected request, with the error that the client gets (RFC 6749 §5.2).
///
/// A ``TokenGrant`` throws it. The description is for the client's developer: ASCII without
/// quotation marks and backslashes (RFC 6749 §5.2). From the request it may contain only the names
/// of parameters.
public struct Refusal: Error {
  /// The error code and its description.
  public let response: ErrorResponse
  /// The status of the response.
  let status: HTTPResponse.Status
  /// The header fields that the response has besides the usual ones.
  var fields: HTTPFields = [:]

  init(_ response: ErrorResponse, status: HTTPResponse.Status = .badRequest, fields: HTTPFields = [:]) {
    self.response = response
    self.status = status
    self.fields = fields
  }

  init(_ error: ErrorCode, _ description: String, status: HTTPResponse.Status, fields: HTTPFields = [:]) {
    self.init(ErrorResponse(error, description: description), status: status, fields: fields)
  }

  /// Rejects a request with status 400.
  /// - Parameters:
  ///   - error: The error code, as RFC 6749 §5.2 or the grant's specification defines it.
  ///   - description: A sentence for the client's developer, without secrets and without values
  ///     from the request.
  public init(_ error: ErrorCode, _ description: String) {
    self.init(error, description, status: .badRequest)
  }

  /// Rejects a client that did not authenticate.
  ///
  /// The status is 401, which RFC 6749 §5.2 always allows and requires if the client used the
  /// `Authorization` field.
  /// - Parameter description: A sentence for the client's developer.
  static func invalidClient(_ description: String) -> Refusal {
    Refusal(.invalidClient, description, status: .unauthorized)
  }

  /// Rejects a code, refresh token or other grant that can't be redeemed.
  ///
  /// Use one description for all reasons that require the same reaction of the client.
  /// - Parameter description: A sentence for the client's developer.
  public static func invalidGrant(_ description: String) -> Refusal {
    Refusal(.invalidGrant, description)
  }

  static func repeated(_ parameter: RepeatedParameter) -> Refusal {
    Refusal(.invalidRequest, "\(parameter.name) appears more than once")
  }
}

extension Refusal: ExplainedError {
  /// The facts of the error. The code is the `error` of the response, the category that of its status.
  public var facts: ErrorFacts {
    ErrorFacts(
      response.error.rawValue, at: .token, ErrorCategory(status: status.code), "The request was rejected: \(response).",
      remedy: "Correct the request as the description says.")
  }
}

extension FormParameters {
  /// Rejects a form in which one of these names appears more than once (RFC 6749 §3.2).
  func rejectRepetition(of names: [String]) throws(Refusal) {
    // Very few forms have a repeated name.
    guard firstRepeatedName() != nil else { return }
    for name in names {
      do {
        _ = try single(name)
      } catch {
        throw .repeated(error)
      }
    }
  }

  /// Returns the value of a parameter that ``rejectRepetition(of:)`` has checked.
  func value(_ name: String) -> String? {
    (try? single(name)) ?? nil
  }
}

extension Refusal {
  /// The error and its reason, for the log. The reason has nothing that was sent.
  var metadata: Logger.Metadata { response.metadata }
}

extension ErrorResponse {
  /// The error and its reason, for the log.
  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["error": "\(error.rawValue)"]
    metadata["reason"] = errorDescription.map { "\($0)" }
    return metadata
  }
}

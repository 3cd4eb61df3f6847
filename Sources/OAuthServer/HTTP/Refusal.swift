internal import HTTPTypes
internal import OAuthCore

/// A request that isn't granted, as it is told to the client.
///
/// The description is for the client's developer. It is written here, in ASCII without quotation marks and backslashes
/// (RFC 6749 §5.2), and holds nothing that the request had but names of parameters.
struct Refusal: Error {
  let response: ErrorResponse

  init(_ response: ErrorResponse) {
    self.response = response
  }

  init(_ error: ErrorCode, _ description: String) {
    response = ErrorResponse(error, description: description)
  }

  static func repeated(_ parameter: RepeatedParameter) -> Refusal {
    Refusal(.invalidRequest, "\(parameter.name) appears more than once")
  }
}

extension FormParameters {
  /// Refuses a form in which one of these names appears more than once (RFC 6749 §3.2).
  func refuseRepetition(of names: [String]) throws(Refusal) {
    // Hardly any form has the same name twice.
    guard firstRepeatedName() != nil else { return }
    for name in names {
      do {
        _ = try single(name)
      } catch {
        throw .repeated(error)
      }
    }
  }

  /// The value of a parameter that ``refuseRepetition(of:)`` was asked about.
  func value(_ name: String) -> String? {
    (try? single(name)) ?? nil
  }
}

public import FoundationBasics
internal import HTTPTypes

extension HTTPAnswer {
  /// Decodes the body of a successful response, which is JSON.
  ///
  /// ```swift
  /// struct Repository: Decodable {
  ///   let name: String
  /// }
  /// let answer = try await session.send(repositories.request(.get))
  /// let names = try answer.decode([Repository].self).map(\.name)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder, for other dates or names. Default: Foundation's defaults.
  /// - Returns: The value.
  /// - Throws: ``HTTPAnswerError/status(_:)`` if the status isn't 2xx: the body then describes an
  ///   error. ``HTTPAnswerError/undecodable(place:)`` if the body isn't JSON of that type. An error
  ///   that the type itself throws.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, using decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    guard response.status.kind == .successful else { throw HTTPAnswerError.status(response.status.code) }
    do {
      return try decoder.decode(type, from: Data(body))
    } catch let error as DecodingError {
      throw HTTPAnswerError.undecodable(place: UntrustedText(Self.place(of: error)))
    }
  }

  /// Returns the place of an error, such as `0.name`; an empty text for the whole body. The other
  /// members of the error may repeat the body.
  private static func place(of error: DecodingError) -> String {
    let path: [any CodingKey] =
      switch error {
      case .keyNotFound(let key, let context): context.codingPath + [key]
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath
      @unknown default: []
      }
    return path.map { key in key.intValue.map(String.init) ?? key.stringValue }.joined(separator: ".")
  }
}

/// The reason why a response has no value of the wanted type. It contains no part of the body but
/// names of members.
public enum HTTPAnswerError: Error, Sendable, Hashable {
  /// The status isn't 2xx.
  case status(Int)
  /// The body isn't JSON of the type. The place names the member, such as `0.name`; it is empty for
  /// the whole body.
  case undecodable(place: UntrustedText)
}

extension HTTPAnswerError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    switch self {
    case .status(let code):
      ErrorFacts(
        "answer_status", at: .resource, ErrorCategory(status: code), "The server answered with status \(code).",
        remedy: code == 429 || code >= 500
          ? "Try again later." : "Check the address, and the scope that the user has granted.")
    case .undecodable(let place):
      ErrorFacts(
        "answer_undecodable", at: .resource, .invalidInput,
        place.description.isEmpty
          ? "The answer is not JSON of the expected type."
          : "The answer's member \(place) is missing or has another type than expected.",
        remedy: "Compare the type with the documentation of the API.")
    }
  }
}

internal import HTTPTypes
internal import OAuthCore

/// Reads an answer's body into members, as every endpoint's answer is read.
enum AnswerBody {
  /// What a body may be besides JSON.
  enum Kinds {
    case json
    /// Form-encoded too, as some token endpoints answer.
    case jsonOrForm
  }

  static func members(
    of answer: HTTPAnswer, _ kinds: Kinds = .json
  ) throws(EndpointProblem) -> [String: JSONValue] {
    switch answer.response.headerFields.mediaType {
    case let type? where type == MediaType.json || (type.hasPrefix("application/") && type.hasSuffix("+json")):
      return try json(answer.body)
    case MediaType.form where kinds == .jsonOrForm:
      return try form(answer.body)
    case nil:
      // Without a Content-Type the recipient may look for itself (RFC 9110 §8.3).
      return try json(answer.body)
    case let type?:
      throw .wrongContentType(UntrustedText(type))
    }
  }

  private static func json(_ body: [UInt8]) throws(EndpointProblem) -> [String: JSONValue] {
    let value: JSONValue
    do {
      value = try JSONValue(octets: body)
    } catch {
      throw .malformedJSON(error)
    }
    guard let members = value.object else { throw .notAnObject }
    return members
  }

  private static func form(_ body: [UInt8]) throws(EndpointProblem) -> [String: JSONValue] {
    let parameters: FormParameters
    do {
      parameters = try FormParameters(decoding: body)
    } catch {
      throw .malformedForm(error)
    }
    if let name = parameters.firstRepeatedName() { throw .repeatedMember(name) }
    return Dictionary(parameters.pairs.map { ($0.name, JSONValue.string($0.value)) }, uniquingKeysWith: { $1 })
  }
}

extension HTTPAnswer {
  /// The seconds that `Retry-After` asks to wait, if it gives seconds and no date (RFC 9110 §10.2.3).
  var retryAfter: Duration? {
    guard let text = response.headerFields[.retryAfter], let seconds = Int64(text), (0...86_400).contains(seconds)
    else { return nil }
    return .seconds(seconds)
  }
}

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
    switch mediaType(of: answer) {
    case let type? where type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json")):
      return try json(answer.body)
    case "application/x-www-form-urlencoded" where kinds == .jsonOrForm:
      return try form(answer.body)
    case nil:
      // Without a Content-Type the recipient may look for itself (RFC 9110 §8.3).
      return try json(answer.body)
    case let type?:
      throw .wrongContentType(UntrustedText(type))
    }
  }

  private static func mediaType(of answer: HTTPAnswer) -> String? {
    guard let field = answer.response.headerFields[.contentType] else { return nil }
    let type = field.prefix { $0 != ";" }
    return type.filter { $0 != " " && $0 != "\t" }.lowercased()
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

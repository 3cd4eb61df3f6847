internal import HTTPTypes
package import OAuthCore

extension HTTPAnswer {
  /// Whether the body may be JSON. Without a `Content-Type` the recipient may look for itself (RFC
  /// 9110 §8.3).
  var mayBeJSON: Bool {
    guard let type = response.headerFields.mediaType else { return true }
    return type == MediaType.json || (type.hasPrefix("application/") && type.hasSuffix("+json"))
  }

  /// Returns the members of the body's JSON object, whatever the content type.
  package func jsonMembers(of endpoint: EndpointName) throws(EndpointError) -> [String: JSONValue] {
    let value: JSONValue
    do {
      value = try JSONValue(bytes: json)
    } catch {
      throw EndpointError(endpoint, .malformedJSON(error))
    }
    guard let members = value.object else { throw EndpointError(endpoint, .notAnObject) }
    return members
  }

  /// Returns the members of the body: JSON or, because some token endpoints answer so, a form.
  ///
  /// - Parameter secrets: Values that an error must not repeat. A careless server may send one back
  ///   as a media type or as the name of a form's parameter.
  func members(
    of endpoint: EndpointName, withholding secrets: [Secret]
  ) throws(EndpointError) -> [String: JSONValue] {
    if mayBeJSON { return try jsonMembers(of: endpoint) }
    let type = response.headerFields.mediaType ?? ""
    guard endpoint == .token, type == MediaType.form else {
      throw EndpointError(endpoint, .wrongContentType(UntrustedText(type).withholding(secrets)))
    }
    let parameters: FormParameters
    do {
      parameters = try FormParameters(decoding: body)
    } catch {
      throw EndpointError(endpoint, .malformedForm(error))
    }
    if let name = parameters.firstRepeatedName() {
      throw EndpointError(endpoint, .repeatedMember(UntrustedText(name).withholding(secrets).description))
    }
    return Dictionary(parameters.pairs.map { ($0.name, JSONValue.string($0.value)) }, uniquingKeysWith: { $1 })
  }

  /// The seconds in `Retry-After`, up to a day; `nil` for a date (RFC 9110 §10.2.3).
  var retryAfter: Duration? {
    guard let text = response.headerFields[.retryAfter], let seconds = Int64(text), (0...86_400).contains(seconds)
    else { return nil }
    return .seconds(seconds)
  }
}

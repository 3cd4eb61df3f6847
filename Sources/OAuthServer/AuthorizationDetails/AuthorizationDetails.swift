internal import OAuthCore

/// Reads and compares `authorization_details` (RFC 9396 §2) by the types that a server knows.
struct AuthorizationDetails: Sendable {
  let types: [any AuthorizationDetailType]

  /// The most elements of one request: each is a sentence that a person has to read.
  static let maximumCount = 20

  /// The elements of a parameter, each checked by its type.
  func read(_ text: String, for client: RegisteredClient) throws(Refusal) -> [JSONValue] {
    guard let elements = (try? JSONValue(octets: Array(text.utf8)))?.array, !elements.isEmpty else {
      throw Self.refusal("authorization_details is not a JSON array with elements")
    }
    guard elements.count <= Self.maximumCount else {
      throw Self.refusal("authorization_details has more than \(Self.maximumCount) elements")
    }
    for element in elements {
      guard let detail = element.object, let name = detail["type"]?.string else {
        throw Self.refusal("an element of authorization_details is not an object with a type")
      }
      guard let type = type(name) else { throw Self.refusal("a type of authorization_details is not known here") }
      guard mayUse(name, client) else {
        throw Self.refusal("this client may not use one of the types of its authorization_details")
      }
      do {
        try type.check(detail, for: client)
      } catch {
        throw Self.refusal(error.reason)
      }
    }
    return elements
  }

  /// What a token request names of what was approved: each element must be within one that was (RFC 9396 §6.1).
  func narrowed(_ text: String, _ approved: [JSONValue], for client: RegisteredClient) throws(Refusal) -> [JSONValue] {
    let asked = try read(text, for: client)
    for element in asked where !approved.contains(where: { isWithin(element, $0) }) {
      throw Self.refusal("authorization_details has more than what was approved")
    }
    return asked
  }

  /// Those of types that the server still knows and the client may still use: an operator can have taken some away since.
  func present(_ approved: [JSONValue], _ client: RegisteredClient) -> [JSONValue] {
    approved.filter { element in
      guard let name = element.object?["type"]?.string else { return false }
      return type(name) != nil && mayUse(name, client)
    }
  }

  /// What a person reads about details that were checked.
  func texts(of details: [JSONValue]) -> [AuthorizationDetailText] {
    details.compactMap { element in
      guard let detail = element.object, let name = detail["type"]?.string else { return nil }
      return AuthorizationDetailText(type: name, text: type(name)?.explanation(of: detail) ?? name, detail: detail)
    }
  }

  private func isWithin(_ asked: JSONValue, _ approved: JSONValue) -> Bool {
    guard let asked = asked.object, let approved = approved.object, let name = asked["type"]?.string,
      approved["type"]?.string == name, let type = type(name)
    else { return false }
    return type.isWithin(asked, approved)
  }

  private func mayUse(_ name: String, _ client: RegisteredClient) -> Bool {
    client.settings.authorizationDetailsTypes.contains { $0.utf8.elementsEqual(name.utf8) }
  }

  private func type(_ name: String) -> (any AuthorizationDetailType)? {
    types.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  private static func refusal(_ reason: String) -> Refusal {
    Refusal(.invalidAuthorizationDetails, reason)
  }
}

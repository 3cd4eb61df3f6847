internal import OAuthCore

/// Reads and compares `authorization_details` (RFC 9396 §2), using the types that the server knows.
struct AuthorizationDetails: Sendable {
  let types: [any AuthorizationDetailType]

  /// The maximum number of elements in one request. Each one is a sentence that the user has to
  /// read.
  static let maximumCount = 20

  /// Reads the parameter. Each element is checked by its type.
  func read(_ text: String, for client: RegisteredClient) throws(Refusal) -> [JSONValue] {
    guard let elements = (try? JSONValue(bytes: Array(text.utf8)))?.array, !elements.isEmpty else {
      throw Self.refusal("authorization_details is not a non-empty JSON array")
    }
    guard elements.count <= Self.maximumCount else {
      throw Self.refusal("authorization_details has more than \(Self.maximumCount) elements")
    }
    for element in elements {
      guard let detail = element.object, let name = detail["type"]?.string else {
        throw Self.refusal("an element of authorization_details is not an object with a type")
      }
      guard let type = type(name) else {
        throw Self.refusal("this server does not know a type of authorization_details")
      }
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

  /// Reads the details that a token request names. Each one must be within an approved detail (RFC
  /// 9396 §6.1).
  func narrowed(_ text: String, _ approvedDetails: [JSONValue], for client: RegisteredClient) throws(Refusal)
    -> [JSONValue]
  {
    let requestedDetails = try read(text, for: client)
    for element in requestedDetails where !approvedDetails.contains(where: { isWithin(element, $0) }) {
      throw Self.refusal("authorization_details goes beyond what was approved")
    }
    return requestedDetails
  }

  /// Returns the approved details whose types the server still knows and the client may still use.
  /// The operator may have removed types since the approval.
  func present(_ approvedDetails: [JSONValue], _ client: RegisteredClient) -> [JSONValue] {
    approvedDetails.filter { element in
      guard let name = element.object?["type"]?.string else { return false }
      return type(name) != nil && mayUse(name, client)
    }
  }

  /// Returns the texts of checked details, for the consent page.
  func texts(of details: [JSONValue]) -> [AuthorizationDetailText] {
    details.compactMap { element in
      guard let detail = element.object, let name = detail["type"]?.string else { return nil }
      return AuthorizationDetailText(type: name, text: type(name)?.explanation(of: detail) ?? name, detail: detail)
    }
  }

  private func isWithin(_ requestedDetails: JSONValue, _ approvedDetails: JSONValue) -> Bool {
    guard let requestedDetails = requestedDetails.object, let approvedDetails = approvedDetails.object,
      let name = requestedDetails["type"]?.string,
      approvedDetails["type"]?.string == name, let type = type(name)
    else { return false }
    return type.isWithin(requestedDetails, approvedDetails)
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

internal import OAuthCore

/// A `claims` parameter with a valid form (OpenID Connect Core §5.5).
struct ClaimsRequest: Sendable, Hashable {
  /// The places that claims are returned in.
  enum Place: String, Sendable, CaseIterable {
    case idToken = "id_token"
    case userInfo = "userinfo"
  }

  /// The parameter as it was received, a JSON object.
  let json: JSONValue

  /// Reads the parameter. Members that this server doesn't know are ignored (OpenID Connect Core
  /// §5.5).
  /// - Throws: `invalid_request` if the parameter isn't a JSON object, or if a member has the wrong
  ///   type.
  init(_ text: String) throws(Refusal) {
    guard let json = try? JSONValue(bytes: Array(text.utf8)), json.object != nil else {
      throw Self.refusal("it is not a JSON object")
    }
    self.init(json: json)
    for place in Place.allCases {
      switch json.object?[place.rawValue] {
      case nil, .null?: continue
      case .object(let members)?:
        for value in members.values {
          guard value == .null || value.object.map(Self.isWellFormed) == true else {
            throw Self.refusal(
              "a claim in \(place.rawValue) is neither null nor an object with members of the right type")
          }
        }
      default: throw Self.refusal("\(place.rawValue) is not an object")
      }
    }
  }

  /// Creates a request from a saved parameter (``ApprovalDetails/claims``).
  init(json: JSONValue) {
    self.json = json
  }

  /// Returns the names of the claims that are requested for a place.
  ///
  /// Names that can't be scope tokens are ignored like unknown claims (OpenID Connect Core §5.5).
  /// Consent is stored as scope tokens, so the server could not record the user's consent to them.
  func names(in place: Place) -> [String] {
    (json.object?[place.rawValue]?.object?.keys).map { $0.filter(Self.isName).sorted() } ?? []
  }

  /// Returns the request without the claims that the client may not receive: claims of a scope that
  /// it may not request.
  func limited(to client: RegisteredClient, _ configuration: AuthorizationServerConfiguration) -> ClaimsRequest {
    guard var members = json.object else { return self }
    for place in Place.allCases {
      guard let claims = members[place.rawValue]?.object else { continue }
      members[place.rawValue] = .object(
        claims.filter { name, _ in
          guard Self.isName(name) else { return false }
          guard let token = User.scopeToken(opening: name) else { return true }
          return configuration.scopes.contains(token) && client.scope.contains(token)
        })
    }
    return ClaimsRequest(json: .object(members))
  }

  private static func isName(_ text: String) -> Bool { (try? Scope([text])) != nil }

  /// Returns the values one of which a claim must have (`value`, `values`, OpenID Connect Core
  /// §5.5.1); `nil` if the request names none.
  func values(of name: String, in place: Place) -> [JSONValue]? {
    guard let members = json.object?[place.rawValue]?.object?[name]?.object else { return nil }
    return members["value"].map { [$0] } ?? members["values"]?.array
  }

  /// The subjects one of which has to sign in (OpenID Connect Core §5.5.1, `sub`); `nil` if the
  /// request names none.
  var subjects: Set<String>? {
    Place.allCases.compactMap { values(of: "sub", in: $0) }
      .map { Set($0.compactMap(\.string)) }
      .reduce(nil) { common, named in common?.intersection(named) ?? named }
  }

  /// The values of `acr` one of which the sign-in must reach (OpenID Connect Core §5.5.1.1); empty
  /// if none is essential.
  var essentialContexts: [String] {
    guard json.object?[Place.idToken.rawValue]?.object?["acr"]?.object?["essential"] == true else { return [] }
    return values(of: "acr", in: .idToken)?.compactMap(\.string) ?? []
  }

  private static func isWellFormed(_ members: [String: JSONValue]) -> Bool {
    (members["essential"].map { $0.bool != nil } ?? true) && (members["values"].map { $0.array != nil } ?? true)
  }

  private static func refusal(_ reason: String) -> Refusal {
    Refusal(.invalidRequest, "claims cannot be read (OpenID Connect Core section 5.5): " + reason)
  }
}

extension ApprovalDetails {
  /// Returns the claims that were requested by name (OpenID Connect Core §5.5) and that the client
  /// may still receive.
  func claimNames(
    in place: ClaimsRequest.Place, for client: RegisteredClient, _ configuration: AuthorizationServerConfiguration
  ) -> [String] {
    claims.map { ClaimsRequest(json: $0).limited(to: client, configuration).names(in: place) } ?? []
  }
}

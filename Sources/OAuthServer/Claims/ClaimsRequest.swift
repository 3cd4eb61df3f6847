internal import OAuthCore

/// What the `claims` parameter asks for (OpenID Connect Core §5.5), its form checked.
struct ClaimsRequest: Sendable, Hashable {
  /// Where claims are told.
  enum Place: String, Sendable, CaseIterable {
    case idToken = "id_token"
    case userInfo = "userinfo"
  }

  /// The parameter as it came, an object.
  let json: JSONValue

  /// Reads the parameter. Members that this server doesn't understand are ignored (§5.5).
  init(_ text: String) throws(Refusal) {
    guard let json = try? JSONValue(octets: Array(text.utf8)), json.object != nil else {
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
              "a claim in \(place.rawValue) is neither null nor an object with members of the right kind")
          }
        }
      default: throw Self.refusal("\(place.rawValue) is not an object")
      }
    }
  }

  /// Takes what ``ApprovalDetails/claims`` kept.
  init(json: JSONValue) {
    self.json = json
  }

  /// The claims that are asked for at a place, whatever else is said about them. Those with a name that no scope token can have are
  /// none that this server understands (§5.5): nobody could be told, or be asked again, what they allowed.
  func names(in place: Place) -> [String] {
    (json.object?[place.rawValue]?.object?.keys).map { $0.filter(Self.isName).sorted() } ?? []
  }

  /// What is left of the request if claims are only told to who may ask for the scope that opens them.
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

  /// The values of which one is asked for, if any is named (`value`, `values`, §5.5.1).
  func values(of name: String, in place: Place) -> [JSONValue]? {
    guard let members = json.object?[place.rawValue]?.object?[name]?.object else { return nil }
    return members["value"].map { [$0] } ?? members["values"]?.array
  }

  /// The people one of whom has to sign in (§5.5.1, `sub`); `nil` if none is named.
  var subjects: Set<String>? {
    Place.allCases.compactMap { values(of: "sub", in: $0) }
      .map { Set($0.compactMap(\.string)) }
      .reduce(nil) { common, named in common?.intersection(named) ?? named }
  }

  /// The values of `acr` of which one must be met (§5.5.1.1); empty if none must.
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
  /// The claims that were asked for by name (OpenID Connect Core §5.5), as far as the client may still have them.
  func claimNames(
    in place: ClaimsRequest.Place, for client: RegisteredClient, _ configuration: AuthorizationServerConfiguration
  ) -> [String] {
    claims.map { ClaimsRequest(json: $0).limited(to: client, configuration).names(in: place) } ?? []
  }
}

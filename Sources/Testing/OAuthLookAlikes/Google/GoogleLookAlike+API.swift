internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

extension GoogleLookAlike {
  /// Answers the UserInfo endpoint (OpenID Connect Core §5.3).
  func answerUserInfo(_ request: HTTPRequest) async -> HTTPAnswer {
    guard let token = await token(request) else {
      return .reply(
        ["error": "invalid_request", "error_description": "Invalid Credentials"], status: .unauthorized,
        fields: [.wwwAuthenticate: "Bearer realm=\"https://accounts.google.com/\", error=\"invalid_token\""])
    }
    return .reply(.object(personalClaims(token.scope)))
  }

  /// Answers `people.get` of the People API for the token's user.
  func answerPeople(_ request: HTTPRequest) async -> HTTPAnswer {
    guard let token = await token(request) else {
      return Self.error(
        .unauthorized, "UNAUTHENTICATED", "Request had invalid authentication credentials.",
        fields: [.wwwAuthenticate: "Bearer realm=\"https://accounts.google.com/\", error=\"invalid_token\""])
    }
    guard GoogleScope.profile.isGranted(by: token.scope) else {
      return Self.error(
        .forbidden, "PERMISSION_DENIED", "Request had insufficient authentication scopes.",
        fields: [.wwwAuthenticate: "Bearer realm=\"https://accounts.google.com/\", error=\"insufficient_scope\""])
    }
    let query = try? FormParameters(decoding: request.query)
    let fields = (query?.all("personFields") ?? []).flatMap { $0.split(separator: ",") }.map(String.init)
    guard !fields.isEmpty, fields.allSatisfy(Self.personFields.contains) else {
      return Self.error(
        .badRequest, "INVALID_ARGUMENT", "personFields mask is required. Specify one or more valid fields.")
    }
    var members: [String: JSONValue] = [
      "resourceName": .string("people/" + server.user.id), "etag": "%EgMBAj0=",
    ]
    for field in fields { members[field] = value(of: field, token.scope) }
    return .reply(.object(members))
  }

  /// The fields that the look-alike accepts. Most of them are valid at Google and always empty
  /// here.
  private static let personFields: Set<String> = [
    "names", "photos", "emailAddresses", "birthdays", "nicknames", "locales", "metadata", "organizations",
    "phoneNumbers",
  ]

  private func value(of field: String, _ scope: Scope) -> JSONValue? {
    let metadata: JSONValue = [
      "primary": true, "verified": true, "source": ["type": "PROFILE", "id": .string(server.user.id)],
    ]
    switch field {
    case "names":
      return server.user.name.map { [["metadata": metadata, "displayName": .string($0)]] }
    case "photos":
      return picture.map { [["metadata": metadata, "url": $0]] }
    case "emailAddresses" where GoogleScope.email.isGranted(by: scope):
      return [["metadata": metadata, "value": .string(server.user.email)]]
    default:
      return nil
    }
  }

  private func token(_ request: HTTPRequest) async -> IssuedToken? {
    let parts = (request.headerFields[.authorization] ?? "").split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].hasPrefix(Self.accessPrefix),
      case .good(let token) = await server.token(parts[1].dropFirst(Self.accessPrefix.count))
    else { return nil }
    return token
  }

  private static func error(
    _ status: HTTPResponse.Status, _ name: String, _ message: String, fields: HTTPFields = [:]
  ) -> HTTPAnswer {
    .reply(
      [
        "error": [
          "code": .integer(Int64(status.code)), "message": .string(message), "status": .string(name),
        ]
      ], status: status, fields: fields)
  }
}

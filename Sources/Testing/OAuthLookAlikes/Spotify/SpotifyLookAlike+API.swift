internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

extension SpotifyLookAlike {
  /// Answers `GET /v1/me` with the profile of the token's user.
  func answerProfile(_ request: HTTPRequest) async -> HTTPAnswer {
    let parts = (request.headerFields[.authorization] ?? "").split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bearer" else {
      return Self.unauthorized("No token provided", nil)
    }
    switch await server.token(parts[1]) {
    case .unknown: return Self.unauthorized("Invalid access token", "invalid_token")
    case .expired: return Self.unauthorized("The access token expired", "invalid_token")
    case .good(let token): return .reply(.object(profile(token.scope)))
    }
  }

  private func profile(_ scope: Scope) -> [String: JSONValue] {
    let user = server.user
    let picture = server.address.text(Origin.pictures, "/image/\(user.id)")
    var members: [String: JSONValue] = [
      "id": .string(user.id), "display_name": user.name.map { .string($0) } ?? .null, "type": "user",
      "uri": .string("spotify:user:" + user.id), "href": .string(server.address.text(Origin.api, "/v1/me")),
      "images": user.hasPicture ? [["url": .string(picture), "height": 256, "width": 256]] : [],
    ]
    if scope.contains("user-read-email") { members["email"] = .string(user.email) }
    if scope.contains("user-read-private") {
      members["country"] = "GB"
      members["product"] = "premium"
    }
    return members
  }

  private static func unauthorized(_ message: String, _ error: String?) -> HTTPAnswer {
    let why = error.map { ", error=\"\($0)\", error_description=\"\(message)\"" } ?? ""
    return .reply(
      ["error": ["status": 401, "message": .string(message)]], status: .unauthorized,
      fields: [.wwwAuthenticate: "Bearer realm=\"spotify\"" + why])
  }
}

internal import HTTPTypes
internal import OAuthCore

/// A transport that converts Slack's answers into the form of RFC 6749. Other answers pass
/// unchanged.
struct SlackTransport: HTTPTransport {
  private let transport: any HTTPTransport

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    var answer = try await transport.send(request, body: body, limits: limits)
    guard answer.response.status == .ok, let members = (try? JSONValue(bytes: answer.json))?.object else {
      return answer
    }
    if members["ok"]?.bool == false {
      // Status 401 makes a session refresh its token (RFC 6750 §3.1).
      let isToken = members["error"]?.string.map(Self.tokenErrors.contains) ?? false
      answer.response.status = isToken ? .unauthorized : .badRequest
    } else if let liftedMembers = Self.lifted(members) {
      answer.body = JSONValue.object(liftedMembers).bytes()
    }
    return answer
  }

  /// Slack's error codes for an access token that is no longer valid.
  private static let tokenErrors: Set<String> = [
    "invalid_auth", "not_authed", "token_expired", "token_revoked", "account_inactive",
  ]

  /// Moves the user's token to its place in RFC 6749 §5.1; `nil` if the answer has no such token.
  private static func lifted(_ members: [String: JSONValue]) -> [String: JSONValue]? {
    guard let person = members["authed_user"]?.object, person["access_token"]?.string != nil else {
      // The answer to a refresh has the token there already. A bot's token isn't the user's.
      guard members["token_type"] == "user" else { return nil }
      return members.merging(["token_type": "bearer"]) { $1 }
    }
    // A bot's token may be there too. Its lifetime and scope aren't those of the user's token.
    var liftedMembers = members
    for name in ["access_token", "refresh_token", "expires_in", "scope"] { liftedMembers[name] = person[name] }
    // Slack names the type `user`, but the token is sent as a bearer token.
    liftedMembers["token_type"] = "bearer"
    var rest = person
    for name in ["access_token", "refresh_token", "expires_in", "scope", "token_type"] { rest[name] = nil }
    liftedMembers["authed_user"] = .object(rest)
    return liftedMembers
  }
}

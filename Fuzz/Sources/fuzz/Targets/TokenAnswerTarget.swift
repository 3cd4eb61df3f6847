import Foundation
import HTTPTypes
import OAuth
import OAuthCore

/// A token endpoint's answer. The first byte chooses the status, the second the media type.
enum TokenAnswerTarget {
  private static let secrets = [Secret("tGzv3JOkF0XG5Qx2TlKWIA"), Secret("7Fjfp0ZBr1KtDRbnfVdmIw")]
  private static let accessToken = "2YotnFZFEjr1zCsicMWpAA"

  private static let request: EndpointRequest? = {
    guard let authorization = try? Endpoint("https://server.example/authorize"),
      let token = try? Endpoint("https://server.example/token")
    else { return nil }
    let server = AuthorizationServerMetadata(authorizationEndpoint: authorization, tokenEndpoint: token)
    let client = OAuthClient(
      id: "pixy", authentication: .clientSecretPost(secrets[1]), server: server, transport: FixedTransport())
    var parameters = FormParameters()
    parameters.append("refresh_token", secrets[0].reveal())
    let form = parameters
    return Awaited.value {
      try? await client.tokenRequest(grantType: "refresh_token", form, secrets: [secrets[0]])
    }.flatMap(\.self)
  }()

  static func run(_ bytes: [UInt8]) {
    guard bytes.count >= 2, let request else { return }
    let statuses: [HTTPResponse.Status] = [.ok, .badRequest, .unauthorized, .ok, .found, .serviceUnavailable]
    var response = HTTPResponse(status: statuses[Int(bytes[0]) % statuses.count])
    let types = [
      "application/json", "application/x-www-form-urlencoded; charset=utf-8", nil, "text/html",
      "application/vnd.x+json",
    ]
    if let type = types[Int(bytes[1]) % types.count] { response.headerFields[.contentType] = type }
    if response.status == .serviceUnavailable,
      let field = String(validating: bytes.dropFirst(2).prefix(12), as: UTF8.self)
    {
      response.headerFields[.retryAfter] = field
    }
    let answer = HTTPAnswer(response, body: Array(bytes.dropFirst(2)))
    requireSafe("\(answer)", hiding: secrets, of: "an answer's description")

    let tokens: TokenResponse
    do {
      tokens = try TokenResponse(answer, to: request, receivedAt: Date(timeIntervalSince1970: 1_700_000_000))
    } catch {
      requireSafe(error, hiding: secrets)
      _ = error.category
      return
    }
    require(response.status == .ok, "only a successful answer contains tokens")
    for token in [tokens.accessToken, tokens.refreshToken].compactMap({ $0?.reveal() }) {
      require(!token.isEmpty && token.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a token fits a header field")
    }
    require(tokens.tokenType == .bearer, "only bearer tokens were requested")
    if let life = tokens.expiresIn {
      require(life >= .zero && tokens.expiresAt != nil, "a lifetime isn't negative, and can be added to a time")
    }
    if let scope = tokens.scope {
      require((try? Scope(parameter: scope.parameter)) == scope, "a scope can be sent as it was read")
    } else if tokens.accessToken.reveal() == accessToken {
      require(!"\(tokens)".contains(accessToken), "a description contains no token")
    }
    require(Mirror(reflecting: tokens).children.isEmpty, "reflection finds nothing")
  }
}

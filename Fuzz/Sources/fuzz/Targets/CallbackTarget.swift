import OAuth
import OAuthCore
import PKCE

/// The callback's address or form body. The first byte chooses the attempt, its response mode and
/// the kind of callback.
enum CallbackTarget {
  private static let code = "SplxlOBeZQQYbYS6WxSbIA"

  private static let modes: [ResponseMode?] = [nil, .query, .fragment, .formPost]

  static func run(_ bytes: [UInt8]) {
    guard let way = bytes.first,
      let attempt = attempt(promisingIssuer: way & 2 != 0, modes[Int(way >> 2) % modes.count])
    else { return }
    let text = Array(bytes.dropFirst())
    // The attempt draws verifier, state and nonce in this order, with the same lengths as in
    // production.
    let state = Base64URL.encode(Array(repeating: 2, count: 32))
    let secrets = [
      Secret(Base64URL.encode(Array(repeating: 1, count: 64))), Secret(state),
      Secret(Base64URL.encode(Array(repeating: 3, count: 32))),
    ]
    require(attempt.url.contains("state=\(state)"), "the state is the one in the seeds")

    let callback: AuthorizationCallback
    do {
      callback =
        way & 1 == 0
        ? try AuthorizationCallback(url: String(decoding: text, as: UTF8.self))
        : try AuthorizationCallback(formBody: text)
    } catch {
      requireSafe(error, hiding: secrets)
      return
    }
    requireSafe("\(callback)", of: "a callback's description")
    do {
      let code = try attempt.receive(callback)
      let client = try client(promisingIssuer: way & 2 != 0)
      let request = Awaited.value { try? await client.tokenRequest(exchanging: code) }
      let body = String(decoding: request.flatMap(\.self)?.body ?? [], as: UTF8.self)
      require(String(decoding: text, as: UTF8.self).contains("state"), "no code without a state")
      require(body.contains("code_verifier="), "a code is redeemed with its verifier")
      require(attempt.isCompleted, "a code ends the attempt")
    } catch let error as CallbackError {
      requireSafe(error, hiding: secrets + (isCode(text) ? [Secret(Self.code)] : []))
      require(
        attempt.isCompleted != error.leavesWaiting, "only a callback with the right state ends the attempt")
    } catch {
      require(false, "no other error: \(error)")
    }
    if attempt.isCompleted {
      do {
        _ = try attempt.receive(callback)
        require(false, "a second callback is rejected")
      } catch {
        require(error == .alreadyCompleted, "a second callback is rejected as a second one")
      }
    }
  }

  /// Whether the input contains the example code as a code, so that errors must withhold it.
  private static func isCode(_ text: [UInt8]) -> Bool {
    let text = String(decoding: text, as: UTF8.self)
    return text.hasSuffix("&code=" + code) && !text.contains("[redacted]")
  }

  private static func client(promisingIssuer: Bool) throws -> OAuthClient {
    return OAuthClient(
      id: "pixy",
      server: AuthorizationServerMetadata(
        issuer: try Issuer("https://server.example"),
        authorizationEndpoint: try Endpoint("https://server.example/authorize"),
        tokenEndpoint: try Endpoint("https://server.example/token"),
        members: ["authorization_response_iss_parameter_supported": .bool(promisingIssuer)]),
      transport: FixedTransport(), random: CountingSource())
  }

  private static func attempt(promisingIssuer: Bool, _ mode: ResponseMode?) -> AuthorizationAttempt? {
    guard let redirectURI = try? RedirectURI("http://127.0.0.1:8080/callback"), let scope = try? Scope(["openid"])
    else {
      return nil
    }
    var request = AuthorizationRequest(redirectURI: redirectURI, scope: scope)
    request.responseMode = mode
    return try? client(promisingIssuer: promisingIssuer).authorizationAttempt(request)
  }
}

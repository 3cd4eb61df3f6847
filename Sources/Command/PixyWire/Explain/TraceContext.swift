internal import JOSE
internal import OAuthCore

/// The facts from earlier steps of a trace that later steps are checked against.
struct TraceContext: Sendable {
  /// The server's metadata; empty if it wasn't fetched.
  private var metadata: [String: JSONValue] = [:]
  /// The requested scope.
  private var scope: String?
  /// The `state` that was sent, in its redacted form.
  private var state: String?

  /// Returns the findings of an event, and remembers what later events are checked against.
  mutating func findings(in event: Trace.Event, _ step: WireStep) -> [WireFinding] {
    switch event {
    case .exchange(let exchange): findings(in: exchange, step)
    case .authorization(let authorizationRequest):
      transport(authorizationRequest.address) + authorization(authorizationRequest.parameters)
    case .callback(let callback): findings(in: callback)
    }
  }

  // MARK: Exchanges

  private mutating func findings(in exchange: Trace.Exchange, _ step: WireStep) -> [WireFinding] {
    let request = exchange.request
    var list = transport(request.address) + repeated(request.query) + repeated(request.form)
    for pair in request.query where Self.neverInURLs.contains(pair.name) {
      list.append(
        .danger(
          """
          \(pair.name) is in the URL, where histories, logs and referrers disclose it (RFC 6750 §2.3, RFC 9700 \
          §4.3.2).
          """
        ))
    }
    if step.kind == .pushedAuthorization { list += authorization(request.form) }
    if step.kind == .token { list += token(request, step) }
    if let failure = exchange.failure { list.append(.problem("There was no answer: \(failure)")) }
    guard let answer = exchange.answer else { return list }
    if step.kind == .discovery, answer.status == 200, let members = answer.body.members {
      metadata = members
      list += discovery(members, request)
    }
    return list + findings(in: answer, step)
  }

  private func findings(in answer: ShownAnswer, _ step: WireStep) -> [WireFinding] {
    var list: [WireFinding] = []
    let members = answer.body.members ?? [:]
    if (300..<400).contains(answer.status) {
      list.append(
        .problem("The endpoint answered with a redirect. It is not followed, to keep secrets at this server."))
    }
    if let error = members["error"]?.string {
      let pending = ["authorization_pending", "slow_down", "use_dpop_nonce"].contains(error)
      list.append(
        pending
          ? .note("\(error): the request must be repeated (RFC 8628 §3.5, RFC 9449 §8).")
          : .problem(
            """
            The server rejected the request: \(error)\(members["error_description"]?.string.map { " (\($0))" } ?? "").
            """))
      if answer.status == 200 {
        list.append(.problem("The error has status 200; RFC 6749 §5.2 requires 400 or 401."))
      }
    } else if answer.status >= 400, step.kind != .discovery {
      list.append(.problem("The server answered with status \(answer.status)."))
    }
    switch step.kind {
    case .token where answer.status == 200 && members["error"] == nil: list += grantedScope(members, answer)
    case .keys:
      for key in members["keys"]?.array ?? [] where JSONWebKey.isPrivate(key) {
        list.append(.danger("A secret or private key is published among the keys (RFC 7517 §9.2)."))
      }
    default: break
    }
    return list
  }

  private func token(_ request: ShownRequest, _ step: WireStep) -> [WireFinding] {
    var list: [WireFinding] = []
    if step.grant == "authorization_code", request.parameter("code_verifier") == nil {
      list.append(
        .danger(
          """
          The code is redeemed without a verifier, so an attacker who reads the code can redeem it (RFC 7636 §1, RFC \
          9700 §2.1.1).
          """
        ))
    }
    if step.grant == "password" { list.append(.danger("The password grant must not be used (RFC 9700 §2.4).")) }
    if request.parameter("client_secret") != nil, request.field("authorization") != nil {
      list.append(.problem("The client authenticates in two ways at once (RFC 6749 §2.3)."))
    }
    return list
  }

  private func grantedScope(_ members: [String: JSONValue], _ answer: ShownAnswer) -> [WireFinding] {
    var list: [WireFinding] = []
    if members["access_token"] == nil { list.append(.problem("The answer has no access_token (RFC 6749 §5.1).")) }
    if members["token_type"] == nil { list.append(.problem("The answer has no token_type (RFC 6749 §5.1).")) }
    if members["expires_in"] == nil {
      list.append(.note("The answer has no expires_in: the token's lifetime is unknown (RFC 6749 §5.1)."))
    }
    if answer.field("cache-control")?.lowercased().contains("no-store") != true {
      list.append(.problem("The answer with tokens has no Cache-Control: no-store (RFC 6749 §5.1)."))
    }
    if case .form = answer.body { list.append(.problem("The answer is a form instead of JSON (RFC 6749 §5.1).")) }
    if let scope, let grantedScope = members["scope"]?.string {
      let (asked, given) = (Set(scope.split(separator: " ")), Set(grantedScope.split(separator: " ")))
      if !asked.subtracting(given).isEmpty {
        list.append(.note("The granted scope is smaller than the requested scope (RFC 6749 §3.3)."))
      }
      if !given.subtracting(asked).isEmpty {
        list.append(.note("The granted scope is larger than the requested scope (RFC 6749 §3.3)."))
      }
    }
    return list
  }

  private func discovery(_ members: [String: JSONValue], _ request: ShownRequest) -> [WireFinding] {
    var list: [WireFinding] = []
    if let issuer = members["issuer"]?.string {
      if !Self.belongs(request.address, to: issuer) {
        list.append(.danger("The issuer in the document, \(issuer), is not the requested one (RFC 8414 §3.3)."))
      }
    } else {
      list.append(.problem("The document has no issuer (RFC 8414 §2)."))
    }
    switch members["code_challenge_methods_supported"]?.strings {
    case nil: list.append(.note("The server announces nothing about PKCE; it may support it (RFC 8414 §2)."))
    case let methods? where !methods.contains("S256"):
      list.append(.danger("The server announces PKCE without S256 (RFC 9700 §2.1.1)."))
    default: break
    }
    return list
  }

  private static func belongs(_ address: String, to issuer: String) -> Bool {
    guard let issuer = try? Issuer(issuer) else { return false }
    return address.hasPrefix(issuer.origin + issuer.pathPrefix + "/.well-known/")
      || (address.hasPrefix(issuer.origin + "/.well-known/") && address.hasSuffix(issuer.pathPrefix))
  }

  // MARK: The browser

  private mutating func authorization(_ parameters: [ShownPair]) -> [WireFinding] {
    func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
    var list = repeated(parameters)
    // A pushed request was checked when it was pushed.
    guard value("request_uri") == nil else { return list }
    if value("request") != nil {
      list.append(.note("The request is signed; its content is not shown."))
      return list
    }
    scope = value("scope")
    state = value("state")
    if value("code_challenge") == nil {
      list.append(
        .danger(
          "There is no code_challenge, so an attacker who reads the code can redeem it (RFC 7636 §1, RFC 9700 §2.1.1)."
        ))
    } else if value("code_challenge_method") != "S256" {
      list.append(
        .danger("The challenge is plain, so an attacker who reads the request can redeem the code (RFC 7636 §7.2)."))
    }
    if value("state") == nil {
      list.append(.danger("There is no state, so an attacker could inject a forged response (RFC 6749 §10.12)."))
    }
    if let type = value("response_type"), type != "code" {
      list.append(.danger("response_type \(type) returns tokens through the browser (RFC 9700 §2.1.2)."))
    }
    if value("scope")?.split(separator: " ").contains("openid") ?? false, value("nonce") == nil {
      list.append(.note("There is no nonce: the ID token isn't tied to this sign-in (OpenID Connect Core §3.1.2.1)."))
    }
    return list
  }

  private func findings(in callback: Trace.Callback) -> [WireFinding] {
    func value(_ name: String) -> String? { callback.parameters.first { $0.name == name }?.value }
    var list = repeated(callback.parameters)
    if let failure = callback.failure { list.append(.problem("The browser returned without a code: \(failure)")) }
    for name in ["access_token", "id_token"] where value(name) != nil {
      list.append(.danger("\(name) was returned through the browser (RFC 9700 §2.1.2)."))
    }
    guard callback.failure == nil, value("response") == nil else { return list }
    if value("state") == nil {
      list.append(.danger("The response has no state: nothing ties it to this sign-in (RFC 6749 §4.1.2)."))
    } else if let state, value("state") != state {
      list.append(.danger("The response's state differs from the request's (RFC 6749 §10.12)."))
    }
    if value("iss") == nil {
      let announcesIssuer = metadata["authorization_response_iss_parameter_supported"] == true
      list.append(
        announcesIssuer
          ? .danger("The response has no iss, although the server announces it (RFC 9207 §2.4).")
          : .note("The response has no iss: only the redirect URI tells which server it comes from (RFC 9207 §1).")
      )
    } else if let issuer = metadata["issuer"]?.string, value("iss") != issuer {
      list.append(.danger("The response's iss names another server (RFC 9207 §2.4)."))
    }
    return list
  }

  // MARK: Everywhere

  private func transport(_ address: String) -> [WireFinding] {
    guard address.lowercased().hasPrefix("http://") else { return [] }
    // An Endpoint is https, or http to this machine.
    return (try? Endpoint(address)) == nil
      ? [.danger("\(address) is not https: it can be read in transit (RFC 6749 §3.1.2.1, RFC 9700 §2.6).")] : []
  }

  private func repeated(_ pairs: [ShownPair]) -> [WireFinding] {
    var names: Set<String> = []
    return pairs.filter { !["resource", "audience"].contains($0.name) && !names.insert($0.name).inserted }.map {
      .problem("\($0.name) appears more than once (RFC 6749 §3.1).")
    }
  }

  private static let neverInURLs: Set<String> = [
    "access_token", "refresh_token", "id_token", "token", "client_secret", "client_assertion", "code_verifier",
    "password",
  ]
}

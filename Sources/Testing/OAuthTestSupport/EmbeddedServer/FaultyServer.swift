public import HTTPTypes
public import JOSE
public import OAuthCore
public import OAuthServer
internal import Synchronization

/// An authorization server with planned faults, in process or on a port.
///
/// ```swift
/// let server = FaultyServer(authorizationServer, signingKey: key)
/// server.misbehave(.wrongAudience)
/// // The next token answer has an ID token for another client, with a valid signature.
/// server.misbehave(.serverError, at: .keySet)
/// // The next request for the public keys gets status 500.
/// ```
///
/// Faults happen in the order in which they were planned, each to the next request that it can
/// affect. All other requests get their normal answer.
public final class FaultyServer: HTTPServing {
  private struct Plan {
    /// The position among all plans, from 1.
    let number: Int
    let fault: ServerFault
    /// The endpoint that the test named, or `nil` for the fault's default endpoints.
    let endpoint: ServerEndpoint?
    var times: Int

    func isAbout(_ target: ServerEndpoint, _ grantType: String?) -> Bool {
      guard endpoint.map({ $0 == target }) ?? fault.endpoints.contains(target) else { return false }
      return fault.grantType == nil || fault.grantType == grantType
    }
  }

  private struct State {
    var plans: [Plan] = []
    /// The number of plans so far.
    var requestCount = 0
    /// The number of the last plan that ``behave()`` cancelled.
    var endCount = 0
    var nonces = 0
    var gate = Gate()
  }

  /// The server without faults.
  public let server: AuthorizationServer
  private let forger: IDTokenForger?
  private let state = Mutex(State())

  /// Creates a server that adds planned faults to another one.
  /// - Parameters:
  ///   - server: The server that answers requests without a fault.
  ///   - signingKey: The key that it signs ID tokens with. Without it, the faults of ID tokens have
  ///     no effect and stay ``outstanding``.
  public init(_ server: AuthorizationServer, signingKey: SigningKey? = nil) {
    self.server = server
    forger = signingKey.map { IDTokenForger(key: $0) }
  }

  /// Plans a fault.
  /// - Parameters:
  ///   - fault: The fault.
  ///   - endpoint: The endpoint. Default: the endpoint where clients usually meet the fault, which
  ///     is the token endpoint for most. A fault that can't happen in an endpoint's answers, such
  ///     as one of ID tokens at the key set, stays ``outstanding``.
  ///   - times: The number of requests that the fault affects, 1 or more. `Int.max` lasts until
  ///     ``behave()``.
  public func misbehave(_ fault: ServerFault, at endpoint: ServerEndpoint? = nil, times: Int = 1) {
    guard times > 0 else { return }
    state.withLock { state in
      state.requestCount += 1
      state.plans.append(Plan(number: state.requestCount, fault: fault, endpoint: endpoint, times: times))
    }
  }

  /// Cancels all faults that didn't happen yet, and answers all hanging requests.
  public func behave() {
    let gate = state.withLock { state in
      state.plans = []
      state.endCount = state.requestCount
      defer { state.gate = Gate() }
      return state.gate
    }
    gate.open()
  }

  /// The faults that didn't happen as often as planned. At the end of a test it should be empty.
  public var outstanding: [ServerFault] { state.withLock { $0.plans.map(\.fault) } }

  /// Answers a request, with the fault that is planned for it.
  public func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    await respond(to: request, body: body, context: RequestContext())
  }

  /// Answers a request with the facts about its connection, and with the fault that is planned for
  /// it.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    // Without an answer the task was cancelled, so this one isn't sent.
    await answer(to: request, body: body, context: context, within: nil)
      ?? .text("Service Unavailable\n", status: .serviceUnavailable, contentType: "text/plain")
  }

  /// Answers a request for a client with a timeout.
  /// - Parameter limit: The client's timeout, or `nil` for none.
  /// - Returns: `nil` if a planned hang lasts longer than the timeout, or if the task is cancelled.
  ///   The server has not received the request then.
  func answer(
    to request: HTTPRequest, body: [UInt8], context: RequestContext = RequestContext(), within limit: Duration?
  ) async -> HTTPAnswer? {
    let serve: Served = { [server] in await server.respond(to: request, body: body, context: context) }
    guard let (plan, gate) = next(for: request, body) else { return await serve() }
    if plan.fault == .hang {
      guard await isOpened(gate, within: limit) else { return nil }
    }
    return server.readable(await answer(request, body, plan, serve), to: request)
  }

  private func isOpened(_ gate: Gate, within limit: Duration?) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { (try? await gate.pass()) != nil }
      if let limit {
        group.addTask {
          try? await Task.sleep(for: limit)
          return false
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  private func answer(
    _ request: HTTPRequest, _ body: [UInt8], _ plan: Plan, _ serve: Served
  ) async -> HTTPAnswer {
    switch plan.fault {
    case .slowDown: return .json(["error": "slow_down"], status: .badRequest)
    case .missingInterval: return await changed(plan, serve) { $0.removeValue(forKey: "interval") != nil }
    case .nonceChurn: return nonceWanted(for: request)
    case .rotationReuse:
      let token = (try? FormParameters(decoding: body).single("refresh_token")) ?? nil
      if let token { try? await server.endGrant(ofReused: Secret(token)) }
      return await serve()
    case .answerLostAfterRotation:
      let answer = await serve()
      guard answer.response.status.kind == .successful else {
        // Nothing was rotated, for example because the server requires a nonce first.
        putBack(plan)
        return answer
      }
      return .text("Bad Gateway\n", status: .badGateway, contentType: "text/plain")
    case .wrongIssuer: return await forged(plan, serve) { $0["iss"] = "https://elsewhere.example" }
    case .wrongIssuerInCallback: return await fromElsewhere(plan, serve)
    case .wrongAudience: return await forged(plan, serve) { $0["aud"] = "another-client" }
    case .wrongSubject: return await forged(plan, serve) { $0["sub"] = "another-user" }
    case .expiredIDToken: return await forged(plan, serve) { IDTokenForger.expire(&$0, before: 3_600) }
    case .skewedIDToken: return await forged(plan, serve) { IDTokenForger.shift(&$0, by: 3_600) }
    case .keyRotatedAway: return await forged(plan, serve, withOtherKey: true) { _ in }
    case .serverError: return .text("Internal Server Error\n", status: .internalServerError, contentType: "text/plain")
    case .tooManyRequests:
      var answer = HTTPAnswer.text("Too Many Requests\n", status: .tooManyRequests, contentType: "text/plain")
      answer.response.headerFields[.retryAfter] = "30"
      return answer
    case .hang: return await serve()
    case .truncatedBody:
      var answer = await serve()
      answer.body = Array(answer.body.prefix(answer.body.count / 2))
      return answer
    case .redirect:
      var answer = HTTPAnswer.text("", status: .temporaryRedirect, contentType: nil)
      answer.response.headerFields[.location] = "https://elsewhere.example/"
      return answer
    case .errorWithStatus200: return .json(["error": "invalid_request"], status: .ok)
    }
  }

  /// A closure that passes the current request to the server and returns its answer.
  private typealias Served = @Sendable () async -> HTTPAnswer

  /// Takes the next plan for a request. A CORS preflight (`OPTIONS`) takes none.
  private func next(for request: HTTPRequest, _ body: [UInt8]) -> (Plan, Gate)? {
    guard request.method != .options, let endpoint = server.endpointName(for: request).flatMap(ServerEndpoint.init)
    else { return nil }
    let grant = endpoint == .token ? (try? FormParameters(decoding: body).single("grant_type")) ?? nil : nil
    return state.withLock { state in
      guard let index = state.plans.firstIndex(where: { $0.isAbout(endpoint, grant) }) else { return nil }
      let plan = state.plans[index]
      state.plans[index].times -= 1
      if state.plans[index].times == 0 { state.plans.remove(at: index) }
      // The gate is read under the same lock as the plan, so that a later `behave()` opens it.
      return (plan, state.gate)
    }
  }

  /// Plans a fault again that couldn't happen in this answer, unless `behave()` has cancelled it.
  private func putBack(_ plan: Plan) {
    state.withLock { state in
      if let index = state.plans.firstIndex(where: { $0.number == plan.number }) {
        state.plans[index].times += 1
      } else if plan.number > state.endCount {
        var plan = plan
        plan.times = 1
        state.plans.insert(plan, at: 0)
      }
    }
  }

  private func nonceWanted(for request: HTTPRequest) -> HTTPAnswer {
    let number = state.withLock { state in
      state.nonces += 1
      return state.nonces
    }
    var answer = HTTPAnswer.json(["error": "use_dpop_nonce"], status: .badRequest)
    if server.endpointName(for: request) == ServerEndpoint.userInfo.rawValue {
      // A resource asks for a nonce with a challenge (RFC 9449 §9).
      answer = .text("", status: .unauthorized, contentType: nil)
      answer.response.headerFields[.wwwAuthenticate] = #"DPoP error="use_dpop_nonce", algs="ES256""#
    }
    if let name = HTTPField.Name("DPoP-Nonce") { answer.response.headerFields[name] = "nonce-\(number)" }
    return answer
  }

  /// Returns the server's JSON answer with a change. If there is nothing to change, the fault is
  /// planned again.
  private func changed(
    _ plan: Plan, _ serve: Served, _ change: (inout [String: JSONValue]) -> Bool
  ) async -> HTTPAnswer {
    let answer = await serve()
    guard answer.response.status == .ok, var members = try? JSONValue(bytes: answer.body).object, change(&members)
    else {
      putBack(plan)
      return answer
    }
    return HTTPAnswer(answer.response, body: JSONValue.object(members).bytes())
  }

  private func forged(
    _ plan: Plan, _ serve: Served, withOtherKey: Bool = false,
    _ change: (inout [String: JSONValue]) -> Void
  ) async -> HTTPAnswer {
    await changed(plan, serve) { members in
      guard let token = members["id_token"]?.string,
        let forgedText = forger?.forge(token, withOtherKey: withOtherKey, change)
      else { return false }
      members["id_token"] = .string(forgedText.reveal())
      return true
    }
  }

  /// Returns a callback with another server's `iss`. If the answer is a page, the fault is planned
  /// again, because the redirect comes later.
  private func fromElsewhere(_ plan: Plan, _ serve: Served) async -> HTTPAnswer {
    var answer = await serve()
    guard let location = answer.response.headerFields[.location] else {
      putBack(plan)
      return answer
    }
    let forgedText = location.split(separator: "&", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("iss=") ? "iss=https%3A%2F%2Felsewhere.example" : String($0) }.joined(separator: "&")
    if forgedText == location { putBack(plan) }
    answer.response.headerFields[.location] = forgedText
    return answer
  }
}

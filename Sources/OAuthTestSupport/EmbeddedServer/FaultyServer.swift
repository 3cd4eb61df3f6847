public import HTTPTypes
public import JOSE
public import OAuthCore
public import OAuthServer
internal import Synchronization

/// An authorization server that misbehaves when a test asks for it, in process or on a port.
///
/// ```swift
/// let server = FaultyServer(authorizationServer, signingKey: key)
/// server.misbehave(.wrongAudience)
/// // The next token answer has an ID token for somebody else, rightly signed.
/// server.misbehave(.serverError, at: .keySet)
/// // The next request for the public keys is answered with status 500.
/// ```
///
/// Faults happen in the order in which they were planned, each to the next request that it is about; all other requests are answered
/// as they should be.
public final class FaultyServer: HTTPServing {
  private struct Plan {
    /// Counted from 1.
    let number: Int
    let fault: ServerFault
    /// Instead of the fault's own endpoints.
    let endpoint: ServerEndpoint?
    var times: Int

    func isAbout(_ asked: ServerEndpoint, _ grantType: String?) -> Bool {
      guard endpoint.map({ $0 == asked }) ?? fault.endpoints.contains(asked) else { return false }
      return fault.grantType == nil || fault.grantType == grantType
    }
  }

  private struct State {
    var plans: [Plan] = []
    /// How many were made so far.
    var made = 0
    /// The number of the last one that ``behave()`` ended.
    var ended = 0
    var nonces = 0
    var gate = Gate()
  }

  /// The server that answers what isn't planned otherwise.
  public let server: AuthorizationServer
  private let forger: IDTokenForger?
  private let state = Mutex(State())

  /// Gives everything that isn't planned otherwise to a server.
  /// - Parameters:
  ///   - server: answers.
  ///   - signingKey: what it signs ID tokens with; without it the faults about ID tokens leave them as they are.
  public init(_ server: AuthorizationServer, signingKey: SigningKey? = nil) {
    self.server = server
    forger = signingKey.map { IDTokenForger(key: $0) }
  }

  /// Plans a fault.
  /// - Parameters:
  ///   - fault: what goes wrong.
  ///   - endpoint: where; unless said, where clients mostly meet it, which is the token endpoint for most. A fault that an endpoint's
  ///     answers give no occasion for, such as an ID token at the key set, stays ``outstanding``.
  ///   - times: for how many requests, one or more; `Int.max` until ``behave()``.
  public func misbehave(_ fault: ServerFault, at endpoint: ServerEndpoint? = nil, times: Int = 1) {
    guard times > 0 else { return }
    state.withLock { state in
      state.made += 1
      state.plans.append(Plan(number: state.made, fault: fault, endpoint: endpoint, times: times))
    }
  }

  /// Forgets what was planned and didn't happen yet, and answers whatever hangs.
  public func behave() {
    let gate = state.withLock { state in
      state.plans = []
      state.ended = state.made
      defer { state.gate = Gate() }
      return state.gate
    }
    gate.open()
  }

  /// The faults that were planned and didn't happen as often as they were asked for. A test that expects a fault to happen should find
  /// none at its end.
  public var outstanding: [ServerFault] { state.withLock { $0.plans.map(\.fault) } }

  /// Answers a request, or does what was planned for it.
  public func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    await respond(to: request, body: body, context: RequestContext())
  }

  /// Answers a request of which more is known than HTTP says, or does what was planned for it.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    // Given up: nobody waits for the answer any more.
    await answer(to: request, body: body, context: context, within: nil)
      ?? .text("Service Unavailable\n", status: .serviceUnavailable, contentType: "text/plain")
  }

  /// What a client hears that waits only so long for a server that hangs: nil if it does for longer or if the task is cancelled, and the
  /// server never heard of the request then.
  func answer(
    to request: HTTPRequest, body: [UInt8], context: RequestContext = RequestContext(), within limit: Duration?
  ) async -> HTTPAnswer? {
    let served: Served = { [server] in await server.respond(to: request, body: body, context: context) }
    guard let (plan, gate) = next(for: request, body) else { return await served() }
    if plan.fault == .hang {
      guard await isOpened(gate, within: limit) else { return nil }
    }
    return server.readable(await answer(request, body, plan, served), to: request)
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
    _ request: HTTPRequest, _ body: [UInt8], _ plan: Plan, _ served: Served
  ) async -> HTTPAnswer {
    switch plan.fault {
    case .slowDown: return .json(["error": "slow_down"], status: .badRequest)
    case .missingInterval: return await changed(plan, served) { $0.removeValue(forKey: "interval") != nil }
    case .nonceChurn: return nonceWanted(for: request)
    case .rotationReuse:
      let token = (try? FormParameters(decoding: body).single("refresh_token")) ?? nil
      if let token { try? await server.endGrant(ofReused: Secret(token)) }
      return await served()
    case .answerLostAfterRotation:
      let answer = await served()
      guard answer.response.status.kind == .successful else {
        // Nothing was rotated: a nonce is wanted first, for example.
        putBack(plan)
        return answer
      }
      return .text("Bad Gateway\n", status: .badGateway, contentType: "text/plain")
    case .wrongIssuer: return await forged(plan, served) { $0["iss"] = "https://elsewhere.example" }
    case .wrongIssuerInCallback: return await fromElsewhere(plan, served)
    case .wrongAudience: return await forged(plan, served) { $0["aud"] = "somebody-else" }
    case .expiredIDToken: return await forged(plan, served) { IDTokenForger.expire(&$0, before: 3_600) }
    case .skewedIDToken: return await forged(plan, served) { IDTokenForger.shift(&$0, by: 3_600) }
    case .keyRotatedAway: return await forged(plan, served, withOtherKey: true) { _ in }
    case .serverError: return .text("Internal Server Error\n", status: .internalServerError, contentType: "text/plain")
    case .tooManyRequests:
      var answer = HTTPAnswer.text("Too Many Requests\n", status: .tooManyRequests, contentType: "text/plain")
      answer.response.headerFields[.retryAfter] = "30"
      return answer
    case .hang: return await served()
    case .truncatedBody:
      var answer = await served()
      answer.body = Array(answer.body.prefix(answer.body.count / 2))
      return answer
    case .redirect:
      var answer = HTTPAnswer.text("", status: .temporaryRedirect, contentType: nil)
      answer.response.headerFields[.location] = "https://elsewhere.example/"
      return answer
    case .errorWithStatus200: return .json(["error": "invalid_request"], status: .ok)
    }
  }

  /// What the server answers to the request in hand.
  private typealias Served = @Sendable () async -> HTTPAnswer

  /// Takes what is planned for a request. A browser's question whether a script may send one (`OPTIONS`) is none that a fault is about.
  private func next(for request: HTTPRequest, _ body: [UInt8]) -> (Plan, Gate)? {
    guard request.method != .options, let endpoint = server.endpointName(for: request).flatMap(ServerEndpoint.init)
    else { return nil }
    let grant = endpoint == .token ? (try? FormParameters(decoding: body).single("grant_type")) ?? nil : nil
    return state.withLock { state in
      guard let index = state.plans.firstIndex(where: { $0.isAbout(endpoint, grant) }) else { return nil }
      let plan = state.plans[index]
      state.plans[index].times -= 1
      if state.plans[index].times == 0 { state.plans.remove(at: index) }
      // In one step with the plan: whoever tells the server to behave afterwards lets this request go.
      return (plan, state.gate)
    }
  }

  /// Plans a fault again that the answer gave no occasion for, unless the server was told to behave meanwhile.
  private func putBack(_ plan: Plan) {
    state.withLock { state in
      if let index = state.plans.firstIndex(where: { $0.number == plan.number }) {
        state.plans[index].times += 1
      } else if plan.number > state.ended {
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
      // A resource says it so (RFC 9449 §9).
      answer = .text("", status: .unauthorized, contentType: nil)
      answer.response.headerFields[.wwwAuthenticate] = #"DPoP error="use_dpop_nonce", algs="ES256""#
    }
    if let name = HTTPField.Name("DPoP-Nonce") { answer.response.headerFields[name] = "nonce-\(number)" }
    return answer
  }

  /// The server's own JSON answer, changed. If there is nothing to change, the fault is still to come.
  private func changed(
    _ plan: Plan, _ served: Served, _ change: (inout [String: JSONValue]) -> Bool
  ) async -> HTTPAnswer {
    let answer = await served()
    guard answer.response.status == .ok, var members = try? JSONValue(octets: answer.body).object, change(&members)
    else {
      putBack(plan)
      return answer
    }
    return HTTPAnswer(answer.response, body: JSONValue.object(members).octets())
  }

  private func forged(
    _ plan: Plan, _ served: Served, withOtherKey: Bool = false,
    _ change: (inout [String: JSONValue]) -> Void
  ) async -> HTTPAnswer {
    await changed(plan, served) { members in
      guard let token = members["id_token"]?.string,
        let forged = forger?.forge(token, withOtherKey: withOtherKey, change)
      else { return false }
      members["id_token"] = .string(forged.reveal())
      return true
    }
  }

  /// An answer to the client in another server's name. A page comes first: the fault is about what sends the browser back.
  private func fromElsewhere(_ plan: Plan, _ served: Served) async -> HTTPAnswer {
    var answer = await served()
    guard let location = answer.response.headerFields[.location] else {
      putBack(plan)
      return answer
    }
    let forged = location.split(separator: "&", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("iss=") ? "iss=https%3A%2F%2Felsewhere.example" : String($0) }.joined(separator: "&")
    if forged == location { putBack(plan) }
    answer.response.headerFields[.location] = forged
    return answer
  }
}

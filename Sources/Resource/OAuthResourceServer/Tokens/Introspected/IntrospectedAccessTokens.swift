internal import Crypto
internal import FoundationBasics
public import OAuth
public import OAuthCore
internal import PKCE
internal import Synchronization

/// Validates access tokens by introspection (RFC 7662), and caches positive responses for a short
/// time.
///
/// Concurrent requests with the same token cause one introspection. Responses are cached under the
/// token's hash, so the cache contains no token. Negative responses are never cached: each such
/// request causes an introspection, so limit the rate of requests in front of the resource.
public final class IntrospectedAccessTokens: AccessTokenChecker {
  private struct Kept {
    let facts: AccessTokenFacts
    let from: Date
    let until: Date
  }

  private struct State {
    var entries: [String: Kept] = [:]
    /// The cached names in the order in which they were added. Some may have been removed since.
    var order: [String] = []
    var questions: [String: SharedTask<AccessTokenFacts>] = [:]
  }

  private let client: OAuthClient
  private let policy: IntrospectionPolicy
  private let clock: WallClock
  private let state = Mutex(State())

  /// Creates a checker with an empty cache.
  ///
  /// - Parameters:
  ///   - client: The resource server as a client of the authorization server, with its registered
  ///     authentication. The server's metadata must have an `introspection_endpoint`.
  ///   - policy: The responses that are accepted and cached.
  ///   - clock: The wall clock. Default: the system's.
  public init(_ client: OAuthClient, _ policy: IntrospectionPolicy, clock: WallClock = .system) {
    self.client = client
    self.policy = policy
    self.clock = clock
  }

  /// The number of cached responses.
  public var count: Int { state.withLock { $0.entries.count } }

  /// Validates a token, from the cache or by introspection.
  ///
  /// - Parameter token: The token as it was presented.
  /// - Throws: ``AccessTokenProblem`` if the token is invalid; `EndpointError` or
  ///   `HTTPTransportError` if the introspection failed; `CancellationError` if the task was
  ///   cancelled.
  public func facts(about token: Secret) async throws -> AccessTokenFacts {
    let name = Base64URL.encode(SHA256.hash(data: Array(token.reveal().utf8)))
    let now = clock.now()
    let question: SharedTask<AccessTokenFacts>
    switch state.withLock({ state in find(name, token, &state, now) }) {
    case .facts(let facts): return facts
    case .question(let newQuestion): question = newQuestion
    }
    return try await question.value()
  }

  private enum Found {
    case facts(AccessTokenFacts)
    case question(SharedTask<AccessTokenFacts>)
  }

  private func find(_ name: String, _ token: Secret, _ state: inout State, _ now: Date) -> Found {
    // A response from the future was cached before the clock was set back.
    if let entry = state.entries[name], entry.from <= now, now < entry.until { return .facts(entry.facts) }
    if let question = state.questions[name] { return .question(question) }
    let question = SharedTask { try await self.ask(name, token) }
    state.questions[name] = question
    return .question(question)
  }

  private func ask(_ name: String, _ token: Secret) async throws -> AccessTokenFacts {
    do {
      let facts = try await answer(token)
      state.withLock { keep(facts, name, &$0) }
      return facts
    } catch {
      state.withLock { state in
        state.questions[name] = nil
        state.entries[name] = nil
      }
      throw error
    }
  }

  private func answer(_ token: Secret) async throws -> AccessTokenFacts {
    switch try await client.introspect(token, hint: .accessToken) {
    case .inactive: throw AccessTokenProblem.notActive
    case .active(let token): return try AccessTokenFacts(token, policy, now: clock.now())
    }
  }

  private func keep(_ facts: AccessTokenFacts, _ name: String, _ state: inout State) {
    state.questions[name] = nil
    let now = clock.now()
    let until = min(
      now.addingTimeInterval(policy.keptFor / .seconds(1)), facts.expiresAt ?? .distantFuture)
    guard until > now else {
      state.entries[name] = nil
      return
    }
    if state.entries.updateValue(Kept(facts: facts, from: now, until: until), forKey: name) == nil {
      state.order.append(name)
    }
    if state.entries.count > policy.limit || state.order.count / 2 > policy.limit { makeRoom(&state, now) }
  }

  /// Removes an eighth more than necessary, so that not every new response scans the whole cache.
  private func makeRoom(_ state: inout State, _ now: Date) {
    state.entries = state.entries.filter { now < $0.value.until }
    var seenNames: Set<String> = []
    state.order.removeAll { state.entries[$0] == nil || !seenNames.insert($0).inserted }
    let surplus = state.entries.count - policy.limit
    guard surplus > 0 else { return }
    let leaving = min(state.order.count, surplus + policy.limit / 8)
    for name in state.order.prefix(leaving) { state.entries[name] = nil }
    state.order.removeFirst(leaving)
  }
}

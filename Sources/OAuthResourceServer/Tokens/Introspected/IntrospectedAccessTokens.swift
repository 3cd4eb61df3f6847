internal import Crypto
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import OAuth
public import OAuthCore
internal import PKCE
internal import Synchronization

/// Checks access tokens by asking the authorization server (RFC 7662), and keeps good answers for a short while.
///
/// Any number of requests with one token cause one question. Answers are kept under the token's hash, so that the memory holds
/// no token. That a token isn't good is never kept: every such request asks again, so put a limit on requests in front.
public final class IntrospectedAccessTokens: AccessTokenChecker {
  private struct Kept {
    let facts: AccessTokenFacts
    let from: Date
    let until: Date
  }

  private struct State {
    var kept: [String: Kept] = [:]
    /// In the order in which they were kept; some may have gone since.
    var order: [String] = []
    var questions: [String: SharedTask<AccessTokenFacts>] = [:]
  }

  private let client: OAuthClient
  private let policy: IntrospectionPolicy
  private let clock: WallClock
  private let state = Mutex(State())

  /// Keeps nothing yet.
  ///
  /// - Parameters:
  ///   - client: the resource server as the authorization server knows it, with the authentication that it registered. The server's
  ///     metadata must have an `introspection_endpoint`.
  ///   - policy: which answers are accepted and kept.
  ///   - clock: what time it is.
  public init(_ client: OAuthClient, _ policy: IntrospectionPolicy, clock: WallClock = .system) {
    self.client = client
    self.policy = policy
    self.clock = clock
  }

  /// How many answers are kept.
  public var count: Int { state.withLock { $0.kept.count } }

  /// Asks about a token, or answers from what is kept.
  ///
  /// - Parameter token: as it was presented.
  /// - Throws: ``AccessTokenProblem``; `EndpointError` or `HTTPTransportError` if the server couldn't be asked; `CancellationError`.
  public func facts(about token: Secret) async throws -> AccessTokenFacts {
    let name = Base64URL.encode(SHA256.hash(data: Array(token.reveal().utf8)))
    let now = clock.now()
    let question: SharedTask<AccessTokenFacts>
    switch state.withLock({ state in find(name, token, &state, now) }) {
    case .facts(let facts): return facts
    case .question(let found): question = found
    }
    return try await question.value()
  }

  private enum Found {
    case facts(AccessTokenFacts)
    case question(SharedTask<AccessTokenFacts>)
  }

  private func find(_ name: String, _ token: Secret, _ state: inout State, _ now: Date) -> Found {
    // An answer from the future is one from before the clock was set back.
    if let kept = state.kept[name], kept.from <= now, now < kept.until { return .facts(kept.facts) }
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
        state.kept[name] = nil
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
      state.kept[name] = nil
      return
    }
    if state.kept.updateValue(Kept(facts: facts, from: now, until: until), forKey: name) == nil {
      state.order.append(name)
    }
    if state.kept.count > policy.limit || state.order.count / 2 > policy.limit { makeRoom(&state, now) }
  }

  /// An eighth more goes than has to, so that not every new answer has to look through all.
  private func makeRoom(_ state: inout State, _ now: Date) {
    state.kept = state.kept.filter { now < $0.value.until }
    var seen: Set<String> = []
    state.order.removeAll { state.kept[$0] == nil || !seen.insert($0).inserted }
    let surplus = state.kept.count - policy.limit
    guard surplus > 0 else { return }
    let leaving = min(state.order.count, surplus + policy.limit / 8)
    for name in state.order.prefix(leaving) { state.kept[name] = nil }
    state.order.removeFirst(leaving)
  }
}

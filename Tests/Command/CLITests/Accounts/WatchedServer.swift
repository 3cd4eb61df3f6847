import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Subprocess
import Synchronization
import SystemPackage
import Testing
import TokenStorage

/// An authorization server whose requests a test can observe, hold and reject.
final class WatchedServer: HTTPServing {
  private struct State {
    var paths: [String] = []
    var answers: [String: HTTPAnswer] = [:]
    var held: [String: Gate] = [:]
  }

  private let server: any HTTPServing
  private let state = Mutex(State())

  init(_ server: any HTTPServing) {
    self.server = server
  }

  /// The paths of all requests since the last call.
  var paths: [String] {
    state.withLock { state in
      defer { state.paths = [] }
      return state.paths
    }
  }

  /// From now on requests for a path are answered with status 503.
  func refuse(_ path: String) { answer(path, with: HTTPAnswer(HTTPResponse(status: .serviceUnavailable))) }

  /// From now on requests for a path get this answer, and don't reach the server.
  func answer(_ path: String, with answer: HTTPAnswer) { state.withLock { $0.answers[path] = answer } }

  /// From now on answers for a path wait for the gate. The request itself is processed before.
  func hold(_ path: String) -> Gate {
    let gate = Gate()
    state.withLock { $0.held[path] = gate }
    return gate
  }

  func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    let path = String((request.path ?? "/").prefix { $0 != "?" })
    let (planned, gate) = state.withLock { state in
      state.paths.append(path)
      return (state.answers[path], state.held[path])
    }
    if let planned { return planned }
    let answer = await server.respond(to: request, body: body)
    try? await gate?.pass()
    return answer
  }

  /// Runs `body` with a server and folders, without a signed-in user.
  static func with(
    make: @escaping @Sendable (Issuer) throws -> any HTTPServing = CommandTests.server,
    _ body: (_ server: WatchedServer, _ issuer: String, _ home: Home) async throws -> Void
  ) async throws {
    let made = Kept<WatchedServer>()
    try await withAuthorizationServer(
      make: { issuer in
        let server = WatchedServer(try make(issuer))
        made.value = server
        return server
      }, logger: CommandTests.silent
    ) { issuer in
      let server = try #require(made.value)
      try await Home.with { home in try await body(server, issuer.text, home) }
    }
  }
}

extension Home {
  /// Runs `pixy` with the user's folders and a browser that signs in.
  func pixy(_ arguments: [String], input: String = "", _ more: [Environment.Key: String?] = [:]) async throws
    -> CommandTests.Outcome
  {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    return try await CommandTests.pixy(
      arguments, input: input,
      environment: environment.merging(["BROWSER": browser]) { $1 }.merging(more) { $1 })
  }

  /// Runs `pixy` concurrently with other processes.
  ///
  /// - Parameters:
  ///   - interrupt: The gate whose opening sends Ctrl-C.
  ///   - hear: Receives each line of standard error.
  func pixy(
    beside arguments: [String], interruptedBy interrupt: Gate = Gate(),
    hearing hear: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> CommandTests.Outcome {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    let result = try await run(
      .path(FilePath(Repository.pixy)), arguments: Arguments(arguments),
      environment: .inherit.updating(environment).updating(["BROWSER": browser, "DISPLAY": "", "WAYLAND_DISPLAY": ""]),
      input: .none, output: .string(limit: 1_000_000), error: .sequence
    ) { execution in
      let signals = Task {
        try await interrupt.pass()
        try execution.send(signal: .interrupt)
      }
      defer { signals.cancel() }
      var said = ""
      for try await line in execution.standardError.strings() {
        said += line
        hear(line)
      }
      return said
    }
    let status: Int
    if case .exited(let code) = result.terminationStatus { status = Int(code) } else { status = -1 }
    return CommandTests.Outcome(status: status, output: result.standardOutput, errors: result.closureResult)
  }

  /// Changes the stored tokens of every account.
  func change(profile: String? = nil, _ change: (inout StoredTokens) -> Void) async throws {
    let store = try await store(profile: profile)
    for account in try await store.accounts() {
      var tokens = try #require(try await store.tokens(for: account))
      change(&tokens)
      try await store.save(tokens, for: account)
    }
  }

  /// Changes the record that `pixy` has stored with the tokens.
  func changeRecord(_ change: (inout [String: JSONValue]) -> Void) async throws {
    try await self.change { tokens in
      var record = tokens.additionalMembers["pixy_account"]?.object ?? [:]
      change(&record)
      tokens.additionalMembers["pixy_account"] = .object(record)
    }
  }
}

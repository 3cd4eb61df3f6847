import Foundation
import HTTPTypes
import OAuthAsyncHTTPClient
import OAuthCore
import Subprocess
import SystemPackage
import Testing

/// The files that `pixy serve` and its commands leave when they end.
@Suite(.timeLimit(.minutes(60))) struct ServeClosingTests {
  private static let rounds = ProcessInfo.processInfo.environment["PIXY_STOP_ROUNDS"].flatMap { Int($0) } ?? 6

  private let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    let client = try await pixy([
      "client", "add", "--id", "app", "--redirect-uri", "http://127.0.0.1/callback", "--grant", "device_code",
      "--grant", "authorization_code",
    ])
    #expect(client.status == 0, "\(client.errors)")
  }

  private func pixy(_ arguments: [String]) async throws -> CommandTests.Outcome {
    try await CommandTests.pixy(["serve"] + arguments + ["--database", folder.database])
  }

  /// The files beside the database that belong to an open one.
  private var leftovers: [String] {
    ["-wal", "-shm", "-journal"].filter { FileManager.default.fileExists(atPath: folder.database + $0) }
  }

  /// A stop must not depend on which requests are under way. The environment variable `PIXY_STOP_ROUNDS`
  /// has the number of stops. Default: 6.
  @Test func `A server that is stopped under load leaves its database in one file`() async throws {
    var left: [String] = []
    for round in 0..<Self.rounds {
      let (status, said) = try await ServedPixy.running(
        ["--database", folder.database, "--port", "0"], endedBy: round.isMultiple(of: 2) ? .terminate : .interrupt
      ) { said in
        let issuer = try said.issuer
        let (answers, answer) = AsyncStream<Void>.makeStream()
        // They go on until the server is gone.
        for _ in 0..<4 {
          Task {
            while (try? await Self.sendTwo(to: issuer)) != nil { answer.yield() }
          }
        }
        for await _ in answers.prefix(3) {}
      }
      #expect(status == .exited(0), "\(said.lines)")
      if !leftovers.isEmpty { left.append("round \(round): \(leftovers)") }
    }
    #expect(left.isEmpty, "\(left.count) of \(Self.rounds): \(left.prefix(5))")
  }

  /// Sends a request that writes into the database, and one that looks up a client.
  private static func sendTwo(to issuer: String) async throws {
    let transport = AsyncHTTPClientTransport()
    var request = try Endpoint(issuer + "/device_authorization").request(.post)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let answer = try await transport.send(request, body: Array("client_id=app".utf8), limits: HTTPLimits())
    guard answer.response.status == .ok else { throw CancellationError() }
    _ = try await transport.send(
      try Endpoint(issuer + "/authorize?client_id=app&response_type=code").request(.get), body: [],
      limits: HTTPLimits())
  }

  // A service manager may stop a server while it starts.
  @Test func `A server that is stopped while it starts leaves its database in one file`() async throws {
    var left: [String] = []
    for round in 0..<Self.rounds {
      let database = folder.path + "/new\(round).db"
      let result = try await run(
        .path(FilePath(Repository.pixy)), arguments: ["serve", "--database", database, "--port", "0"],
        environment: .inherit.updating(Home.shared.environment), input: .none, output: .discarded, error: .sequence
      ) { execution in
        var lines: [String] = []
        for try await line in execution.standardError.strings() {
          lines.append(line)
          // The database is open, and its signing keys aren't generated.
          guard line.contains("sealing key was created") else { continue }
          try execution.send(signal: round.isMultiple(of: 2) ? .terminate : .interrupt)
        }
        return lines
      }
      #expect(result.terminationStatus == .exited(0), "\(result.closureResult)")
      #expect(FileManager.default.fileExists(atPath: database))
      left += ["-wal", "-shm"].map { database + $0 }.filter { FileManager.default.fileExists(atPath: $0) }
    }
    #expect(left.isEmpty, "\(left)")
  }

  @Test func `A failed start says why, and nothing else`() async throws {
    _ = try await pixy(["key", "rotate"])
    try await ServedPixy.running(["--port", "0"]) { [folder] said in
      let port = String(try #require(try said.issuer.split(separator: ":").last))
      let failed = try await CommandTests.pixy([
        "serve", "--database", folder.database, "--port", "0", "--state-port", port,
      ])
      #expect(failed.status == 1 && failed.errors.contains("in use"), "\(failed.errors)")
      #expect(!failed.errors.contains("error:"), "\(failed.errors)")
    }
  }

  @Test func `A failed start and commands leave the database in one file`() async throws {
    #expect(leftovers.isEmpty)
    let database = folder.database
    try await ServedPixy.running(["--port", "0"]) { said in
      let port = String(try #require(try said.issuer.split(separator: ":").last))
      let failed = try await CommandTests.pixy(["serve", "--database", database, "--port", port])
      #expect(failed.status != 0 && failed.errors.contains("in use"), "\(failed.errors)")
    }
    #expect(leftovers.isEmpty)
    for arguments in [
      ["client", "list"], ["client", "remove", "nobody"], ["user", "list"], ["audit"],
      ["database", "copy", folder.path + "/copy.db"],
    ] {
      _ = try await pixy(arguments)
      #expect(leftovers.isEmpty, "\(arguments)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/copy.db-wal"))
  }
}

import Foundation
import Logging
import OAuthCore
import OAuthLookAlikes
import OAuthServerHummingbird
import Subprocess
import SystemPackage
import Testing

/// A program with one import, started twice as a user starts it.
@Suite(.timeLimit(.minutes(10))) struct SignInProcessTests {
  @Test func `The first start signs in with the browser, and the next restores the user without one`() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "pixy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let browser = Self.repository.appending(path: "Tests/Command/CLITests/played-browser").path()
    var quiet = Logger(label: "test")
    quiet.logLevel = .error
    try await withAuthorizationServer(
      make: { try LookAlike.google(at: $0, pages: MustachePages()) }, logger: quiet
    ) { origin in
      let first = try await start(at: origin, home: home, browser: browser)
      #expect(first == "Ada Lovelace 200\n")
      let second = try await start(at: origin, home: home, browser: "false")
      #expect(second == "Ada Lovelace 200\n")
    }
  }

  private func start(at origin: Issuer, home: URL, browser: String) async throws -> String {
    let client = LookAlikeClient.googleDesktop
    let result = try await run(
      .path(FilePath(Self.program)), arguments: [origin.text, client.id],
      environment: .inherit.updating([
        "HOME": home.path(), "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none",
        "BROWSER": browser,
      ]),
      input: .string((client.secret?.reveal() ?? "") + "\n"), output: .string(limit: 10_000),
      error: .string(limit: 10_000))
    #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
    return result.standardOutput
  }

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static var program: String {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    while !FileManager.default.isExecutableFile(atPath: folder.appending(path: "sign-in-process").path()),
      folder.pathComponents.count > 1
    {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "sign-in-process").path()
  }
}

#if Loopback
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import OAuthCore
internal import Subprocess
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The browser that this machine's person uses.
///
/// `BROWSER` names it, as other programs understand that variable: commands separated by `:`, tried in order, `%s` in
/// one standing for the address. Without it macOS has `open`, and Linux `xdg-open` where there is a display; without a
/// display nothing is opened, because `xdg-open` would start a text browser over the prompt.
///
/// The browser gets no terminal: its noise would mix with the output. It isn't waited for, and goes on when the program
/// ends.
public struct SystemBrowser: BrowserOpener {
  private let commands: [[String]]

  /// The browser that an environment names.
  /// - Parameter environment: `BROWSER`, `DISPLAY` and `WAYLAND_DISPLAY` are read; by default this process's own.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    commands = Self.commands(environment)
  }

  /// Whether there is anything to open an address with.
  public var isAvailable: Bool { !commands.isEmpty }

  /// Starts the first of the commands that there is.
  public func open(_ url: String) async throws {
    var failure: UserAgentError?
    for command in commands {
      do {
        try await start(command, url)
        return
      } catch let error as UserAgentError {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  static func commands(_ environment: [String: String]) -> [[String]] {
    if let browser = environment["BROWSER"], !browser.isEmpty {
      return browser.split(separator: ":").map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
    }
    #if os(macOS)
    return [["open"]]
    #else
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    return hasDisplay ? [["xdg-open"]] : []
    #endif
  }

  static func arguments(_ command: [String], _ url: String) -> [String] {
    let arguments = command.dropFirst()
    guard arguments.contains(where: { $0.contains("%s") }) else { return arguments + [url] }
    return arguments.map { argument in
      guard let range = argument.firstRange(of: "%s") else { return argument }
      return argument.replacingCharacters(in: range, with: url)
    }
  }

  private func start(_ command: [String], _ url: String) async throws {
    guard let name = command.first else { return }
    let executable: Executable = name.contains("/") ? .path(FilePath(name)) : .name(name)
    let arguments = Self.arguments(command, url)
    var options = PlatformOptions()
    // Its own session: Ctrl-C in the terminal is meant for us, not for the browser.
    options.createSession = true
    let (started, continuation) = AsyncThrowingStream<Void, any Error>.makeStream()
    let platformOptions = options
    // Unstructured on purpose: a browser command may run for as long as the browser does.
    Task {
      do {
        _ = try await run(
          executable, arguments: Arguments(arguments), platformOptions: platformOptions, input: .none,
          output: .discarded, error: .discarded
        ) { _ in
          continuation.finish()
        }
        continuation.finish()
      } catch {
        continuation.finish(
          throwing: UserAgentError.browserFailed(command: UntrustedText(name), cause: UntrustedText("\(error)")))
      }
    }
    for try await _ in started {}
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
#endif

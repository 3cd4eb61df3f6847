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
/// one standing for the address. Otherwise ``BrowserPlace`` says where it is: macOS has `open`, Linux `xdg-open` where there is a
/// display, WSL what Windows opens. Over SSH, in a container and without a display nothing is opened.
///
/// The browser gets no terminal: its noise would mix with the output. It isn't waited for, and goes on when the program
/// ends.
public struct SystemBrowser: BrowserOpener {
  let commands: [[String]]

  /// The browser that an environment names, or that is found from there.
  /// - Parameter environment: ``BrowserPlace`` says which variables are read; by default this process's own.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.init(at: BrowserPlace(in: Surroundings(environment: environment)))
  }

  /// The browser at a place.
  ///
  /// - Parameter place: where the person's browser is. Where it isn't within reach, ``isAvailable`` is false and
  ///   ``open(_:)`` does nothing.
  public init(at place: BrowserPlace) {
    commands =
      switch place {
      case .chosen(let commands): commands.commands
      case .here: BrowserCommands.desktop.commands
      case .windows: BrowserCommands.windows.commands
      case .declined, .remote, .outsideContainer, .elsewhere: []
      }
  }

  /// Whether there is anything to open an address with.
  public var isAvailable: Bool { !commands.isEmpty }

  /// Starts the first of the commands that there is, and returns once it runs. Without a command it does nothing.
  ///
  /// - Throws: ``UserAgentError/browserFailed(command:cause:)`` for the last one if none could be started.
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

  private func start(_ command: [String], _ url: String) async throws {
    guard let name = command.first else { return }
    let executable: Executable = name.contains("/") ? .path(FilePath(name)) : .name(name)
    let arguments = BrowserCommands.arguments(command, url)
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
#endif

#if LOOPBACK
public import FoundationBasics
internal import OAuthCore
internal import Subprocess
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The browser of this machine's user.
///
/// The variable `BROWSER` names it in the usual format: commands separated by `:`, tried in order,
/// with `%s` for the URL. Without the variable, ``BrowserPlace`` decides: macOS uses `open`, Linux
/// with a display uses `xdg-open`, and WSL opens the Windows browser. Over SSH, in a container and
/// without a display, no browser is opened.
///
/// The browser gets no terminal, because its messages would mix with the program's output. The
/// program doesn't wait for the browser, and the browser continues after the program ends.
public struct SystemBrowser: BrowserOpener {
  let commands: [[String]]

  /// Finds the browser from environment variables.
  ///
  /// - Parameter environment: The environment variables. ``BrowserPlace`` documents which ones are
  ///   used. Default: the process's own.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.init(at: BrowserPlace(in: Surroundings(environment: environment)))
  }

  /// Creates an opener for the browser at a place.
  ///
  /// - Parameter place: The place of the user's browser. If this program can't open a browser
  ///   there, ``isAvailable`` is false and ``open(_:)`` does nothing.
  public init(at place: BrowserPlace) {
    commands =
      switch place {
      case .chosen(let commands): commands.commands
      case .here: BrowserCommands.desktop.commands
      case .windows: BrowserCommands.windows.commands
      case .declined, .remote, .outsideContainer, .elsewhere: []
      }
  }

  /// Whether there is a command that opens URLs.
  public var isAvailable: Bool { !commands.isEmpty }

  /// Starts the first command that is installed, and returns when it runs. Without commands it does
  /// nothing.
  ///
  /// - Throws: ``UserAgentError/browserFailed(command:cause:)`` for the last command, if none could
  ///   be started.
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
    // A separate session, so that Ctrl-C in the terminal interrupts this program and not the
    // browser.
    options.createSession = true
    let (started, continuation) = AsyncThrowingStream<Void, any Error>.makeStream()
    let platformOptions = options
    // Deliberately unstructured: a browser command may run for as long as the browser does.
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

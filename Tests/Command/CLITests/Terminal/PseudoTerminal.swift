import Foundation
import Subprocess
import Synchronization
import SystemPackage
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A pseudo-terminal with a program in it. The test acts as the user.
///
/// The program leads its own session, with the terminal as controlling terminal. Ctrl-C, job
/// control and echo are therefore the kernel's and not simulated.
final class PseudoTerminal: Sendable {
  /// The result of a program.
  struct Outcome: Sendable {
    /// The exit status; -1 after a signal.
    let status: Int
    /// Everything that the terminal showed, with escape sequences. Lines end with CR and LF.
    let shown: String
    /// Standard output, if it was kept apart; otherwise empty.
    let output: String
    /// Whether the terminal echoed input after the program had ended.
    let echoes: Bool
  }

  private struct State {
    var shown: [UInt8] = []
    /// The end of the text that was waited for last.
    var seen = 0
    var isOver = false
  }

  private let controller: FileDescriptor
  private let state = Mutex(State())
  private let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation
  private let signal: @Sendable (Signal) throws -> Void

  private init(_ controller: FileDescriptor, signal: @escaping @Sendable (Signal) throws -> Void) {
    self.controller = controller
    self.signal = signal
    (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The terminal's output so far.
  var shown: String { state.withLock { String(decoding: $0.shown, as: UTF8.self) } }

  /// Waits until the terminal shows a text after the one that was waited for last. Records an issue
  /// if it doesn't.
  /// - Parameter seconds: The timeout in seconds. Default: ten minutes, because machines that build
  ///   are slow.
  func wait(for text: String, seconds: Int = 600, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let found = try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { await self.find(Array(text.utf8)) }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
    try #require(found, "\(text) isn't in: \(shown)", sourceLocation: sourceLocation)
  }

  /// Types text as a user does, with `\n` as line ending.
  func type(_ text: String) throws {
    try controller.writeAll(text.utf8)
  }

  /// Types Ctrl-C.
  func interrupt() throws { try type("\u{3}") }

  /// Sends the program a signal.
  func send(_ signal: Signal) throws { try self.signal(signal) }

  /// Whether the terminal echoes input now.
  var echoes: Bool {
    var settings = termios()
    guard unsafe tcgetattr(controller.rawValue, &settings) == 0 else { return false }
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  private func find(_ text: [UInt8]) async -> Bool {
    func isThere() -> Bool? {
      state.withLock { state in
        if let range = state.shown[state.seen...].firstRange(of: text) {
          state.seen = range.upperBound
          return true
        }
        return state.isOver ? false : nil
      }
    }
    if let found = isThere() { return found }
    for await _ in changes {
      if let found = isThere() { return found }
    }
    return false
  }

  /// Reads the program's output on its own thread, until ``end()``.
  private func read(then done: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [self] in
      var part = [UInt8](repeating: 0, count: 4_096)
      while true {
        let wasOver = state.withLock { $0.isOver }
        var wait = pollfd(fd: controller.rawValue, events: Int16(POLLIN), revents: 0)
        if unsafe poll(&wait, 1, wasOver ? 0 : 20) > 0,
          let count = try? unsafe part.withUnsafeMutableBytes({ try unsafe controller.read(into: $0) }), count > 0
        {
          state.withLock { $0.shown += part.prefix(count) }
          change.yield()
        } else if wasOver {
          // All output from before the program's end has been read.
          break
        }
      }
      done()
    }
  }

  private func end() {
    state.withLock { $0.isOver = true }
    change.yield()
  }

  /// Runs a program in a new terminal of 100 columns, and `body` as its user.
  /// - Parameters:
  ///   - executable: The program's path. Default: the built `pixy`.
  ///   - environment: Changes to an environment without browser, display and keyring, and with a
  ///     home folder of its own.
  ///   - keepsOutputApart: Whether standard output goes to a file, as in `pixy … >file`.
  static func running(
    _ arguments: [String], of executable: String = Repository.pixy, environment: [Environment.Key: String?] = [:],
    keepsOutputApart: Bool = false, _ body: @escaping @Sendable (PseudoTerminal) async throws -> Void
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let output = keepsOutputApart ? folder.path + "/output" : ""
    let (controller, path) = try open()
    // Held open, so that the terminal exists before the program opens it and after it has ended.
    let held = try FileDescriptor.open(FilePath(path), .readWrite, options: [Self.noControllingTerminal, .closeOnExec])
    defer {
      try? held.close()
      try? controller.close()
    }
    var options = PlatformOptions()
    options.createSession = true
    // A session's leader gets the first terminal that it opens as its controlling terminal.
    let script = """
      exec 0<>"$1" 2>&0
      if [ -n "$2" ]; then exec 1>"$2"; else exec 1>&0; fi
      shift 2
      exec "$@"
      """
    let result = try await run(
      .path("/bin/sh"), arguments: Arguments(["-c", script, "sh", path, output, executable] + arguments),
      environment: .inherit.updating(Home(path: folder.path).environment).updating(surroundings).updating(environment),
      platformOptions: options,
      input: .none, output: .discarded, error: .discarded
    ) { execution in
      let terminal = PseudoTerminal(controller) { try execution.send(signal: $0) }
      let (read, done) = AsyncStream<Void>.makeStream()
      terminal.read { done.finish() }
      do {
        try await body(terminal)
      } catch {
        try? execution.send(signal: .kill)
        terminal.end()
        throw error
      }
      return (terminal, read)
    }
    let (terminal, read) = result.closureResult
    terminal.end()
    for await _ in read {}
    var status = -1
    if case .exited(let code) = result.terminationStatus { status = Int(code) }
    return Outcome(
      status: status, shown: terminal.shown,
      output: output.isEmpty ? "" : try String(contentsOfFile: output, encoding: .utf8), echoes: terminal.echoes)
  }

  /// An environment without any user's settings.
  static let surroundings: [Environment.Key: String?] =
    [
      "TERM": "xterm", "NO_COLOR": nil, "CLICOLOR_FORCE": nil,
      "BROWSER": nil, "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SSH_CONNECTION": nil, "SSH_CLIENT": nil, "SSH_TTY": nil,
      "WSL_DISTRO_NAME": nil,
    ]

  /// Opening a terminal doesn't make it this process's controlling terminal.
  static let noControllingTerminal = FileDescriptor.OpenOptions(rawValue: O_NOCTTY)

  static func open() throws -> (FileDescriptor, path: String) {
    let controller = try FileDescriptor.open(
      FilePath("/dev/ptmx"), .readWrite, options: [Self.noControllingTerminal, .closeOnExec])
    do {
      let path = try device(of: controller.rawValue)
      var size = winsize(ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
      guard unsafe ioctl(controller.rawValue, UInt(TIOCSWINSZ), &size) == 0 else { throw Errno(rawValue: errno) }
      return (controller, path)
    } catch {
      try controller.close()
      throw error
    }
  }

  /// Unlocks the terminal and returns its path.
  private static func device(of controller: CInt) throws -> String {
    #if canImport(Darwin)
    var name = [CChar](repeating: 0, count: 128)
    guard grantpt(controller) == 0, unlockpt(controller) == 0, unsafe ptsname_r(controller, &name, name.count) == 0
    else { throw Errno(rawValue: errno) }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
    // TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)); Swift's module of the C library has no
    // posix_openpt(3).
    var (locked, number): (CInt, CUnsignedInt) = (0, 0)
    guard unsafe ioctl(controller, UInt(0x4004_5431), &locked) == 0,
      unsafe ioctl(controller, UInt(0x8004_5430), &number) == 0
    else { throw Errno(rawValue: errno) }
    return "/dev/pts/\(number)"
    #endif
  }
}

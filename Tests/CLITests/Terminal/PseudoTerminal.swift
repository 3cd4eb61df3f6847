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

/// A terminal with a program in it, and a test as the person who sits there.
///
/// The program is the leader of a session of its own and the terminal is its controlling one, so that Ctrl-C, job control and
/// echo are the kernel's and not played.
final class PseudoTerminal: Sendable {
  /// How a program ended, and what was seen of it.
  struct Outcome: Sendable {
    /// Its exit status; -1 after a signal.
    let status: Int
    /// All that the terminal showed, escape sequences included; lines end with CR and LF.
    let shown: String
    /// What went to standard output, if that was kept apart; otherwise empty.
    let output: String
    /// Whether the terminal echoed what is typed after the program had ended.
    let echoes: Bool
  }

  private struct State {
    var shown: [UInt8] = []
    /// What was waited for so far lies before this place.
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

  /// What the terminal has shown until now.
  var shown: String { state.withLock { String(decoding: $0.shown, as: UTF8.self) } }

  /// Waits until the terminal shows a text after the last one that was waited for; records an issue if it doesn't.
  /// - Parameter seconds: how long; ten minutes unless said, because machines that build are slow.
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

  /// Types as a person does, a line end being `\n`.
  func type(_ text: String) throws {
    try controller.writeAll(text.utf8)
  }

  /// Types Ctrl-C.
  func interrupt() throws { try type("\u{3}") }

  /// Sends the program a signal.
  func send(_ signal: Signal) throws { try self.signal(signal) }

  /// Whether what is typed now is shown by the terminal itself.
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

  /// Reads what the program writes, on a thread of its own, until ``end()``.
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
          // All that was written before the program ended has been read.
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

  /// Runs a program in a new terminal of 100 columns, and `body` as the person beside it.
  /// - Parameters:
  ///   - executable: the program's path; the built `pixy` unless said.
  ///   - environment: what differs from an environment in which there is no browser, no display, no keyring, and a home of its own.
  ///   - keepsOutputApart: whether standard output goes to a file, as in `pixy … >file`.
  static func running(
    _ arguments: [String], of executable: String = Repository.pixy, environment: [Environment.Key: String?] = [:],
    keepsOutputApart: Bool = false, _ body: @escaping @Sendable (PseudoTerminal) async throws -> Void
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let output = keepsOutputApart ? folder.path + "/output" : ""
    let (controller, path) = try open()
    // Held open, so that the terminal is there before the program opens it and after it has ended.
    let held = try FileDescriptor.open(FilePath(path), .readWrite, options: [Self.noControllingTerminal, .closeOnExec])
    defer {
      try? held.close()
      try? controller.close()
    }
    var options = PlatformOptions()
    options.createSession = true
    // A session's leader gets the first terminal that it opens as its controlling one.
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

  /// An environment that is nobody's.
  private static let surroundings: [Environment.Key: String?] =
    [
      "TERM": "xterm", "NO_COLOR": nil, "CLICOLOR_FORCE": nil,
      "BROWSER": nil, "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SSH_CONNECTION": nil, "SSH_CLIENT": nil, "SSH_TTY": nil,
      "WSL_DISTRO_NAME": nil,
    ]

  /// Opening one doesn't make it this process's own.
  private static let noControllingTerminal = FileDescriptor.OpenOptions(rawValue: O_NOCTTY)

  private static func open() throws -> (FileDescriptor, path: String) {
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

  /// Lets the terminal be opened, and says where it is.
  private static func device(of controller: CInt) throws -> String {
    #if canImport(Darwin)
    var name = [CChar](repeating: 0, count: 128)
    guard grantpt(controller) == 0, unlockpt(controller) == 0, unsafe ptsname_r(controller, &name, name.count) == 0
    else { throw Errno(rawValue: errno) }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
    // TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)); Swift's module of the C library has no posix_openpt(3).
    var (locked, number): (CInt, CUnsignedInt) = (0, 0)
    guard unsafe ioctl(controller, UInt(0x4004_5431), &locked) == 0,
      unsafe ioctl(controller, UInt(0x8004_5430), &number) == 0
    else { throw Errno(rawValue: errno) }
    return "/dev/pts/\(number)"
    #endif
  }
}

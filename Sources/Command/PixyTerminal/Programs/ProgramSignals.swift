package import CLibrary

/// The signal settings of the programs that `pixy` starts: no signal is blocked, and a signal is
/// ignored only if it was ignored when `pixy` itself was started, for example by nohup(1).
///
/// A new program inherits its blocked signals from the thread that starts it, and its ignored
/// signals from the process. The threads of Swift's pool block all signals, and this process
/// ignores some of them while it works. A program with these settings couldn't be interrupted.
package enum ProgramSignals {
  /// The signals that were ignored when this process was started. It is read for the first time at
  /// the start of the process.
  package static let ignoredAtStart = Set(numbers.filter(isIgnored))

  /// The signals whose settings a process can change: the POSIX ones without SIGKILL and SIGSTOP.
  private static let numbers = (1...CInt(31)).filter { $0 != SIGKILL && $0 != SIGSTOP }

  /// Applies the settings to this process and thread, right before another program replaces the
  /// process.
  static func apply() {
    for number in numbers where isIgnored(number) && !ignoredAtStart.contains(number) {
      _ = signal(number, SIG_DFL)
    }
    var none = empty
    // Safe: the call reads the set and stores nothing.
    _ = unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// No signal.
  package static var empty: sigset_t {
    var set = sigset_t()
    // Safe: the call only writes the set.
    _ = unsafe sigemptyset(&set)
    return set
  }

  /// The signals that a child process doesn't inherit as ignored.
  package static var reset: sigset_t {
    var set = empty
    // Safe: the call only changes the set.
    for number in numbers where !ignoredAtStart.contains(number) { _ = unsafe sigaddset(&set, number) }
    return set
  }

  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    // Safe: without a new action, the call only writes the present one.
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
    let handler = unsafe action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
    let handler = unsafe action.__sa_handler.sa_handler
    #else
    let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return isIgnoring(handler)
  }

  /// Returns whether a signal's handler is `SIG_IGN`. Functions can't be compared, but their
  /// addresses can.
  static func isIgnoring(_ handler: (@convention(c) (CInt) -> Void)?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

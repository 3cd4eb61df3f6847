import Synchronization
import SystemPackage
import Testing

@testable import TokenStorage

/// The system's calls, recorded. One call fails, or all calls from one on.
final class FaultyFileCalls: FileCalls {
  private struct State {
    var count = 0
    var record: [String] = []
    var meanwhile: [String: @Sendable () throws -> Void] = [:]
    var moment: (number: Int, body: @Sendable () throws -> Void)?
    var failures: [String: Errno] = [:]
  }

  private let system = SystemFileCalls()
  private let failing: Range<Int>
  private let error: Errno
  private let longestWrite: Int
  private let state = Mutex(State())

  /// Creates the calls.
  ///
  /// - Parameters:
  ///   - failing: The numbers of the failing calls, counted from 0.
  ///   - error: The error that they throw.
  ///   - longestWrite: The maximum number of bytes of one read or write.
  init(failing: Range<Int> = 0..<0, _ error: Errno = .ioError, longestWrite: Int = .max) {
    self.failing = failing
    self.error = error
    self.longestWrite = longestWrite
  }

  var count: Int { state.withLock { $0.count } }
  /// The names of the calls so far, without the parts that differ from run to run.
  var record: [String] { state.withLock { $0.record } }

  /// Runs a body once, right before the next call of this name, to simulate another process.
  func meanwhile(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
    state.withLock { $0.meanwhile[name] = body }
  }

  /// Runs a body once, right before the call of this number, counted from the present on.
  func meanwhile(before number: Int, _ body: @escaping @Sendable () throws -> Void) {
    state.withLock { $0.moment = ($0.count + number, body) }
  }

  /// Lets the next call of this name fail.
  func failNext(_ name: String, _ error: Errno) {
    state.withLock { $0.failures[name] = error }
  }

  func forget() {
    state.withLock { $0.record = [] }
  }

  func open(_ path: FilePath, _ purpose: FilePurpose) throws(Errno) -> FileDescriptor {
    try call("open \(purpose) \(Self.name(path))")
    return try system.open(path, purpose)
  }
  func close(_ file: FileDescriptor) { system.close(file) }
  func status(_ file: FileDescriptor) throws(Errno) -> Stat {
    try call("status")
    return try system.status(file)
  }
  func status(_ path: FilePath) throws(Errno) -> Stat {
    try call("status \(Self.name(path))")
    return try system.status(path)
  }
  func read(_ file: FileDescriptor, atMost count: Int) throws(Errno) -> [UInt8] {
    try call("read")
    // Short reads are allowed too.
    return try system.read(file, atMost: min(count, longestWrite))
  }
  func write(_ bytes: ArraySlice<UInt8>, to file: FileDescriptor) throws(Errno) -> Int {
    try call("write")
    return try system.write(bytes.prefix(longestWrite), to: file)
  }
  func reserve(_ count: Int, in file: FileDescriptor) throws(Errno) {
    try call("reserve")
    try system.reserve(count, in: file)
  }
  func truncate(_ file: FileDescriptor, to count: Int) throws(Errno) {
    try call("truncate")
    try system.truncate(file, to: count)
  }
  func synchronize(_ file: FileDescriptor) throws(Errno) {
    try call("synchronize")
    try system.synchronize(file)
  }
  func rename(_ path: FilePath, to target: FilePath) throws(Errno) {
    try call("rename \(Self.name(path)) \(Self.name(target))")
    try system.rename(path, to: target)
  }
  func remove(_ path: FilePath) throws(Errno) {
    try call("remove \(Self.name(path))")
    try system.remove(path)
  }
  func makeFolder(_ path: FilePath, _ permissions: FilePermissions) throws(Errno) {
    try call("make \(Self.name(path))")
    try system.makeFolder(path, permissions)
  }
  func removeProtection(_ path: FilePath) {
    state.withLock { $0.record.append("unprotect \(Self.name(path))") }
  }
  func names(in folder: FilePath) throws(Errno) -> [String] {
    try call("names")
    return try system.names(in: folder)
  }
  func lock(_ file: FileDescriptor) throws(Errno) -> Bool {
    try call("lock")
    return try system.lock(file)
  }
  func pause(_ duration: Duration) {}

  private func call(_ name: String) throws(Errno) {
    let (number, meanwhile, moment, failure) = state.withLock { state in
      state.record.append(name)
      state.count += 1
      let number = state.count - 1
      return (
        number, state.meanwhile.removeValue(forKey: name), state.moment?.number == number ? state.moment?.body : nil,
        state.failures.removeValue(forKey: name)
      )
    }
    if let failure { throw failure }
    do {
      try meanwhile?()
      try moment?()
    } catch { Issue.record(error) }
    if failing.contains(number) { throw error }
  }

  private static func name(_ path: FilePath) -> String {
    let name = path.lastComponent?.string ?? "/"
    if PrivateFiles.isNewName(name) { return "NEW" }
    if name.hasSuffix(PreparedFile.suffix) { return "PREPARED" }
    return name.hasSuffix(".tokens") ? "TOKENS" : name
  }
}

import Dispatch
import OAuthCore
import OAuthTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import TokenStorage

struct BackgroundTimeTests {
  private let folder: TemporaryFolder
  private let system: PlayedSystem
  private let time: BackgroundTime
  private let ada: Account

  init() throws {
    let system = PlayedSystem()
    self.system = system
    // Thousands of tests run beside this one.
    time = BackgroundTime({ system.request($0) }, stopLimit: .seconds(250))
    folder = try TemporaryFolder()
    ada = try Account(provider: "https://as.example", name: "ada")
  }

  private var locks: AccountLocks { AccountLocks(folder: folder.path, time: time) }

  /// Whether another process could take the lock.
  private func isFree() throws -> Bool {
    guard let file = try LockFile(FilePath(folder.path).appending(ada.fileName + ".lock")).tryToLock() else {
      return false
    }
    try file.close()
    return true
  }

  @Test func `While a lock is held, the system is asked for time, which ends after the release`() async throws {
    try await locks.withLock(on: ada) { [system] in
      await system.granted()
      #expect(system.ended == 0)
    }
    await system.returned()
    #expect(system.requests == 1)
    #expect(try isFree())
    // A later lock gets time of its own.
    try await locks.withLock(on: ada) {}
    #expect(system.requests == 2)
  }

  // iOS ends an app that is suspended while it holds a lock in an app group: 0xdead10cc.
  @Test func `When the time ends, the work is cancelled and the lock is free before the suspension`() async throws {
    let gate = Gate()
    let work = Task { try await locks.withLock(on: ada) { try await gate.pass() } }
    await gate.arrived()
    #expect(try !isFree())
    await system.expire()
    #expect(try isFree(), "the closure has returned, so the app may be suspended")
    let error = await #expect(throws: TokenStoreError.self) { try await work.value }
    #expect(error?.kind == .suspended && error?.category == .temporary)
  }

  @Test func `A wait for a lock ends with the time, and later works get new time`() async throws {
    let other = try #require(try LockFile(FilePath(folder.path).appending(ada.fileName + ".lock")).tryToLock())
    let waiting = Task { try await locks.withLock(on: ada) {} }
    await system.granted()
    await system.expire()
    await #expect(throws: TokenStoreError(.suspended)) { try await waiting.value }
    try other.close()
    try await locks.withLock(on: ada) {}
    #expect(system.requests == 2)
  }

  @Test func `Works at the same time share one activity`() async throws {
    let gate = Gate()
    let works = try (1...100).map { number in
      let account = try Account(provider: "https://as.example", name: "user \(number)")
      return Task { try await locks.withLock(on: account) { try await gate.pass() } }
    }
    await gate.arrived(works.count)
    #expect(system.requests == 1)
    gate.open()
    for work in works { try await work.value }
    await system.returned()
    #expect(system.ended == 1)
  }

  @Test func `Work that begins after the end is refused at once`() async throws {
    let (gate, late) = (Gate(), Gate())
    let work = Task {
      try await time.run {
        do { try await gate.pass() } catch {}
        // A cancelled body may take a moment to end.
        await Task { do { try await late.pass() } catch {} }.value
      }
    }
    await gate.arrived()
    let expiry = Task { await system.expire() }
    await late.arrived()
    await #expect(throws: TokenStoreError(.suspended)) { try await time.run { Issue.record("the body ran") } }
    #expect(throws: TokenStoreError(.suspended)) { try time.hold { () throws(TokenStoreError) in } }
    late.open()
    // The body ended without an error although it was cancelled.
    try await work.value
    await expiry.value
    #expect(try time.hold { () throws(TokenStoreError) in 5 } == 5)
  }

  @Test func `The body's error and the caller's cancellation are what they are without the system`() async throws {
    struct Wrong: Error {}
    await #expect(throws: Wrong.self) { try await time.run { throw Wrong() } }
    let gate = Gate()
    let work = Task { try await time.run { try await gate.pass() } }
    await gate.arrived()
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    // macOS and Linux suspend nothing.
    #expect(try await BackgroundTime.system.run { 5 } == 5)
  }
}

/// A system that gives time until a test ends it. Its closures run on threads of their own, as Apple's
/// do.
private final class PlayedSystem: Sendable {
  private struct State {
    var requests = 0
    var ended = 0
    var activity: (@Sendable (Bool) -> Void)?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "played system", attributes: .concurrent)
  private let grants = Gate()
  private let returns = Gate()

  var requests: Int { state.withLock { $0.requests } }
  /// The number of times that an activity has returned.
  var ended: Int { state.withLock { $0.ended } }

  func request(_ activity: @escaping @Sendable (Bool) -> Void) {
    state.withLock { state in
      state.requests += 1
      state.activity = activity
    }
    queue.async { [self] in
      Task { try? await grants.pass() }
      activity(false)
      state.withLock { $0.ended += 1 }
      Task { try? await returns.pass() }
    }
  }

  func granted() async { await grants.arrived() }
  func returned() async { await returns.arrived() }

  /// Announces the end of the time, and returns when the app may be suspended.
  func expire() async {
    guard let activity = state.withLock({ $0.activity }) else { return }
    await withCheckedContinuation { continuation in
      queue.async {
        activity(true)
        continuation.resume()
      }
    }
  }
}

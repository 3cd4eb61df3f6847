import HTTPTypes
import OAuthCore
import OAuthTestSupport
import PKCE
import Synchronization
import Testing

@testable import OAuthServer

@Suite struct RequestRandomnessTests {
  /// A random source that counts its reads.
  private final class CountingSource: RandomSource {
    private let source = SeededRandomSource()
    private let count = Mutex(0)

    func bytes(_ count: Int) -> [UInt8] {
      self.count.withLock { $0 += 1 }
      return source.bytes(count)
    }

    /// Returns the number of reads since the last call.
    func reads() -> Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  // Each read of the system's source is a system call.
  @Test func `Each request of a sign-in reads the source once`() async throws {
    let source = CountingSource()
    let test = try SessionServer(random: source)
    let browser = Browser(test)
    _ = source.reads()
    _ = await browser.open()
    #expect(source.reads() == 1)
    let code = try await browser.press("approve").callback("code")
    #expect(source.reads() == 1)
    let first = try TokenAnswer(await test.redeem(code))
    #expect(source.reads() == 1)
    let second = try TokenAnswer(await test.refresh(try #require(first.refresh)))
    #expect(source.reads() == 1)
    #expect(await test.userInfo(second.access).status == 200)
    #expect(source.reads() == 1)
  }

  @Test func `A request with a DPoP proof reads the source once`() async throws {
    let source = CountingSource()
    let test = try TestServer.withServices(random: source)
    let proof = try PlayedProof()
    let code = try await test.code(["dpop_jkt": proof.thumbprint])
    _ = source.reads()
    let tokens = try TokenAnswer(
      await test.post("/token", TestServer.redemption(code), fields: proof.field(test)))
    #expect(source.reads() == 1 && tokens.members["token_type"] == "DPoP")
  }

  @Test func `No byte is handed out twice`() {
    let (expected, randomness) = (SeededRandomSource(), RequestRandomness(SeededRandomSource()))
    let first = expected.bytes(128)
    #expect(randomness.bytes(16) == Array(first[..<16]))
    #expect(randomness.bytes(0) == [])
    #expect(randomness.bytes(32) == Array(first[16..<48]))
    #expect(randomness.bytes(80) == Array(first[48...]))
    let second = expected.bytes(128)
    #expect(randomness.bytes(100) == Array(second[..<100]))
    // Too few are left, and a large draw doesn't use the others.
    let (third, large) = (expected.bytes(128), expected.bytes(200))
    #expect(randomness.bytes(29) == Array(third[..<29]))
    #expect(randomness.bytes(200) == large)
    #expect(randomness.bytes(8) == Array(third[29..<37]))
  }

  @Test func `Draws at the same time get different bytes, and so do two requests`() async {
    let source = SystemRandomSource()
    let requests = [RequestRandomness(source), RequestRandomness(source)]
    let drawn = await withTaskGroup(of: [UInt8].self) { group in
      for number in 0..<2_000 { group.addTask { requests[number % 2].bytes(16) } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(drawn.count == 2_000)
  }
}

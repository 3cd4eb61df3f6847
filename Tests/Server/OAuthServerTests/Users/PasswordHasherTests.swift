import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

struct PasswordHasherTests {
  static let cheap = ScryptCost(logRounds: 4, blockSize: 1, parallelism: 1) ?? .standard
  static let dearer = ScryptCost(logRounds: 5, blockSize: 1, parallelism: 1) ?? .standard
  static let password = Secret("correct horse battery staple")

  @Test func `A new hash has its own salt, and matches its password`() async throws {
    let hasher = PasswordHasher(cost: Self.cheap, random: SeededRandomSource())
    let (first, second) = (try await hasher.hash(Self.password), try await hasher.hash(Self.password))
    #expect(first != second && first.text.hasPrefix("$scrypt$ln=4,r=1,p=1$"))
    #expect(PasswordHash(text: first.text) == first)
    for (typed, outcome) in [
      (Self.password, PasswordHasher.Outcome.right), (Secret(""), .wrong),
      (Secret("correct horse battery stapl"), .wrong),
    ] {
      #expect(try await hasher.check(typed, against: first) == outcome)
    }
    #expect(try await hasher.check(Self.password, against: nil) == .wrong)
  }

  @Test func `A hash with too low a cost is replaced, and one with a higher cost isn't`() async throws {
    let (old, new) = (PasswordHasher(cost: Self.cheap), PasswordHasher(cost: Self.dearer))
    let hash = try await old.hash(Self.password)
    guard case .correctWithNewHash(let better) = try await new.check(Self.password, against: hash) else {
      Issue.record("no new hash")
      return
    }
    #expect(better.text.hasPrefix("$scrypt$ln=5,r=1,p=1$"))
    #expect(try await new.check(Self.password, against: better) == .right)
    #expect(try await old.check(Self.password, against: better) == .right)
    #expect(try await new.check(Secret("wrong"), against: hash) == .wrong)
  }

  // The memory and time of sign-ins need a bound.
  @Test func `A limited number of passwords is hashed at once, a limited number waits, and others get an error`()
    async throws
  {
    let hasher = PasswordHasher(
      cost: ScryptCost(logRounds: 12, blockSize: 8, parallelism: 1) ?? .standard, atOnce: 1, waiting: 3)
    let outcomes = await ConcurrencyTests.simultaneously(50) {
      do {
        _ = try await hasher.hash(Self.password)
        return true
      } catch { return false }
    }
    #expect(outcomes.count { $0 } >= 4 && outcomes.contains(false))
    // All places are free again.
    for _ in 0..<5 { _ = try await hasher.hash(Self.password) }
  }

  @Test func `The standard cost is OWASP's recommendation`() {
    #expect(ScryptCost.standard == ScryptCost(logRounds: 17, blockSize: 8, parallelism: 1))
    #expect(ScryptCost.standard.memory == 128 * 1_024 * 1_024)
  }
}

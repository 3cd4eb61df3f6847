/// One changed place of a source file.
struct Mutant {
  let number: Int
  let path: String
  let line: Int
  let column: Int
  /// The kind of change, such as `comparison`.
  let kind: String
  /// The text before and after the change.
  let change: String

  /// The mutant as a line of the list, with its parts between tabs.
  var row: String {
    [
      String(number), path, String(line), String(column), kind,
      change.split(whereSeparator: \.isWhitespace)
        .joined(separator: " "),
    ].joined(separator: "\t")
  }
}

/// The functions that the instrumented sources call. Each module gets a copy.
///
/// `PIXY_MUTANT` is the number of the mutant that is alive. `PIXY_MUTANTS_REACHED` is a file in which
/// the byte at a reached mutant's number becomes 1. It is mapped, so what a crash and what another
/// process reached is there too.
let support = """
  #if canImport(Glibc)
  internal import Glibc
  #elseif canImport(Musl)
  internal import Musl
  #else
  internal import Darwin
  #endif

  enum Mutant {
    static let alive = unsafe getenv("PIXY_MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? 0
    nonisolated(unsafe) static let reached: UnsafeMutablePointer<UInt8>? = unsafe map()

    static func map() -> UnsafeMutablePointer<UInt8>? {
      guard let path = unsafe getenv("PIXY_MUTANTS_REACHED") else { return nil }
      let file = unsafe open(path, O_RDWR | O_CREAT, 0o600)
      guard file >= 0, ftruncate(file, COUNT) == 0 else { return nil }
      let memory = unsafe mmap(nil, COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
      return unsafe memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt8.self)
    }

    static func isAlive(_ number: Int) -> Bool {
      unsafe reached?[number] = 1
      return number == alive
    }
    static func flip(_ number: Int, _ value: Bool) -> Bool { isAlive(number) ? !value : value }
    static func pass(_ number: Int, _ value: Bool) -> Bool { isAlive(number) ? true : value }
    static func choose<T>(_ number: Int, _ value: T, _ other: T) -> T { isAlive(number) ? other : value }
    static func and(_ number: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
      isAlive(number) ? try a || b() : try a && b()
    }
    static func or(_ number: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
      isAlive(number) ? try a && b() : try a || b()
    }
    static func less<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> Bool { isAlive(number) ? a <= b : a < b }
    static func lessOrEqual<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> Bool { isAlive(number) ? a < b : a <= b }
    static func greater<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> Bool { isAlive(number) ? a >= b : a > b }
    static func greaterOrEqual<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> Bool {
      isAlive(number) ? a > b : a >= b
    }
  }
  """

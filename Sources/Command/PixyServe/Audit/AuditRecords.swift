internal import OAuthCore
internal import OAuthServer
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The records of an audit log in a database, in a file, or in both: by time, and once if both have them.
struct AuditRecords {
  /// A record as it is in the log.
  struct Line: Hashable {
    let bytes: [UInt8]
    let members: [String: JSONValue]

    var time: String { members["time"]?.string ?? "" }
  }

  /// The number of lines of the file that are no records, such as one that a full disk has cut off.
  private(set) var unreadableCount = 0

  private var database: ServedDatabase?
  private var position: Int64 = 0
  private var stored: ArraySlice<Line> = []

  private var file: FileDescriptor?
  private var written: ArraySlice<Line> = []
  /// The beginning of a line whose end wasn't read yet.
  private var rest: [UInt8] = []

  /// How often the database had a line that the file hasn't had yet; negative for the other way round.
  private var unpaired: [[UInt8]: Int] = [:]
  private var remembered: [[UInt8]] = []
  // Two processes may write in another order here than there.
  private static let longestMemory = 10_000

  /// - Parameters:
  ///   - database: The database; `nil` if it isn't searched.
  ///   - file: The file, which the caller closes; `nil` if it isn't searched.
  init(database: ServedDatabase?, file: FileDescriptor?) {
    (self.database, self.file) = (database, file)
  }

  /// Returns the next record; `nil` after the last one.
  mutating func next() async throws -> Line? {
    while true {
      while stored.isEmpty, database != nil { try await readDatabase() }
      while written.isEmpty, file != nil { try readFile() }
      // After the end of one, no line of the other can be in both any more that isn't remembered already.
      let isMerged = database != nil && file != nil
      let isStored = written.first.map { file in stored.first.map { $0.time <= file.time } ?? false } ?? true
      guard let line = isStored ? stored.popFirst() : written.popFirst() else { return nil }
      if isNew(line, isStored ? 1 : -1, remembering: isMerged) { return line }
    }
  }

  private mutating func isNew(_ line: Line, _ side: Int, remembering: Bool) -> Bool {
    let count = unpaired[line.bytes] ?? 0
    if count * side < 0 {
      unpaired[line.bytes] = count + side == 0 ? nil : count + side
      return false
    }
    guard remembering else { return true }
    unpaired[line.bytes] = count + side
    remembered.append(line.bytes)
    if remembered.count > Self.longestMemory {
      for forgotten in remembered.prefix(Self.longestMemory / 2) { unpaired[forgotten] = nil }
      remembered.removeFirst(Self.longestMemory / 2)
    }
    return true
  }

  private mutating func readDatabase() async throws {
    guard let records = try await database?.contents.auditRecords(after: position, count: 1_000) else { return }
    guard let last = records.last else { return database = nil }
    position = last.position
    stored = ArraySlice(records.compactMap { line($0.record.utf8) })
  }

  private mutating func readFile() throws {
    guard let file else { return }
    var buffer = [UInt8](repeating: 0, count: 1_048_576)
    // Safe: the pointer is used while it is valid.
    let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
    guard count > 0 else {
      if !rest.isEmpty { unreadableCount += 1 }
      return self.file = nil
    }
    rest += buffer[..<count]
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
    let lines = rest[..<end].split(separator: UInt8(ascii: "\n"))
    written = ArraySlice(lines.compactMap { line($0) })
    unreadableCount += lines.count - written.count
    rest = Array(rest[(end + 1)...])
  }

  private func line(_ bytes: some Sequence<UInt8>) -> Line? {
    let bytes = Array(bytes)
    return (try? JSONValue(bytes: bytes).object).map { Line(bytes: bytes, members: $0) }
  }
}

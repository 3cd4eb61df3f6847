internal import CLibrary
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL

/// A connection in pipeline mode: it sends statements without waiting for the results of earlier
/// ones. One thread uses it at a time.
///
/// Statements are prepared when they are first sent. After an error the server ignores everything up
/// to the next synchronization (``recover()``).
///
/// A pooler such as PgBouncer may give each transaction another connection to PostgreSQL. Statements
/// then have no names, and each transaction begins with the settings.
// Safe: the object owns the C connection, which is closed at its end. Arguments stay valid during a
// call, and the library copies them.
@safe final class PostgreSQLConnection {
  private enum Pending { case preparation, settings, statement, synchronization }

  /// The server to connect to, of those that the address names.
  enum Role: String {
    /// The one that accepts changes.
    case primary = "read-write"
    /// The first that answers.
    case any
  }

  /// The longest wait for an answer, after which the server counts as lost.
  var timeout: Duration
  static let longestTimeout = Duration.seconds(10)

  /// The settings of a session. A plan for a small table must not read the whole table after it has
  /// grown. A statement that waits for longer than the timeouts ends with an error.
  private static let settings = [
    ("enable_seqscan", "off"), ("jit", "off"), ("client_min_messages", "error"), ("lock_timeout", "8s"),
    ("statement_timeout", "8s"), ("idle_in_transaction_session_timeout", "60s"),
  ]

  /// A statement that makes the settings, for the session or only for the transaction.
  private static func settings(isLocal: Bool) -> String {
    let calls = settings.map { "set_config('\($0)', '\($1)', \(isLocal))" }
    return "SELECT " + calls.joined(separator: ", ")
  }

  private let library: Libpq
  private let connection: Libpq.Connection
  /// Whether a pooler may be between this process and PostgreSQL.
  private(set) var isPooled = true
  /// The names of the prepared statements, by their texts.
  private var preparedNames: [String: String] = [:]
  private var preparations = 0
  private var pending: [Pending] = []
  private var needsSettings = false
  private var needsFlush = false

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - address: A connection string of libpq, mostly a `postgresql:` URI.
  ///   - role: The server to connect to.
  ///   - timeout: The longest wait for an answer.
  /// - Throws: `PostgreSQLFailure.lost`; `ServerDatabaseError` if the client library is missing.
  init(_ address: String, of role: Role = .primary, timeout: Duration = longestTimeout) throws {
    library = try Libpq.load()
    self.timeout = timeout
    // The address replaces what precedes it. A server that is gone is noticed after some seconds.
    let parameters = [
      ("fallback_application_name", "pixy"), ("connect_timeout", "3"), ("keepalives_idle", "5"),
      ("keepalives_interval", "2"), ("keepalives_count", "3"), ("tcp_user_timeout", "8000"),
      ("target_session_attrs", role.rawValue), ("dbname", address), ("client_encoding", "UTF8"),
    ]
    let newConnection = unsafe Self.open(parameters, library)
    guard let connection = unsafe newConnection else {
      throw PostgreSQLFailure.lost("there is no memory for a connection")
    }
    unsafe self.connection = connection
    guard unsafe library.status(connection) == 0 else {
      throw PostgreSQLFailure.lost(unsafe Self.cause(connection, library))
    }
    // Notices are for people at a terminal.
    _ = unsafe library.setNoticeReceiver(connection, { _, _ in }, nil)
    guard unsafe library.enterPipelineMode(connection) == 1 else {
      throw PostgreSQLFailure.lost(unsafe Self.cause(connection, library))
    }
    try prepareSession()
  }

  /// Finds out whether there is a pooler. Without one, makes the settings of the session.
  private func prepareSession() throws {
    // A pooler makes up the number of the process.
    try send("SELECT pg_backend_pid()::text", [], as: .statement)
    var process: String?
    try synchronize()?.forEach { columns in
      process = try columns.text()
      return false
    }
    isPooled = unsafe process != String(library.serverProcess(connection))
    needsSettings = isPooled
    guard !isPooled else { return }
    try send(Self.settings(isLocal: false), [])
    try synchronize()
  }

  deinit { unsafe library.finish(connection) }

  private static func open(_ parameters: [(String, String)], _ library: Libpq) -> Libpq.Connection? {
    let texts = unsafe (parameters.map(\.0) + parameters.map(\.1)).map { unsafe strdup($0) }
    defer { unsafe texts.forEach { unsafe free($0) } }
    let pointers = unsafe texts.map { unsafe UnsafePointer($0) }
    let keys: [UnsafePointer<CChar>?] = unsafe pointers.prefix(parameters.count) + [nil]
    let values: [UnsafePointer<CChar>?] = unsafe pointers.suffix(parameters.count) + [nil]
    return unsafe library.connect(keys, values, 1)
  }

  /// The library's text for a connection that failed, in one line. It names the server and the user.
  private static func cause(_ connection: Libpq.Connection, _ library: Libpq) -> String {
    let text = unsafe library.errorMessage(connection).map { unsafe String(cString: $0) } ?? ""
    let line = text.split(whereSeparator: \.isNewline).joined(separator: "; ").replacing("\t", with: "")
    // The error's sentence ends with a period of its own.
    let sentence = String(line.reversed().drop { ".?".contains($0) }.reversed())
    return line.isEmpty ? "the connection is broken" : UntrustedText(sentence).description
  }

  /// Sends a statement, or keeps it in the buffer until more are sent.
  ///
  /// - Throws: `PostgreSQLFailure.lost`.
  func send(_ sql: String, _ arguments: [SQLValue]) throws {
    if needsSettings {
      needsSettings = false
      try send(Self.settings(isLocal: true), [], as: .settings)
    }
    try send(sql, arguments, as: .statement)
  }

  private func send(_ sql: String, _ arguments: [SQLValue], as kind: Pending) throws {
    let name = isPooled ? nil : try prepare(sql, arguments)
    var bytes: [UInt8] = [0]
    var places: [Int?] = []
    var lengths: [CInt] = []
    for argument in arguments {
      let start = bytes.count
      switch argument {
      case .null: break
      case .integer(let number): unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
      case .text(let text): bytes += text.utf8
      case .bytes(let value): bytes += value
      }
      places.append(argument == .null ? nil : start)
      lengths.append(CInt(bytes.count - start))
    }
    let count = CInt(arguments.count)
    let formats = [CInt](repeating: 1, count: arguments.count)
    let sendStatus = unsafe bytes.withUnsafeBytes { buffer in
      let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = unsafe places.map { place in unsafe place.flatMap { unsafe start?.advanced(by: $0) } }
      guard let name else {
        return unsafe library.queryUnnamed(
          connection, Self.numbered(sql), count, Self.types(of: arguments), values, lengths, formats, 1)
      }
      return unsafe library.query(connection, name, count, values, lengths, formats, 1)
    }
    guard sendStatus == 1 else { throw lost() }
    pending.append(kind)
    needsFlush = true
  }

  /// - Returns: The name of the prepared statement.
  private func prepare(_ sql: String, _ arguments: [SQLValue]) throws -> String {
    if let name = preparedNames[sql] { return name }
    let name = "pixy\(preparations)"
    preparations += 1
    let types = Self.types(of: arguments)
    guard unsafe library.prepare(connection, name, Self.numbered(sql), CInt(types.count), types) == 1 else {
      throw lost()
    }
    pending.append(.preparation)
    preparedNames[sql] = name
    return name
  }

  /// Returns a statement with PostgreSQL's `$1`, `$2`, … instead of `?`.
  private static func numbered(_ sql: String) -> String {
    var parts = sql.split(separator: "?", omittingEmptySubsequences: false)
    var text = String(parts.removeFirst())
    for (index, part) in parts.enumerated() { text += "$\(index + 1)" + part }
    return text
  }

  private static func types(of arguments: [SQLValue]) -> [CUnsignedInt] {
    arguments.map { argument in
      switch argument {
      case .null: 0
      case .integer: PostgreSQLType.bigint
      case .text: PostgreSQLType.text
      case .bytes: PostgreSQLType.bytea
      }
    }
  }

  /// Returns the result of the oldest statement whose result wasn't read.
  ///
  /// - Throws: `PostgreSQLFailure`.
  func next() throws -> PostgreSQLResult {
    while let (kind, result) = try nextPending() { if kind == .statement { return result } }
    throw PostgreSQLFailure.lost("a result is missing")
  }

  /// Reads the results of everything that was sent.
  ///
  /// - Returns: The last statement's result; `nil` if there was no statement.
  /// - Throws: `PostgreSQLFailure`.
  @discardableResult
  func finish() throws -> PostgreSQLResult? {
    var last: PostgreSQLResult?
    while let (kind, result) = try nextPending() { if kind == .statement { last = result } }
    return last
  }

  /// Executes statements together, in one transaction.
  ///
  /// - Returns: The result of each; `nil` where there is no statement.
  /// - Throws: `PostgreSQLFailure`.
  func results(of statements: [SQLStatement?]) throws -> [PostgreSQLResult?] {
    for case let statement? in statements { try send(statement.sql, statement.arguments) }
    try requestSynchronization()
    let results = try statements.map { try $0.map { _ in try next() } }
    try finish()
    return results
  }

  /// Sends the end of a transaction of statements without `BEGIN`. Its result comes after theirs.
  ///
  /// - Throws: `PostgreSQLFailure.lost`.
  func requestSynchronization() throws {
    guard unsafe library.sync(connection) == 1 else { throw lost() }
    pending.append(.synchronization)
    needsFlush = false
    needsSettings = isPooled
  }

  /// Ends the transaction of statements without `BEGIN`, and reads everything that is left.
  ///
  /// - Returns: The last statement's result; `nil` if there was no statement.
  /// - Throws: `PostgreSQLFailure`.
  @discardableResult
  func synchronize() throws -> PostgreSQLResult? {
    try requestSynchronization()
    return try finish()
  }

  /// Reads the next result; `nil` if there is none.
  private func nextPending() throws -> (kind: Pending, result: PostgreSQLResult)? {
    guard !pending.isEmpty else { return nil }
    let kind = pending.removeFirst()
    do {
      return (kind, try result())
    } catch {
      // It is prepared again when it is sent again.
      if kind == .preparation { preparedNames = [:] }
      throw error
    }
  }

  /// Reads everything that is left after an error, and undoes the transaction.
  ///
  /// - Throws: `PostgreSQLFailure.lost`.
  func recover() throws {
    try requestSynchronization()
    // Statements that could not be prepared are prepared again.
    if pending.contains(.preparation) { preparedNames = [:] }
    try drain()
    guard unsafe library.transactionStatus(connection) != 0 else { return }
    // A failed transaction accepts nothing else.
    needsSettings = false
    try send("ROLLBACK", [])
    try requestSynchronization()
    try drain()
  }

  private func drain() throws {
    while !pending.isEmpty {
      pending.removeFirst()
      do { _ = try result() } catch PostgreSQLFailure.rejected {}
    }
  }

  /// Reads the next result.
  private func result() throws -> PostgreSQLResult {
    if needsFlush {
      guard unsafe library.requestFlush(connection) == 1, unsafe library.flush(connection) == 0 else { throw lost() }
      needsFlush = false
    }
    guard let first = unsafe try received() else { throw lost() }
    let status = unsafe library.resultStatus(first)
    let result = unsafe PostgreSQLResult(first, of: library)
    if status != PostgreSQLStatus.pipelineSync {
      // A null ends the results of a statement.
      while let other = unsafe try received() { unsafe library.clear(other) }
    }
    switch status {
    case PostgreSQLStatus.connectionDone, PostgreSQLStatus.rows, PostgreSQLStatus.pipelineSync: return result
    case PostgreSQLStatus.pipelineAborted: throw PostgreSQLFailure.rejected(SQLState(code: "25P02"))
    default:
      // The field "C" is the code (PG_DIAG_SQLSTATE).
      let code = unsafe library.resultError(first, 67).map { unsafe String(cString: $0) }
      guard let code, unsafe library.status(connection) == 0 else { throw lost() }
      let state = SQLState(code: code)
      throw state.meansLost ? PostgreSQLFailure.lost("PostgreSQL answered with the code \(code)") : .rejected(state)
    }
  }

  /// Waits for the next part of the results.
  private func received() throws -> Libpq.Result? {
    let end = ContinuousClock.now + timeout
    while unsafe library.isBusy(connection) == 1 {
      let rest = end - ContinuousClock.now
      var descriptor = unsafe pollfd(fd: library.socket(connection), events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&descriptor, 1, max(0, CInt(rest / .milliseconds(1))))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { throw PostgreSQLFailure.lost("the database server does not answer") }
      guard unsafe library.consumeInput(connection) == 1 else { throw lost() }
    }
    return unsafe library.getResult(connection)
  }

  private func lost() -> PostgreSQLFailure { .lost(unsafe Self.cause(connection, library)) }
}

/// The values of `ExecStatusType` in libpq-fe.h.
enum PostgreSQLStatus {
  static let connectionDone: CInt = 1
  static let rows: CInt = 2
  static let pipelineSync: CInt = 10
  static let pipelineAborted: CInt = 11
}

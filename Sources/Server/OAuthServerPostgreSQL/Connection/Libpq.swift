internal import CLibrary
internal import OAuthServer

/// The functions of PostgreSQL's client library. The library is opened when the first connection is
/// made, so that programs need neither its header nor the library unless they use it.
// Safe: the addresses are those of the C functions with these types, which any thread may call. The
// library is never closed.
@safe struct Libpq: Sendable {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer

  let connect:
    @convention(c) (
      UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<UnsafePointer<CChar>?>?, CInt
    ) -> Connection?
  let finish: @convention(c) (Connection?) -> Void
  let status: @convention(c) (Connection?) -> CInt
  let errorMessage: @convention(c) (Connection?) -> UnsafePointer<CChar>?
  let socket: @convention(c) (Connection?) -> CInt
  let transactionStatus: @convention(c) (Connection?) -> CInt
  let serverProcess: @convention(c) (Connection?) -> CInt
  let setNoticeReceiver:
    @convention(c) (
      Connection?, @convention(c) (UnsafeMutableRawPointer?, Result?) -> Void, UnsafeMutableRawPointer?
    ) -> OpaquePointer?
  let enterPipelineMode: @convention(c) (Connection?) -> CInt
  let sync: @convention(c) (Connection?) -> CInt
  let requestFlush: @convention(c) (Connection?) -> CInt
  let flush: @convention(c) (Connection?) -> CInt
  let prepare:
    @convention(c) (
      Connection?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, CInt, UnsafePointer<CUnsignedInt>?
    ) -> CInt
  let query:
    @convention(c) (
      Connection?, UnsafePointer<CChar>?, CInt, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?,
      UnsafePointer<CInt>?, CInt
    ) -> CInt
  let queryUnnamed:
    @convention(c) (
      Connection?, UnsafePointer<CChar>?, CInt, UnsafePointer<CUnsignedInt>?,
      UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt
    ) -> CInt
  let consumeInput: @convention(c) (Connection?) -> CInt
  let isBusy: @convention(c) (Connection?) -> CInt
  let getResult: @convention(c) (Connection?) -> Result?
  let resultStatus: @convention(c) (Result?) -> CInt
  let resultError: @convention(c) (Result?, CInt) -> UnsafeMutablePointer<CChar>?
  let changedRows: @convention(c) (Result?) -> UnsafeMutablePointer<CChar>?
  let command: @convention(c) (Result?) -> UnsafeMutablePointer<CChar>?
  let rowCount: @convention(c) (Result?) -> CInt
  let columnCount: @convention(c) (Result?) -> CInt
  let columnType: @convention(c) (Result?, CInt) -> CUnsignedInt
  let isNull: @convention(c) (Result?, CInt, CInt) -> CInt
  let length: @convention(c) (Result?, CInt, CInt) -> CInt
  let value: @convention(c) (Result?, CInt, CInt) -> UnsafeMutablePointer<CChar>?
  let clear: @convention(c) (Result?) -> Void

  /// The library's names: of Linux's packages, and of Homebrew's on macOS.
  private static let names = [
    "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
    "/usr/local/opt/libpq/lib/libpq.5.dylib",
  ]

  private static let library: Swift.Result<Libpq, ServerDatabaseError> = Swift.Result {
    () throws(ServerDatabaseError) in try Libpq(names)
  }

  /// Opens the library once.
  ///
  /// - Throws: `ServerDatabaseError` if the library isn't installed, or is older than version 14.
  static func load() throws(ServerDatabaseError) -> Libpq { try library.get() }

  private init(_ names: [String]) throws(ServerDatabaseError) {
    guard let handle = unsafe names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
      throw ServerDatabaseError(
        .unreachable, "PostgreSQL's client library is not installed",
        remedy: "Install the package libpq5 on Debian and Ubuntu, libpq on Fedora and in Homebrew.")
    }
    func find<Function>(_ name: String) throws(ServerDatabaseError) -> Function {
      guard let address = unsafe dlsym(handle, name) else {
        throw ServerDatabaseError(
          .unreachable, "PostgreSQL's client library has no \(name)", remedy: "Install libpq 14 or later.")
      }
      return unsafe unsafeBitCast(address, to: Function.self)
    }
    unsafe connect = try find("PQconnectdbParams")
    unsafe finish = try find("PQfinish")
    unsafe status = try find("PQstatus")
    unsafe errorMessage = try find("PQerrorMessage")
    unsafe socket = try find("PQsocket")
    unsafe transactionStatus = try find("PQtransactionStatus")
    unsafe serverProcess = try find("PQbackendPID")
    unsafe setNoticeReceiver = try find("PQsetNoticeReceiver")
    unsafe enterPipelineMode = try find("PQenterPipelineMode")
    unsafe sync = try find("PQpipelineSync")
    unsafe requestFlush = try find("PQsendFlushRequest")
    unsafe flush = try find("PQflush")
    unsafe prepare = try find("PQsendPrepare")
    unsafe query = try find("PQsendQueryPrepared")
    unsafe queryUnnamed = try find("PQsendQueryParams")
    unsafe consumeInput = try find("PQconsumeInput")
    unsafe isBusy = try find("PQisBusy")
    unsafe getResult = try find("PQgetResult")
    unsafe resultStatus = try find("PQresultStatus")
    unsafe resultError = try find("PQresultErrorField")
    unsafe changedRows = try find("PQcmdTuples")
    unsafe command = try find("PQcmdStatus")
    unsafe rowCount = try find("PQntuples")
    unsafe columnCount = try find("PQnfields")
    unsafe columnType = try find("PQftype")
    unsafe isNull = try find("PQgetisnull")
    unsafe length = try find("PQgetlength")
    unsafe value = try find("PQgetvalue")
    unsafe clear = try find("PQclear")
  }
}

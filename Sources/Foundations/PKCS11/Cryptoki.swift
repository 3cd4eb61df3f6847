#if os(Linux) || os(macOS)
internal import CLibrary

/// The functions of a PKCS #11 library (Cryptoki, PKCS #11 v2.40) that signing needs. All unsafe
/// code of this module is here.
///
/// Every structure of PKCS #11 that is passed here consists of words: numbers and pointers of the
/// machine's word size. They are written as arrays of `UInt`.
// Safe to store and pass on: the library stays loaded, and its functions may be called from several
// threads, because C_Initialize asks for that.
@safe struct Cryptoki: Sendable {
  /// Attributes by their type, in their order.
  typealias Template = [(type: UInt, value: [UInt8])]

  /// The positions of functions in CK_FUNCTION_LIST, after its version (§5.3).
  private enum Function: Int {
    case initialize = 0
    case getSlotList = 4
    case getTokenInfo = 6
    case openSession = 12
    case closeSession = 13
    case login = 18
    case getAttributeValue = 24
    case findObjectsInit = 26
    case findObjects = 27
    case findObjectsFinal = 28
    case signInit = 42
    case sign = 43
  }

  private typealias Words = UnsafeMutablePointer<UInt>
  private typealias Bytes = UnsafeMutablePointer<UInt8>

  // Safe to share: the list is constant, and the library allows calls from several threads.
  nonisolated(unsafe) private let list: UnsafeRawPointer

  /// Loads a library and initializes it, if that hasn't happened yet in this process. It is never
  /// unloaded or finalized, because other code of the process may use it too.
  ///
  /// - Parameter path: The path of the library, or its file name for the system's loader.
  init(_ path: String) throws(PKCS11Error) {
    guard let library = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else { throw .noLibrary(path) }
    guard let symbol = unsafe dlsym(library, "C_GetFunctionList") else { throw .noLibrary(path) }
    typealias GetFunctionList = @convention(c) (UnsafeMutablePointer<UnsafeRawPointer?>) -> UInt
    var functionList: UnsafeRawPointer?
    let code = unsafe unsafeBitCast(symbol, to: GetFunctionList.self)(&functionList)
    guard code == CryptokiError.ok, let list = unsafe functionList else { throw .noLibrary(path) }
    unsafe self.list = unsafe list
    try initialize()
  }

  private func initialize() throws(PKCS11Error) {
    typealias Initialize = @convention(c) (Words) -> UInt
    // CK_C_INITIALIZE_ARGS: four functions, the flags with CKF_OS_LOCKING_OK, reserved.
    var arguments: [UInt] = [0, 0, 0, 0, 2, 0]
    let code = unsafe function(.initialize, as: Initialize.self)(&arguments)
    guard code != CryptokiError.alreadyInitialized else { return }
    try Self.check(code, "C_Initialize")
  }

  /// The slots with a token in them.
  func slots() throws(PKCS11Error) -> [UInt] {
    typealias GetSlotList = @convention(c) (UInt8, Words?, Words) -> UInt
    let getSlotList = unsafe function(.getSlotList, as: GetSlotList.self)
    var count: UInt = 0
    try Self.check(unsafe getSlotList(1, nil, &count), "C_GetSlotList")
    // Tokens may be added meanwhile. A list that is too small is an error of the library.
    var slots = [UInt](repeating: 0, count: Int(min(count, 1_024)) + 8)
    count = UInt(slots.count)
    try Self.check(unsafe getSlotList(1, &slots, &count), "C_GetSlotList")
    return Array(slots.prefix(Int(min(count, UInt(slots.count)))))
  }

  /// The label of the token in a slot, without the blanks at its end (CK_TOKEN_INFO, §3.2).
  func label(ofTokenIn slot: UInt) throws(PKCS11Error) -> String {
    typealias GetTokenInfo = @convention(c) (UInt, Bytes) -> UInt
    // The structure has at most 208 bytes, and begins with the label's 32.
    var info = [UInt8](repeating: 0, count: 512)
    try Self.check(unsafe function(.getTokenInfo, as: GetTokenInfo.self)(slot, &info), "C_GetTokenInfo")
    let label = info.prefix(32)
    return String(decoding: label.prefix((label.lastIndex { $0 != 0x20 && $0 != 0 } ?? -1) + 1), as: UTF8.self)
  }

  /// Opens a session that changes nothing in the token.
  func openSession(_ slot: UInt) throws(PKCS11Error) -> UInt {
    typealias OpenSession = @convention(c) (UInt, UInt, UnsafeRawPointer?, UnsafeRawPointer?, Words) -> UInt
    var session: UInt = 0
    // CKF_SERIAL_SESSION
    let code = unsafe function(.openSession, as: OpenSession.self)(slot, 4, nil, nil, &session)
    try Self.check(code, "C_OpenSession")
    return session
  }

  /// Closes a session. It may be closed already.
  func closeSession(_ session: UInt) {
    typealias CloseSession = @convention(c) (UInt) -> UInt
    _ = function(.closeSession, as: CloseSession.self)(session)
  }

  /// Logs the user in for all sessions with the token, if that hasn't happened yet.
  func login(_ session: UInt, pin: String) throws(PKCS11Error) {
    typealias Login = @convention(c) (UInt, UInt, Bytes, UInt) -> UInt
    var bytes = Array(pin.utf8)
    // CKU_USER
    let code = unsafe function(.login, as: Login.self)(session, 1, &bytes, UInt(bytes.count))
    guard code != CryptokiError.alreadyLoggedIn else { return }
    try Self.check(code, "C_Login")
  }

  /// The objects with all attributes of a template, at most two.
  func objects(_ session: UInt, _ template: Template) throws(PKCS11Error) -> [UInt] {
    typealias FindObjectsInit = @convention(c) (UInt, Words, UInt) -> UInt
    typealias FindObjects = @convention(c) (UInt, Words, UInt, Words) -> UInt
    typealias FindObjectsFinal = @convention(c) (UInt) -> UInt
    var values = template.flatMap(\.value)
    // Safe: the attributes point into `values`, which stays where it is during the call.
    let code = unsafe values.withUnsafeMutableBytes { values in
      var attributes: [UInt] = []
      var offset = 0
      for attribute in template {
        let address = unsafe values.baseAddress.map { unsafe UInt(bitPattern: $0 + offset) } ?? 0
        attributes += [attribute.type, address, UInt(attribute.value.count)]
        offset += attribute.value.count
      }
      return unsafe function(.findObjectsInit, as: FindObjectsInit.self)(session, &attributes, UInt(template.count))
    }
    try Self.check(code, "C_FindObjectsInit")
    var handles: [UInt] = [0, 0]
    var count: UInt = 0
    let result = unsafe function(.findObjects, as: FindObjects.self)(session, &handles, 2, &count)
    _ = function(.findObjectsFinal, as: FindObjectsFinal.self)(session)
    try Self.check(result, "C_FindObjects")
    return Array(handles.prefix(Int(min(count, 2))))
  }

  /// The value of an attribute, at most 2,048 bytes.
  func attribute(_ type: UInt, of object: UInt, _ session: UInt) throws(PKCS11Error) -> [UInt8] {
    typealias GetAttributeValue = @convention(c) (UInt, UInt, Words, UInt) -> UInt
    var value = [UInt8](repeating: 0, count: 2_048)
    var length: UInt = 0
    // Safe: the attribute points into `value`, which stays where it is during the call.
    let code = unsafe value.withUnsafeMutableBytes { value in
      let address = unsafe value.baseAddress.map { UInt(bitPattern: $0) } ?? 0
      var attribute: [UInt] = [type, address, UInt(value.count)]
      let code = unsafe function(.getAttributeValue, as: GetAttributeValue.self)(session, object, &attribute, 1)
      length = attribute[2]
      return code
    }
    try Self.check(code, "C_GetAttributeValue")
    // A length of all ones means that the attribute isn't available.
    guard length <= UInt(value.count) else { throw .failed(function: "C_GetAttributeValue", code: code) }
    return Array(value.prefix(Int(length)))
  }

  /// Signs bytes with a private key.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, or their hash, as the mechanism wants them.
  ///   - mechanism: The number of the mechanism, and the words of its parameter.
  func signature(
    over bytes: [UInt8], _ mechanism: (type: UInt, parameter: [UInt]), _ key: UInt, _ session: UInt
  ) throws(PKCS11Error) -> [UInt8] {
    typealias SignInit = @convention(c) (UInt, Words, UInt) -> UInt
    typealias Sign = @convention(c) (UInt, Bytes, UInt, Bytes, Words) -> UInt
    var parameter = mechanism.parameter
    // Safe: the mechanism points to `parameter`, which stays where it is during the call.
    let code = unsafe parameter.withUnsafeMutableBytes { parameter in
      let address = unsafe parameter.baseAddress.map { UInt(bitPattern: $0) } ?? 0
      var words: [UInt] = [mechanism.type, unsafe parameter.isEmpty ? 0 : address, UInt(parameter.count)]
      return unsafe function(.signInit, as: SignInit.self)(session, &words, key)
    }
    try Self.check(code, "C_SignInit")
    var bytes = bytes
    var signature = [UInt8](repeating: 0, count: 2_048)
    var length = UInt(signature.count)
    let count = UInt(bytes.count)
    try Self.check(unsafe function(.sign, as: Sign.self)(session, &bytes, count, &signature, &length), "C_Sign")
    return Array(signature.prefix(Int(min(length, UInt(signature.count)))))
  }

  /// A function of the list. The caller names the function's C type.
  private func function<Signature>(_ function: Function, as type: Signature.Type) -> Signature {
    // Safe: every library's list has all functions of version 2 at these positions. The version
    // before them takes one word, because pointers are aligned.
    unsafe list.load(
      fromByteOffset: MemoryLayout<UInt>.size * (1 + function.rawValue), as: UnsafeRawPointer.self
    ).assumed(to: type)
  }

  private static func check(_ code: UInt, _ function: String) throws(PKCS11Error) {
    guard code != CryptokiError.ok else { return }
    throw PKCS11Error(code: code, function: function)
  }
}

extension UnsafeRawPointer {
  /// The pointer as a C function of a type.
  fileprivate func assumed<Signature>(to type: Signature.Type) -> Signature {
    unsafe unsafeBitCast(self, to: type)
  }
}
#endif

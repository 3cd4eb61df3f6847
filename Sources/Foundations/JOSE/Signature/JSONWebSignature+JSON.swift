internal import OAuthCore

extension JSONWebSignature {
  /// The largest accepted number of signatures in a JWS in JSON form.
  public static let maximumSignatures = 10

  /// Parses a JWS in JSON form, general or flattened (RFC 7515 §7.2).
  ///
  /// All signatures are over the same payload, and each is verified as that of a compact JWS. The
  /// caller decides which signatures must be valid (RFC 7515 §5.2).
  ///
  /// ```swift
  /// let signatures = try JSONWebSignature.signatures(json: text)
  /// let verified = try signatures.map { try $0.get().verified(by: keys, allowing: [.es256]) }
  /// ```
  ///
  /// Here every signature must be valid, and an unreadable one ends with its error.
  ///
  /// - Parameters:
  ///   - json: The JSON object with `payload`, and `signatures` or `signature`. Other members are
  ///     ignored.
  ///   - maximumBytes: The longest accepted text, in bytes. Default: ``maximumBytes``.
  /// - Returns: One result for each signature, at least one and at most ``maximumSignatures``, in
  ///   their order. A failure is about this signature only: its header or signature is malformed,
  ///   its protected header has no `alg`, or one of its headers contains `crit` or `b64`.
  /// - Throws: ``JOSEError/tooLong(limit:)``, ``JOSEError/notJSON``,
  ///   ``JOSEError/tooManySignatures(limit:)``, or ``JOSEError/malformed(_:)`` for the payload.
  public static func signatures(
    json: String, maximumBytes: Int = JSONWebSignature.maximumBytes
  ) throws(JOSEError) -> [Result<JSONWebSignature, JOSEError>] {
    guard json.utf8.count <= maximumBytes else { throw .tooLong(limit: maximumBytes) }
    guard let members = try? JSONValue(bytes: Array(json.utf8), maximumBytes: maximumBytes).object,
      let text = members["payload"]?.string
    else { throw .notJSON }
    let objects = try objects(of: members)
    guard objects.count <= maximumSignatures else { throw .tooManySignatures(limit: maximumSignatures) }
    let payload = try decode(Array(text.utf8)[...], .payload)
    return objects.map { object in
      Result { () throws(JOSEError) in try JSONWebSignature(object, over: payload, encodedAs: text) }
    }
  }

  /// Returns the objects with `protected`, `header` and `signature`.
  private static func objects(of members: [String: JSONValue]) throws(JOSEError) -> [[String: JSONValue]] {
    guard let signatures = members["signatures"] else {
      guard members["signature"] != nil else { throw .notJSON }
      return [members]
    }
    // RFC 7515 §7.2.2: a text in both syntaxes could be read as two different tokens.
    guard ["protected", "header", "signature"].allSatisfy({ members[$0] == nil }),
      let elements = signatures.array, !elements.isEmpty
    else { throw .notJSON }
    let objects = elements.compactMap(\.object)
    guard objects.count == elements.count else { throw .notJSON }
    return objects
  }

  /// Parses one signature (RFC 7515 §7.2.1).
  private init(
    _ members: [String: JSONValue], over payload: [UInt8], encodedAs text: String
  ) throws(JOSEError) {
    guard let member = members["protected"] else { throw .missingAlgorithm }
    guard let protectedHeader = member.string else { throw .malformed(.header) }
    var unprotectedMembers: [String: JSONValue] = [:]
    if let header = members["header"] {
      // An empty header must be absent.
      guard let header = header.object, !header.isEmpty else { throw .malformed(.header) }
      unprotectedMembers = header
    }
    guard let signature = members["signature"]?.string else { throw .malformed(.signature) }
    let header = try JOSEHeader(
      bytes: try Self.decode(Array(protectedHeader.utf8)[...], .header), unprotected: unprotectedMembers)
    self.init(
      header: header, payload: payload, signingInput: Array((protectedHeader + "." + text).utf8),
      signature: try Self.decode(Array(signature.utf8)[...], .signature))
  }
}

#if os(Linux)
/// A D-Bus value of one of the types that the Secret Service uses.
enum Variant: Sendable, Hashable {
  /// Type `s`.
  case string(String)
  /// Type `o`.
  case path(String)
  /// Type `b`.
  case boolean(Bool)
  /// Type `ay`.
  case bytes([UInt8])
  /// Type `ao`.
  case paths([String])
  /// Type `a{ss}`.
  case texts([String: String])
  /// Type `a{sv}`.
  case properties([String: Variant])
  /// Type `(…)`: values of any types.
  case tuple([Variant])
  /// A type that the Secret Service doesn't use, as its signature.
  case other(String)

  /// The path, if the value is one.
  var path: String? {
    guard case .path(let path) = self else { return nil }
    return path
  }
}

extension LibSecret {
  /// Creates a GVariant with a floating reference, which its receiver takes over.
  ///
  /// C strings end at a NUL byte. No caller passes one, and paths come from the service.
  func variant(_ value: Variant) -> Object {
    switch value {
    case .string(let text): return unsafe variantString(text)
    case .path(let path): return unsafe variantPath(path)
    case .boolean(let flag): return unsafe variantBoolean(flag ? 1 : 0)
    case .bytes(let bytes):
      return unsafe bytes.withUnsafeBytes { unsafe variantBytes("y", $0.baseAddress, Size($0.count), 1) }
    case .paths(let paths):
      return unsafe array("o", paths.map { unsafe variantPath($0) })
    case .texts(let texts):
      return unsafe array("{ss}", texts.map { unsafe variantEntry(variantString($0.key), variantString($0.value)) })
    case .properties(let properties):
      return unsafe array(
        "{sv}", properties.map { unsafe variantEntry(variantString($0.key), variantBox(variant($0.value))) })
    case .tuple(let values):
      let members: [Object?] = unsafe values.map { unsafe variant($0) }
      return unsafe members.withUnsafeBufferPointer { unsafe variantTuple($0.baseAddress, Size($0.count)) }
    case .other: return unsafe variantTuple(nil, 0)
    }
  }

  private func array(_ type: String, _ elements: [Object]) -> Object {
    let elements = unsafe elements.map(Optional.some)
    return unsafe elements.withUnsafeBufferPointer { unsafe variantArray(type, $0.baseAddress, Size($0.count)) }
  }

  /// Reads a GVariant, without taking over its reference.
  func value(_ object: Object) -> Variant {
    let type = unsafe String(cString: variantType(object))
    switch type {
    case "s": return .string(unsafe String(cString: variantText(object, nil)))
    case "o": return .path(unsafe String(cString: variantText(object, nil)))
    case "b": return .boolean(unsafe variantFlag(object) != 0)
    case "ay":
      guard let start = unsafe variantData(object) else { return .bytes([]) }
      return .bytes(unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(variantSize(object)))))
    case "ao": return .paths(unsafe children(object).compactMap(\.path))
    case "a{ss}":
      var texts: [String: String] = [:]
      for case .tuple(let entry) in unsafe children(object) {
        guard case .string(let name) = entry.first, case .string(let text) = entry.last else { continue }
        texts[name] = text
      }
      return .texts(texts)
    case "v": return unsafe children(object).first ?? .other(type)
    // A dictionary entry is a tuple of two members.
    case _ where type.hasPrefix("(") || type.hasPrefix("{"): return .tuple(unsafe children(object))
    default: return .other(type)
    }
  }

  private func children(_ object: Object) -> [Variant] {
    (0..<(unsafe variantCount(object))).map { index in
      let child = unsafe variantChild(object, index)
      defer { unsafe variantUnref(child) }
      return unsafe value(child)
    }
  }
}
#endif

internal import JOSE
internal import Logging
internal import OAuthCore

/// A declared setting, whatever the type of its value.
protocol SettingDeclaration {
  var setting: ServeSetting { get }
}

/// A setting of `pixy serve` with the Swift type of its value.
struct DeclaredSetting<Value: Sendable>: SettingDeclaration, Sendable {
  private(set) var setting: ServeSetting
  /// Converts a value that ``ServeSetting/kind`` accepted, or the default. Nil stands for a setting
  /// without value.
  let read: @Sendable (JSONValue?) -> Value

  private init(
    _ path: String, _ kind: SettingKind, default value: JSONValue? = nil, unset: String? = nil, help: String,
    read: @escaping @Sendable (JSONValue?) -> Value
  ) {
    setting = ServeSetting(path: path, kind: kind, defaultValue: value, unset: unset, help: help)
    self.read = read
  }

  /// Gives the setting a flag of its own in `pixy serve run`.
  /// - Parameters:
  ///   - name: The long name, without hyphens.
  ///   - value: The name of the value in the help. Default: a name that follows from the kind.
  func flag(_ name: String, value: String? = nil) -> Self {
    var copy = self
    copy.setting.flag = name
    copy.setting.valueName = value
    return copy
  }

  /// Links the setting's row in the guide to a section with more about it.
  func section(_ target: String) -> Self {
    var copy = self
    copy.setting.section = target
    return copy
  }
}

extension DeclaredSetting where Value == String {
  static func text(_ path: String, default value: String, help: String) -> Self {
    Self(path, .text, default: .string(value), help: help) { $0?.string ?? value }
  }
}

extension DeclaredSetting where Value == String? {
  static func text(_ path: String, unset: String, help: String) -> Self {
    Self(path, .text, unset: unset, help: help) { $0?.string }
  }

  static func path(_ path: String, unset: String, help: String) -> Self {
    Self(path, .path, unset: unset, help: help) { $0?.string }
  }
}

extension DeclaredSetting where Value == Bool {
  static func flag(_ path: String, help: String) -> Self {
    Self(path, .flag, default: false, help: help) { $0?.bool ?? false }
  }
}

extension DeclaredSetting where Value == Int {
  static func number(_ path: String, _ range: ClosedRange<Int>, default value: Int, help: String) -> Self {
    Self(path, .number(range), default: .integer(Int64(value)), help: help) { $0?.number ?? value }
  }
}

extension DeclaredSetting where Value == Int? {
  static func number(_ path: String, _ range: ClosedRange<Int>, unset: String, help: String) -> Self {
    Self(path, .number(range), unset: unset, help: help) { $0?.number }
  }
}

extension DeclaredSetting where Value == Duration {
  static func seconds(_ path: String, _ range: ClosedRange<Int>, default value: Duration, help: String) -> Self {
    Self(path, .seconds(range), default: .integer(value.components.seconds), help: help) {
      ($0?.number).map { .seconds($0) } ?? value
    }
  }
}

extension DeclaredSetting where Value == Duration? {
  static func seconds(_ path: String, _ range: ClosedRange<Int>, unset: String, help: String) -> Self {
    Self(path, .seconds(range), unset: unset, help: help) { ($0?.number).map { .seconds($0) } }
  }
}

extension DeclaredSetting where Value: RawRepresentable<String> {
  static func choice(_ path: String, _ values: [Value], default value: Value, help: String) -> Self {
    Self(path, .choice(values.map(\.rawValue)), default: .string(value.rawValue), help: help) {
      ($0?.string).flatMap { Value(rawValue: $0) } ?? value
    }
  }
}

extension DeclaredSetting where Value == Logger.Level? {
  static func level(_ path: String, unset: String, help: String) -> Self {
    Self(path, .choice(Logger.Level.allCases.map(\.rawValue)), unset: unset, help: help) {
      ($0?.string).flatMap { Logger.Level(rawValue: $0) }
    }
  }
}

extension DeclaredSetting where Value == SignatureAlgorithm? {
  static func algorithm(_ path: String, unset: String, help: String) -> Self {
    Self(path, .choice(SettingKind.algorithms), unset: unset, help: help) {
      ($0?.string).flatMap { SignatureAlgorithm(rawValue: $0) }
    }
  }
}

extension DeclaredSetting where Value == [SignatureAlgorithm] {
  static func algorithms(_ path: String, default value: [SignatureAlgorithm], help: String) -> Self {
    Self(
      path, .choices(SettingKind.algorithms), default: .array(value.map { .string($0.rawValue) }), help: help
    ) { json in (json?.strings ?? []).compactMap { SignatureAlgorithm(rawValue: $0) } }
  }
}

extension DeclaredSetting where Value == Set<SignatureAlgorithm> {
  static func algorithms(_ path: String, default value: Set<SignatureAlgorithm>, help: String) -> Self {
    let names = value.map(\.rawValue).sorted()
    return Self(
      path, .choices(SettingKind.algorithms), default: .array(names.map { .string($0) }), help: help
    ) { json in Set((json?.strings ?? []).compactMap { SignatureAlgorithm(rawValue: $0) }) }
  }
}

extension DeclaredSetting where Value == [String] {
  static func list(_ path: String, default value: [String], help: String) -> Self {
    Self(path, .list, default: .array(value.map { .string($0) }), help: help) { $0?.strings ?? [] }
  }
}

extension DeclaredSetting where Value == [String]? {
  static func list(_ path: String, unset: String, help: String) -> Self {
    Self(path, .list, unset: unset, help: help) { $0?.strings }
  }
}

extension DeclaredSetting where Value == [JSONValue] {
  static func objects(_ path: String, help: String) -> Self {
    Self(path, .objects, default: [], help: help) { $0?.array ?? [] }
  }
}

extension JSONValue {
  fileprivate var number: Int? {
    if case .integer(let number) = self { Int(exactly: number) } else { nil }
  }
}

internal import OAuthCore

/// What the person has set with `pixy config`.
struct Settings: Sendable, Equatable {
  private var values: [Setting: String] = [:]

  /// Nothing is set.
  init() {}

  /// The value of a setting, which is one that it takes; `nil` if it isn't set.
  subscript(setting: Setting) -> String? { values[setting] }

  /// The port of the redirect URI, from 0 to 65535; `nil` if it isn't set.
  var port: Int? { values[.port].flatMap { Int($0) } }

  /// Sets a value, or with `nil` takes it away.
  /// - Throws: ``ConfigError/unusableValue(_:reason:)``.
  mutating func set(_ setting: Setting, to value: String?) throws(ConfigError) {
    values[setting] = try value.map { value throws(ConfigError) in try setting.checked(value) }
  }

  /// Reads the settings of the person that an environment belongs to. Cheap: one small file.
  /// - Parameter environment: `XDG_CONFIG_HOME` and `HOME` say where the file is; see ``ConfigFile``.
  /// - Returns: no settings, if there is no file.
  /// - Throws: ``ConfigError``, which names the file, and the setting that is wrong.
  static func load(_ environment: [String: String]) throws(ConfigError) -> Settings {
    guard let file = ConfigFile(environment) else { return Settings() }
    return try file.read()
  }
}

extension Settings {
  /// Reads the text of a settings file.
  init(text: [UInt8], of path: String) throws(ConfigError) {
    guard let members = (try? JSONValue(octets: text, maximumOctets: ConfigFile.maximumOctets))?.object else {
      throw .unreadable(path, reason: "it isn't a JSON object")
    }
    guard members["version"] == 1 else {
      throw .unreadable(path, reason: "its version isn't 1; another pixy may have written it")
    }
    for (name, value) in members where name != "version" {
      guard let setting = Setting(rawValue: name) else { throw .unknownName(UntrustedText(name), path) }
      switch value {
      case .string(let text): try set(setting, to: text)
      case .integer(let number): try set(setting, to: String(number))
      default: throw .unusableValue(setting, reason: "it takes a text or a number")
      }
    }
  }

  /// The settings as JSON has them; numbers are numbers there.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for (setting, value) in values {
      members[setting.rawValue] = setting == .port ? .integer(Int64(value) ?? 0) : .string(value)
    }
    return members
  }

  /// The text of a settings file.
  var text: [UInt8] {
    JSONValue.object(members.merging(["version": 1]) { $1 }).octets() + [UInt8(ascii: "\n")]
  }
}

package import OAuthCore

/// The settings that the user has set with `pixy config`.
package struct Settings: Sendable, Equatable {
  private var values: [Setting: String] = [:]

  /// Creates settings of which none is set.
  package init() {}

  /// The valid value of a setting, or `nil` if the setting isn't set.
  package subscript(setting: Setting) -> String? { values[setting] }

  /// The port of the redirect URI, from 0 to 65535, or `nil` if it isn't set.
  package var port: Int? { values[.port].flatMap { Int($0) } }

  /// Returns the address of the user's client ID metadata document: that of the environment, otherwise
  /// that of the settings.
  ///
  /// - Parameter environment: The environment. An empty variable means no document.
  /// - Throws: ``ConfigError``.
  package static func clientDocument(_ environment: [String: String]) throws(ConfigError) -> String? {
    guard let value = environment["PIXY_CLIENT_DOCUMENT"] else { return try load(environment)[.clientDocument] }
    return value.isEmpty ? nil : try Setting.clientDocument.checked(value)
  }

  /// Sets a value, or removes it if `value` is `nil`.
  /// - Throws: ``ConfigError/unusableValue(_:reason:)``.
  package mutating func set(_ setting: Setting, to value: String?) throws(ConfigError) {
    values[setting] = try value.map { value throws(ConfigError) in try setting.checked(value) }
  }

  /// Reads the current user's settings from one small file.
  /// - Parameter environment: The environment, whose `XDG_CONFIG_HOME` and `HOME` locate the file;
  ///   see ``ConfigFile``.
  /// - Returns: Empty settings if there is no file.
  /// - Throws: ``ConfigError``, with the file's path and the wrong setting.
  package static func load(_ environment: [String: String]) throws(ConfigError) -> Settings {
    guard let file = ConfigFile(environment) else { return Settings() }
    return try file.read()
  }
}

extension Settings {
  /// Parses the text of a settings file.
  package init(text: [UInt8], of path: String) throws(ConfigError) {
    guard let members = (try? JSONValue(bytes: text, maximumBytes: ConfigFile.maximumBytes))?.object else {
      throw .unreadable(path, reason: "it is not a JSON object")
    }
    guard members["version"] == 1 else {
      throw .unreadable(path, reason: "its version is not 1; a newer pixy may have written it")
    }
    for (name, value) in members where name != "version" {
      guard let setting = Setting(rawValue: name) else { throw .unknownName(UntrustedText(name), path) }
      switch value {
      case .string(let text): try set(setting, to: text)
      case .integer(let number): try set(setting, to: String(number))
      default: throw .unusableValue(setting, reason: "use a string or a number")
      }
    }
  }

  /// The settings as members of a JSON object. The port is a number.
  package var members: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for (setting, value) in values {
      members[setting.rawValue] = setting == .port ? .integer(Int64(value) ?? 0) : .string(value)
    }
    return members
  }

  /// The text of a settings file.
  package var text: [UInt8] {
    JSONValue.object(members.merging(["version": 1]) { $1 }).bytes() + [UInt8(ascii: "\n")]
  }
}

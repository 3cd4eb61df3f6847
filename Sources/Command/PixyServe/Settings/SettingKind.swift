internal import FoundationBasics
internal import JOSE
internal import OAuthCore

/// The kind of value that a setting accepts, from each source.
enum SettingKind: Equatable {
  case text
  /// The path of a file or folder. In a configuration file it is relative to the folder of that
  /// file.
  case path
  case choice([String])
  case number(ClosedRange<Int>)
  /// A duration in whole seconds.
  case seconds(ClosedRange<Int>)
  /// `true` or `false`.
  case flag
  /// Strings; in a flag or a variable they are separated by spaces.
  case list
  /// One or more of these words.
  case choices([String])
  /// Objects, which only a configuration file can contain.
  case objects

  /// The names of all asymmetric signature algorithms.
  static let algorithms = SignatureAlgorithm.ofKeyPairs.map(\.rawValue).sorted()

  /// The reason why a value is invalid, as the end of a sentence that begins with the setting's
  /// name.
  struct InvalidValue: Error {
    let problem: String
  }

  /// Checks a value from a configuration file.
  /// - Parameter folder: The folder that relative paths start in.
  func value(_ json: JSONValue, in folder: String) throws(InvalidValue) -> JSONValue {
    switch (self, json) {
    case (.text, .string(let text)) where !text.isEmpty: return json
    case (.path, .string(let text)) where !text.isEmpty: return .string(Self.absolute(text, in: folder))
    case (.choice(let words), .string(let text)) where words.contains(text): return json
    case (.number(let range), .integer(let number)), (.seconds(let range), .integer(let number)):
      guard Int(exactly: number).map(range.contains) ?? false else { break }
      return json
    case (.flag, .bool): return json
    case (.list, .array) where json.strings.map({ !$0.contains("") }) ?? false: return json
    case (.choices(let words), .array(let elements))
    where !elements.isEmpty && Set(words).isSuperset(of: json.strings ?? [""]):
      return json
    case (.objects, .array(let elements)) where elements.allSatisfy({ $0.object != nil }): return json
    default: break
    }
    throw InvalidValue(problem: "is not \(requirement)")
  }

  /// Reads a value from a flag or an environment variable.
  /// - Parameter folder: The folder that relative paths start in.
  func value(_ text: String, in folder: String) throws(InvalidValue) -> JSONValue {
    switch self {
    case .text, .path, .choice: return try value(JSONValue.string(text), in: folder)
    case .number, .seconds: return try value(Int64(text).map { .integer($0) } ?? .null, in: folder)
    case .flag: return try value(text == "true" ? .bool(true) : text == "false" ? .bool(false) : .null, in: folder)
    case .list: return Self.words(text)
    case .choices: return try value(Self.words(text), in: folder)
    case .objects: throw InvalidValue(problem: "can only be set in a configuration file")
    }
  }

  /// The valid values, in words.
  var requirement: String {
    switch self {
    case .text: "a non-empty string"
    case .path: "a non-empty path"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .seconds(let range): "a whole number of seconds from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "true or false"
    case .list: "a list of non-empty strings"
    case .choices(let words): "a list of one or more of " + words.joined(separator: ", ")
    case .objects: "a list of objects"
    }
  }

  /// The name of a value in the help, for flags that have no better one.
  var valueName: String {
    switch self {
    case .text: "text"
    case .path: "file"
    case .choice(let words): words.joined(separator: "|")
    case .number: "number"
    case .seconds: "seconds"
    case .flag: "true|false"
    case .list, .choices, .objects: "list"
    }
  }

  private static func words(_ text: String) -> JSONValue {
    .array(text.split(separator: " ").map { .string(String($0)) })
  }

  /// Returns a path relative to a folder, as an absolute path if the folder is one. `-` stays: it
  /// stands for a standard stream. The address of a database stays.
  static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") || path == "-" || DatabasePlace.isAddress(path)
      ? path : (folder.hasSuffix("/") ? folder : folder + "/") + path
  }
}

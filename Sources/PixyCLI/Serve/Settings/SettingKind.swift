#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// What the value of a setting must be, however it comes.
enum SettingKind: Equatable {
  case text
  /// A file's or folder's path; in a configuration file, seen from the folder that the file is in.
  case path
  case choice([String])
  case number(ClosedRange<Int>)
  /// `true` or `false`.
  case flag
  /// Texts; in a flag or a variable with spaces between them.
  case list
  /// Some of these words, at least one.
  case choices([String])
  /// Objects, which only a configuration file can have.
  case objects

  /// What is wrong with a value, as the end of a sentence that begins with its name.
  struct Unfit: Error {
    let problem: String
  }

  /// Checks a value out of a configuration file.
  /// - Parameter folder: where paths begin.
  func value(_ json: JSONValue, in folder: String) throws(Unfit) -> JSONValue {
    switch (self, json) {
    case (.text, .string(let text)) where !text.isEmpty: return json
    case (.path, .string(let text)) where !text.isEmpty: return .string(Self.absolute(text, in: folder))
    case (.choice(let words), .string(let text)) where words.contains(text): return json
    case (.number(let range), .integer(let number)) where Int(exactly: number).map(range.contains) ?? false: return json
    case (.flag, .bool): return json
    case (.list, .array) where json.strings.map({ !$0.contains("") }) ?? false: return json
    case (.choices(let words), .array(let elements))
    where !elements.isEmpty && Set(words).isSuperset(of: json.strings ?? [""]):
      return json
    case (.objects, .array(let elements)) where elements.allSatisfy({ $0.object != nil }): return json
    default: throw Unfit(problem: "is not \(wanted)")
    }
  }

  /// Reads a value out of a flag or an environment variable.
  /// - Parameter folder: where paths begin.
  func value(_ text: String, in folder: String) throws(Unfit) -> JSONValue {
    switch self {
    case .text, .path, .choice: return try value(JSONValue.string(text), in: folder)
    case .number: return try value(Int64(text).map { .integer($0) } ?? .null, in: folder)
    case .flag: return try value(text == "true" ? .bool(true) : text == "false" ? .bool(false) : .null, in: folder)
    case .list: return Self.words(text)
    case .choices: return try value(Self.words(text), in: folder)
    case .objects: throw Unfit(problem: "can only be set in a configuration file")
    }
  }

  /// What would fit.
  private var wanted: String {
    switch self {
    case .text: "a text with something in it"
    case .path: "a path with something in it"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "true or false"
    case .list: "a list of texts with something in them"
    case .choices(let words): "a list of one or more of " + words.joined(separator: ", ")
    case .objects: "a list of objects"
    }
  }

  private static func words(_ text: String) -> JSONValue {
    .array(text.split(separator: " ").map { .string(String($0)) })
  }

  /// A path, seen from a folder.
  static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : (folder.hasSuffix("/") ? folder : folder + "/") + path
  }
}

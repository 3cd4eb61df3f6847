internal import ArgumentParser

/// The name of an environment variable that a shell can set: letters, digits and `_`, with no digit
/// first.
struct VariableName: ExpressibleByArgument, Hashable {
  let text: String

  /// The default name.
  static let usual = VariableName("ACCESS_TOKEN")

  private init(_ text: String) { self.text = text }

  init?(argument: String) {
    guard let first = argument.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      argument.utf8.allSatisfy({ byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      })
    else { return nil }
    self.init(argument)
  }

  var defaultValueDescription: String { text }

  /// Returns a shell command that sets and exports the variable.
  ///
  /// - Parameter value: The value, without NUL, which no variable can contain.
  func export(_ value: String) -> String {
    "export \(text)=\(ShellWord.quoted(value))"
  }
}

internal import ArgumentParser
internal import PixyTerminal

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

  /// Rejects a name that shells or the system's loader use themselves. The token in it would break
  /// the shell or the program, or be shown.
  func requireOwn() throws {
    guard Self.taken.contains(text) || Self.takenPrefixes.contains(where: text.hasPrefix) else { return }
    throw ValidationError("\(text) has a meaning of its own. Give another --name, such as API_TOKEN.")
  }

  private static let taken: Set<String> = [
    "_", "CDPATH", "DISPLAY", "ENV", "EUID", "FPATH", "HOME", "HOSTNAME", "IFS", "LANG", "LINENO", "LOGNAME", "MAIL",
    "MAILPATH", "OLDPWD", "OPTARG", "OPTIND", "PATH", "PPID", "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS3", "PS4",
    "PWD", "RANDOM", "SECONDS", "SHELL", "SHELLOPTS", "SHLVL", "TERM", "TMPDIR", "TZ", "UID", "USER", "ZDOTDIR",
  ]
  private static let takenPrefixes = ["BASH", "DYLD_", "LC_", "LD_", "XDG_"]

  var defaultValueDescription: String { text }

  /// Returns a shell command that sets and exports the variable.
  ///
  /// - Parameter value: The value, without NUL, which no variable can contain.
  func export(_ value: String) -> String {
    "export \(text)=\(ShellWord.quoted(value))"
  }
}

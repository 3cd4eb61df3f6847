internal import OAuthCore
internal import PixyTerminal

/// One setting of `pixy serve`, without the Swift type of its value.
///
/// The configuration file, the environment variables, the flags, the help, `--print-configuration`
/// and the table in the guide are all made from these members. ``DeclaredSettings`` declares each
/// setting once.
struct ServeSetting: Sendable {
  /// The path of the member in the configuration file, such as `tls.key`. `--set` accepts the same
  /// name.
  let path: String
  /// The kind of value that the setting accepts.
  let kind: SettingKind
  /// The default; nil if there is none, or if the default depends on other settings.
  let defaultValue: JSONValue?
  /// The effect of leaving the setting out, in words; nil if ``defaultValue`` is the whole answer.
  let unset: String?
  /// The description, in one or two sentences. Code is between backticks.
  let help: String
  /// The long flag of `pixy serve run`, without hyphens; nil if only `--set` sets it.
  var flag: String?
  /// The name of the flag's value in the help.
  var valueName: String?
  /// The section of a guide with more about the setting, as the target of a link in the guide to
  /// `pixy serve`.
  var section: String?

  /// Creates the declared setting, without the type of its value.
  init<Value>(_ key: KeyPath<DeclaredSettings, DeclaredSetting<Value>>) {
    self = DeclaredSettings.all[keyPath: key].setting
  }

  init(
    path: String, kind: SettingKind, defaultValue: JSONValue? = nil, unset: String? = nil, help: String
  ) {
    self.path = path
    self.kind = kind
    self.defaultValue = defaultValue
    self.unset = unset
    self.help = help
  }

  /// The environment variable: `PIXY_SERVE_TLS_KEY` for `tls.key`.
  var variable: String { Self.variablePrefix + path.replacing(".", with: "_").uppercased() }

  /// The prefix of all environment variables.
  static let variablePrefix = "PIXY_SERVE_"

  /// The manual page with the table of settings.
  static let guide = "`man pixy-serve.json`"

  /// The guide to metadata of clients.
  static let clientsGuide = "Pixy's guide Clients.md"

  /// The guide to pages, templates and their texts.
  static let pagesGuide = "Pixy's guide Pages.md"

  /// All settings, in the order of their declaration.
  static let all: [ServeSetting] = Mirror(reflecting: DeclaredSettings.all).children.compactMap { child in
    (child.value as? any SettingDeclaration)?.setting
  }

  private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

  /// Returns the setting with this path; nil if there is none.
  static func named(_ path: String) -> ServeSetting? { byPath[path] }

  /// Returns the paths of the settings in a group, such as those of `tls`; empty if it isn't a group.
  static func paths(inGroup group: String) -> [String] {
    all.map(\.path).filter { $0.hasPrefix(group + ".") }
  }

  /// Returns the paths of the settings in the group that a variable names, such as `PIXY_SERVE_TLS`; empty
  /// if the variable names none.
  static func paths(inGroupOfVariable variable: String) -> [String] {
    all.map(\.path).filter { path in
      path.lastIndex(of: ".").map { variablePrefix + path[..<$0].replacing(".", with: "_").uppercased() } == variable
    }
  }

  /// Returns the similar path of a setting; nil if there is none.
  static func suggestion(for path: String) -> String? { Spelling.closest(to: path, among: all.map(\.path)) }
}

extension ServeSetting: Hashable {
  static func == (left: ServeSetting, right: ServeSetting) -> Bool { left.path == right.path }

  func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

internal import JOSE
internal import OAuthCore
internal import PixyTerminal

/// The value of each setting that was given, and its source. Flags win. An environment variable and
/// the configuration file may not contradict each other: the variables of a service are easily
/// forgotten, and commands of an administrator don't have them.
struct ResolvedSettings: Sendable {
  /// A given value.
  struct ResolvedValue: Hashable, Sendable {
    let value: JSONValue
    let source: SettingSource
  }

  private let resolution: [ServeSetting: ResolvedValue]
  private let hasFile: Bool
  /// The key that encrypts the signing keys, if a variable contains it. It is never printed.
  let sealKey: Secret?

  /// The variable with the path of the configuration file.
  static let fileVariable = ServeSetting.variablePrefix + "CONFIG"
  /// The variable with the key that encrypts the signing keys. It has no setting, because
  /// configuration files aren't secret.
  static let sealKeyVariable = ServeSetting.variablePrefix + "SEAL_KEY"

  /// Combines all sources.
  /// - Parameters:
  ///   - flags: The values of flags.
  ///   - environment: All environment variables. An unknown one with our prefix is an error.
  ///   - file: The configuration file, if there is one.
  ///   - folder: The folder that relative paths in variables start in.
  /// - Throws: `SettingsError` if a variable is unknown, a value is invalid, or a variable contradicts
  ///   the file and no flag decides.
  init(
    flags: [ServeSetting: ResolvedValue], environment: [String: String], file: SettingsFile?, folder: String
  ) throws(SettingsError) {
    var resolution: [ServeSetting: ResolvedValue] = [:]
    if let file {
      for (setting, value) in file.values {
        resolution[setting] = ResolvedValue(value: value, source: .file(path: file.path, member: setting.path))
      }
    }
    var contradictions: [String] = []
    let variables = Dictionary(uniqueKeysWithValues: ServeSetting.all.map { ($0.variable, $0) })
    for (name, text) in environment.sorted(by: { $0.key < $1.key }) where name.hasPrefix(ServeSetting.variablePrefix) {
      if [Self.fileVariable, Self.sealKeyVariable].contains(name) || Self.isOfKubernetes(name, text) { continue }
      guard let setting = variables[name] else {
        let group = ServeSetting.paths(inGroupOfVariable: name)
        throw group.isEmpty ? .unknown(.variable(name)) : .group(.variable(name), settings: group)
      }
      do throws(SettingKind.InvalidValue) {
        let given = ResolvedValue(value: try setting.kind.value(text, in: folder), source: .variable(name))
        if let before = resolution[setting], before.value != given.value, flags[setting] == nil {
          contradictions.append("\(UntrustedText("\(before.source)")) has another value than \(given.source).")
        }
        resolution[setting] = given
      } catch {
        throw .invalid(.variable(name), problem: error.problem)
      }
    }
    guard contradictions.isEmpty else { throw .conflict(contradictions.joined(separator: " ")) }
    self.resolution = resolution.merging(flags) { $1 }
    hasFile = file != nil
    sealKey = environment[Self.sealKeyVariable].map(Secret.init)
  }

  /// Returns whether Kubernetes set a variable: it sets these for a Service that is called
  /// `pixy-serve`, and they are no settings.
  private static func isOfKubernetes(_ name: String, _ text: String) -> Bool {
    let (prefix, port) = (ServeSetting.variablePrefix, ServeSetting(\.port).variable)
    return name == prefix + "SERVICE_HOST" || name.hasPrefix(prefix + "SERVICE_PORT") || name.hasPrefix(port + "_")
      || (name == port && text.contains("://"))
  }

  /// The lines of `--print-configuration`: each setting as JSON, with its source.
  var lines: [String] {
    var lines = ServeSetting.all.map { setting in
      guard let value = resolution[setting]?.value ?? setting.defaultValue else { return "\(setting.path): not set" }
      let source = resolution[setting].map { "\($0.source)" } ?? "default"
      return "\(setting.path): \(String(decoding: value.bytes(), as: UTF8.self)) (\(source))"
    }
    if sealKey != nil { lines.append("the sealing key: not shown (the environment variable \(Self.sealKeyVariable))") }
    return lines
  }

  /// The value of a setting, or its default.
  subscript<Value>(key: KeyPath<DeclaredSettings, DeclaredSetting<Value>>) -> Value {
    let declaration = DeclaredSettings.all[keyPath: key]
    return declaration.read(resolution[declaration.setting]?.value ?? declaration.setting.defaultValue)
  }

  /// Whether the operator has decided about the audit log: with a setting, or with a configuration file
  /// that has none.
  var hasAuditSettings: Bool { hasFile || isGiven(\.auditFile) || isGiven(\.auditDays) }

  /// Returns whether a source gave the setting.
  func isGiven<Value>(_ key: KeyPath<DeclaredSettings, DeclaredSetting<Value>>) -> Bool {
    resolution[ServeSetting(key)] != nil
  }

  /// Returns the algorithms that the server signs with, each once. The default algorithm of ID
  /// tokens is the first.
  /// - Throws: `SettingsError` if that default isn't among them.
  func algorithms() throws(SettingsError) -> [SignatureAlgorithm] {
    var algorithms: [SignatureAlgorithm] = []
    for algorithm in self[\.signingAlgorithms] where !algorithms.contains(algorithm) { algorithms.append(algorithm) }
    guard let first = self[\.idTokenAlgorithm] else { return algorithms }
    guard let index = algorithms.firstIndex(of: first) else {
      throw invalid(
        \.idTokenAlgorithm, "is not in \(ServeSetting(\.signingAlgorithms).path), so the server has no key for it")
    }
    algorithms.insert(algorithms.remove(at: index), at: 0)
    return algorithms
  }

  /// Rejects settings that a look-alike of a provider would ignore. A server that was configured
  /// for TLS must not listen in plain http.
  /// - Throws: `SettingsError` for the first such setting.
  func checkForLookAlike() throws(SettingsError) {
    let supported: Set<ServeSetting> = [
      ServeSetting(\.issuer), ServeSetting(\.host), ServeSetting(\.port), ServeSetting(\.logFormat),
      ServeSetting(\.logLevel),
    ]
    for setting in ServeSetting.all where !supported.contains(setting) {
      if let source = resolution[setting]?.source {
        throw .conflict("\(UntrustedText("\(source)")) can't be combined with --as.")
      }
    }
  }

  /// Resolves the source of a secret that an object of a setting names: relative paths start in the
  /// folder of the configuration file. Names of variables and commands stay as they are.
  func secretPath<Value>(_ text: String, of key: KeyPath<DeclaredSettings, DeclaredSetting<Value>>) -> String {
    guard SecretInput.isFile(text), case .file(let path, _) = resolution[ServeSetting(key)]?.source else { return text }
    return SettingKind.absolute(text, in: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
  }

  /// Returns the place of a database that a setting names; nil if it names none.
  /// - Throws: `SettingsError` if the address contains a password.
  func place(_ key: KeyPath<DeclaredSettings, DeclaredSetting<String?>>) throws(SettingsError) -> DatabasePlace? {
    do {
      return try self[key].map { text throws(BadValue) in try DatabasePlace(text) }
    } catch {
      throw invalid(key, "can't be used: \(error.explanation)")
    }
  }

  /// Returns the error for a value of the right kind that is invalid for another reason.
  /// - Parameter problem: The end of a sentence that begins with the source of the value.
  func invalid<Value>(
    _ key: KeyPath<DeclaredSettings, DeclaredSetting<Value>>, _ problem: String
  ) -> SettingsError {
    let setting = ServeSetting(key)
    return resolution[setting].map { .invalid($0.source, problem: problem) } ?? .missing("\(setting.path) \(problem).")
  }
}

internal import JOSE
internal import OAuthCore

/// The value of each setting that somebody gave, and where it came from: flags win over environment variables, and those over the
/// configuration file.
struct SettledSettings {
  struct Settled: Hashable {
    let value: JSONValue
    let source: SettingSource
  }

  let settled: [ServeSetting: Settled]
  /// What seals the signing keys, if a variable has it. It is printed nowhere.
  let sealKey: Secret?

  /// The variable with the path of the configuration file.
  static let fileVariable = ServeSetting.variables + "CONFIG"
  /// The variable with the key that seals signing keys. There is no setting for it, because configuration files aren't secret.
  static let sealKeyVariable = ServeSetting.variables + "SEAL_KEY"

  /// Settles all settings.
  /// - Parameters:
  ///   - flags: the values that flags gave, with the flags' names.
  ///   - environment: all environment variables. One that begins as ours do and isn't known is an error.
  ///   - file: the configuration file, if there is one.
  ///   - folder: where paths in flags and variables begin.
  /// - Throws: `SettingsError`.
  init(
    flags: [ServeSetting: (name: String, text: String)], environment: [String: String], file: SettingsFile?,
    folder: String
  ) throws(SettingsError) {
    var settled: [ServeSetting: Settled] = [:]
    func settle(_ setting: ServeSetting, _ text: String, _ source: SettingSource) throws(SettingsError) {
      do {
        settled[setting] = Settled(value: try setting.kind.value(text, in: folder), source: source)
      } catch {
        throw .unfit(source, problem: error.problem)
      }
    }
    if let file {
      for (setting, value) in file.values {
        settled[setting] = Settled(value: value, source: .file(path: file.path, member: setting.rawValue))
      }
    }
    let variables = Dictionary(uniqueKeysWithValues: ServeSetting.allCases.map { ($0.variable, $0) })
    for (name, text) in environment.sorted(by: { $0.key < $1.key }) where name.hasPrefix(ServeSetting.variables) {
      if [Self.fileVariable, Self.sealKeyVariable].contains(name) || Self.isOfKubernetes(name, text) { continue }
      guard let setting = variables[name] else { throw .unknown(.variable(name)) }
      try settle(setting, text, .variable(name))
    }
    for (setting, flag) in flags { try settle(setting, flag.text, .flag(flag.name)) }
    self.settled = settled
    sealKey = environment[Self.sealKeyVariable].map(Secret.init)
  }

  /// Whether Kubernetes set a variable, as it does for a Service that is called `pixy-serve`: nobody means the server's settings by it.
  private static func isOfKubernetes(_ name: String, _ text: String) -> Bool {
    let port = ServeSetting.port.variable
    return name == ServeSetting.variables + "SERVICE_HOST" || name.hasPrefix(ServeSetting.variables + "SERVICE_PORT")
      || name.hasPrefix(port + "_") || (name == port && text.contains("://"))
  }

  /// What `--print-configuration` prints: a line for each setting, as JSON, with where it came from.
  var lines: [String] {
    var lines = ServeSetting.allCases.map { setting in
      guard let value = self[setting] else { return "\(setting.rawValue): not set" }
      let source = settled[setting].map { "\($0.source)" } ?? "as usual"
      return "\(setting.rawValue): \(String(decoding: value.octets(), as: UTF8.self)) (\(source))"
    }
    if sealKey != nil { lines.append("the sealing key: not shown (the environment variable \(Self.sealKeyVariable))") }
    return lines
  }

  subscript(setting: ServeSetting) -> JSONValue? { settled[setting]?.value ?? setting.usual }

  func text(_ setting: ServeSetting) -> String? { self[setting]?.string }

  func number(_ setting: ServeSetting) -> Int? {
    if case .integer(let number) = self[setting] { Int(exactly: number) } else { nil }
  }

  func texts(_ setting: ServeSetting) -> [String]? { self[setting]?.strings }

  func algorithms(_ setting: ServeSetting) -> Set<SignatureAlgorithm> {
    Set((texts(setting) ?? []).compactMap { SignatureAlgorithm(rawValue: $0) })
  }

  /// What the server signs with: the one for clients that ask for none first.
  /// - Throws: `SettingsError` if that one isn't among them.
  func signingAlgorithms() throws(SettingsError) -> [SignatureAlgorithm] {
    var algorithms: [SignatureAlgorithm] = []
    for name in texts(.signingAlgorithms) ?? [] {
      guard let algorithm = SignatureAlgorithm(rawValue: name), !algorithms.contains(algorithm) else { continue }
      algorithms.append(algorithm)
    }
    guard let first = text(.idTokenAlgorithm) else { return algorithms }
    guard let index = algorithms.firstIndex(where: { $0.rawValue == first }) else {
      throw unfit(
        .idTokenAlgorithm, "is none of \(ServeSetting.signingAlgorithms.rawValue), so that there would be no key for it"
      )
    }
    algorithms.insert(algorithms.remove(at: index), at: 0)
    return algorithms
  }

  /// Refuses what a server that behaves like a provider has no use for: whoever asked for TLS must not get plain http in silence.
  /// - Throws: `SettingsError`.
  func checkForLookAlike() throws(SettingsError) {
    let understood: Set<ServeSetting> = [.issuer, .host, .port, .logFormat, .logLevel]
    for setting in ServeSetting.allCases where !understood.contains(setting) {
      if let source = settled[setting]?.source { throw .conflict("\(UntrustedText("\(source)")) isn't for --as.") }
    }
  }

  /// Where a secret is that one of a setting's objects names: a file's path begins in the configuration file's folder, and what a variable or
  /// a command has stays as it is.
  func secretPath(_ text: String, of setting: ServeSetting) -> String {
    guard SecretInput.isFile(text), case .file(let path, _) = settled[setting]?.source else { return text }
    return SettingKind.absolute(text, in: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
  }

  /// A value of the right kind that can't be used all the same.
  func unfit(_ setting: ServeSetting, _ problem: String) -> SettingsError {
    settled[setting].map { .unfit($0.source, problem: problem) } ?? .missing("\(setting.rawValue) \(problem).")
  }
}
